"""Bare numbers in the unit of a value beside them: "14 km to Pfund, 19 to the lake", "from 240 to 180 dollars"."""

from dataclasses import replace

import regex

from critique_core.typed_values.amounts import Mention

_SHARED = frozenset(("quantity", "percentage", "currency"))
_REACH = 64
# what may follow a number that counts nothing named: a mark, or a word that opens a phrase of place or manner
_NOTHING_COUNTED = regex.compile(
    r"\s*(?:[.,;:)–—]|$|(?:to|from|and|or|but|in|on|at|for|by|with|under|over|through|while|whereas|as|back|down|up|away"
    r"|out|further|along)\b)"
)
_STOPPED = regex.compile(r"[.!?;:]\s")
_NEXT_MEMBER = regex.compile(r"[,;]|\b(?:and|or|but|then|against|down|up|than|while|whereas)\b")
_ADVERBIAL = regex.compile(
    r"\b(?:by|to|at|in|on|of|with|for|under|over|through|about|page|number|no|room|gate|platform|line|grade|class|age|aged)\s$",
    regex.IGNORECASE,
)
_FROM = regex.compile(r"\bfrom\s+(?:just\s+|about\s+)?$", regex.IGNORECASE)
_TO = regex.compile(r"\s+(?:down |up )?to\s+(?:just\s+|about\s+)?$", regex.IGNORECASE)


def elided(text: str, found: list[Mention]) -> list[Mention]:
    """Give each bare number of a list, or of "from A to B", the unit of the value it stands beside."""
    result: list[Mention] = []
    holder: Mention | None = None
    for position, mention in enumerate(found):
        following = found[position + 1] if position + 1 < len(found) else None
        read = mention
        if _is_bare(mention):
            if following is not None and _opens_change(text, mention, following):
                read = _in_unit_of(following, mention)
            elif holder is not None and _continues(text, holder, mention):
                read = _in_unit_of(holder, mention)
        if read.kind in _SHARED and not read.is_range and read.unit != "temperature":
            holder = read
        elif read.kind == "number":
            holder = None
        result.append(read)
    return result


def _is_bare(mention: Mention) -> bool:
    return mention.kind == "number" and not mention.ordinal and not mention.per and mention.low != 1


def _opens_change(text: str, first: Mention, second: Mention) -> bool:
    told = _FROM.search(text, max(0, first.start - 16), first.start) and _TO.fullmatch(text, first.end, second.start)
    return bool(told) and second.kind in _SHARED and second.unit != "temperature" and not second.is_range


def _continues(text: str, holder: Mention, mention: Mention) -> bool:
    """Whether a bare number is the next member of the list that a measured value opened."""
    between = text[holder.end : mention.start]
    return (
        len(between) <= _REACH
        and not _STOPPED.search(between)
        and _NEXT_MEMBER.search(between) is not None
        and not _ADVERBIAL.search(between)
        and counts_nothing(text, mention)
    )


def counts_nothing(text: str, mention: Mention) -> bool:
    """Whether no noun that a number could count follows it."""
    return _NOTHING_COUNTED.match(text, mention.end) is not None


def _in_unit_of(holder: Mention, mention: Mention) -> Mention:
    size = 0.01 if holder.kind == "percentage" else holder.size
    return replace(
        mention,
        kind=holder.kind,
        unit=holder.unit,
        per=holder.per,
        per_size=holder.per_size,
        size=holder.size,
        low=mention.low * size,
        high=mention.high * size,
        step=mention.step * size,
    )
