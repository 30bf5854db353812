"""What the query asks for and the sources answer, but the draft leaves out (S0's missing information, feature B8).

Every rule asks for two things before it reports: a source sentence that answers a need of the query, and a draft that
neither says it nor answers that need in another way. Conditions that a claim drops are the verifier's findings.
"""

import re
from collections.abc import Iterator, Sequence

from critique_core.completeness.answers import (
    Answers,
    Draft,
    SourceSentence,
    Value,
    said,
    same_value,
    value_asked,
    values,
)
from critique_core.completeness.enumerations import Member, dropped_steps, members, unnamed
from critique_core.completeness.needs import Need, needs_of
from critique_core.completeness.unanswered import unanswered
from critique_core.evidence.index import SourceIndex
from critique_core.language.sentence import Word
from critique_core.models import Missing, SourceDocument, VerifiedClaim
from critique_core.queries.question import read
from critique_core.text.languages import language_of
from critique_core.verifiers.relating import Relate, unknown

MISSING_SEVERITY = 0.5  # S0: missing information is of medium severity
ABSTAINED_SEVERITY = 0.3  # low: a refusal misleads no one
_ANSWERS = 0.7  # share of a need's words from which a source sentence mentions it
_NEAR_BEST = 0.9  # of the best sentence's share
_LEAST_WORDS, _LEAST_OWN = 4, 2  # content words, in all and besides the query's, of a sentence that says something
# Tuned on the training half of benchmarks/completeness.py's RAGTruth cases, for precision 0.8.
_UNSAID, _SAID = 0.3, 0.5  # share of a sentence's own words up to which, and from which, a draft lacks or has it
_SAID_LOOSELY = 0.4  # the same with synonyms and near spellings
_LEAD = 0.2  # by how much it must mention the query more than what the draft does say
_ECHO = 0.5  # how often its words must come back in other sentences
_PASSED_OVER = 0.4  # share of the other sentences that the draft must have passed over


def missing(
    query: str,
    draft: str,
    verified: Sequence[VerifiedClaim],
    sources: Sequence[SourceDocument],
    *,
    index: SourceIndex,
    relate: Relate = unknown,
) -> tuple[Missing, ...]:
    """What the draft leaves out, in the order of the sources; ``()`` for a query that asks nothing, or no sources.

    ``index`` is over the same ``sources``; ``relate`` says what answers what, where it can. Source sentences that a
    claim contradicts, or whose condition it drops, are left to the findings that say so. Code is not read: it answers
    no question in words.
    """
    if not query.strip() or not any(source.content.strip() for source in sources):
        return ()
    code = language_of(" ".join([query, draft[:2000], *(source.content[:500] for source in sources[:3])]))
    question = read(query)
    needs = needs_of(question, code)
    if not needs:
        return ()
    search = _Search(needs, Answers(question, index, code), Draft(draft, code), verified, sources)
    if _abstains(verified):
        found = list(search.abstained())
    else:
        found = [*search.left_unanswered(draft, relate), *search.left_out()]
    distinct = {(one.source_id, one.start): one for one in found}
    order = {source.id: position for position, source in enumerate(sources)}
    return tuple(sorted(distinct.values(), key=lambda one: (order[one.source_id], one.start)))


def _abstains(verified: Sequence[VerifiedClaim]) -> bool:
    declined = any(claim.why == "abstention" for claim in verified)
    return declined and not any(claim.checkable for claim in verified)


