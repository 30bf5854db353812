"""Which conflicts a correction may rest on: exact in both texts, about one thing, and with no other value meant."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from critique_core.language import limits
from critique_core.language.sentence import Sentence, Word, analyse
from critique_core.language.similarity import similarity
from critique_core.models import Evidence, Finding, FindingKind, VerifiedClaim
from critique_core.text.sentences import sentences
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention, mentions
from critique_core.verifiers.embedded.alignment.things import segment_at, segments, things

VALUES: frozenset[FindingKind] = frozenset(
    {"number", "quantity", "percentage", "date", "time", "currency", "version", "range", "identifier", "name"}
)
LEAST_FIT = 0.6
"""Evidence below this score only happens to hold a value of the same kind (benchmarks/revision.py)."""
RECORD = re.compile(r'\s*"[^"]+"\s*:')
NEGATOR = re.compile(r"\b(?:no|not|nor|never|none|neither|without|cannot|lacks?|doesn|don|isn|aren)\b|n['’]t\b", re.I)
_UNIT_SIGNS = frozenset("℉℃°%‰")
_RANGED: frozenset[FindingKind] = frozenset({"number", "quantity", "percentage", "currency", "range"})
_SUM_BEFORE = re.compile(r"(?:[=×÷]|[\d)%]\s*[+*/]|\+\s+|[\d)%]\s+[-−x])\s*[($€£]*\Z")
_SUM_AFTER = re.compile(r"\s*[)%]*\s*(?:[=×÷]|[+*/]\s*[($€£\d]|[-−x]\s+[($€£\d])")
_TO = r"(?:-|–|—|−|\b(?:to|and|or|bis)\b)"
_RANGE = re.compile(rf"\d\W{{0,3}}{_TO}\W{{0,3}}\d")
_RANGE_BEFORE = re.compile(rf"[\d%°]\s*{_TO}\s*[$€£]?\Z")
_RANGE_AFTER = re.compile(rf"[\s%°]*{_TO}\s*[$€£]?\d")
_NUMERAL = re.compile(r"(?<![\w.,])(?P<number>\d[\d,]*(?:\.\d+)?)\W{0,2}(?P<unit>[^\W\d_]*)")
_UNIT_LETTERS = 4
_BESIDE = 40  # characters next to a value in which its sum, range or unit stands
_END = re.compile(r"\b(from|to|by)\s+(?:about\s+)?[$€£¥]?\Z", re.IGNORECASE)
_REFERENCE = re.compile(r"(?:passage|source|document|section|page|figure|table|step|\bno\.|#|\[)\s*\Z", re.IGNORECASE)
_COUNT = r"(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|half)\b"
_RECKONED = re.compile(
    r"\b(?:in (?:total|all)|total(?:s|ling)?|altogether|together|overall|combined|added up|counting|other than|except"
    r"|apart from|excluding|not?\b.*\b(?:cannot|not?))\b"
    rf"|\b{_COUNT} (?:\w+ ){{0,2}}(?<!no )(?!rather|other|later|earlier|never|under|over)"
    rf"(?:more|fewer|less|[a-z]{{3,}}er) (?:\w+ ){{0,2}}than (?!{_COUNT}|an?\b)"
    rf"|\b{_COUNT} of (?:the|its|our|their|all) {_COUNT}\b",
    re.IGNORECASE,
)  # a value that follows from several of a source's ("27 votes more than"), or from none of those it states
_EACH = re.compile(r"\b(?:each|every|apiece|per|a (?:day|week|month|year))\b|@", re.IGNORECASE)
_LEAST_SHARED = 0.85  # of the weight of a claim's other words
_SAME_WORD = 0.7
_ONES = frozenset({"one", "ones"})
_TELLING = 5  # characters from which a value is not found in a source by chance


class Said(NamedTuple):
    """A sentence of a source and where it starts there."""

    start: int
    text: str


def trusted(draft: str, claim: VerifiedClaim, finding: Finding, content: str) -> bool:
    """Whether the finding's place is exact in both texts and the passage is about the same thing."""
    if finding.source_start is None or finding.source_end is None or finding.source_value is None:
        return False
    if draft[finding.start : finding.end] != finding.claim_value:
        return False  # the words are in a lead-in or in another clause
    evidence = evidence_of(claim, finding)
    if evidence is None or evidence.score < LEAST_FIT or _misnamed(finding):
        return False
    if finding.kind == "antonym" and NEGATOR.search(draft[claim.start : claim.end]):
        return False  # "encouraged them not to" says what "discouraged them" says
    if finding.kind in VALUES:
        timed = finding.kind in ("date", "time")  # "by 3 May" is a deadline
        return (
            (timed or not another_end(draft, finding.start, content, finding.source_start))
            and _stands_alone(content, finding.source_start, finding.source_end)
            and not _ambiguous(draft, claim, finding, content)
        )
    return True


