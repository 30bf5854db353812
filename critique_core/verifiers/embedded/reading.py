"""Read one claim against its candidate passages: what agrees, what conflicts, what nothing speaks of."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import regex

from critique_core.language.frames import acts
from critique_core.language.sentence import Sentence, Word, is_noun, may_be_noun
from critique_core.models import ClaimCandidates, SourceDocument, Unit
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded import settling
from critique_core.verifiers.embedded.alignment import choice, multiples, numbered, phases, standing
from critique_core.verifiers.embedded.alignment.align import Alignment, Scope, align, scope_of
from critique_core.verifiers.embedded.alignment.slots import Slot, slots
from critique_core.verifiers.embedded.arithmetic import sums as arithmetic
from critique_core.verifiers.embedded.arithmetic.terms import Derived
from critique_core.verifiers.embedded.checks.base import Observation, Seen
from critique_core.verifiers.embedded.checks.conditions import Omission, omitted_condition
from critique_core.verifiers.embedded.checks.registry import CHECKS, Check, Laid, of_claim, of_fields, of_unit

_BEFORE = 2
_AFTER = 1
_LINES = 5
_MOST_SCOPES = 40
_ASKS = ("?", "？", "؟")
_MOST_ALIGNED = 20
_COVERED = 0.5
_FULL = 0.6
_OTHER_UNITS = 6
_OTHER_INSIDE = 0.3
_SAME_DEED = 0.8
_SAME_WORD = 0.9
_SIBLINGS_INSIDE = 0.25
_LIST_WORDS, _LIST_ENDS = frozenset(", and or & a an the".split()), frozenset(("and", "or"))
_ADDING = frozenset("also too additionally furthermore moreover plus likewise another".split())
_ELSEWHERE = 0.7
_CONFLICT_FIT = 0.4
_PLAIN_SLOT, _VERY_SLOT = 0.5, 0.75
_EVENT_FIT = 0.55
_AGREE_FIT = 0.22
_BARE = 3
_LEAD = 0.12
_VERSION_LEAD = 0.06
_INSIDE = 0.2
_PART_STANDS = 0.75
_PART_FAILS = 0.45
_RELATED_REST = 0.4
_NO_CELL = regex.compile(r"(?:^|[|;,\t])\s*(?:no|none|never|not)\s*(?:$|[|;,\t])", regex.IGNORECASE)
_TOLD = ("agrees", "derived", "conflicts")


@dataclass(frozen=True)
class Value:
    """What the sources say to one typed mention of the claim."""

    mention: Mention
    outcome: str
    slot: Slot | None = None
    derived: arithmetic.Derived | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One clause or list member of a claim: ``cover`` is how far a unit that fits the rest speaks of it."""

    words: tuple[Word, ...]
    values: tuple[Value, ...]
    cover: float
    unspoken: tuple[Word, ...] = ()
    listed: bool = False

    @property
    def stands(self) -> bool:
        """Whether the sources speak of it and state its values."""
        return self.cover >= _PART_STANDS and not any(v.outcome in ("missing", "conflicts") for v in self.values)

    @property
    def stray(self) -> bool:
        """Whether it is a list member that no source names within the list."""
        return self.listed and self.cover < _PART_FAILS

    @property
    def fails(self) -> bool:
        """Whether the sources do not speak of it, or lack a value of it."""
        unnamed = any(w.token.name for w in self.unspoken)
        return (
            (bool(self.words) and self.cover < _PART_FAILS)
            or unnamed
            or any(v.outcome == "missing" for v in self.values)
        )


