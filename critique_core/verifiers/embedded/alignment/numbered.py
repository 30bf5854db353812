"""Numbers that name: reference numbers within a stated range ("HX-2070 to HX-2390"), and those that end a name."""

import regex

from critique_core.language.sentence import Sentence
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.owner import things
from critique_core.verifiers.embedded.alignment.slots import Slot

_RANGE = regex.compile(
    r"(?<![\w-])(?P<first>[\p{L}\d./-]*?)(?P<low>\d+)\s?(?:to|through|–|—|until|up to|and)\s?(?P<last>[\p{L}\d./-]*?)"
    r"(?P<high>\d+)(?![\w-])",
    regex.IGNORECASE,
)
_NUMBER = regex.compile(r"(?P<series>.*?)(?P<number>\d+)", regex.DOTALL)
_AND = regex.compile(r"\d\s?and\s?", regex.IGNORECASE)
_BETWEEN = regex.compile(r"\bbetween\s(?:\p{L}+\s){0,2}$", regex.IGNORECASE)


def within(identifier: str, text: str) -> bool:
    """Whether a text states a range of the identifier's own series that its number lies in."""
    own = _NUMBER.fullmatch(identifier)
    if own is None or not own["series"]:
        return False
    series, number = own["series"].casefold(), own["number"]
    for match in _RANGE.finditer(text):
        if _AND.search(match.group()) and not _BETWEEN.search(text, 0, match.start()):
            continue
        same = match["first"].casefold() == series and match["last"].casefold() in (series, "")
        if same and len(match["low"]) == len(number) and int(match["low"]) <= int(number) <= int(match["high"]):
            return True
    return False


def labels(claim: Sentence, mention: Mention) -> bool:
    """Whether a plain number of a claim ends a name ("Unit 2") instead of counting anything."""
    return mention.kind == "number" and any(w.token.start == mention.start for w in things(claim))


def is_entry(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether a value of a record or table is the number that a claim calls the record by."""
    return slot.alignment.scope.unit.kind in ("record", "table") and labels(claim, mention)
