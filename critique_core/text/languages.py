"""The language of a text."""

import re
from functools import lru_cache

from critique_core.text.word_classes import FUNCTION_WORDS

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
for _language, _words in FUNCTION_WORDS.items():
    for _word in _words:
        _LANGUAGES_OF_WORD.setdefault(_word, []).append(_language)
_WORD = re.compile(r"[^\W\d_]+")
_SAMPLE = 4000


@lru_cache(maxsize=2048)
def language_of(text: str, default: str = "en") -> str:
    """The ISO 639-1 code of the language a text is probably in: by its script, for Latin script by function words.

    Good enough to choose abbreviation lists and word rules; ``default`` when nothing speaks for any language.
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
    votes = dict.fromkeys(FUNCTION_WORDS, 0)
    for word in _WORD.findall(sample.lower()):
        for language in _LANGUAGES_OF_WORD.get(word, ()):
            votes[language] += 1
    best = max(votes.values())
    if best == 0 or votes.get(default) == best:
        return default
    return max(votes, key=lambda language: votes[language])


def is_latin(code: str) -> bool:
    """Whether a language that ``language_of`` names is written in Latin letters."""
    return code not in {script for script, _ in _SCRIPTS}
