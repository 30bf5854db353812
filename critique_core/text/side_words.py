"""The words by which a list, or a claim, puts a thing on one side or the other, by what they are sides of.

They are written as they stand in texts, in seven languages, with a comma after each.
"""

import re
from typing import Literal

Axis = Literal["inclusion", "permission", "merit", "completion", "support", "presence", "duty", "bringing", "plain"]

_WORDS: dict[Axis, tuple[str, str]] = {
    "inclusion": (
        """include, includes, included, including, inclusion, inclusions, inclusive, cover, covers, covered, part of,
        comes with, come with, contain, contains, contained, free of charge, at no cost, at no extra cost, at no
        additional cost, at no extra charge, in the price, in the box, in the fare, in scope, inbegriffen,
        eingeschlossen, enthalten, inklusive, umfasst, abgedeckt, inclus, incluse, incluses, compris, comprise,
        comprises, incluido, incluida, incluidos, incluidas, cubierto, cubierta, inclusi, inclusa, incluso, coperto,
        coperta, compreso, compresa, compresi, incluído, incluída, incluídos, incluídas, inbegrepen""",
        """exclude, excludes, excluded, excluding, exclusion, exclusions, exclusive of, out of scope, extra, costs
        extra, cost extra, is extra, are extra, separately, charged separately, sold separately, billed separately,
        paid separately, at extra cost, at an extra cost, at an additional cost, at your own expense, at their own
        expense, at your own cost, at their own cost, surcharge, what you pay yourself, ausgeschlossen, exklusive,
        kostet extra, exclu, exclue, exclus, exclues, en sus, excluido, excluida, excluidos, excluidas, no incluye,
        escluso, esclusa, esclusi, escluse, excluído, excluída, excluídos, excluídas, uitgesloten""",
    ),
    "permission": (
        """allow, allows, allowed, permit, permits, permitted, permissible, welcome, accepted, do, dos, do's, erlaubt,
        gestattet, zulässig, autorisé, autorisée, autorisés, autorisées, permis, permise, permitido, permitida,
        permitidos, permitidas, consentito, consentita, consentiti, permesso, permessa, toegestaan""",
        """forbidden, prohibit, prohibits, prohibited, prohibition, prohibitions, banned, refused, do not, don't,
        don'ts, don't's, off-limits, off limits, verboten, untersagt, interdit, interdite, interdits, interdites,
        prohibido, prohibida, prohibidos, prohibidas, vietato, vietata, vietati, proibito, proibido, proibida,
        proibidos, proibidas, verboden""",
    ),
    "merit": (
        """pro, pros, advantage, advantages, strength, strengths, strong point, strong points, benefit, benefits, plus,
        pluses, plus points, upside, upsides, positives, vorteil, vorteile, stärke, stärken, avantage, avantages,
        points forts, ventaja, ventajas, vantaggio, vantaggi, pregi, vantagem, vantagens, voordeel, voordelen""",
        """con, cons, disadvantage, disadvantages, weakness, weaknesses, weak point, weak points, drawback, drawbacks,
        downside, downsides, minus, minuses, negatives, shortcoming, shortcomings, nachteil, nachteile, schwäche,
        schwächen, inconvénient, inconvénients, points faibles, desventaja, desventajas, inconvenientes, svantaggio,
        svantaggi, difetti, desvantagem, desvantagens, nadeel, nadelen""",
    ),
    "completion": (
        """done, complete, completed, finished, accomplished, resolved, closed, shipped, delivered, erledigt, fertig,
        abgeschlossen, fait, faite, faits, faites, terminé, terminée, terminés, hecho, hechos, terminado,
        terminados, fatto, fatti, completato, completati, feito, feitos, concluído, concluídos, gedaan""",
        """to do, to-do, todo, todos, open, open items, open points, open tasks, open questions, pending, outstanding,
        remaining, unfinished, in progress, unresolved, next steps, backlog, still to do, still to come, offen,
        offene punkte, zu erledigen, à faire, en cours, pendiente, pendientes, por hacer, da fare, in corso,
        pendente, pendentes, por fazer, te doen""",
    ),
    "support": (
        """supports, supported, available, compatible, unterstützt, verfügbar, pris en charge, prise en
        charge, disponible, disponibles, compatibles, soportado, soportados, supportato, supportati, disponibili,
        suportado, suportados, disponíveis, ondersteund""",
        """unsupported, unavailable, incompatible, discontinued, indisponible, indisponibles, incompatibles,
        incompatibili""",
    ),
    "presence": (
        """present, attend, attended, attending, attendees, in attendance, participants, took part, anwesend,
        teilnehmer, teilnehmerinnen, présent, présents, présente, asistentes, presente, presentes, presenti,
        aanwezig""",
        """absent, apologies, regrets, excused, missing, abwesend, entschuldigt, absents, absente, excusé, excusés,
        ausente, ausentes, assente, assenti, afwezig""",
    ),
    "duty": (
        """required, requirements, mandatory, compulsory, obligatory, must-have, must-haves, must have, pflicht,
        obligatoire, obligatoires, requis, obligatorio, obligatorios, requisitos, obbligatorio, obbligatori,
        obrigatório, obrigatórios, verplicht""",
        """optional, voluntary, nice to have, freiwillig, facultatif, facultatifs, opcional, opcionales, facoltativo,
        facoltativi, opcionais, optioneel""",
    ),
    "bringing": (
        """bring, to bring, what to bring, pack, what to pack, take with you, mitbringen, mitzubringen, à apporter,
        traer, portare, trazer""",
        """leave at home, leave behind, left at home, left behind, stay at home, stays at home, stay behind, zu hause
        lassen, laisser à la maison, dejar en casa, lasciare a casa, deixar em casa""",
    ),
}


