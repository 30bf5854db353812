"""Other values that say nothing against a claim's: of an age, a distance, a beginning, a name or a mere comparison."""

from collections.abc import Sequence

import regex

from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.language.tokens import Token
from critique_core.typed_values.compare import version_key
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.slots import Slot
from critique_core.verifiers.embedded.alignment.things import segment_at, segments, things

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
_ARRIVED = regex.compile(
    r"\b(?:introduc\w*|add(?:s|ed)|new in|came with|arriv\w*|first (?:in|with)|available (?:from|since|in)"
    r"|gain\w*|bring\w*|brought)\b",
    regex.IGNORECASE,
)
_MEASURES = frozenset("long wide high tall deep thick across away".split())
_SAME = 0.8
_OPEN_CALL, _CLOSED = regex.compile(r"\w\([^()]*$"), regex.compile(r"[^()]*\)")


def is_of_another(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether a source's other value says nothing against the claim's, whatever else the source says."""
    other, there = slot.mention, slot.alignment.scope.sentence.text
    return (
        _only_one(_MORE_THAN, claim.text, mention, there, other)
        or (mention.unit == "[time]" and _only_one(_OFFSET, claim.text, mention, there, other))
        or _age_and_length(claim.text, mention, there, other)
        or _came_before(claim.text, mention, there, other)
    )


def is_measure_of_another(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether a unit gives a value in the claim's measure ("42 km long"), and the slot's is of another ("800 m of")."""
    own = _measure(claim, mention)
    if own is None:
        return False
    sentence = slot.alignment.scope.sentence
    alike = [m for m in sentence.mentions if (m.kind, m.unit, m.per) == (mention.kind, mention.unit, mention.per)]
    if slot.mention not in alike:
        return False
    same = [m for m in alike if (other := _measure(sentence, m)) and similarity(own, other, claim.code) >= _SAME]
    return bool(same) and slot.mention not in same


def _measure(sentence: Sentence, mention: Mention) -> Word | None:
    """The adjective right behind a quantity ("km long") or the noun behind its "of" ("m of climbing")."""
    if mention.kind != "quantity" or mention.unit == "[time]":
        return None
    after = [t for t in sentence.tokens if t.start >= mention.end][:2]
    place = after[-1] if len(after) == 2 and after[0].norm == "of" else next(iter(after), None)
    found = next((w for w in sentence.words if w.token is place), None)
    return found if found is not None and (after[0].norm == "of" or found.token.norm in _MEASURES) else None


def _only_one(after: regex.Pattern[str], first: str, mention: Mention, second: str, other: Mention) -> bool:
    """Whether words follow one value, which makes it a distance, and nothing like them is near the other.

    "47 seconds later" is no time of arrival, but "two weeks in advance" is as much a distance as "two weeks ahead".
    """
    told = [after.match(text, value.end) is not None for text, value in ((first, mention), (second, other))]
    if told[0] == told[1]:
        return False
    text, value = (second, other) if told[0] else (first, mention)
    return _DISTANT.search(text, max(0, value.start - 12), value.end + 20) is None


def is_offset(text: str, mention: Mention) -> bool:
    """Whether an article counts one of a distance in time: "than a year earlier" states no value."""
    counted = mention.text[:2].casefold() in ("a ", "an") and text[: mention.start].endswith("than ")
    return counted and (_OFFSET.match(text, mention.end) is not None or text.startswith(" before", mention.end))


def _age_and_length(first: str, mention: Mention, second: str, other: Mention) -> bool:
    """Whether one is an age and the other a length of time that is not even given in years."""
    if not mention.unit == other.unit == "[time]":
        return False
    mine, theirs = _is_age(first, mention), _is_age(second, other)
    return mine != theirs and (other if mine else mention).size != _YEAR


def _is_age(text: str, mention: Mention) -> bool:
    written = _OLD.search(mention.text) or _OLD.match(text, mention.end)
    return bool(written) or _AGED.search(text, max(0, mention.start - 10), mention.start) is not None


def _came_before(first: str, mention: Mention, second: str, other: Mention) -> bool:
    """Whether the source says when a thing came, and the claim names a later version that has it."""
    if not mention.kind == other.kind == "version" or mention.alternatives or other.alternatives:
        return False
    later = version_key(mention) > version_key(other)
    return later and _ARRIVED.search(second) is not None and _ARRIVED.search(first) is None


def is_argument(text: str, mention: Mention) -> bool:
    """Whether a claim gives the value as the argument of a call: ``backoff(3)``."""
    called = _OPEN_CALL.search(text, 0, mention.start)
    return called is not None and "=" not in called.group() and _CLOSED.match(text, mention.end) is not None


_EVENTS = frozenset(("date", "version"))
_UNTIL = frozenset("to until till through".split())
_BEGINS = frozenset(
    """begin start open launch found establish introduce inaugurate commence originate appear arise emerge create break
    regress onset debut inception introduction opening launching""".split()
)
_ENDS = frozenset(
    """end close finish stop cease expire conclude terminate abolish discontinue fix repair resolve patch cure solve
    eliminate remedy correct go rid vanish disappear closure expiry fixed gone""".split()
)


def opposite_phase(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether a claim dates the end of a thing and the source's value its beginning, or the other way round."""
    if mention.kind not in _EVENTS:
        return False
    sentence = slot.alignment.scope.sentence
    if slot.mention.is_range or _until(sentence, slot.mention):
        return False  # "open until May" dates an end too
    if mention.kind == "date" and all(any(m.kind == "time" for m in s.mentions) for s in (claim, sentence)):
        return False  # "closes at 8 in August" dates by the hour
    mine = -1 if _until(claim, mention) and not mention.is_range else _phase_at(claim, mention)
    return mine * _phase_at(sentence, slot.mention) < 0


def _until(sentence: Sentence, mention: Mention) -> bool:
    before = next((t for t in reversed(sentence.tokens) if t.end <= mention.start), None)
    return before is not None and before.norm in _UNTIL


def _phase_at(sentence: Sentence, mention: Mention) -> int:
    here = segment_at(sentence, mention.start)
    turned = {word.index for word in sentence.words if word.denied}  # "not open in May" dates no beginning
    parts = segments(sentence)
    return phase([t for at, t in enumerate(sentence.tokens) if parts[at] == here and at not in turned])


def phase(tokens: Sequence[Token]) -> int:
    """1 for words of a beginning, -1 for words of an end, 0 for neither or for both."""
    begins = any(t.keys & _BEGINS for t in tokens)
    ends = any(t.keys & _ENDS for t in tokens)
    return int(begins) - int(ends)


def labels(claim: Sentence, mention: Mention) -> bool:
    """Whether a plain number of a claim ends a name ("Unit 2") instead of counting anything."""
    return mention.kind == "number" and any(w.token.start == mention.start for w in things(claim))


def is_entry(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether a value of a record or table is the number that a claim calls the record by."""
    return slot.alignment.scope.unit.kind in ("record", "table") and labels(claim, mention)


_FOLLOWS = regex.compile(
    r"\s+as\s+(?:many|much|often|frequently|large|big|great|good|small|long|short|high|low|tall|wide|deep|far|fast"
    r"|quickly|slow|slowly|heavy|old|young|likely|probable|expensive|costly|cheap|strong|common|populous|efficient)\b",
    regex.IGNORECASE,
)


def is_multiple(text: str, end: int) -> bool:
    """Whether a share that ends at an offset only compares ("40% as many"); "40% as of March" does not."""
    return _FOLLOWS.match(text, end) is not None
