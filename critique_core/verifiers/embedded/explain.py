"""Turn a reading into findings, evidence, marked words and plain words for a reader."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import regex

from critique_core.language.frames import Chunk, subject_of
from critique_core.language.sentence import Sentence, Word
from critique_core.language.tokens import stem
from critique_core.models import (
    Claim,
    Evidence,
    Finding,
    FindingKind,
    Method,
    Probabilities,
    Relation,
    SourceDocument,
    Span,
)
from critique_core.typed_values import compare
from critique_core.typed_values.amounts import Mention
from critique_core.typed_values.periods import rate_base
from critique_core.typed_values.weekdays import weekdays
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.rivals import labels
from critique_core.verifiers.embedded.alignment.slots import implied_by, slots
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.checks.conditions import Omission
from critique_core.verifiers.embedded.encoder import EncoderReading
from critique_core.verifiers.embedded.reading import Reading
from critique_core.verifiers.embedded.restated import is_rate_by_another_base
from critique_core.verifiers.embedded.scopes import heading_of
from critique_core.verifiers.embedded.values import Value

_RELATED = 0.2
_SPOKEN_OF, _NAMED = 0.3, 0.6
_SAME_WORDS = 0.95
_MOST_EVIDENCE = 4
_UNREAD = 0.25  # below this share of its words in one place, no part of a claim stands
LIKELY = 0.5
_QUALIFIED = 0.84  # P(supported) from which a word is marked when it more probably lacks support than not
_BRIDGED = 13  # marks less than so many letters apart, a word or two, are one
_DERIVED_SCORE = 0.7
_CORROBORATES = 0.75
_AS_FIT = 0.03
_FIGURES = regex.compile(r"\d+")
_LETTERS = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_BOUNDS = {"min": "at least", "max": "at most", "over": "more than", "under": "less than"}
_STUB = 4  # letters of a word that may be short for another
_TOO = "the source too says "
_BY_READING = "by the model's reading"
"""How a reason begins that nothing shows but the encoder: what it says is told as its judgement, not as a fact."""
_HELD_BY_VALUES = 0.75  # share of a claim in the sources from which an equal value is reason enough
_STANCES: dict[str, Relation | None] = {"conflicts": "contradicts", "agrees": None}


class Places:
    """Maps offsets of a claim's text to offsets of the draft, word by word when the text was made independent."""

    def __init__(self, draft: str, claim: Claim) -> None:
        self.claim = claim
        self._span = draft[claim.start : claim.end]
        self._same = self._span == claim.text

    def span(self, start: int, end: int) -> Span:
        """The draft span of ``claim.text[start:end]``; the whole claim when those words are elsewhere."""
        return self.exact(start, end) or Span(start=self.claim.start, end=self.claim.end)

    def exact(self, start: int, end: int) -> Span | None:
        """The draft span of ``claim.text[start:end]``; ``None`` when those words do not be there together."""
        if self._same:
            return Span(start=self.claim.start + start, end=self.claim.start + end)
        wanted = self.claim.text[start:end]
        before = self.claim.text[:start].count(wanted) if wanted else 0
        at = -1
        for _ in range(before + 1):
            following = self._span.find(wanted, at + 1) if wanted else -1
            if following < 0:
                break
            at = following
        if at < 0:
            return None
        return Span(start=self.claim.start + at, end=self.claim.start + at + len(wanted))


def findings(reading: Reading, place: Places, probabilities: Probabilities) -> tuple[Finding, ...]:
    """Every typed comparison of the reading as a finding, conflicts first.

    A value that a source writes, but in no sentence about a claim that is supported nonetheless, refutes nothing.
    """
    supported = probabilities.supported >= LIKELY
    found: list[Finding] = []
    for value in reading.values:
        if supported and value.outcome == "missing" and not value.nowhere:
            continue
        if value.outcome == "agrees" and labels(reading.claim, value.mention):
            continue  # the number of a name, "Unit 2", says nothing by itself
        finding = _value_finding(value, place)
        if finding is not None:
            found.append(finding)
    told = [(v.mention.start, v.mention.end) for v in reading.of("conflicts") + reading.of("agrees")]
    for alignment, seen in reading.observations:
        if any(start < seen.end and seen.start < end for start, end in told):
            continue  # the value's own comparison reports it
        found.append(_observed(alignment, seen, place))
    if reading.omission is not None:
        found.append(_omitted(reading.omission, place))
    order = {"conflicts": 0, "omitted": 1, "missing": 2, "agrees": 3}
    return tuple(sorted(found, key=lambda f: order[f.agreement]))