@dataclass(frozen=True)
class Reading:
    """A claim read against its sources: the features that the probability is made of, and what explains them."""

    claim: Sentence
    focus: Alignment | None
    cover: tuple[float, ...]
    values: tuple[Value, ...]
    observations: tuple[tuple[Alignment, Observation], ...]
    omission: Omission | None
    parts: tuple[Part, ...] = ()
    alignments: tuple[Alignment, ...] = field(repr=False, default=())

    @property
    def coverage(self) -> float:
        """Share of the claim's weight that the sources speak of."""
        total = sum(w.weight for w in self.claim.words)
        return sum(w.weight * c for w, c in zip(self.claim.words, self.cover, strict=True)) / total if total else 1.0

    @property
    def bearing(self) -> float:
        """Share of the claim's content, its words and its values, that the sources speak of at all, 0 to 1.

        A value counts like a word, and a conflicting one is spoken of too; identifiers are among the words.
        """
        outcomes = [v.outcome for v in self.values if v.mention.kind != "identifier"]
        told = sum(outcome in _TOLD for outcome in outcomes)
        met = told + sum(w.weight * c for w, c in zip(self.claim.words, self.cover, strict=True))
        total = told + outcomes.count("missing") + sum(w.weight for w in self.claim.words)
        return met / total if total else 0.0

    @property
    def partly(self) -> bool:
        """Whether one part of the claim stands and another fails."""
        return any(p.stands for p in self.parts) and any(p.fails for p in self.parts)

    @property
    def missing(self) -> tuple[Word, ...]:
        """The claim's words that no source speaks of."""
        return tuple(w for w, c in zip(self.claim.words, self.cover, strict=True) if c < _COVERED)

    @property
    def missing_nouns(self) -> tuple[Word, ...]:
        """Those of the missing words that name things; "people" or "things" name none."""
        return tuple(w for w in self.missing if w.weight >= _FULL and self._names_a_thing(w))

    def _names_a_thing(self, word: Word) -> bool:
        """Whether a word is a noun here: "water" may be a verb, but not in "water damage"."""
        return is_noun(word) or (self.claim.code == "en" and may_be_noun(word) and not acts(self.claim, word))

    @property
    def added(self) -> float:
        """How far a claim repeats a unit word for word and adds a thing of its own: 0 for a paraphrase."""
        held = [w for w, c in zip(self.claim.words, self.cover, strict=True) if c >= _COVERED]
        if not self.missing_nouns or not held or self.focus is None:
            return 0.0
        same = {pair.claim.index for pair in self.focus.pairs if pair.strength >= _SAME_WORD}
        return sum(w.weight for w in held if w.index in same) / sum(w.weight for w in held)

    @property
    def missing_deeds(self) -> tuple[Word, ...]:
        """Those of the missing words that say what is done, in English."""
        known = self.claim.code == "en"
        return tuple(w for w in self.missing if known and w.weight >= _FULL and acts(self.claim, w))

    @property
    def names_apart(self) -> int:
        """How many of the claim's names stand in the sources, but neither in the focus unit nor near it."""
        near = self.focus.cover if self.focus else self.cover
        words = zip(self.claim.words, self.cover, near, strict=True)
        return sum(w.token.name and found >= _COVERED > beside for w, found, beside in words)

    @property
    def together(self) -> float:
        """The largest share of the claim's weight that stands in one statement of a source."""
        total = sum(w.weight for w in self.claim.words)
        best = 0.0
        for alignment in self.alignments:
            shares: dict[int, float] = {}
            for pair in alignment.pairs:
                home = alignment.scope.sentence.statements[pair.source.index]
                shares[home] = shares.get(home, 0.0) + pair.claim.weight * pair.strength
            best = max(best, *shares.values(), 0.0)
        return best / total if total else 1.0

    def of(self, outcome: str) -> list[Value]:
        """The values with one outcome."""
        return [value for value in self.values if value.outcome == outcome]

    @property
    def conflicts(self) -> list[Observation]:
        """Conflicts of meaning."""
        return [o for _, o in self.observations if o.agreement == "conflicts"]