def another_end(claim: str, mine: int, source: str, theirs: int) -> bool:
    """Whether one value is what something changed or differed by, from or to, and the other is not: "by 5", "from 80".

    A value that the claim names without such a word may be any of them in the source, but for a difference.
    """
    places = ((claim, mine), (source, theirs))
    ends = (_END.search(text, max(0, at - _BESIDE), at) for text, at in places)
    one, other = (match[1].casefold() if match else "" for match in ends)
    return one != other and (bool(one and other) or "by" in (one, other))


_MEASURING = frozenset(
    "last take cost weigh measure amount total hold carry seat contain accommodate need require reach get".split()
)
_PRONOUN = re.compile(r"(?:it|he|she|they)\b", re.IGNORECASE)


def same_statement(
    text: str, place: tuple[int, int], source: str, at: tuple[int, int] | None = None, *, named: bool = False
) -> bool:
    """Whether a claim and a source's sentence say the same of the same but for what is at ``place`` of the claim.

    What the claim says in another statement ("as long as they are unused") is not asked for, nor a verb that only says
    that there is a value ("lasts"). ``at`` is where the source has its value. Where the sentence has other values of
    that kind, the one that is meant must be next to the same word in both. ``named`` says that names differ, which
    then count for nothing, as they do where the sentence has a pronoun for its subject.
    """
    own, other = analyse(text), analyse(source)
    if reckoned(text) or (_EACH.search(_part_of(other, at)) and not _EACH.search(text)):
        return False
    home = {own.statements[at] for at, t in enumerate(own.tokens) if t.start < place[1] and place[0] < t.end}
    words = [word for word in own.words if word.token.end <= place[0] or place[1] <= word.token.start]
    words = [word for word in words if own.statements[word.index] in home and not word.keys & _MEASURING]
    words = [word for word in words if not ((named or _PRONOUN.match(source)) and word.token.name)]
    limit = _same_limit(own, place, other, at)
    found = sum(
        word.weight
        for word in words
        if any(_alike(word, one) for one in other.words)
        or _is_the_one(own, word, other)
        or (limit is not None and (limits.names(word.token, limit) or limits.named_measure(own.tokens, word.index)))
    )
    if found < _LEAST_SHARED * sum(word.weight for word in words):
        return False
    if at is None:
        return named or not _says_it_too(own, place, other)
    mine, meant = _at(own, *place), _at(other, *at)
    rivals = [one for one in other.mentions if meant and one is not meant and compare.comparable(meant, one)]
    if not rivals or (mine and meant and _names_case(own, mine, other, meant, rivals)):
        return True
    return _next_to_the_same(own, place, other, at)


def _is_the_one(own: Sentence, word: Word, other: Sentence) -> bool:
    """Whether the other sentence says "one" for this word: "the green tent" beside "the green one"."""
    before = next((w for w in own.words if w.index == word.index - 1), None)
    told = (
        w for w in other.words if other.tokens[w.index + 1 : w.index + 2] and other.tokens[w.index + 1].norm in _ONES
    )
    return before is not None and any(_alike(before, w) for w in told)


def _part_of(sentence: Sentence, at: tuple[int, int] | None) -> str:
    """The list item or clause that holds a value, the whole sentence where none is named."""
    if at is None:
        return sentence.text
    here = segment_at(sentence, at[0])
    inside = [t for t, part in zip(sentence.tokens, segments(sentence), strict=True) if part == here]
    return sentence.text[inside[0].start : inside[-1].end] if inside else sentence.text


def _same_limit(own: Sentence, place: tuple[int, int], other: Sentence, at: tuple[int, int] | None) -> Mention | None:
    """The source's value where both are limits of one side, whether by name or by what is forbidden beyond them."""
    mine, theirs = _at(own, *place), _at(other, *at) if at is not None else None
    if mine is None or theirs is None or not theirs.bound:
        return None
    return theirs if (mine.bound or mine.limit) == theirs.bound else None


