"""Whether a text holds the kind of answer that a question expects: a number, a date, a name, a reason, steps."""

import re
from collections.abc import Collection, Iterator
from itertools import islice

from critique_core.language.lexicon import PARTS, lexicon
from critique_core.queries.question import Answer, AskedPart, Dimension
from critique_core.queries.terms import first_word, forms, is_function, tokens

CONCRETE: frozenset[Answer] = frozenset(("number", "date", "person", "place"))
"""Kinds of answer that are told by their form; reasons, steps and definitions are found in nearly any text."""
_IGNORE = re.IGNORECASE
_NUMBER_WORD = (
    r"(?:zero|no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    r"|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million"
    r"|billion|dozens?|half|quarter|once|twice|several|few|many|none|unlimited|ein|eine[rnms]?|zwei|drei"
    r"|vier|fünf|sechs"
    r"|sieben|acht|neun|zehn|zwölf|deux|trois|quatre|cinq|dos|tres|cuatro|cinco|both|single|daily|weekly"
    r"|monthly|yearly)"
)
_AMOUNT = rf"(?:(?<![\w.])[-−–]?\d[\d.,]*+|\b{_NUMBER_WORD}\b)"
_YEAR = re.compile(
    r"\b(?:1[5-9]|20)\d\d\b(?!\s?(?:[%€$£°]|[a-z]*(?:metres?|meters?|euros?|dollars?|pounds?|kg|km|people)))"
)
_NUMBER = re.compile(rf"(?<![^\W\d_]){_AMOUNT}", _IGNORE)
_UNITS: dict[Dimension, str] = {
    "money": (
        rf"[$€£¥₹]\s?\d|{_AMOUNT}[\s-]{{0,3}}(?:(?:million|billion|thousand)\s)?(?:[$€£¥]|euros?"
        rf"|dollars?|pounds?|cents?"
        r"|pence|yen|usd|eur|gbp|chf|francs?|crowns?|kroner|rupees?|per cent|percent|%)|\bfree\b"
        r"|\b(?:usd|eur|gbp|chf)"
        r"\s?\d|\bno (?:charge|fee|cost)|\bkostenlos"
        r"|(?:price|cost|fee|usd|eur|gbp)\w{0,20}[\"']?\s?[:=]\s?[\"']?\d"
    ),
    "time": (
        rf"{_AMOUNT}[\s-]{{0,3}}(?:(?:to|or|and|bis|–|-)\s?{_AMOUNT}[\s-]{{0,3}})?(?:(?:full|whole|working"
        rf"|business|calendar)\s)?"
        r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|fortnights?|months?|years?"
        r"|yrs?|decades?"
        r"|centur\w+|s|h|ms|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|ans?"
        r"|jours?|mois|heures?"
        r"|años?|días?|meses|horas?)\b"
        r"|_(?:m?s|secs?|seconds|mins?|minutes|hours|days)[\"']?\s?[:=]\s?[\"']?\d|\b(?:overnight|forever|lifetime"
        r"|indefinite\w*|until|till"
        r"|(?:an?|the) (?:hour"
        r"|day|week|month|year|decade|lifetime|minute)s?)\b"
    ),
    "length": (
        rf"{_AMOUNT}[\s-]{{0,3}}(?:(?:mm|cm|m|km|ft|in|mi)\b|(?:milli|centi|kilo)?met(?:er|re)s?\b"
        rf"|feet\b|foot\b"
        r"|inch(?:es)?\b|miles?\b|yards?\b|kilometern?\b|metern?\b|[\"″'′]|light[- ]years?\b"
        r"|minutes?\b|hours?\b)"
    ),
    "mass": (
        rf"{_AMOUNT}[\s-]{{0,3}}(?:(?:mg|g|kg|lbs?|oz|t)\b|(?:kilo|milli)?gram(?:me)?s?\b|kilos?\b"
        rf"|pounds?\b|ounces?\b"
        r"|tonn?e?s?\b|tons?\b)"
    ),
    "speed": (
        rf"{_AMOUNT}[\s-]{{0,3}}(?:km/?h|mph|m/s|knots?\b|[kmg]?b(?:it)?/?p?s\b|\w{{1,30}} (?:per|an|a) \w"
        rf"|\w{{1,30}}/\w|seconds?\b)"
    ),
    "temperature": rf"{_AMOUNT}\s*(?:°|º|degrees?\b|celsius\b|fahrenheit\b|kelvin\b|grad\b|[CFK]\b)",
    "share": (
        rf"{_AMOUNT}\s*(?:%|per ?cent\b|percent\w*|prozent\b|in \d|of )|\b(?:half|third|quarter"
        rf"|all|none)\b"
    ),
}
_MONTHS = (
    "january february march april may june july august september october november december jan feb mar apr jun jul aug"
    " sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter januar"
    " februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag"
).split()
_NAMED_DAYS = "|".join(month for month in _MONTHS if month != "may")
_DATE = re.compile(
    rf"\b(?:(?:1\d|20)\d\d|[1-9]\d\d (?:AD|BC|CE|BCE)|{_NAMED_DAYS})s?\b|\bMay \d|\d(?:st|nd|rd|th)?(?: of)? May\b"
    r"|\b\d{1,2}[./-]\d{1,2}[./-](?:\d{2,4})?(?!\d)|\b\d{1,2}[:.]\d\d(?![.,]?\d)|\b\d{1,2}\s?(?:am|pm"
    r"|a\.m\.|p\.m\.|o['’]clock|uhr|heures?)\b"
    r"|\b(?:noon|midnight|today|tomorrow|yesterday|tonight|centur(?:y|ies)|jahrhundert|decade|never|always"
    r"|daily|weekly"
    rf"|monthly|as soon as|immediately)\b|\b{_AMOUNT}[\s-]{{1,3}}\w+ (?:ago|later|after|before|earlier)\b"
    rf"|\b(?:with)?in {_AMOUNT}[\s-]{{1,3}}(?:\w+ )?(?:minutes?|hours?|days?|weeks?|months?|years?)\b",
    _IGNORE,
)  # fmt: skip
_DAYS_ABROAD = re.compile(
    r"\b(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|lundi|mardi|mercredi"
    r"|jeudi|vendredi|samedi|dimanche|demain|hier|aujourd(?:'|’)hui|enero|febrero|marzo|abril|mayo|junio|julio|agosto"
    r"|sep?tiembre|octubre|noviembre|diciembre|lunes|martes|miércoles|jueves|viernes|sábado|domingo|mañana|ayer|hoy"
    r"|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|lunedì|martedì|mercoledì|giovedì"
    r"|venerdì|sabato|domenica|domani|ieri|oggi|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|dezembro"
    r"|segunda|terça|quarta|quinta|sexta|amanhã|ontem|hoje|januari|februari|maart|mei|juni|juli|augustus|oktober"
    r"|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|morgen|gisteren|vandaag|heute|gestern)\b"
    r"|\b\d{1,2}\s?h(?:\s?\d\d)?\b|\b(?:a|à|alle|às|om|um) (?:las? |les? )?\d",
    _IGNORE,
)
_REASON_ABROAD = re.compile(
    r"\b(?:aufgrund|durch|wegen|cause|raison|grâce|suite|pour|por|causa|ya que|dado|poiché|per via|devido|porque|omdat"
    r"|want|door|wegens|vanwege|doordat)\b",
    _IGNORE,
)
_STEPS_ABROAD = re.compile(
    r"\b(?:cliquez|appuyez|allez|ouvrez|sélectionnez|choisissez|prenez|suivez|remplissez|saisissez|pulse|haga|abra"
    r"|seleccione|elija|vaya|siga|tome|rellene|puls[ae]|clicca|premi|apri|selezioni?a?|scegli|vai|prendi|clique"
    r"|pressione|selecione|escolha|vá|siga|klik|druk|ga|kies|volg|neem|klicken|drücken|öffnen|wählen|gehen|nehmen)\b",
    _IGNORE,
)
_CJK_HOLDS: dict[Answer, re.Pattern[str]] = {
    "number": re.compile(r"\d|[一二三四五六七八九十百千万两半]"),
    "date": re.compile(
        r"\d\s?[年月日号點点时時分]|\d:\d\d|[一二三四五六七八九十]+[年月日号点时時]|[月火水木金土日]曜"
        r"|周[一二三四五六日末]|星期"
        r"|今天|明天|昨天|每天|今日|明日|昨日|毎日|\d\s?[년월일시]|요일|오늘|내일"
    ),
}
_CJK_REASON = re.compile(r"因|由于|为了|ため|ので|から|により|原因|때문|위해")
_REASON = re.compile(
    r"\b(?:because|since|due|owing|thanks to|therefore|thus|hence|so that|so as|in order|reasons?"
    r"|caus(?:es?|ed|ing)"
    r"|results?|resulted|as a (?:result|consequence)|leads?|led|lets?|allows?|allowed|makes?|made|helps?"
    r"|prevents?|as"
    r"|for|to|when|if|which|after|weil|da|wegen|denn|damit|parce|car|afin|puisque|porque|debido|perché)\b",
    _IGNORE,
)
_STEPS = re.compile(
    r"(?m)^[ \t]*(?:\d+[.)]|[-*•])\s|\b(?:first|then|next|finally|afterwards|step|you (?:can|should|need|have"
    r"|must|may|will|do"
    r"|could|cancel|get|just)|by (?:\w+ly )?\w+ing|using|use|simply|zuerst|dann|danach|d'abord|ensuite"
    r"|primero|luego)\b",
    _IGNORE,
)
_YES_NO = re.compile(
    r"\s*(?:yes|no|not|yeah|only|never|always|correct|indeed|partly|sometimes|usually|generally|it depends"
    r"|ja|nein|nee|oui|non"
    r"|sí|si|sì|sim|não|tak|nie)\b|\s*(?:да|нет)\b|\s*(?:はい|いいえ|是的?|不|没有?|可以|能|对|네|아니)", _IGNORE,
)  # fmt: skip
_YES_OR_NO_QUESTION = re.compile(r"[吗嗎]\s*[？?]?\s*\Z")
_FIRST_CLAUSE = re.compile(r"[\u3400-\u9fff]{1,3}")
_NO = re.compile(r"\s*(?:no|nope|nein|non|nee|não|nie|нет)\b", _IGNORE)
_DEFINES = re.compile(
    r"\b(?:is|are|was|were|means?|meant|refers?|stands?|denotes?|describes?|called|defined|process|type"
    r"|kind|form|ist"
    r"|sind|bedeutet|est|sont|signifie|es|son|significa)\b|[:—–=]", _IGNORE,
)  # fmt: skip
_JOINT = re.compile(r"[,;、，]\s|\b(?:and|or|und|oder|et|ou|y|o)\s|(?m:^)[ \t]*(?:[-*•]|\d{1,3}[.)])\s", _IGNORE)
_LEAST_JOINTS = 2
_PLACE = re.compile(
    r"\b(?:in|at|on|near|across|behind|beside|beneath|under|above|inside|outside|along|between|opposite"
    r"|next to|within"
    r"|north|south|east|west|from|everywhere|nowhere|worldwide)\s+\w", _IGNORE,
)  # fmt: skip
_PLACE_ABROAD = re.compile(r"\b(?:in|im|am|an|auf|bei|à|au|aux|dans|sur|en|nel|nella|em|op)\s+\w", _IGNORE)
_DEFINING_WORDS = 3  # new words without which a definition only turns in a circle
_GROUP = re.compile(
    r"\b(?:anyone|everyone|anybody|everybody|nobody|no one|somebody|someone|people|persons?|members?|patients?|"
    r"customers?|citizens?|users?|adults?|children|women|men|\w{3,}(?:ers?|ors?|ists?|ians?|ees?"
    r"|ants?))\b", _IGNORE,
)  # fmt: skip
_CJK = ("zh", "ja", "ko")
_SENTENCE_START = re.compile(r"(?:\A|[.!?:;]\s+|\n\s*(?:[-*•]\s+|\d+[.)]\s+)?)[\"“'(]*")