def _observed(alignment: Alignment, seen: Observation, place: Places) -> Finding:
    span, base = place.span(seen.start, seen.end), alignment.scope.unit.start
    return Finding(
        kind=seen.kind,
        agreement=seen.agreement,
        start=span.start,
        end=span.end,
        claim_value=seen.claim_value,
        source_id=alignment.scope.source_id,
        source_start=base + seen.source_start,
        source_end=base + seen.source_end,
        source_value=seen.source_value,
        explanation=seen.explanation,
    )


def _omitted(omission: Omission, place: Places) -> Finding:
    span = place.span(omission.mention.start, omission.mention.end)
    scope, mention = omission.stated.slot.alignment.scope, omission.stated.slot.mention
    return Finding(
        kind="condition",
        agreement="omitted",
        start=span.start,
        end=span.end,
        claim_value=omission.mention.text,
        source_id=scope.source_id,
        source_start=scope.unit.start + mention.start,
        source_end=scope.unit.start + mention.end,
        source_value=omission.cases,
        explanation=omission.explanation,
    )


def _value_finding(value: Value, place: Places) -> Finding | None:
    mention, kind = value.mention, _kind(value)
    span = place.span(mention.start, mention.end)
    if value.derived is not None:
        alignment, source = value.derived.first
        return Finding(kind="sum", agreement="agrees", start=span.start, end=span.end, claim_value=mention.text,
                       source_id=alignment.scope.source_id, source_start=alignment.scope.unit.start + source.start,
                       source_end=alignment.scope.unit.start + source.end, source_value=source.text,
                       explanation=value.derived.explanation)  # fmt: skip
    if value.outcome == "unsaid" or (value.slot is None and value.outcome == "agrees"):
        return None
    if value.slot is None or value.outcome == "missing":
        return Finding(kind=kind, agreement="missing", start=span.start, end=span.end, claim_value=mention.text,
                       explanation=_unfound([mention.text], nowhere=value.nowhere))  # fmt: skip
    scope, source = value.slot.alignment.scope, value.slot.mention
    agrees = value.outcome == "agrees"
    mine, theirs = mention.text, source.text
    if is_rate_by_another_base(mention, source):
        mine, theirs = _with_base(place.claim.text, mention), _with_base(scope.sentence.text, source)
    if not agrees and (mine.casefold() == theirs.casefold() or source.bound != mention.bound):
        mine, theirs = _with_bound(mention), _with_bound(source)
    if value.within:
        told = _within_in_words(source, mine, theirs, agrees=agrees)
    elif agrees and (mine != mention.text or value.denied or _in_other_figures(mine, theirs)):
        told = f"the source says {theirs}"
    else:
        told = f"{_TOO}{theirs}" if agrees else f"the source says {theirs}, the draft says {mine}"
    return Finding(kind=kind, agreement="agrees" if agrees else "conflicts", start=span.start, end=span.end,
                   claim_value=mention.text, source_id=scope.source_id, source_start=scope.unit.start + source.start,
                   source_end=scope.unit.start + source.end, source_value=source.text,
                   explanation=told)  # fmt: skip


def _in_other_figures(mine: str, theirs: str) -> bool:
    """Whether two values of one meaning are written in other figures: "January 2024", "1 January 2024"."""
    own, other = _FIGURES.findall(mine), _FIGURES.findall(theirs)
    return bool(own and other) and own != other


def _within_in_words(source: Mention, mine: str, theirs: str, *, agrees: bool) -> str:
    """That a value is in a source's range or on its side, or that the draft says the opposite of what holds there."""
    if not agrees:
        return f"the source says {theirs}, {mine} is in it, and the draft says the opposite"
    if source.is_range or source.kind in ("date", "time"):
        return f"the source says {theirs}, and {mine} is in it"
    return f"the source says {_with_bound(source)}, which {mine} is"


def _unfound(values: list[str], *, nowhere: bool) -> str:
    """That no source states values, or, where their figures stand in one, that it was not found to be for this."""
    return (
        f"no source states {values[0]}"
        if nowhere
        else f"no sentence about this was found that gives {', '.join(values)}"
    )


def _with_bound(value: Mention) -> str:
    """A value with the side that it bounds: "at most 10" beside "more than 10"."""
    return value.text if " or " in value.text else f"{_BOUNDS.get(value.bound, '')} {value.text}".strip()


