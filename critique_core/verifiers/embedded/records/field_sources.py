"""Sources that each hold one record of a kind: the claim names one of them by the field they open with."""

from collections.abc import Sequence

from critique_core.language.sentence import Sentence
from critique_core.verifiers.embedded.records.fields import Field, name_words, same_word, spoken


def of_named_source(claim: Sentence, fields: Sequence[Field]) -> list[Field]:
    """Without the fields of sources that open as another one does, but with a value that the claim does not say.

    With ``{"service": "billing", ...}`` beside ``{"service": "search", ...}`` a claim on billing is no claim on search.
    """
    opening: dict[str, Field] = {}
    for item in fields:
        first = opening.get(item.source_id)
        if item.kind == "field" and (first is None or _place(item) < _place(first)):
            opening[item.source_id] = item
    others = {source for source, item in opening.items() if _rivalled(claim, item, list(opening.values()))}
    return [item for item in fields if item.source_id not in others]


def _place(item: Field) -> int:
    return item.alignment.scope.unit.start


def _rivalled(claim: Sentence, item: Field, openings: Sequence[Field]) -> bool:
    """Whether the claim says the opening value of another source with the same first key, and not this one's."""
    alike = [o for o in openings if o is not item and o.key_text.casefold() == item.key_text.casefold()]
    return any(_says(claim, o.value) for o in alike) and not _says(claim, item.value)


def _says(claim: Sentence, value: str) -> bool:
    said, words = spoken(claim), name_words(value, claim.code)
    return bool(words) and all(any(same_word(w, s, claim.code) >= 0.95 for s in said) for w in words)