def holds(part: AskedPart, text: str, language: str) -> bool | None:
    """Whether ``text`` holds the kind of answer that ``part`` expects; ``None`` when it expects no kind.

    A weak test on purpose: it says that an answer of this kind could be there, not that it is right.
    """
    if part.expects is None:
        return None
    if language in _CJK and part.expects != "yes_no":
        return _holds_in_cjk(part.expects, text)
    asked = frozenset(form for term in part.terms for form in forms(term.key, language))
    return _holds(part.expects, part.dimension, text, asked, language)


def denies(text: str) -> bool:
    """Whether an answer begins with a no."""
    return bool(_NO.match(text))


def says_yes_or_no(text: str, query: str = "") -> bool:
    """Whether an answer begins with a yes or no; in Chinese also with the verb that ``query`` asks about."""
    if _YES_NO.match(text):
        return True
    opening = _FIRST_CLAUSE.match(text.strip())
    return bool(opening and _YES_OR_NO_QUESTION.search(query) and opening[0] in query)


def names_another(part: AskedPart, text: str, language: str = "en") -> bool:
    """Whether ``text`` names what the question does not: a place, person or product of its own."""
    asked = frozenset(form for term in part.terms for form in forms(term.key, language))
    return any(_new_names(text, asked, language))


def _holds(
    expects: Answer, dimension: Dimension | None, text: str, asked: Collection[str], language: str
) -> bool | None:
    if expects in ("yes_no", "list"):
        return True if (_YES_NO.match(text) if expects == "yes_no" else _several(text)) else None
    if expects == "number":
        unit = _UNITS.get(dimension) if dimension else None
        return bool(re.search(unit, text, _IGNORE)) if unit else any(_numbers(text, asked))
    if expects in ("person", "place"):
        return any(_new_names(text, asked, language)) or _unnamed(expects, text, asked, language)
    if expects == "definition":
        return bool(_DEFINES.search(text)) and len(_new(text, asked, language)) >= _DEFINING_WORDS
    if expects == "steps":
        told = bool(_STEPS.search(text)) or any(_imperatives(text))
        return told if language == "en" else told or bool(_STEPS_ABROAD.search(text)) or None
    own, abroad = (_DATE, _DAYS_ABROAD) if expects == "date" else (_REASON, _REASON_ABROAD)
    return bool(own.search(text) or (language != "en" and abroad.search(text)))