def _with_base(text: str, rate: Mention) -> str:
    """A rate with what it is by: "1 euro per half hour"."""
    base = rate_base(text, rate.end)
    return text[rate.start : base[1]] if base else rate.text


def _kind(value: Value) -> FindingKind:
    return "range" if value.mention.is_range and value.mention.kind != "date" else value.mention.kind


def evidence(
    reading: Reading, probabilities: Probabilities, sources: dict[str, SourceDocument]
) -> tuple[Evidence, ...]:
    """The units that decided, quoted whole, those that support or contradict first, then the strongest."""
    if reading.focus is None:
        return ()
    held: dict[int, tuple[Alignment, Relation, float]] = {}
    for alignment, relation, score in _bearing(reading, _stance(reading, probabilities)):
        if score <= 0.0:
            continue  # a unit that mentions nothing in the claim is no evidence for it
        known = held.get(id(alignment))
        if known is not None and known[1] == "contradicts":
            relation = known[1]  # noqa: PLW2901 - what contradicts in one place does not support in another
        held[id(alignment)] = (alignment, relation, max(score, known[2] if known else 0.0))
    ordered = sorted(held.values(), key=lambda e: (e[1] == "context", -e[2], e[0].scope.rank))[:_MOST_EVIDENCE]
    return tuple(
        Evidence(
            source_id=alignment.scope.source_id,
            start=alignment.scope.unit.start,
            end=alignment.scope.unit.end,
            quote=sources[alignment.scope.source_id].content[alignment.scope.unit.start : alignment.scope.unit.end],
            relation=relation,
            score=round(min(1.0, score), 4),
        )
        for alignment, relation, score in ordered
    )


def _stance(reading: Reading, probabilities: Probabilities) -> Relation:
    """How the unit that says most about a claim is taken, where no comparison of its own tells."""
    if probabilities.supported >= LIKELY:
        return "supports"
    told = reading.of("conflicts") or reading.conflicts or _leaves_out(reading)
    return "contradicts" if probabilities.contradicted >= LIKELY and not told else "context"


def _bearing(reading: Reading, overall: Relation) -> Iterator[tuple[Alignment, Relation, float]]:
    """Each unit that concerns the claim, with how and how strongly; a unit may come more than once."""
    supports = overall == "supports"
    stance: Relation = "supports" if supports else "context"
    if reading.focus is not None and (reading.focus.coverage >= _RELATED or supports):
        yield from _saying_most(reading, reading.focus, overall)
    for value in reading.values:
        if value.slot is not None and value.outcome in ("agrees", "conflicts"):
            yield value.slot.alignment, "contradicts" if value.outcome == "conflicts" else stance, value.slot.fit
        if value.derived is not None:
            for alignment, _ in (value.derived.first, value.derived.second):
                yield alignment, stance, _DERIVED_SCORE
    if supports:
        yield from _corroborating(reading)
        yield from _disagreeing(reading)
    for case in reading.omission.others if reading.omission is not None else ():
        yield case.slot.alignment, "context", case.slot.fit
    for alignment, seen in reading.observations:
        if seen.agreement in _STANCES:
            yield alignment, _STANCES[seen.agreement] or stance, seen.sureness


def _saying_most(reading: Reading, focus: Alignment, overall: Relation) -> Iterator[tuple[Alignment, Relation, float]]:
    """The focus, behind the unit about the claim's subject where it is about another thing."""
    supports = overall == "supports"
    own = _of_its_subject(reading, focus) if supports else None
    if own is not None:
        yield own, overall, focus.coverage
    bears = own is None and (not supports or _has_a_value(reading, focus))
    yield focus, overall if bears else "context", focus.coverage


def _of_its_subject(reading: Reading, focus: Alignment) -> Alignment | None:
    """The unit about what the claim is about, where the focus is about another thing and states no value of it.

    "The sauna isn't open on Mondays" rests on "The sauna is open Tuesday to Sunday", not on the pool's hours.
    """
    claim = reading.claim
    subject = subject_of(claim, claim.statements[0]) if claim.code == "en" and claim.statements else None
    told = any(v.slot is not None and v.slot.alignment is focus for v in reading.values)
    if subject is None or not subject.words or told or focus.scope.sentence.has_pronoun or _names(focus, subject):
        return None
    beside = (a for a in reading.alignments if a.scope.source_id == focus.scope.source_id and a.inside >= _SPOKEN_OF)
    return next((a for a in beside if _names(a, subject)), None)