def _cue(words: str) -> re.Pattern[str]:
    known = sorted((" ".join(word.split()) for word in words.split(",")), key=len, reverse=True)
    return re.compile(rf"(?<![\w'’])(?:{'|'.join(map(re.escape, known))})(?!\w)", re.IGNORECASE)


SIDES: dict[Axis, tuple[re.Pattern[str], re.Pattern[str]]] = {
    axis: (_cue(yes), _cue(no)) for axis, (yes, no) in _WORDS.items()
}
"""By axis what puts a thing on its good side ("included", "done"), and what on the other, the longest first."""
ALONE = frozenset("do dos do's don't don’t pro con pros cons open complete plus minus extra".split())
"""Words that say it only where a heading says nothing else; elsewhere they are common."""
DENIALS = re.compile(
    r"(?<![\w'’])(?:not|no|never|none|neither|nobody|cannot|nicht|kein|keine|keinen|keinem|keiner|nie|pas|jamais|ne|nunca"
    r"|non|nessun|nessuno|nessuna|não|nenhum|nenhuma|niet|geen)(?!\w)|n['’]t(?!\w)",
    re.IGNORECASE,
)
"""Words that turn such a word round: "not included"."""
TICKS: dict[str, tuple[Axis, bool]] = {
    **dict.fromkeys(("[x]", "[X]", "☑"), ("completion", True)),
    **dict.fromkeys(("[ ]", "☐"), ("completion", False)),
    **dict.fromkeys(("✓", "✔", "✅"), ("plain", True)),
    **dict.fromkeys(("✗", "✘", "✕", "✖", "❌", "⛔", "🚫"), ("plain", False)),
}
"""Marks before an item: of a box whether it is done, of a tick or a cross only yes or no."""

QUALIFIED = re.compile(
    r"\b(?:but|only|except|unless|if|until|once|provided|without|aber|nur|außer|wenn|bis|sofern|sobald|ohne|mais|sauf"
    r"|seulement|si|pero|sólo|solo|salvo|ma|tranne|se|mas|exceto|apenas|maar|alleen|tenzij)\b",
    re.IGNORECASE,
)
"""Words that open a condition or an exception."""
