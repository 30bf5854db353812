"""A day of the week that a claim names, where the sources name another or none."""

from collections.abc import Iterator, Sequence

import regex

from critique_core.language.sentence import Sentence
from critique_core.language.tokens import Token
from critique_core.text.word_classes import NEGATION
from critique_core.typed_values.weekdays import day_named, weekdays
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation

_ALWAYS = regex.compile(
    r"\b(?:every|any|each|all|other) days?\b|\bdaily\b|\b(?:7|seven) days a week|\btäglich|\btous les jours\b"
    r"|\btodos los días\b|\btodos os dias\b|\bogni giorno\b|\btutti i giorni\b|毎日|每天",
    regex.IGNORECASE,
)
_SURE, _HOURS_SURE = 0.8, 0.88
_OPEN = frozenset(
    """open opens geöffnet offen öffnet ouvert ouverte ouvre abierto abierta abre aperto aperta apre aberto aberta
    geopend""".split()
)
_CLOSED = frozenset(
    """closed closes shut geschlossen schließt fermé fermée ferme cerrado cerrada cierra chiuso chiusa chiude fechado
    fechada gesloten""".split()
)
_IN_PLACE = 0.5  # share of the claim's words in the unit whose day is the one it should have


def observe(
    claim: Sentence, focus: Alignment, alignments: Sequence[Alignment]
) -> Iterator[tuple[Alignment, Observation]]:
    """The first day of the claim that no source names, in conflict with the one that the focus names, or missing.

    A claim that gives the date as well is compared by that.
    """
    named = [t for t in claim.tokens if day_named(t.text) is not None]
    if not named or any(m.kind == "date" for m in claim.mentions):
        return
    stated = [weekdays(s.text) for a in alignments for s in (a.scope.sentence, *(s for _, s in a.scope.around))]
    token = next((t for t in named if not any(weekdays(t.text) & days for days in stated)), None)
    if token is None or any(_ALWAYS.search(a.scope.sentence.text) for a in alignments):
        return
    sentence = focus.scope.sentence
    other = next((t for t in sentence.tokens if day_named(t.text) is not None), None)
    place = (other.start, other.end, other.text) if other else (0, 0, "")
    conflicts = (
        other is not None
        and len(weekdays(claim.text)) == 1
        and focus.inside >= _IN_PLACE
        and _before(claim, token)
        == _before(sentence, other)  # "except Monday" and "until Monday" say nothing of Tuesday
    )
    text = f"the source says {place[2]}, the draft says {token.text}" if conflicts else f"no source names {token.text}"
    yield focus, Observation("date", "conflicts" if conflicts else "missing", token.start, token.end, token.text,
                             *place, text, _SURE)  # fmt: skip


def hours_denied(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """A claim that something is closed on a day, next to hours that a source gives for that day."""
    cue = _closing(claim)
    days = weekdays(claim.text)
    if cue is None or not days or any(m.kind in ("time", "date") for m in claim.mentions):
        return
    for alignment in alignments:
        sentence = alignment.scope.sentence
        hours = next((m for m in sentence.mentions if m.kind == "time" and m.is_range), None)
        label = sentence.text[: hours.start] if hours is not None else ""
        if hours is None or not days <= weekdays(label) or not label.rstrip().endswith((":", "|", "=", '"')):
            continue
        text = f"the source gives {hours.text} for that day"
        yield alignment, Observation("negation", "conflicts", cue.start, cue.end, cue.text, hours.start, hours.end,
                                     hours.text, text, _HOURS_SURE)  # fmt: skip
        return


def _closing(claim: Sentence) -> Token | None:
    """The word by which a claim says "closed" or "not open"."""
    denied = any(t.norm in NEGATION.get(claim.code, ()) for t in claim.tokens)
    words = _OPEN if denied else _CLOSED
    return next((t for t in claim.tokens if t.norm in words), None)


def _before(sentence: Sentence, token: Token) -> str:
    """The word before a day: "on", "until", "except"."""
    return next((t.norm for t in reversed(sentence.tokens) if t.end <= token.start), "")