def _names(alignment: Alignment, subject: Chunk) -> bool:
    """Whether a unit itself has the head of a subject."""
    head = subject.words[-1].index
    return any(pair.claim.index == head and pair.strength >= _NAMED for pair in alignment.pairs)


def _disagreeing(reading: Reading) -> Iterator[tuple[Alignment, Relation, float]]:
    """Units of other sources that state another value in the very place of one that agrees."""
    for value in reading.of("agrees"):
        if value.slot is None:
            continue
        own = value.slot.alignment.scope.source_id
        for slot in slots(reading.claim, value.mention, reading.alignments):
            if not slot.agrees and slot.alignment.scope.source_id != own and slot.fit >= value.slot.fit - _AS_FIT:
                yield slot.alignment, "contradicts", slot.fit


def _corroborating(reading: Reading) -> Iterator[tuple[Alignment, Relation, float]]:
    """The best unit of each other source that says most of the claim, or names an identifier of it.

    A heading says nothing; nor does a unit bear out a claim by its words that has none of the values which agree.
    """
    own = reading.focus.scope.source_id if reading.focus else ""
    names = [v.mention.text.casefold() for v in reading.values if v.mention.kind == "identifier"]
    seen = {own}
    for alignment in reading.alignments:
        scope = alignment.scope
        named = any(name in scope.unit.text.casefold() for name in names)
        most = alignment.coverage >= _CORROBORATES and scope.unit.kind != "heading" and _has_a_value(reading, alignment)
        if scope.source_id not in seen and (most or named):
            seen.add(scope.source_id)
            yield alignment, "supports", alignment.coverage


def _has_a_value(reading: Reading, alignment: Alignment) -> bool:
    """Whether a unit states a value that agrees with the claim's, where a source states any."""
    values = [value.mention for value in reading.of("agrees") if value.slot and value.mention.kind != "identifier"]
    there = alignment.scope.sentence.mentions
    return not values or any(compare.follows(one, other) for one in values for other in there)


def marked(
    reading: Reading, place: Places, learned: EncoderReading | None, probabilities: Probabilities
) -> tuple[Span, ...]:
    """The words of the draft that lack support, stretches in order that do not overlap.

    In a supported claim those the encoder marks: where it outweighs a conflict the conflict is false five times in six,
    and is reported as a finding alone. Without it conflicting values and words, and what no source mentions. In another
    claim conflicting values and words and values that no source has always; next to a conflict the words the encoder
    marks too; else, where one part is, the other parts, or the words the encoder marks, or all words, since nothing
    of it can stand alone; but of a claim that leaves out a condition all may stand.
    """
    told = _marked_words(reading, place, learned, probabilities)
    supported = probabilities.supported >= LIKELY
    if supported and learned:
        return told
    conflicts = [*(v.mention for v in reading.of("conflicts")), *reading.conflicts]
    spans = [(one.start, one.end) for one in (*conflicts, *(v.mention for v in reading.of("missing")))]
    failing = [word for part in reading.parts if reading.partly and not part.stands for word in part.words]
    if supported:
        spans += [(w.token.start, w.token.end) for w in reading.missing]
    elif failing and not conflicts:
        told = ()
        spans += [(w.token.start, w.token.end) for w in failing]
    elif not conflicts and not _leaves_out(reading) and (not told or reading.coverage < _UNREAD):
        spans += [(w.token.start, w.token.end) for w in reading.claim.words]
    return _joined([*told, *(place.span(*span) for span in spans)])


def _marked_words(
    reading: Reading, place: Places, learned: EncoderReading | None, probabilities: Probabilities
) -> tuple[Span, ...]:
    """The words the encoder marks where they are in the draft, but for values that a source agrees with.

    A claim that leaves out a condition is lowered by that, not by its words, and a value in it holds for a case only.
    """
    qualified = _leaves_out(reading)
    supported = max(probabilities.supported, _QUALIFIED) if qualified else probabilities.supported
    agreed = [] if qualified else [(v.mention.start, v.mention.end) for v in reading.of("agrees")]
    found: list[Span] = []
    for start, end in learned.unsupported_words(supported) if learned else ():
        word = _bare(reading.claim.text, start, end)
        if word and not any(first < word[1] and word[0] < last for first, last in agreed):
            found += [span for span in (place.exact(*word),) if span]
    return _joined(found, _BRIDGED)


