"""The words by which rules in other languages than English are limited, and by which a sentence is seen to be a rule.

``CONDITIONS`` open a clause on which all else hangs, ``ONLY`` makes any phrase one, ``LIMITING`` are the prepositions
whose phrase may be one; those of ``PLACES`` mostly say where a thing is, those of ``BELONGING`` what it is of.
``RECURRING`` are times that come back, ``REASONS`` what opens no condition but a reason or an aim. ``RULING`` is what
rules say: what is free, open, paid, granted or obliged. ``PAST`` and the forms of ``REPORTS`` are of a report, which
states no rule.
``PHRASES`` are conditions of several words, ``PURPOSES`` the words behind which an infinitive or "que" tells an aim.
"""

import re


def _words(**by_language: str) -> dict[str, frozenset[str]]:
    return {code: frozenset(words.casefold().split()) for code, words in by_language.items()}


CONDITIONS = _words(
    de="wenn falls sofern solange sobald vorausgesetzt außer ausgenommen ausschließlich lediglich soweit",
    fr="si lorsque lorsqu' quand sauf hormis excepté tant uniquement seulement",
    es="si siempre salvo excepto mientras cuando únicamente solamente",
    it="se purché quando salvo tranne eccetto finché unicamente solamente",
    pt="desde quando salvo exceto enquanto unicamente somente apenas",
    nl="als indien mits tenzij wanneer behalve zolang zodra uitsluitend",
)
PHRASES = {
    "de": (("es", "sei", "denn"), ("unter", "der", "bedingung")),
    "fr": (
        ("à", "condition"),
        ("à", "moins"),
        ("sous", "réserve"),
        ("pourvu", "qu'"),
        ("pourvu", "que"),
        ("en", "cas"),
    ),
    "es": (("a", "condición"), ("a", "menos", "que"), ("con", "tal"), ("en", "caso")),
    "it": (("a", "condizione"), ("a", "meno"), ("a", "patto"), ("in", "caso")),
    "pt": (("a", "menos", "que"), ("em", "caso"), ("no", "caso")),
    "nl": (("op", "voorwaarde"),),
}
PURPOSES = {
    code: re.compile(form)
    for code, form in {
        "de": r"(?:zum|zur|um)\s\w|für\s(?:die|das|den|eine?n?)\s\w+ung\b",
        "fr": r"(?:pour|afin d[e']|de)\s?\w+(?:er|ir|re)\b|pour\sque?\b|sans\s\w+(?:er|ir|re)\b",
        "es": r"(?:para|por|sin|de|a)\s(?!partir)(?:que\b|\w+(?:ar|er|ir)(?:l[aoe]s?|se)?\b)",
        "it": r"(?:per|di|a|prima di|senza)\s\w+(?:are|ere|ire|rsi|rl[oaie])\b",
        "pt": r"(?:para|por|sem|de|a)\s(?!partir)(?:que\b|\w+(?:ar|er|ir)(?:-se)?\b)",
        "nl": r"om\s",
    }.items()
}
REASONS = _words(
    de="wegen aufgrund grund gründen zwecks dank anlässlich",
    fr="raison cause motif suite grâce afin vue",
    es="debido causa motivo motivos gracias razones",
    it="causa motivo motivi grazie fine",
    pt="devido causa motivo motivos graças razões",
    nl="wegens vanwege dankzij reden redenen",
)
ONLY = _words(
    de="nur ausschließlich lediglich", fr="seulement uniquement exclusivement", es="solo sólo solamente únicamente",
    it="solo soltanto solamente unicamente", pt="só somente apenas unicamente", nl="alleen slechts uitsluitend",
)  # fmt: skip
LIMITING = _words(
    de="für ab bis unter über mit ohne während vor nach zwischen in im an am auf bei beim von vom innerhalb außerhalb "
    "gegen pro je um zu zum zur",
    fr="pour à au aux dès jusqu' jusque pendant durant avant après entre avec sans sous sur dans en de d' des du hors "
    "contre par moyennant chez ayant muni munie munis munies titulaire titulaires âgé âgée âgés âgées",
    es="para a al hasta durante antes después entre con sin bajo sobre en de del fuera tras por dentro mediante previa",
    it="per a al alla ai alle da dal dalla fino durante prima dopo tra fra con senza sotto sopra in nel nella nei "
    "nelle "
    "entro fuori su di",
    pt="para a ao à aos às desde até durante antes depois entre com sem sob sobre em no na nos nas dentro fora de do "
    "da "
    "mediante",
    nl="voor vanaf tot onder boven met zonder tijdens na tussen in op aan bij binnen buiten per van",
)
PLACES = _words(
    de="in im an am auf bei beim von vom zu zum zur um", fr="à au aux sur sous dans en chez par",
    es="a al en sobre por bajo", it="in nel nella nei nelle al alla ai alle a su", pt="a ao à aos às em no na nos nas",
    nl="in op aan bij",
)  # fmt: skip
BELONGING = _words(de="von vom zu zum zur", fr="de d' des du", es="de del", it="di da dal dalla", pt="de do da",
                   nl="van")  # fmt: skip
