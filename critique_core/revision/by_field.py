"""Values put right field by field: what a record, table or tier of a source states of the field that the draft names.

A change is made of one (field, subject, value) triple, so that a value never comes from another field; where the
pairing is not certain there is none.
"""

from collections.abc import Iterator, Sequence

import regex

from critique_core.models import FindingKind
from critique_core.typed_values.mentions import Mention, mentions
from critique_core.typed_values.rewrite import reworded
from critique_core.verifiers.embedded.records.triples import Paired, Triple, bare

_TRUTHS = frozenset("true false yes no on off enabled disabled".split())
_PLAIN = regex.compile(r"-?[\d.,_]+")
_WORDS = regex.compile(r"[\p{L}\d][\p{L}\d .'’&_/-]*")
_NUMBERS: frozenset[FindingKind] = frozenset({"number", "quantity", "percentage", "currency"})
_DIMENSIONED: frozenset[FindingKind] = frozenset({"quantity", "percentage", "currency"})


def differing(text: str, pairs: Sequence[Paired]) -> Iterator[tuple[Paired, str]]:
    """Each value of ``text`` that is not its field's, with the field's value in the text's form."""
    for pair in pairs:
        stated = text[pair.start : pair.end]
        written = None if pair.triple.agrees(stated) else _written(stated, pair.triple)
        if written is not None and written != stated and pair.triple.agrees(written):
            yield pair, written


def _written(stated: str, triple: Triple) -> str | None:
    """The triple's value as the text would write it; ``None`` where the two are not values of one sort."""
    own = _whole(stated)
    truth = {stated.casefold(), triple.value.casefold()} <= _TRUTHS
    if truth or not _says_a_word(stated, triple):
        return _cased(stated, triple.value) if truth else None
    source = _with_unit(own, triple) if own else None
    return _cased(stated, triple.value) if own is None or source is None else reworded(stated, source, own.kind)


def _says_a_word(stated: str, triple: Triple) -> bool:
    """Whether both are plain values: one typed value, or a few words; not one a truth and the other none."""
    either = {stated.casefold(), triple.value.casefold()} & _TRUTHS
    return not either and (_whole(stated) is not None or _WORDS.fullmatch(bare(stated)) is not None)


def _with_unit(own: Mention, triple: Triple) -> str | None:
    """The value with the unit that its key gives it, where both are amounts that one form can hold.

    ``None`` where the text has a unit and the source has none: what its number counts would be a guess.
    """
    if own.kind not in _NUMBERS or not any(one.kind in _NUMBERS for one in triple.typed):
        return None
    if own.kind not in _DIMENSIONED or not _PLAIN.fullmatch(triple.value):
        return triple.value
    united = [one for one in triple.typed if one.kind in _DIMENSIONED]
    same = [one for one in united if (one.kind, one.unit) == (own.kind, own.unit)]
    return next((one.text for one in (*same, *united)), None)


def _whole(text: str) -> Mention | None:
    """The one typed value that a text is."""
    found = mentions(bare(text))
    return found[0] if len(found) == 1 and found[0].text == bare(text) else None


def _cased(stated: str, value: str) -> str:
    """The value; with a capital letter where the text's own word has one and the source's is a plain small word."""
    capital = stated[:1].isupper() and stated[1:].islower() and value.isalpha() and value.islower()
    return value.capitalize() if capital else value
