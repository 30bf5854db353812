"""The language of a text."""

import re
from collections.abc import Sequence
from functools import lru_cache

from critique_core.text.word_classes import FUNCTION_WORDS, QUERY_WORDS, QUESTION_WORDS

_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\u1100-\u11ff\uac00-\ud7af]")),
    ("zh", re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("hy", re.compile(r"[\u0530-\u058f]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
    ("my", re.compile(r"[\u1000-\u109f]")),
    ("am", re.compile(r"[\u1200-\u137f]")),
)
_LATIN = re.compile(r"[A-Za-z]")
_LANGUAGES_OF_WORD: dict[str, list[str]] = {}
_CLIPPED = frozenset(("ca", "sha", "wo"))  # of "can't", "shan't", "won't": no English words by themselves
for _language, _words in FUNCTION_WORDS.items():
    for _word in _words - _CLIPPED:
        _LANGUAGES_OF_WORD.setdefault(_word, []).append(_language)
_LANGUAGES_OF_ASKING: dict[str, list[str]] = {}
for _language, _words in QUESTION_WORDS.items():
    for _word in _words:
        _LANGUAGES_OF_ASKING.setdefault(_word, []).append(_language)
# How words look in one language and hardly in the others; it decides where function words leave several.
_SPELLINGS = {
    language: re.compile(pattern)
    for language, pattern in {
        "en": r"\b(?:th|wh|kn)\w|\w(?:ed|ing|tion|ck|ght|th|ly|ry|sh)\b",
        "de": r"[äöüß]|sch|\wung\b|\w(?:iert|ieren|keit|heit|lich)\b|\bge\w+t\b",
        "fr": r"[èêçœù]|eau|oux|\w(?:ment|tion|eux|aire)\b",
        "es": r"[ñ¿¡]|\w(?:ción|dad|ado|ados|amiento|illo)\b|[áéíóú]",
        "it": r"gli|zz|cch|\w(?:zione|tto|tti|etto|ità)\b|[àèìòù]\b",
        "pt": r"[ãõ]|lh|nh|\w(?:ção|ções|dade)\b",
        "nl": r"ij|aa|oo|uu|\w(?:tje|tjes|heid|lijk)\b",
    }.items()
}
_QUERY_SPELLINGS = {
    language: re.compile(pattern)
    for language, pattern in {
        "en": r"\A(?:th|wh|kn)|(?:ed|ing|ck|ght|th|ly|sh|ness|ful|ce)\Z",
        "de": r"[äöüß]|sch|(?:ung|ungen|iert|ieren|keit|heit|lich|frist|zeiten?|isch)\Z|\Age\w+t\Z",
        "fr": r"[èêçœùîâë]|\A[ldjn]['’]|eau|oux|(?:ment|eux|aire|é|ée|ées|age|oir|ès)\Z",
        "es": r"ñ|(?:ción|dad|ado|ados|ada|amiento|illo|ciones|aje|ía|ar)\Z|[íóú]n?\Z",
        "it": r"gli|zz|cch|(?:zione|zioni|tto|tti|etto|ità|aggio|ezza|anza|are|ere|ire)\Z|[àèìòù]\Z",
        "pt": r"[ãõ]|lh|nh|ç|(?:ção|ções|dade|agem|ário|ência|ar)\Z",
        "nl": r"ij|aa|oo|uu|(?:tje|tjes|heid|lijk|termijn|tijden|tijd|huur|schap|verlof|recht)\Z",
    }.items()
}
_SHORT_QUERY = 8  # words
_SPANISH_MARKS = re.compile(r"(?<!\w)[¿¡]\w")
_WORD = re.compile(r"(?<!\w)[^\W\d_]+(?!\w)")  # the "E" of "E27" is no word, nor is the "ma" of "max_users"
_WITHIN_NAME = re.compile(r"\b[A-Z]\w*((?: [a-z]+){1,3})(?= [A-Z])")  # the "de la" of "Rio de la Plata"
_ENOUGH = 12  # words of which one alone tells no language
_SAMPLE = 4000


@lru_cache(maxsize=2048)
def language_of(text: str, default: str = "en") -> str:
    """The ISO 639-1 code of the language a text is probably in.

    By its script; for Latin script by function words, in a question also by the words that ask, and between equals by
    spelling. Good enough to choose abbreviation lists and word rules; ``default`` when nothing speaks for any language.
    """
    sample = text[:_SAMPLE]
    counts = {language: len(pattern.findall(sample)) for language, pattern in _SCRIPTS}
    counts["zh"] += counts["ja"]
    if counts["ja"] * 10 < counts["zh"]:
        counts["ja"] = 0
    elif counts["ja"]:
        counts["ja"] = counts.pop("zh")
    script, most = max(counts.items(), key=lambda item: item[1])
    # An ideograph or a syllable says as much as several letters.
    if most * (3 if script in ("zh", "ja", "ko") else 1) > len(_LATIN.findall(sample)):
        return script
    lowered = sample.lower()
    votes = _votes(sample)
    best = max(votes.values())
    likely = [language for language, count in votes.items() if count == best]
    if best == 0 or likely == [default] or (best == 1 and len(_WORD.findall(lowered)) >= _ENOUGH):
        return default
    if len(likely) == 1:
        return likely[0]
    return _by_spelling(lowered, likely, default if default in likely else likely[0])


@lru_cache(maxsize=2048)
def language_of_query(text: str) -> str:
    """The language of a query, which may be two words without a function word among them.

    As ``language_of`` where the text is long; else what words, spelling and Spanish marks say together, English in
    doubt.
    """
    known = language_of(text)
    words = _WORD.findall(text.lower())
    if not is_latin(known) or len(words) > _SHORT_QUERY:
        return known
    if _SPANISH_MARKS.search(text):
        return "es"
    points = dict.fromkeys(FUNCTION_WORDS, 0.0)
    for language, count in _votes(text).items():
        points[language] += 2 * count
    for place, word in enumerate(words):
        opens = place == 0 and word in FUNCTION_WORDS["en"]  # "Do" of "Do cats purr?", which Portuguese has too
        for language, known_words in QUERY_WORDS.items():
            points[language] += 3 * (word in known_words and (language == "en" or not opens))
        for language, pattern in _QUERY_SPELLINGS.items():
            points[language] += bool(pattern.search(word))
    most = max(points.values())
    best = [language for language, count in points.items() if count == most]
    return known if known in best else best[0]


def _votes(text: str) -> dict[str, int]:
    """How many different function words of each language a text has; words that ask count in a question.

    One that comes again says no more: a recipe for "dal" is not Italian. Nor does what another language has within a
    name, where a word shows English: "the Rio de la Plata".
    """
    words = _WORD.findall(text.lower())
    if any(_LANGUAGES_OF_WORD.get(word) == ["en"] for word in words):
        words = _WORD.findall(_WITHIN_NAME.sub(_without_foreign, text).lower())
    asks = "?" in text or bool(words and words[0] in _LANGUAGES_OF_ASKING)
    votes = dict.fromkeys(FUNCTION_WORDS, 0)
    for word in dict.fromkeys(words):
        languages = {*_LANGUAGES_OF_WORD.get(word, ()), *(_LANGUAGES_OF_ASKING.get(word, ()) if asks else ())}
        for language in languages:
            votes[language] += 1
    return votes


def _without_foreign(name: re.Match[str]) -> str:
    """What may be a name, without the words in it that are no English ones."""
    foreign = all("en" not in _LANGUAGES_OF_WORD.get(word, ("en",)) for word in name[1].split())
    return name[0].removesuffix(name[1]) if foreign else name[0]


def _by_spelling(text: str, likely: Sequence[str], otherwise: str) -> str:
    """The language that most words look like, of those given; ``otherwise`` where no word does or several tie."""
    counts = {language: len(_SPELLINGS[language].findall(text)) for language in likely}
    most = max(counts.values())
    best = [language for language, count in counts.items() if count == most]
    return best[0] if len(best) == 1 else otherwise


def is_latin(code: str) -> bool:
    """Whether a language that ``language_of`` names is written in Latin letters."""
    return code not in {script for script, _ in _SCRIPTS}
