"""Edits of names: another name of the same kind, or two names swapped."""

import re
from collections.abc import Iterator
from random import Random

from training.contrast_text import CONTRADICTED, UNSUPPORTED, Edit, Sentence
from training.contrast_wordlists import (
    CITIES,
    DEMONYMS,
    FIRST_NAMES,
    LONG_PLACES,
    ORGANISATIONS,
    PEOPLE,
    PLACES,
    STATES,
)

_BANKS = {
    name: bank for bank in (PLACES, CITIES, STATES, LONG_PLACES, DEMONYMS, ORGANISATIONS) for name in bank
}  # fmt: skip
_SAYING = re.compile(
    r" ?,? (?:said|told|announced|argued|claimed|stated|explained|wrote that|says|argues|claims|reported|noted)\b"
)
_SAID_BEFORE = re.compile(r"(?:according to|said|reported by|told|argued by) $", re.IGNORECASE)


def _shape(name: str) -> str | None:
    """The kind of name that can replace it: the first entry of a bank, "person", or None if unknown."""
    if name in _BANKS:
        return _BANKS[name][0]
    words = name.split(" ")
    if 2 <= len(words) <= 3 and words[0] in FIRST_NAMES:
        return "person"
    return None


def entities(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """A name replaced by another of its kind; a name of unknown kind is not replaced."""
    for start, end in sentence.names:
        name = sentence.text[start:end]
        shape = _shape(name)
        if shape is None:
            continue
        bank = PEOPLE if shape == "person" else _BANKS[name]
        options = [other for other in bank if other not in sentence.text]
        if not options:
            continue
        said = _SAYING.match(sentence.text, end) or _SAID_BEFORE.search(sentence.text[:start])
        yield sentence.replaced("attribution" if said else "entity", UNSUPPORTED, start, end, rng.choice(options))


_CAPITALS = r"[A-Z][\w’'-]*\w(?: (?:(?:of|de|van|von|the) )?[A-Z][\w’'.-]*\w)*"
_AS = re.compile(rf"({_CAPITALS}) as ({_CAPITALS}) ?(?:,|and|, and) ({_CAPITALS}) as ({_CAPITALS})")


def exchanged_names(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """Swap the names of two parallel parts: "A as X, B as Y", "from A to B"."""
    for match in _AS.finditer(sentence.text):
        if match[2] != match[4]:
            new = (
                match[0][: match.start(2) - match.start()]
                + match[4]
                + sentence.text[match.end(2) : match.start(4)]
                + match[2]
            )
            yield sentence.replaced("names_swapped", CONTRADICTED, *match.span(), new)
    for match in re.finditer(rf"\bfrom ({_CAPITALS}) to ({_CAPITALS})(?![\w'’ ]* [A-Z])", sentence.text):
        if match[1] != match[2]:
            yield sentence.replaced("names_swapped", CONTRADICTED, *match.span(), f"from {match[2]} to {match[1]}")


MAKERS = (entities, exchanged_names)