def reckoned(text: str) -> bool:
    """Whether a claim says that its value is worked out from several: "280 mg in total"."""
    return _RECKONED.search(text) is not None


def _says_it_too(own: Sentence, place: tuple[int, int], other: Sentence) -> bool:
    """Whether the source's sentence has the claim's own word as well: "started" and "completed" beside "finished"."""
    stated = [word for word in own.words if word.token.start < place[1] and place[0] < word.token.end]
    return any(_alike(word, one) and not word.keys & one.keys for word in stated for one in other.words)


def _alike(word: Word, other: Word) -> bool:
    return similarity(word, other, "en") >= _SAME_WORD


def _next_to_the_same(own: Sentence, place: tuple[int, int], other: Sentence, at: tuple[int, int]) -> bool:
    """Whether the word right before or right behind a value is the same in both sentences."""
    if not any(word.token.end <= place[0] or place[1] <= word.token.start for word in own.words):
        return own.text[: place[0]].split()[-1:] == other.text[: at[0]].split()[-1:]
    pairs = zip(_beside_value(own, place), _beside_value(other, at), strict=True)
    return any(one and two and _alike(one, two) for one, two in pairs)


def _beside_value(sentence: Sentence, place: tuple[int, int]) -> tuple[Word | None, Word | None]:
    before = [word for word in sentence.words if word.token.end <= place[0]]
    after = [word for word in sentence.words if place[1] <= word.token.start]
    return (before[-1] if before else None), (after[0] if after else None)


def _misnamed(finding: Finding) -> bool:
    """Whether what is reported as a name is a common word, such as one next to the key of a table."""
    return finding.kind == "name" and (finding.claim_value.islower() or (finding.source_value or "").islower())


def evidence_of(claim: VerifiedClaim, finding: Finding) -> Evidence | None:
    """The claim's best evidence around the place that the finding names in its source; ``None`` if there is none."""
    quotes = claim.verdict.evidence if claim.verdict else ()
    at = finding.source_start or 0
    held = [part for part in quotes if part.source_id == finding.source_id and part.start <= at <= part.end]
    return max(held, key=lambda part: part.score, default=None)


def sentence_of(claim: VerifiedClaim, finding: Finding) -> Said | None:
    """The sentence of the claim's evidence that the finding names a place in; ``None`` if there is none."""
    evidence, at = evidence_of(claim, finding), finding.source_start or 0
    for span in sentences(evidence.quote) if evidence else ():
        if evidence and evidence.start + span.start <= at < evidence.start + span.end:
            return Said(evidence.start + span.start, evidence.quote[span.start : span.end])
    return None


def _stands_alone(content: str, start: int, end: int) -> bool:
    """Whether the value is no piece of a longer name: the 403 of "403(b)", the 5 of "5-HT"."""
    before, after = content[max(0, start - 1) : start], content[end : end + 2]
    return not re.match(r"\([a-z]|-[^\W\d_]|[^\W_]", after) and not re.match(r"[^\W_]|[#_]", before)


def _ambiguous(draft: str, claim: VerifiedClaim, finding: Finding, content: str) -> bool:
    """Whether another value of the source may be meant, or the number is a reference ("passage 2").

    So it is when the source also states the draft's value, when the two bear different unit signs, when the value is
    worked out or one end of a range, and when a field stands for one of several: other times in the claim, other
    records with that key.
    """
    if _REFERENCE.search(draft[max(claim.start, finding.start - 12) : finding.start]):
        return True
    if _worked_out(draft, finding) or _stated_too(draft, finding, _elsewhere(draft, claim, finding, content)):
        return True
    after = content[finding.source_end or 0 :][:1], draft[finding.end : finding.end + 1]
    if after[0] != after[1] and not _UNIT_SIGNS.isdisjoint(after):
        return True
    evidence = evidence_of(claim, finding)
    field = RECORD.match(evidence.quote) if evidence else None
    if field is None or claim.verdict is None:
        return False
    others = {(f.start, f.end) for f in claim.verdict.findings if f.kind in ("time", "range", finding.kind)}
    several = content.count(field[0].strip().rstrip(":").strip()) > 1
    return several or any(end <= finding.start or finding.end <= start for start, end in others)


