"""Whether another value of the same kind stands against a claim's at all, or is of another thing: a rest, an age."""

import regex

from critique_core.language.frames import acts
from critique_core.language.opposites import opposed
from critique_core.language.sentence import Sentence
from critique_core.language.similarity import similarity
from critique_core.typed_values.compare import version_key
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.slots import Slot

_WHOLE_SLACK = 0.006
_SAME_DEED = 0.8
_YEAR = 365.25 * 86400
_MORE_THAN = regex.compile(r"\s+(?:more|fewer|less)\s+(?:\p{L}+\s+)?than\b", regex.IGNORECASE)
_OFFSET = regex.compile(r"\s+(?:later|earlier|ago|behind|ahead)\b", regex.IGNORECASE)
_DISTANT = regex.compile(
    r"\b(?:advance|before|after|now|later|earlier|ago|behind|ahead|led|leads?|addition\w*|further|extra|more|fewer"
    r"|less)\b",
    regex.IGNORECASE,
)
_OLD = regex.compile(r"\s*-?years?[\s-]olds?\b", regex.IGNORECASE)
_AGED = regex.compile(r"\b(?:aged|ages?|age of)[\s-]*$", regex.IGNORECASE)
_OF_THE = regex.compile(r"\s+of\s+(?:the|its|our|their|these|those)\b", regex.IGNORECASE)
_ARRIVED = regex.compile(
    r"\b(?:introduc\w*|add(?:s|ed)|new in|came with|arriv\w*|first (?:in|with)|available (?:from|since|in)"
    r"|gain\w*|bring\w*|brought)\b",
    regex.IGNORECASE,
)
_OPEN_CALL, _CLOSED = regex.compile(r"\w\([^()]*$"), regex.compile(r"[^()]*\)")


def apart(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether a source's other value says nothing against the claim's, whatever else the source tells."""
    other, there = slot.mention, slot.alignment.scope.sentence.text
    return (
        _leaves(claim, mention, slot)
        or _only_one(_MORE_THAN, claim.text, mention, there, other)
        or (mention.unit == "[time]" and _only_one(_OFFSET, claim.text, mention, there, other))
        or _age_and_length(claim.text, mention, there, other)
        or _part_and_whole(claim, mention, slot)
        or _within_bound(mention, other)
        or _came_before(claim.text, mention, there, other)
    )


def _only_one(after: regex.Pattern[str], first: str, mention: Mention, second: str, other: Mention) -> bool:
    """Whether words follow one value, which makes it a distance, and nothing like them is near the other.

    "47 seconds later" is no time of arrival, but "two weeks in advance" is as much a distance as "two weeks ahead".
    """
    told = [after.match(text, value.end) is not None for text, value in ((first, mention), (second, other))]
    if told[0] == told[1]:
        return False
    text, value = (second, other) if told[0] else (first, mention)
    return _DISTANT.search(text, max(0, value.start - 12), value.end + 20) is None


def _leaves(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether one share is what the other leaves of the whole: 75 % are older where 25 % are younger."""
    other, source = slot.mention, slot.alignment.scope.sentence
    shares = mention.kind == other.kind == "percentage" and not mention.is_range and not other.is_range
    if not shares or abs(mention.low + other.low - 1.0) > _WHOLE_SLACK:
        return False
    turned = any(w.denied for w in claim.words) != any(o.denied for o in source.words)
    return turned != any(opposed(w.keys, o.keys, claim.code) for w in claim.words for o in source.words)


def is_offset(text: str, mention: Mention) -> bool:
    """Whether an article counts one of a distance in time: "than a year earlier" states no value."""
    counted = mention.text[:2].casefold() in ("a ", "an") and text[: mention.start].endswith("than ")
    return counted and _OFFSET.match(text, mention.end) is not None


def _age_and_length(first: str, mention: Mention, second: str, other: Mention) -> bool:
    """Whether one is an age and the other a length of time that is not even told in years."""
    if not mention.unit == other.unit == "[time]":
        return False
    mine, theirs = _is_age(first, mention), _is_age(second, other)
    return mine != theirs and (other if mine else mention).size != _YEAR


def _is_age(text: str, mention: Mention) -> bool:
    written = _OLD.search(mention.text) or _OLD.match(text, mention.end)
    return bool(written) or _AGED.search(text, max(0, mention.start - 10), mention.start) is not None


def _part_and_whole(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether the claim counts some of the things that the source counts in all: "21 of the mothers", "23 mothers"."""
    other, source = slot.mention, slot.alignment.scope.sentence
    if not (mention.kind == other.kind == "number" and mention.low < other.low):
        return False
    if _OF_THE.match(claim.text, mention.end) is None or _OF_THE.match(source.text, other.end) is not None:
        return False
    deeds = [w for w in claim.words if acts(claim, w)]
    return not any(similarity(w, o, claim.code) >= _SAME_DEED for w in deeds for o in source.words)


def _within_bound(mention: Mention, other: Mention) -> bool:
    """Whether the source's date is a limit that the claim's date keeps: built in 2012, "models made before 2015"."""
    if not mention.kind == other.kind == "date" or mention.bound or not (mention.low and other.low):
        return False
    return (other.bound == "under" and mention.high < other.low) or (other.bound == "over" and mention.low > other.high)


def _came_before(first: str, mention: Mention, second: str, other: Mention) -> bool:
    """Whether the source tells when a thing came, and the claim of a later version that has it."""
    if not mention.kind == other.kind == "version" or mention.alternatives or other.alternatives:
        return False
    later = version_key(mention) > version_key(other)
    return later and _ARRIVED.search(second) is not None and _ARRIVED.search(first) is None


def is_argument(text: str, mention: Mention) -> bool:
    """Whether a claim gives the value as the argument of a call: ``backoff(3)``."""
    called = _OPEN_CALL.search(text, 0, mention.start)
    return called is not None and "=" not in called.group() and _CLOSED.match(text, mention.end) is not None
