"""The words of six languages besides English for how often something happens: "alle drei Monate", "tous les jours"."""

from collections.abc import Mapping
from dataclasses import dataclass

import regex

_DAY = 86400.0
_YEAR = 365.25 * _DAY
_HOUR, _WEEK, _MONTH, _QUARTER = 3600.0, 7 * _DAY, _YEAR / 12, _YEAR / 4


def _units(forms: str) -> dict[str, float]:
    """Seconds of an hour, day, week, month, quarter and year by their forms; ``|`` is between forms of one."""
    sizes = (3600.0, _DAY, _WEEK, _MONTH, _QUARTER, _YEAR)
    return {form: size for one, size in zip(forms.split(), sizes, strict=True) for form in one.split("|")}


def _counts(words: str) -> dict[str, int]:
    """The numbers from two on by their words."""
    return {form: count for count, forms in enumerate(words.split(), 2) for form in forms.split("|")}


@dataclass(frozen=True)
class PeriodWords:
    """``adverbs`` are periods in one word; ``every`` opens one that a unit, or a count and a unit, follows.

    ``often`` are how many times, with what stands between them and the unit ``within``.
    """

    adverbs: Mapping[str, float]
    every: str
    units: Mapping[str, float]
    counts: Mapping[str, int]
    often: Mapping[str, int]
    within: str


WORDS: Mapping[str, PeriodWords] = {
    "de": PeriodWords(
        {"stündlich": _HOUR, "täglich": _DAY, "wöchentlich": _WEEK, "monatlich": _MONTH, "vierteljährlich": _QUARTER,
         "halbjährlich": _YEAR / 2, "jährlich": _YEAR},
        "alle|jede[nrs]?",
        _units("stunde|stunden tag|tage woche|wochen monat|monate quartal|quartale jahr|jahre"),
        _counts("zwei|zweite|zweiten|zweites drei|dritte|dritten|drittes vier fünf sechs sieben acht neun zehn"),
        {"einmal": 1, "zweimal": 2, "dreimal": 3, "viermal": 4}, "pro|am|im|in der|die",
    ),
    "fr": PeriodWords(
        {"quotidien": _DAY, "quotidienne": _DAY, "quotidiennement": _DAY, "hebdomadaire": _WEEK, "mensuel": _MONTH,
         "mensuelle": _MONTH, "trimestriel": _QUARTER, "trimestrielle": _QUARTER, "annuel": _YEAR, "annuelle": _YEAR},
        "chaque|tous les|toutes les",
        _units("heure|heures jour|jours semaine|semaines mois trimestre|trimestres an|ans|année|années"),
        _counts("deux trois quatre cinq six sept huit neuf dix"),
        {"une fois": 1, "deux fois": 2, "trois fois": 3, "quatre fois": 4}, "par",
    ),
    "es": PeriodWords(
        {"diario": _DAY, "diaria": _DAY, "diariamente": _DAY, "semanal": _WEEK, "semanalmente": _WEEK,
         "mensual": _MONTH, "mensualmente": _MONTH, "trimestral": _QUARTER, "anual": _YEAR, "anualmente": _YEAR},
        "cada|todos los|todas las",
        _units("hora|horas día|días semana|semanas mes|meses trimestre|trimestres año|años"),
        _counts("dos tres cuatro cinco seis siete ocho nueve diez"),
        {"una vez": 1, "dos veces": 2, "tres veces": 3, "cuatro veces": 4}, "al|a la|por",
    ),
    "it": PeriodWords(
        {"quotidiano": _DAY, "quotidiana": _DAY, "giornaliero": _DAY, "giornaliera": _DAY, "settimanale": _WEEK,
         "mensile": _MONTH, "mensilmente": _MONTH, "trimestrale": _QUARTER, "annuale": _YEAR, "annualmente": _YEAR},
        "ogni|tutti i|tutte le",
        _units("ora|ore giorno|giorni settimana|settimane mese|mesi trimestre|trimestri anno|anni"),
        _counts("due tre quattro cinque sei sette otto nove dieci"),
        {"una volta": 1, "due volte": 2, "tre volte": 3, "quattro volte": 4}, "al|alla|all'|a|ogni",
    ),
    "pt": PeriodWords(
        {"diário": _DAY, "diária": _DAY, "diariamente": _DAY, "semanal": _WEEK, "semanalmente": _WEEK,
         "mensal": _MONTH, "mensalmente": _MONTH, "trimestral": _QUARTER, "anual": _YEAR, "anualmente": _YEAR},
        "a cada|cada|todo|toda|todos os|todas as",
        _units("hora|horas dia|dias semana|semanas mês|meses trimestre|trimestres ano|anos"),
        _counts("dois|duas três quatro cinco seis sete oito nove dez"),
        {"uma vez": 1, "duas vezes": 2, "três vezes": 3, "quatro vezes": 4}, "por|ao|à",
    ),
    "nl": PeriodWords(
        {"dagelijks": _DAY, "wekelijks": _WEEK, "maandelijks": _MONTH, "jaarlijks": _YEAR},
        "elke|elk|iedere|ieder|om de",
        _units("uur dag|dagen week|weken maand|maanden kwartaal|kwartalen jaar|jaren"),
        _counts("twee drie vier vijf zes zeven acht negen tien"),
        {"een keer": 1, "één keer": 1, "eenmaal": 1, "twee keer": 2, "tweemaal": 2, "drie keer": 3, "driemaal": 3},
        "per",
    ),
}  # fmt: skip
"""By language, as an ISO 639-1 code."""


def pattern(words: PeriodWords) -> regex.Pattern[str]:
    """What finds periods: as an adverb, as ``every`` with ``step`` and ``unit``, or as ``often`` ``per`` unit."""
    counts = "|".join((r"[1-9]\d{0,2}", *sorted(words.counts, key=len, reverse=True)))
    units = "|".join(sorted(words.units, key=len, reverse=True))
    return regex.compile(
        rf"(?<![\p{{L}}\d-])(?:(?P<adverb>{'|'.join(words.adverbs)})"
        rf"|(?:{words.every})\s(?:(?P<step>{counts})\s)?(?P<unit>{units})"
        rf"|(?P<often>{'|'.join(words.often)})\s(?:{words.within})\s?(?P<per>{units}))(?![\p{{L}}\d-])",
        regex.IGNORECASE,
    )