def _worked_out(draft: str, finding: Finding) -> bool:
    """Whether the value is a term or result of a sum, or belongs to a range for which the source has no range."""
    before = draft[max(0, finding.start - _BESIDE) : finding.start]
    after = draft[finding.end : finding.end + _BESIDE]
    if _SUM_BEFORE.search(before) or _SUM_AFTER.match(after):
        return True
    if finding.kind not in _RANGED:
        return False
    if _RANGE.search(finding.claim_value):
        return not _RANGE.search(finding.source_value or "")
    return _RANGE_BEFORE.search(before) is not None or _RANGE_AFTER.match(after) is not None


def _elsewhere(draft: str, claim: VerifiedClaim, finding: Finding, content: str) -> str:
    """A source without the sentence that a finding is from where that gives the draft's value to another case."""
    said, at = sentence_of(claim, finding), finding.source_start or 0
    if said is None:
        return content
    own, other = analyse(draft[claim.start : claim.end]), analyse(said.text)
    mine = _at(own, finding.start - claim.start, finding.end - claim.start)
    same = [m for m in other.mentions if mine and compare.follows(mine, m)]
    meant = _at(other, at - said.start, (finding.source_end or at) - said.start)
    if mine and meant and same and _names_case(own, mine, other, meant, same):
        return f"{content[: said.start]} {content[said.start + len(said.text) :]}"
    return content


def _names_case(own: Sentence, mine: Mention, other: Sentence, meant: Mention, rivals: Sequence[Mention]) -> bool:
    """Whether a word or value of the claim stands by the value that is meant, and by none of its rivals.

    "Adults pay 9 euros, children 6": a claim that children pay 9 is put right by 6.
    """
    here, elsewhere = segment_at(other, meant.start), {segment_at(other, m.start) for m in rivals}
    named = [w for w in things(other) if any(_alike(w, o) for o in things(own))]
    apart = [w for w in named if not any(o.clause in elsewhere and _alike(w, o) for o in named)]
    stated = (m for o in own.mentions if o is not mine for m in other.mentions if compare.follows(o, m))
    parts = {*(w.clause for w in apart), *(segment_at(other, m.start) for m in stated)}
    return here not in elsewhere and here in parts


def _at(sentence: Sentence, start: int, end: int) -> Mention | None:
    return next((one for one in sentence.mentions if one.start < end and start < one.end), None)


def _stated_too(draft: str, finding: Finding, content: str) -> bool:
    """Whether the source states the draft's value as well: the same words, or the same number of the same unit.

    Of a range the words alone decide: "10:00 to 14:00" has one end of "10:00 to 16:00".
    """
    if len(finding.claim_value) >= _TELLING and says(content, finding.claim_value.rstrip(".")):
        return True
    if _in_another_unit(finding, content) or _beyond(finding, content):
        return True
    counted = finding.kind in _RANGED and finding.kind != "range"
    own = _NUMERAL.search(draft, finding.start) if counted else None
    return own is not None and own.start() < finding.end and _amount(own) in map(_amount, _NUMERAL.finditer(content))


def _in_another_unit(finding: Finding, content: str) -> bool:
    """Whether the source states a quantity in a unit of its own: 0.35 kg where the draft says 350 grams."""
    if finding.kind != "quantity":
        return False
    own = mentions(finding.claim_value)
    return len(own) == 1 and any(
        m.unit and compare.comparable(own[0], m) and compare.agrees(own[0], m) for m in mentions(content)
    )


def _beyond(finding: Finding, content: str) -> bool:
    """Whether the source only says that a value lies beyond its own: no "six" for "eight" beside "fewer than six"."""
    if finding.kind not in _RANGED or finding.source_start is None or finding.source_end is None:
        return False
    begin, end = (max(0, finding.source_start - _BESIDE), finding.source_end)
    at = _at(analyse(content[begin : end + _BESIDE]), finding.source_start - begin, end - begin)
    own = mentions(finding.claim_value)
    return at is not None and at.bound in ("under", "over") and not any(m.bound for m in own)


def widened(stated: str, written: str) -> bool:
    """Whether a range would take the place of one value: which end "starts at" means, the range does not say."""
    return any(one.is_range for one in mentions(written)) and not any(one.is_range for one in mentions(stated))


def says(content: str, words: str) -> bool:
    """Whether a text has these words, and not as a piece of longer ones: "4 hours" is not in "24 hours"."""
    return re.search(rf"(?<!\w)(?<!\d[.,]){re.escape(words)}(?!\w)", content, re.IGNORECASE) is not None


def _amount(numeral: re.Match[str]) -> tuple[str, str]:
    return numeral["number"].replace(",", ""), numeral["unit"][:_UNIT_LETTERS].casefold()