def _holds_in_cjk(expects: Answer, text: str) -> bool | None:
    """A number and a date show by their signs; another kind may be there without any."""
    if expects in _CJK_HOLDS:
        return bool(_CJK_HOLDS[expects].search(text))
    return True if expects == "reason" and _CJK_REASON.search(text) else None


def _unnamed(expects: Answer, text: str, asked: Collection[str], language: str) -> bool:
    """A person or place described without a name: members of the club, behind the yard."""
    if expects == "person":
        return bool(_GROUP.search(" ".join(_new(text, asked, language))))
    return bool((_PLACE if language == "en" else _PLACE_ABROAD).search(text))


def _several(text: str) -> bool:
    """Whether things are listed: two joints or more, of commas, "and" or bullets."""
    return len(list(islice(_JOINT.finditer(text), _LEAST_JOINTS))) == _LEAST_JOINTS


def _numbers(text: str, asked: Collection[str]) -> Iterator[str]:
    """Amounts that the question did not name itself, years aside."""
    for match in _NUMBER.finditer(text):
        number = match.group().casefold().rstrip(".,")
        if number not in asked and not _YEAR.match(text, match.start()):
            yield number


def _new_names(text: str, asked: Collection[str], language: str) -> Iterator[str]:
    """Words written large that are no sentence's first, no month, and not in the question."""
    openings = {match.end() for match in _SENTENCE_START.finditer(text)}
    book = lexicon()
    for token in tokens(text):
        word = text[token.start : token.end]
        if not word[0].isupper() or token.key in _MONTHS or is_function(token.key, language):
            continue
        if token.start in openings and (book.base_forms(token.key) or language != "en"):
            continue
        if forms(token.key, language).isdisjoint(asked):
            yield word


def _new(text: str, asked: Collection[str], language: str) -> list[str]:
    """The words of a text that carry meaning and are not in the question, each once."""
    return [
        word
        for word in dict.fromkeys(token.key for token in tokens(text))
        if not is_function(word, language) and forms(word, language).isdisjoint(asked)
    ]


def _imperatives(text: str) -> Iterator[str]:
    """First words of sentences that are a bare verb: press, open, mix."""
    book = lexicon()
    for match in _SENTENCE_START.finditer(text):
        word = first_word(text[match.end() : match.end() + 30])
        if word and "v" in book.related(word, PARTS) and word[-1:] != "s":
            yield word