def scopes(candidates: ClaimCandidates, sources: dict[str, SourceDocument], code: str) -> list[Scope]:
    """The units of the candidate passages, each once, with their neighbours.

    Headings and questions state nothing; they only lend their words to what follows.
    """
    found: list[Scope] = []
    seen: set[tuple[str, int]] = set()
    for ranked in candidates.passages:
        passage = ranked.passage
        title = " ".join(
            part for part in (sources[passage.source_id].title, sources[passage.source_id].section) if part
        )
        units = passage.units
        for position, unit in enumerate(units):
            key = (passage.source_id, unit.start)
            if unit.kind == "heading" or key in seen or unit.text.rstrip().endswith(_ASKS):
                continue
            before, after = _around(units, position)
            if (
                unit.kind == "prose"
                and len(before) < _BEFORE
                and position < _BEFORE
                and _later(candidates, passage.source_id, unit)
            ):
                continue
            seen.add(key)
            found.append(
                scope_of(passage.source_id, unit, before=before, after=after, title=title, code=code, rank=len(found))
            )
            if len(found) >= _MOST_SCOPES:
                return found
    return found


def _around(units: Sequence[Unit], position: int) -> tuple[list[Unit], list[Unit]]:
    """The units before and after one that its meaning rests on: two and one sentences, some lines of code or fields."""
    prose = units[position].kind == "prose"
    first, last = (_BEFORE, _AFTER) if prose else (_LINES, _LINES)
    before = [u for u in units[max(0, position - first) : position] if u.kind != "heading"]
    return before, [u for u in units[position + 1 : position + 1 + last] if u.kind != "heading"]


def _later(candidates: ClaimCandidates, source_id: str, unit: Unit) -> bool:
    """Whether another candidate passage holds the unit with more text before it."""
    for ranked in candidates.passages:
        passage = ranked.passage
        if passage.source_id != source_id:
            continue
        starts = [u.start for u in passage.units]
        if unit.start in starts and starts.index(unit.start) >= _BEFORE:
            return True
    return False


def read(
    claim: Sentence, candidates: ClaimCandidates, sources: dict[str, SourceDocument], checks: Sequence[Check] = CHECKS
) -> Reading:
    """Read a claim against the passages found for it; ``checks`` are those of the table that take part."""
    alignments = [align(claim, scope) for scope in _closest(claim, scopes(candidates, sources, claim.code))]
    ranked = sorted(alignments, key=lambda a: (-a.coverage - 0.4 * a.inside, a.scope.rank))
    if not ranked:
        return Reading(claim, None, tuple(0.0 for _ in claim.words), (), (), None)
    values = tuple(_value(claim, mention, ranked, checks) for mention in claim.mentions)
    focus = _focus(ranked, values)
    cover = _union(focus, ranked)
    unstated = [value.mention for value in values if value.outcome in ("missing", "conflicts")]
    observations = _observations(Laid(claim, ranked, focus, unstated), checks)
    if same := next((a for a in ranked if _is_said(claim, a)), None):
        observations = [
            (a, o) for a, o in observations if o.agreement != "conflicts" or a.scope.source_id != same.scope.source_id
        ]
    values = _with_counted_parts([_settled(value, observations) for value in values])
    told_by_field = any(a.scope.unit.kind != "prose" and o.agreement == "conflicts" for a, o in observations)
    conditional = [v for v in values if not numbered.labels(claim, v.mention)]
    omission = None if told_by_field else omitted_condition(claim, conditional, ranked)
    parts = tuple(_parts(claim, values, focus, ranked, cover))
    cover = _without_strays(claim, parts, cover)
    return Reading(claim, focus, cover, values, tuple(observations), omission, parts, tuple(ranked))


def _is_said(claim: Sentence, alignment: Alignment) -> bool:
    """Whether a unit is the claim word for word: no rule for meaning makes a sentence conflict with itself."""
    said, unit = (
        [token.text.casefold() for token in sentence.tokens if any(map(str.isalnum, token.text))]
        for sentence in (claim, alignment.scope.sentence)
    )
    return said == unit