def _leaves_out(reading: Reading) -> bool:
    """Whether the claim leaves out a condition."""
    return reading.omission is not None or any(o.agreement == "omitted" for _, o in reading.observations)


def _bare(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A stretch without the punctuation at its ends; ``None`` where nothing is left."""
    inside = [at for at in range(start, end) if text[at].isalnum()]
    return (inside[0], inside[-1] + 1) if inside else None


def _joined(spans: Iterable[Span], reach: int = 0) -> tuple[Span, ...]:
    """Stretches in order, those in one that overlap or are less than ``reach`` letters apart."""
    joined: list[Span] = []
    for span in sorted(spans, key=lambda one: (one.start, one.end)):
        if joined and span.start < joined[-1].end + reach:
            joined[-1] = Span(start=joined[-1].start, end=max(span.end, joined[-1].end))
        else:
            joined.append(span)
    return tuple(joined)


def reasoning(
    reading: Reading, probabilities: Probabilities, found: tuple[Finding, ...], learned: EncoderReading | None,
    sources: Iterable[SourceDocument],
) -> str:  # fmt: skip
    """One or two plain sentences that say what decided.

    They are true: a word that no source is said to have is in none of them, in any of its forms, and only what a source
    repeats token for token is called the same words.
    """
    texts = tuple(f"{heading_of(source)} {source.content}" for source in sources)
    decisive = [f for f in found if f.agreement in ("conflicts", "omitted") or _is_named(f)]
    decisive = _one_a_place(decisive)
    if decisive:
        told = "; ".join(dict.fromkeys(f.explanation for f in decisive[:3]))
        outweighed = probabilities.supported >= LIKELY
        by = _BY_READING if learned else "by the words that they share"
        return _sentence(f"{by} a source says this; yet one comparison differs: {told}" if outweighed else told)
    unsaid = [f.claim_value for f in found if f.agreement == "missing" and not f.claim_value.isalpha()]
    nowhere = {v.mention.text for v in reading.values if v.nowhere}
    known = {v.mention.text for v in reading.values} - nowhere  # "32 euros" is in "32 €"
    elsewhere = [value for value in unsaid if value in known or _is_written(value, texts)]
    shown = [o for _, o in reading.observations if o.agreement == "agrees"]
    kinds = implied_by(v.mention for v in reading.values if v.outcome in ("agrees", "derived"))
    absent = [w for w in reading.missing if not (_has_form(w, texts) or _within(w, shown) or w.keys & kinds)]
    missing = [value for value in unsaid if value not in elsewhere] + _together(absent, reading.claim.text)
    missing = list(dict.fromkeys(missing))[:6]
    reckoned = {v.derived.explanation for v in reading.values if v.derived is not None}
    agreed = list(dict.fromkeys(f.explanation for f in found if f.agreement == "agrees"))
    agreed.sort(key=lambda told: told not in reckoned)  # what has been reckoned is not seen in the source
    if probabilities.supported >= LIKELY:
        return _sentence(_for_support(reading, agreed, absent, learned))
    own = Places(reading.claim.text, Claim.of(reading.claim.text, 0, len(reading.claim.text)))
    marks = [reading.claim.text[span.start : span.end] for span in _marked_words(reading, own, learned, probabilities)]
    if probabilities.contradicted > probabilities.unsupported and learned:
        about = f" about {_listed(marks[:3])}" if marks else ""
        return _sentence(f"{_BY_READING} the sources say otherwise{about}; it does not say which of their words")
    if missing:
        return _sentence(f"no source speaks of {_listed(missing)}")
    if elsewhere:
        return _sentence(_unfound([f"“{value}”" for value in elsewhere], nowhere=False))
    marked = f"{_BY_READING} the sources do not back {_listed(marks[:3])}"
    return _sentence(marked if marks else "the sources say too little of this to support it")


def _one_a_place(found: Iterable[Finding]) -> list[Finding]:
    """The findings without the conflicts at a place of the draft that another conflict has told of."""
    kept: list[Finding] = []
    for one in found:
        told = (
            o for o in kept if o.agreement == one.agreement == "conflicts" or (o.kind, o.start) == (one.kind, one.start)
        )
        if not any(o.start < one.end and one.start < o.end for o in told):
            kept.append(one)
    return kept


def _within(word: Word, shown: Iterable[Observation]) -> bool:
    """Whether one of what was compared is over a word: "slower" needs to be in no source that gives both speeds."""
    return any(o.start <= word.token.start and word.token.end <= o.end for o in shown)


def _is_named(finding: Finding) -> bool:
    """Whether a finding's explanation says more than that a word is missing: a noun in another's place, a day."""
    word = finding.kind == "detail" or (finding.kind == "date" and finding.claim_value.isalpha())
    return word and finding.agreement == "missing"


def _is_written(value: str, texts: Iterable[str]) -> bool:
    return any(value.casefold() in text.casefold() for text in texts)


def _has_form(word: Word, texts: Iterable[str]) -> bool:
    """Whether a source has a word in any form, as part of another or cut short; a day also within "Mon-Fri"."""
    day = weekdays(word.token.text)
    parts = [part.group().casefold() for part in _LETTERS.finditer(word.token.text)]
    forms = frozenset((word.token.norm, *word.keys, *parts, *map(stem, parts)))
    for text in texts:
        written = _forms_in(text)
        if not forms.isdisjoint(written) or (day and day <= weekdays(text)):
            return True
        if any(
            word.token.norm.startswith(one) or one.startswith(word.token.norm) for one in written if len(one) >= _STUB
        ):
            return True
    return False


@lru_cache(maxsize=64)
def _forms_in(text: str) -> frozenset[str]:
    """The words of a source as they are written and by their stems."""
    words = {match.group().casefold() for match in _LETTERS.finditer(text)}
    return frozenset(words | {stem(word) for word in words})


def _for_support(reading: Reading, agreed: list[str], absent: list[Word], learned: EncoderReading | None) -> str:
    if _is_repeated(reading):
        return _both(agreed[:2]) or "a source says this in the same words"
    if reading.claim.code != "en":  # a word that is missing there may be said in another, which cannot be known
        return _both(agreed[:2]) or "by the words that they share, a source says this"
    whole = not absent and reading.coverage >= _SAME_WORDS
    same = "a source speaks of this" if whole else "a source speaks of most of this"
    rest = ""
    if learned and learned.logits[0] == max(learned.logits):
        absent = [word for word in absent if word.token.name and word.index]  # other words cannot name it
        same = f"{_BY_READING} a source says this in other words"
        rest = "" if reading.bearing >= _HELD_BY_VALUES else f"; {_BY_READING} it says the rest in other words"
    text = f"{_both(agreed[:2])}{rest}" if agreed else same
    lacking = f"; none has the word{'' if len(absent) == 1 else 's'} {_listed([w.token.text for w in absent[:6]])}"
    return text + (lacking if absent else "")


def _both(told: list[str]) -> str:
    """What agrees, in one sentence: "the source too says 82,000 and 61,000"."""
    if len(told) > 1 and all(one.startswith(_TOO) and ";" not in one for one in told):
        return f"{_TOO}{' and '.join(one.removeprefix(_TOO) for one in told)}"
    return "; ".join(told)


def _together(words: list[Word], text: str) -> list[str]:
    """The words as they are written, those in one that touch: Chinese and Japanese are cut into single letters."""
    spans: list[tuple[int, int]] = []
    for start, end in ((word.token.start, word.token.end) for word in words):
        if spans and spans[-1][1] == start:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return [text[start:end] for start, end in spans]


def _is_repeated(reading: Reading) -> bool:
    """Whether a unit of a source has the claim token for token."""
    own = _spoken(reading.claim)
    units = (_spoken(alignment.scope.sentence) for alignment in reading.alignments)
    return any(own in unit for unit in units)


def _spoken(sentence: Sentence) -> str:
    """The tokens of a sentence but for marks, in small letters, a space around each."""
    return f" {' '.join(t.text.casefold() for t in sentence.tokens if t.kind != 'mark')} "


def _listed(parts: list[str]) -> str:
    return ", ".join(f"“{part}”" for part in parts)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def method(reading: Reading, quotes: tuple[Evidence, ...], learned: EncoderReading | None) -> Method:
    """What decided: a typed comparison, the very words, the encoder, or the alignment of words alone.

    A value of which the sources need say nothing ("half as many") was compared with nothing.
    """
    if any(v.outcome != "unsaid" for v in reading.values) or reading.observations or reading.omission:
        return "typed_comparison"
    words_match = all(c >= 0.99 for c in reading.cover) and bool(quotes) and not reading.of("unsaid")
    return "exact_match" if words_match else "nli" if learned else "lexical_alignment"