class _Search:
    """One search: what the query needs, what the sources answer, what the draft says."""

    def __init__(
        self,
        needs: Sequence[Need],
        answers: Answers,
        draft: Draft,
        verified: Sequence[VerifiedClaim],
        sources: Sequence[SourceDocument],
    ) -> None:
        self._needs = needs
        self._draft = draft
        self._answers = answers
        self._contents = {source.id: source.content for source in sources}
        dealt_with = _dealt_with(verified)
        self._open = [one for one in answers.sentences if not _overlaps(one, dealt_with)]

    def abstained(self) -> Iterator[Missing]:
        """The one sentence that answers the query best, if any does; an abstention leaves out all."""
        words = [word for need in self._needs for word in need.words]
        expects = {need.part.expects for need in self._needs}
        valued: list[Value] = [kind for need in self._needs if (kind := value_asked(need.part))]
        fitting = [
            one for one in self._open if _says_something(one) and all(values(one.sentence, kind) for kind in valued)
        ]
        best = self._best(words, fitting)
        if best and expects.isdisjoint(_NAMED):
            yield _missing(best, "The draft gives no answer, but a source speaks of what is asked.", ABSTAINED_SEVERITY)

    def left_unanswered(self, draft: str, relate: Relate) -> Iterator[Missing]:
        """What answers the query by its meaning, in whatever words."""
        stating = [one for one in self._open if _says_something(one)]
        read = len(self._answers.sentences)
        for one in unanswered(self._answers.question, self._draft, draft, stating, relate, read=read):
            if one.among:
                yield _missing(one.sentence, "This belongs to the answer too; the draft gives the rest of it.")
            else:
                yield _missing(one.sentence, f"The query asks “{one.asked}”; a source answers it, the draft does not.")

    def left_out(self) -> Iterator[Missing]:
        """All that the draft leaves out."""
        found = [one for need in self._needs for one in self._of_need(need)]
        found += self._steps()
        if not found and len(self._needs) == 1:  # nearness to several questions at once is evidence for none
            found += self._passed_over()
        yield from found

    def _of_need(self, need: Need) -> Iterator[Missing]:
        kind = value_asked(need.part)
        if kind:
            yield from self._value(need, kind)
        elif len(self._needs) > 1:
            yield from self._aspect(need)
        if need.part.expects == "list":
            yield from self._members(need)

    def _value(self, need: Need, kind: Value) -> Iterator[Missing]:
        """A number, time or span of time that is asked for, where the draft states none for this need."""
        holding = [one for one in self._open if values(one.sentence, kind)]
        best = self._best(need.focus, holding, need.topic)
        if best is None or self._states_value(need, kind, best):
            return
        words = self._answers.question.text[need.part.start : need.part.end]
        yield _missing(
            best, f"The query asks for {_WORD_FOR[kind]} (“{words}”); a source states it, the draft does not."
        )

    def _states_value(self, need: Need, kind: Value, best: SourceSentence) -> bool:
        wanted = values(best.sentence, kind)
        if any(same_value(one, other) for one in wanted for other in self._draft.mentions):
            return True
        for sentence in self._draft.sentences:
            held = values(sentence, kind)
            if not any(one.unit == other.unit for one in held for other in wanted):
                continue
            keys = frozenset[str]().union(*(word.keys for word in sentence.words))
            if len(self._needs) == 1 or any(not word.keys.isdisjoint(keys) for word in need.focus):
                return True
        return False

    def _aspect(self, need: Need) -> Iterator[Missing]:
        """One of several things asked for, which the draft does not name at all."""
        if any(self._draft.says(word) for word in need.focus):
            return
        unsaid = [
            one
            for one in self._open
            if len(one.own) >= _LEAST_OWN and said(one.own, self._draft.keys) < _SAID and _says_something(one)
        ]
        best = self._best(need.focus, unsaid, need.topic)
        if best:
            named = " ".join(word.token.text for word in need.focus)
            yield _missing(best, f"The query also asks for “{named}”; a source tells of it, the draft does not.")

    def _members(self, need: Need) -> Iterator[Missing]:
        """Members of an enumeration that answers the query, of which the draft names only some."""
        listing = [one for one in self._open if members(one.sentence)]
        best = self._best(need.words, listing)
        absent = unnamed(members(best.sentence), self._draft) if best else ()
        if best and absent:
            yield _missing(best, f"The query asks for all; the draft does not name {_joined(absent)}.")

    def _steps(self) -> Iterator[Missing]:
        if any(need.part.expects == "steps" for need in self._needs):
            for step in dropped_steps(self._answers.sentences, self._contents, self._draft):
                if step in self._open:
                    yield _missing(step, "The draft leaves out this step, which stands between others that it gives.")

    def _passed_over(self) -> Iterator[Missing]:
        """A sentence nearer to the query than all that the draft says, echoed by others of the sources."""
        words = list(dict.fromkeys(word for need in self._needs for word in need.words))
        rarity = self._answers.rarity(words)
        total = sum(rarity.values())
        if not total:
            return
        near = {
            one: sum(rarity[word] for word in words if not word.keys.isdisjoint(one.keys)) / total
            for one in self._answers.sentences
        }
        shares = {one: said(one.own, self._draft.keys) for one in near}
        reached = max((near[one] for one, share in shares.items() if share >= _SAID), default=0.0)
        unsaid = sum(share < 0.4 for share in shares.values()) - 1
        if unsaid < _PASSED_OVER * (len(shares) - 1):
            return
        candidates = [
            one
            for one in self._open
            if near[one] > reached + _LEAD
            and shares[one] < _UNSAID
            and len(one.sentence.words) >= _LEAST_WORDS
            and _says_something(one)
            and self._answers.echo(one) >= _ECHO
        ]
        candidates.sort(key=lambda one: (-near[one], shares[one]))
        best = next((one for one in candidates if not self._says_in_other_words(one)), None)
        if best:
            yield _missing(best, "A source answers the query here more plainly than anything the draft says.")

    def _says_in_other_words(self, one: SourceSentence) -> bool:
        known = [word for word in one.own if self._draft.says(word)]
        return sum(word.weight for word in known) >= _SAID_LOOSELY * sum(word.weight for word in one.own)

    def _best(
        self, words: Sequence[Word], among: Sequence[SourceSentence], topic: Sequence[Word] = ()
    ) -> SourceSentence | None:
        """The sentence that says most about some words, if it mentions enough of them; of equals the first."""
        speaking = {one: self._answers.speaks_of(words, one) for one in among}
        best = max(speaking, key=lambda one: speaking[one], default=None)
        if best is None or speaking[best] < _ANSWERS or not self._answers.is_about(topic, best):
            return None
        nearest = max((self._answers.speaks_of(words, one) for one in self._answers.sentences), default=0.0)
        return best if speaking[best] >= _NEAR_BEST * nearest else None