def _closest(claim: Sentence, found: list[Scope]) -> list[Scope]:
    """The scopes worth a full alignment: those that share most forms of words or kinds of values with the claim."""
    if len(found) <= _MOST_ALIGNED:
        return found
    kinds = {(m.kind, m.unit) for m in claim.mentions}

    def shared(scope: Scope) -> float:
        own = sum(not word.keys.isdisjoint(scope.sentence.by_key) for word in claim.words)
        near = sum(not word.keys.isdisjoint(s.by_key) for word in claim.words for _, s in scope.around)
        return own + 0.3 * near + 0.5 * any((m.kind, m.unit) in kinds for m in scope.sentence.mentions)

    kept = sorted(found, key=lambda s: (-shared(s), s.rank))[:_MOST_ALIGNED]
    return sorted(kept, key=lambda s: s.rank)


def _settled(value: Value, observations: settling.Seen) -> Value:
    """A value in the light of the observations on it; one that arithmetic reached stays."""
    settled = settling.settle(value.mention, value.outcome, observations)
    return value if settled is None else Value(value.mention, *settled)


def _with_counted_parts(values: Sequence[Value]) -> tuple[Value, ...]:
    """The values, a number that counts the parts of a derived sum ("on the two days") being derived with it."""
    sums = {v.derived.parts: v.derived for v in values if v.derived is not None and v.derived.parts > 1}

    def counted(value: Value) -> Derived | None:
        return sums.get(round(value.mention.low / (value.mention.size or 1.0))) if value.outcome == "missing" else None

    return tuple(Value(v.mention, "derived", derived=total) if (total := counted(v)) else v for v in values)


def _parts(
    claim: Sentence, values: Sequence[Value], focus: Alignment, ranked: Sequence[Alignment], union: Sequence[float]
) -> list[Part]:
    """Cut the claim at its clauses; what a part needs must stand in a unit that also speaks of the rest."""
    numbers = sorted({w.clause for w in claim.words})
    groups = [[i for i, w in enumerate(claim.words) if w.clause == number] for number in numbers]
    parts: list[Part] = []
    for number, members in zip(numbers, groups, strict=True):
        rest = [i for i in range(len(claim.words)) if i not in members]
        listed = (
            bool(rest)
            and _is_listed(claim, number, members)
            and focus.scope.unit.kind == "prose"
            and _mean(claim, _within(claim, focus), rest) >= _SIBLINGS_INSIDE
        )
        best = _mean(claim, _within(claim, focus) if listed else focus.cover, members)
        for alignment in ranked[:12]:
            if listed and not (alignment.scope.sentence.has_pronoun or _adds(alignment.scope.sentence)):
                inside = _within(claim, alignment)
                if _mean(claim, inside, rest) >= _SIBLINGS_INSIDE:
                    best = max(best, _mean(claim, inside, members))
            elif not rest or _mean(claim, alignment.cover, rest) >= _RELATED_REST:
                best = max(best, _mean(claim, alignment.cover, members))
        held = tuple(v for v in values if claim.clause_at(v.mention.start) == number)
        unspoken = tuple(claim.words[i] for i in members if union[i] < _COVERED)
        parts.append(Part(tuple(claim.words[i] for i in members), held, best, unspoken, listed))
    return parts


def _without_strays(claim: Sentence, parts: Sequence[Part], cover: tuple[float, ...]) -> tuple[float, ...]:
    """Cover without the list members that the sources name only somewhere else than the list."""
    strays = {w.index: p.cover for p in parts if p.stray for w in p.words}
    return tuple(min(c, strays.get(w.index, 1.0)) for w, c in zip(claim.words, cover, strict=True))


