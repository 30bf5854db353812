"""The stems of words, by Snowball's stemmers of many languages."""

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any, cast

import snowballstemmer  # pyright: ignore[reportMissingTypeStubs]

_thread = threading.local()


@lru_cache(maxsize=200_000)
def stem(word: str, language: str) -> str:
    """The stem of a case-folded word; ``language`` is one of snowballstemmer's names, such as "english"."""
    return str(_stemmer(language).stemWord(word))


def _stemmer(language: str) -> Any:
    """The language's stemmer, one a thread: it keeps state while it works."""
    stemmers: dict[str, Any] = _thread.__dict__.setdefault("stemmers", {})
    if language not in stemmers:
        make = cast("Callable[[str], Any]", snowballstemmer.stemmer)  # pyright: ignore[reportUnknownMemberType]
        stemmers[language] = make(language)
    return stemmers[language]