_WORD_FOR: dict[Value, str] = {
    "amount": "an amount",
    "count": "a number",
    "duration": "a length of time",
    "time": "a date or time",
}
_OF_THE_TEXT = re.compile(
    r"\b(?:this|our|the following) (?:\w+ )?(?:article|chapter|document|guide|page|post|section|tutorial|video)\b",
    re.IGNORECASE,
)
_NAMED = ("person", "place")  # whether a sentence names the right one cannot be known


def _missing(one: SourceSentence, description: str, severity: float = MISSING_SEVERITY) -> Missing:
    unit = one.unit
    return Missing(
        source_id=one.source_id,
        start=unit.start,
        end=unit.end,
        quote=unit.text,
        description=description,
        severity=severity,
    )


def _dealt_with(verified: Sequence[VerifiedClaim]) -> list[tuple[str | None, int, int]]:
    """Stretches of the sources that another issue already names: what contradicts a claim, conditions it drops."""
    verdicts = [claim.verdict for claim in verified if claim.verdict]
    found: list[tuple[str | None, int, int]] = [
        (part.source_id, part.start, part.end)
        for verdict in verdicts
        for part in verdict.evidence
        if part.relation == "contradicts"
    ]
    return found + [
        (finding.source_id, finding.source_start, finding.source_end or finding.source_start)
        for verdict in verdicts
        for finding in verdict.findings
        if finding.agreement in ("conflicts", "omitted") and finding.source_start is not None
    ]


def _overlaps(one: SourceSentence, stretches: Sequence[tuple[str | None, int, int]]) -> bool:
    unit = one.unit
    return any(source == one.source_id and start < unit.end and unit.start < end for source, start, end in stretches)


def _says_something(one: SourceSentence) -> bool:
    """Whether a sentence states something: no question, no title, nothing of the text that it is in."""
    if one.unit.kind != "prose":
        return one.unit.kind != "table" or bool(one.unit.label)  # a row of heads has none
    text = one.unit.text.rstrip()
    if _OF_THE_TEXT.search(text):
        return False
    long = [word.token.text for word in one.sentence.words if len(word.token.text) > 3]
    capitals = sum(word[0].isupper() for word in long)
    return text.endswith((".", "!", "。")) and capitals <= 0.6 * len(long)


def _joined(absent: Sequence[Member]) -> str:
    names = [f"“{one.text}”" for one in absent]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