def _is_listed(claim: Sentence, number: int, members: Sequence[int]) -> bool:
    """Whether a part is a later member of a list: "and" or a comma, perhaps an article, then only nouns or names."""
    home = claim.statements[claim.words[members[0]].index]
    opening = claim.clauses.index(number)
    before = claim.tokens[opening : claim.words[members[0]].index]
    shared = home in claim.statements[:opening]
    plain = all(t.norm in _LIST_WORDS for t in before) and bool(claim.functions & _LIST_ENDS)
    nouns = all(claim.words[i].token.name or may_be_noun(claim.words[i]) for i in members)
    return claim.code == "en" and opening > 0 and shared and plain and nouns and "other" not in claim.functions


def _within(claim: Sentence, alignment: Alignment) -> list[float]:
    """Each claim word's strength in the unit alone, without its neighbours."""
    held = {pair.claim.index: pair.strength for pair in alignment.pairs}
    return [held.get(word.index, 0.0) for word in claim.words]


def _adds(sentence: Sentence) -> bool:
    """Whether a sentence adds to what stands before it, so that a list may go on in it."""
    return bool(sentence.functions & _ADDING)


def _mean(claim: Sentence, cover: Sequence[float], members: Sequence[int]) -> float:
    total = sum(claim.words[i].weight for i in members)
    return sum(claim.words[i].weight * cover[i] for i in members) / total if total else 1.0


def _value(claim: Sentence, mention: Mention, ranked: Sequence[Alignment], checks: Sequence[Check]) -> Value:
    """Decide one typed mention: the best-fitting agreeing value against the best-fitting conflicting one."""
    if mention.kind == "identifier":
        return _identifier(mention, ranked)
    found = [s for s in slots(claim, mention, ranked) if s.agrees or not _taken(claim, mention, s)]
    entry = next((s for s in found if s.agrees and numbered.is_entry(claim, mention, s)), None)
    if entry is not None:
        return Value(mention, "agrees", entry)
    found = [s for s in found if not phases.opposed(claim, mention, s)]
    found = [s for s in found if s.agrees or not standing.apart(claim, mention, s)]
    opposed = [s for s in found if s.agrees and _opposed(claim, s.alignment, checks)]
    agree = next((s for s in found if s.agrees and s not in opposed), None)
    if agree is None and opposed and opposed[0].alignment is max(ranked, key=lambda a: a.coverage):
        return Value(mention, "agrees", opposed[0])  # the value is right there; what is wrong beside it is told apart
    conflict = next((s for s in found if not s.agrees and s.fit >= _conflicting(mention)), None)
    lead = 0.0 if conflict is None else conflict.fit
    rival = None if agree is None else choice.outbid(claim, mention, agree, found)
    if rival is not None:
        agree, conflict = None, rival
    named = agree is not None and mention.kind == "version" and _beside_others(claim, mention, agree)
    enough = 0.0 if agree is None else _enough(agree, found) - 0.5 * _specific(mention)
    if agree is not None and (named or (agree.fit >= enough and agree.fit >= lead - _lead(mention))):
        return Value(mention, "agrees", agree)
    derived = arithmetic.derive(claim, mention, ranked[:8])
    if derived is not None:
        return Value(mention, "derived", derived=derived)
    if conflict is not None and agree is None and rival is None and not _in_place(conflict, ranked[0]):
        conflict = None
    return _not_given(claim, mention, ranked, found, conflict)


def _not_given(
    claim: Sentence, mention: Mention, ranked: Sequence[Alignment], found: Sequence[Slot], conflict: Slot | None
) -> Value:
    """A value that no source gives in its place: in conflict with another there, a mere case, or missing."""
    if choice.is_case(mention, conflict, found) and not _stated(mention, ranked):
        return Value(mention, "unsaid")
    idle = _idle(claim, mention)
    if conflict is not None and idle and not _stands_against(claim, mention, conflict):
        conflict = None
    if conflict is not None and not mention.ordinal and _answers(conflict.alignment):
        return Value(mention, "conflicts", conflict)
    return Value(mention, "unsaid" if idle else "missing", conflict)