RECURRING = _words(
    de="nachts abends morgens mittags vormittags nachmittags feiertags ferien schulferien sommer winter frühling "
    "frühjahr herbst saison hauptsaison nebensaison wochenende wochenenden feiertagen feiertage sommermonaten "
    "wintermonaten januar februar märz april mai juni juli august september oktober november dezember",
    fr="nuit matin soir été hiver printemps automne saison vacances week-end week-ends fériés janvier février mars "
    "avril "
    "mai juin juillet août septembre octobre novembre décembre",
    es="noche noches verano invierno primavera otoño temporada vacaciones festivos enero febrero marzo abril mayo "
    "junio "
    "julio agosto septiembre octubre noviembre diciembre",
    it="notte sera mattina estate inverno primavera autunno stagione festivi gennaio febbraio marzo aprile maggio "
    "giugno "
    "luglio agosto settembre ottobre novembre dicembre",
    pt="noite verão inverno primavera outono época férias feriados janeiro fevereiro março abril maio junho julho "
    "agosto "
    "setembro outubro novembro dezembro",
    nl="nachts avonds zomer winter lente herfst seizoen vakantie feestdagen januari februari maart april mei juni juli "
    "augustus september oktober november december",
)
RULING = _words(
    de="kostenlos gratis frei kostenfrei gebührenfrei geöffnet öffnet öffnen geschlossen schließt erlaubt gestattet "
    "verboten untersagt zugelassen zulässig gilt gelten gültig anspruch erhält erhalten bekommt bekommen zahlt zahlen "
    "kostet kosten beträgt betragen erstattet erstatten rabatt ermäßigung ermäßigt preis gebühr pflicht verpflichtet "
    "verpflichtend möglich darf dürfen kann können muss müssen soll sollen sollte sollten haftet übernimmt "
    "übernehmen gewährt "
    "garantie frist liefert liefern verschickt versendet verfügbar benötigt benötigen braucht brauchen fährt fahren "
    "inbegriffen enthalten versichert steuerfrei zuschlag entfällt fällt",
    fr="gratuit gratuite gratuits gratuites gratuitement ouvert ouverte ouverts ouvertes ouvre ouvrent fermé fermée "
    "ferme ferment autorisé autorisée autorisés autorisées interdit interdite interdits interdites admis admise "
    "permis permise acceptés acceptées valable valables droit reçoit reçoivent bénéficie bénéficient paie paient "
    "coûte coûtent remboursé remboursée remboursés remboursées rembourse réduction remise tarif prix frais obligatoire "
    "obligatoires possible possibles peut peuvent doit doivent devrait devraient livré livrés livrée livraison "
    "offert offerte offerts "
    "offertes couvre couvrent garantie délai accessible accessibles disponible disponibles nécessaire exigé exigée "
    "inclus incluse circule circulent",
    es="gratis gratuito gratuita gratuitos gratuitas abre abren abierto abierta cierra cierran cerrado cerrada "
    "permitido permitida permitidos permitidas permite permiten prohibido prohibida prohibidos prohibidas admite "
    "admiten válido válida válidos válidas derecho recibe reciben paga pagan cuesta cuestan reembolsa reembolsan "
    "descuento tarifa precio tasa obligatorio obligatoria obligatorios posible puede pueden debe deben debería "
    "deberían envío "
    "cubre cubren garantía plazo disponible disponibles necesario necesaria exige incluye incluido incluida cobra "
    "cobran entra entran circula circulan tiene tienen acceso",
    it="gratis gratuito gratuita gratuiti gratuite apre aprono aperto aperta chiude chiudono chiuso chiusa permesso "
    "consentito consentita vietato vietata ammesso ammessi valido valida diritto riceve ricevono paga pagano costa "
    "costano rimborsa rimborsato sconto tariffa prezzo obbligatorio obbligatoria possibile può possono deve devono "
    "copre garanzia disponibile disponibili necessario incluso inclusa",
    pt="grátis gratuito gratuita gratuitos gratuitas abre abrem aberto aberta fecha fecham fechado fechada permitido "
    "permitida proibido proibida válido válida direito recebe recebem paga pagam custa custam reembolsa desconto "
    "tarifa preço obrigatório obrigatória possível pode podem deve devem cobre garantia disponível necessário "
    "incluído incluída",
    nl="gratis open geopend opent gesloten sluit toegestaan verboden geldt geldig recht krijgt krijgen betaalt betalen "
    "kost kosten vergoedt vergoed korting tarief prijs verplicht mogelijk mag mogen kan kunnen moet moeten dekt "
    "garantie beschikbaar nodig inbegrepen",
)
PAST = _words(
    de="war waren wurde wurden hatte hatten",
    fr="était étaient fut furent avait avaient fus eu été",
    es="fue fueron era eran estaba estaban había habían",
    it="era erano fu furono aveva avevano stato stata",
    pt="foi foram era eram estava estavam tinha tinham",
    nl="was waren werd werden had hadden",
)

REPORTS = {
    code: re.compile(form)
    for code, form in {
        "de": r"\b(?:hat|haben)\b(?:\s\S+)*?\s(?!geöffnet|geschlossen)"
        r"(?:\w*ge\w+(?:t|en)|\w+iert|(?:er|ver|be|ent)\w+(?:t|en))\b",
        "fr": r"\b(?:a|ont)\s(?:\w+ment\s)?\w+(?:é|ée|és|ées|i|u|ert|is|it)\b(?<!droit)",
        "es": r"\w(?:ó|aron|ieron)\b|\b(?:ha|han)\s\w+(?:ado|ido|to|cho)\b",
        "it": r"\b(?:ha|hanno)\s\w+(?:ato|uto|ito|tto|so|rto)\b",
        "pt": r"\w(?:aram|eram|iram|ou)\b",
        "nl": r"\b(?:heeft|hebben)\b.*?\sge\w+(?:d|t|en)\b",
    }.items()
}
