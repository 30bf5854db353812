"""Other values that say nothing against a claim's: of a rest, an age, a beginning, a name or a mere comparison."""

from collections.abc import Sequence

import regex

from critique_core.language.frames import acts
from critique_core.language.opposites import opposed
from critique_core.language.sentence import Sentence
from critique_core.language.similarity import similarity
from critique_core.language.tokens import Token
from critique_core.typed_values.compare import version_key
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.slots import Slot
from critique_core.verifiers.embedded.alignment.things import segment_at, segments, things

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


def is_of_another(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether a source's other value says nothing against the claim's, whatever else the source says."""
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
_COMES = frozenset("come came comes coming".split())


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
    begins = any(t.keys & _BEGINS for t in tokens) or _came_in(tokens)
    ends = any(t.keys & _ENDS for t in tokens)
    return int(begins) - int(ends)


def _came_in(tokens: Sequence[Token]) -> bool:
    """Whether something "came in with 3.1.0"."""
    norms = [t.norm for t in tokens]
    return any(norms[i] in _COMES and norms[i + 1 : i + 3] == ["in", "with"] for i in range(len(norms)))


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


_FOLLOWS = regex.compile(
    r"\s+as\s+(?P<measure>many|much|often|frequently|large|big|great|good|small|long|short|high|low|tall|wide|deep|far|fast"
    r"|quickly|slow|slowly|heavy|old|young|likely|probable|expensive|costly|cheap|strong|common|populous|efficient)\b",
    regex.IGNORECASE,
)


def is_multiple(text: str, end: int) -> bool:
    """Whether a share that ends at an offset only compares ("40% as many"); "40% as of March" does not."""
    return _FOLLOWS.match(text, end) is not None


def measure_alike(first: str, end: int, second: str, other_end: int) -> bool:
    """Whether two shares, given by where they end, both compare by one measure: "40% as large", "30% as large"."""
    one, two = _FOLLOWS.match(first, end), _FOLLOWS.match(second, other_end)
    return one is not None and two is not None and one["measure"].casefold() == two["measure"].casefold()