def _stands_against(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether another value counts the same things as one that only points, or compares by the same measure."""
    theirs = slot.alignment.scope.sentence.text
    return choice.counts(claim, mention, slot) or multiples.measure_alike(
        claim.text, mention.end, theirs, slot.mention.end
    )


def _stated(mention: Mention, ranked: Sequence[Alignment]) -> bool:
    """Whether a source gives the value at all, though of something else."""
    given = (m for a in ranked for m in a.scope.sentence.mentions)
    return any(compare.comparable(mention, m) and compare.agrees(mention, m) for m in given)


def _in_place(conflict: Slot, best: Alignment) -> bool:
    """Whether another value stands plainly enough where the claim's would, when no source states the claim's.

    Of claims written for training with a worse fitting one, or one in another unit than the best, half are supported.
    """
    if conflict.alignment.scope.unit.kind != "prose" or conflict.fit >= _VERY_SLOT:
        return True
    return conflict.alignment is best and conflict.fit >= _PLAIN_SLOT


def _conflicting(mention: Mention) -> float:
    """How well another value must fit to conflict; sources give many dates, each for an event of its own."""
    return _EVENT_FIT if mention.kind in ("date", "time", "version") else _CONFLICT_FIT


def _beside_others(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether the unit that holds a value holds another value of the claim too: "4.x" beside its date."""
    sentence = slot.alignment.scope.sentence
    return any(
        other is not mention
        and other.kind != "identifier"
        and compare.comparable(other, found)
        and compare.agrees(other, found)
        for other in claim.mentions
        for found in sentence.mentions
    )


def _enough(slot: Slot, found: Sequence[Slot]) -> float:
    """How well an agreeing value must fit; a bare "Pro tier: 100MB" has hardly a word that could fit."""
    bare = len(slot.alignment.scope.sentence.words) <= _BARE and found[0].fit < slot.fit + _LEAD
    return 0.0 if bare else _AGREE_FIT


def _taken(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether another value of the claim is what the source's value stands for."""
    return any(
        other is not mention and compare.comparable(other, slot.mention) and compare.agrees(other, slot.mention)
        for other in claim.mentions
    )


def _idle(claim: Sentence, mention: Mention) -> bool:
    """Whether a number only points ("the first", "of the two") or compares, so that its absence says nothing."""
    before = [t.norm for t in claim.tokens if t.end <= mention.start][-1:]
    small = mention.kind == "number" and mention.low <= 10 and mention.step == 0.0
    multiple = mention.kind == "percentage" and multiples.is_multiple(claim.text, mention.end)
    if mention.unit == "[time]" and standing.is_offset(claim.text, mention):
        return True
    if multiple or (small and mention.low == 1) or standing.is_argument(claim.text, mention):
        return True
    return mention.ordinal or (small and before in (["the"], ["these"], ["those"], ["both"], ["all"]))


def _answers(alignment: Alignment) -> bool:
    """Whether a unit itself, not only its neighbours, speaks of the claim; then its value may conflict."""
    return alignment.inside >= _INSIDE or alignment.scope.sentence.has_pronoun or alignment.scope.unit.kind == "record"


def _lead(mention: Mention) -> float:
    """By how much another value may fit better before it is the one the claim means."""
    return _VERSION_LEAD if mention.kind == "version" else _LEAD + _specific(mention)


def _specific(mention: Mention) -> float:
    """How little chance there is that the same value stands in a source for another reason."""
    if mention.kind == "date":
        return 0.15 if any(len(r) == 3 and r[2] for r in mention.alternatives) else 0.0
    digits = sum(c.isdigit() for c in mention.text.rstrip("0"))
    return 0.12 if digits >= 3 or (mention.low >= 1000 and mention.unit == "") else 0.05 if digits == 2 else 0.0


def _opposed(claim: Sentence, alignment: Alignment, checks: Sequence[Check]) -> bool:
    """Whether the unit that states the value is about the opposite (the men's final, not the women's)."""
    return any(o.kind == "antonym" and o.agreement == "conflicts" for o in of_unit(claim, alignment, checks))


def _identifier(mention: Mention, ranked: Sequence[Alignment]) -> Value:
    wanted = mention.text.casefold()
    for alignment in ranked:
        texts = (alignment.scope.sentence, *(s for _, s in alignment.scope.around))
        if any(wanted in s.text.casefold() or numbered.within(mention.text, s.text) for s in texts):
            return Value(mention, "agrees")
    return Value(mention, "missing")


def _focus(ranked: Sequence[Alignment], values: Sequence[Value]) -> Alignment:
    """The unit that speaks most of the claim: its words, and the values found in it."""

    def score(alignment: Alignment) -> tuple[float, int]:
        held = sum(
            1.0 for v in values if v.slot is not None and v.slot.alignment is alignment and v.outcome != "missing"
        )
        share = held / len(values) if values else 0.0
        return alignment.coverage + 0.4 * alignment.inside + 0.5 * share, -alignment.scope.rank

    return max(ranked, key=score)


def _union(focus: Alignment, ranked: Sequence[Alignment]) -> tuple[float, ...]:
    """Cover by the focus, or at a discount by other units that share words with the claim."""
    cover = list(focus.cover)
    for alignment in ranked[:12]:
        if alignment is focus or alignment.coverage < 0.25:
            continue
        near = alignment.scope.source_id == focus.scope.source_id
        for position, strength in enumerate(alignment.cover):
            cover[position] = max(cover[position], strength * (_ELSEWHERE if near else 0.55))
    return tuple(cover)


def _told_elsewhere(laid: Laid, checks: Sequence[Check]) -> list[Seen]:
    """Conflicts with a unit that tells the claim's deed where the focus, though nearer in words, does not."""
    claim, focus = laid.claim, laid.focus
    deeds = [w for w in claim.words if w.weight >= _FULL and acts(claim, w)] if claim.code == "en" else []
    if not deeds or any(_tells(focus, w) for w in deeds):
        return []
    for other in laid.alignments[:_OTHER_UNITS]:
        if other is not focus and other.inside >= _OTHER_INSIDE and any(_tells(other, w) for w in deeds):
            found = [(other, o) for o in of_unit(claim, other, checks) if o.agreement != "agrees"]
            if found:
                return found
    return []


def _tells(alignment: Alignment, deed: Word) -> bool:
    return any(p.claim is deed and p.strength >= _SAME_DEED for p in alignment.pairs)


def _denies_column(alignment: Alignment) -> bool:
    """Whether a row of a table has a bare "no" in a cell, which denies its column and not the words of the row."""
    return alignment.scope.unit.kind == "table" and _NO_CELL.search(alignment.scope.unit.text) is not None


def _observations(laid: Laid, checks: Sequence[Check]) -> list[Seen]:
    """What the checks find: on the focus, or on another unit where that tells more, then on all units together."""
    fields = of_fields(laid, checks)
    found = _on_one_unit(laid, checks)
    if fields and laid.focus.scope.unit.kind not in ("prose", "heading"):
        found = []  # what a field says is read exactly; its words alone would only blur that
    found = [(a, o) for a, o in found if o.kind != "negation" or not _denies_column(a)]
    return of_claim(laid, [*found, *fields], checks)


def _on_one_unit(laid: Laid, checks: Sequence[Check]) -> list[Seen]:
    """What is found on the focus, unless a unit that fits as well shows nothing of it."""
    claim, focus = laid.claim, laid.focus
    found = [(focus, o) for o in of_unit(claim, focus, checks)]
    if not found:
        return _told_elsewhere(laid, checks)
    least = (focus.inside - 0.02, focus.coverage - 0.02)
    others = (a for a in laid.alignments if a is not focus and a.inside >= least[0] and a.coverage >= least[1])
    rival = next(others, None)
    return found if rival is None or of_unit(claim, rival, checks) else []
