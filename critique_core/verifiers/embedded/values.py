"""What the sources say to each typed value of a claim: the same, another in its place, or nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import regex

from critique_core.language.sentence import Sentence, heads
from critique_core.typed_values import compare, identifiers
from critique_core.typed_values.mentions import Mention, mentions
from critique_core.typed_values.periods import UNIT
from critique_core.verifiers.embedded.alignment import choice, rivals
from critique_core.verifiers.embedded.alignment.align import Alignment, opens, shape
from critique_core.verifiers.embedded.alignment.cases import PLAIN_AGE, as_age, case_of
from critique_core.verifiers.embedded.alignment.entries import of_column, of_entry, without_keys
from critique_core.verifiers.embedded.alignment.hours import at_that_hour
from critique_core.verifiers.embedded.alignment.numbered import is_of_one, name_of, numbered
from critique_core.verifiers.embedded.alignment.numbered_slots import ends_a_name, is_named, of_names, of_numbered
from critique_core.verifiers.embedded.alignment.slots import Slot, fit, nearness, slots
from critique_core.verifiers.embedded.arithmetic import averages, differences, sums
from critique_core.verifiers.embedded.arithmetic.terms import Derived
from critique_core.verifiers.embedded.checks.base import Observation, Seen
from critique_core.verifiers.embedded.checks.directions import became, gave_way, tells_of_past
from critique_core.verifiers.embedded.checks.registry import Check, of_unit

_A_TERM = regex.compile(r"(?:an?|one)\s(?:day|week|month|quarter|season|year|decade)", regex.IGNORECASE)
_BEFORE_THEN = regex.compile(
    r"\s(?:(?:earlier|ago)\b(?!\sthan)|(?:before|previously)\s*(?:[.,;)]|$))", regex.IGNORECASE
)
_FIGURES = regex.compile(r"\d+(?:[.,]\d+)*")
_SIGNS = regex.compile(r"[\d@/_]")  # without them it may be but the name of a site or of a product
_ITEM = regex.compile(r"\s*[#>*-]*\s*\d+[.)](?=\s|$)")  # the number of a list's item or of a heading
_LIST = regex.compile(r"\s*(?:,|(?:,\s)?(?:and|or|und|oder|et|ou|y|o|e))\s+", regex.IGNORECASE)
_WRITTEN_ALIKE = frozenset({"number", "date", "version"})  # their figures may stand without what tells their kind
_AROUND = 40
_CONFLICT_FIT = 0.4
_PLAIN_SLOT, _VERY_SLOT = 0.5, 0.75
_EVENT_FIT = 0.55
_AGREE_FIT = 0.22
_BARE = 3
_LEAD = 0.12
_SWAPPED = 0.2
_VERSION_LEAD = 0.06
_FEW_LIKES = 2
_AS_MUCH = 0.02  # of a claim, that one unit may say less than another
_INSIDE = 0.2
_IN_PLACE = 0.6  # share of a claim's own words in the unit whose identifier is the one it should have


@dataclass(frozen=True)
class Value:
    """What the sources say to one typed mention of the claim; ``nowhere`` says that none has its figures at all.

    ``within`` says that it is a case which the limit in ``slot`` holds of, or an hour within its hours; ``denied`` is
    where a claim that agrees says "closed" or "not".
    """

    mention: Mention
    outcome: str
    slot: Slot | None = None
    derived: Derived | None = None
    nowhere: bool = False
    within: bool = False
    denied: tuple[int, int] | None = None


def with_unwritten(claim: Sentence, values: Sequence[Value], texts: Sequence[str]) -> tuple[Value, ...]:
    """The values, those that are missing marked where no source even writes their figures; not those of a name.

    The number of a name that a source writes is no missing value, in whatever passage it stands.
    """
    return tuple(
        v
        if v.outcome != "missing"
        else replace(v, outcome="unsaid")
        if _is_written_name(claim, v.mention, texts) or _is_a_term_before(claim, v.mention)
        else replace(v, nowhere=True)
        if not rivals.labels(claim, v.mention) and _unwritten(v.mention, texts, claim.code)
        else v
        for v in values
    )


def _is_a_term_before(claim: Sentence, mention: Mention) -> bool:
    """Whether a length of time only says when: "up 12 percent from a year earlier", told by dates in a source."""
    return _A_TERM.fullmatch(mention.text) is not None and _BEFORE_THEN.match(claim.text, mention.end) is not None


def _is_written_name(claim: Sentence, mention: Mention, texts: Sequence[str]) -> bool:
    name = name_of(claim, mention)
    written = name and regex.compile(
        rf"(?<!\w){regex.escape(name)}s?\s{regex.escape(mention.text)}(?!\w)", regex.IGNORECASE
    )
    return bool(written) and any(written.search(text) for text in texts)


def _unwritten(mention: Mention, texts: Sequence[str], code: str) -> bool:
    """Whether no text writes a value's figures, but for those of a list's items and of values of another kind."""
    if mention.kind == "identifier":
        return _SIGNS.search(mention.text) is not None and not any(identifiers.stated(mention.text, t) for t in texts)
    figures = _FIGURES.findall(mention.text) if mention.kind != "time" else []  # 8 pm is written 20:00 too
    return bool(figures) and not any(
        _may_state(mention, text, place.span(), code)
        for figure in figures
        for text in texts
        for place in regex.finditer(rf"(?<![\d.,]){regex.escape(figure)}(?![.,]?\d)", text)
    )


def _may_state(mention: Mention, text: str, place: tuple[int, int], code: str) -> bool:
    """Whether figures at ``place`` may be a value: not "200 g" for 200 degrees, nor the item "2." for two per cent."""
    start, end = place
    if _ITEM.match(text, text.rfind("\n", 0, start) + 1, end + 1):
        return False
    if mention.kind in _WRITTEN_ALIKE:
        return True
    low = max(0, start - _AROUND)
    around = text[low : end + _AROUND]
    beside = [m for m in mentions(around, code) if m.start < end - low and start - low < m.end]
    own = replace(mention, bound="", limit="")
    return not beside or any(
        m.kind in _WRITTEN_ALIKE or (compare.comparable(own, m) and compare.agrees(own, replace(m, bound="", limit="")))
        for m in beside
    )


def settled(claim: Sentence, value: Value, observations: Sequence[Seen]) -> Value:
    """A value after the checks: what a field states decides it, and so does a comparison that holds.

    A comparison decides the other values of the claim that its own sentence states ("faster over 400 metres"), and the
    case that a claim leaves out the value that holds in it.
    """
    mention, outcome = value.mention, value.outcome
    for alignment, observation in observations:
        within = observation.start <= mention.start and mention.end <= observation.end
        if within and observation.kind == "comparison" and observation.agreement in ("agrees", "conflicts"):
            return Value(mention, "unsaid")  # "three times as many"
        if within and observation.kind != "comparison":
            if observation.agreement == "agrees" and outcome in ("missing", "conflicts"):
                return Value(
                    mention, "agrees", _slot_stating(mention, alignment) or _slot_seen(mention, alignment, observation)
                )
            if observation.agreement == "conflicts" and outcome == "agrees":
                return Value(mention, "unsaid")
    for alignment, observation in observations:
        if (observation.kind, observation.agreement) in (
            ("comparison", "agrees"),
            ("condition", "omitted"),
        ) and outcome in ("missing", "conflicts"):
            slot = _slot_stating(mention, alignment)
            if slot is not None and differences.is_alike(claim, mention, alignment.scope.sentence, slot.mention):
                return Value(mention, "agrees", slot)
        if observation.firm and observation.agreement == "agrees" and (slot := _slot_written(mention, alignment)):
            return Value(mention, "agrees", slot)
    return value


def _slot_seen(mention: Mention, alignment: Alignment, observation: Observation) -> Slot:
    """Where a field gives the value as it does: the 12 of a column "Price EUR"."""
    start, end, text = observation.source_start, observation.source_end, observation.source_value
    return Slot(alignment, replace(mention, start=start, end=end, text=text), 1.0, agrees=True)


def _slot_written(mention: Mention, alignment: Alignment) -> Slot | None:
    """Where the unit writes the value, whatever its limit: what turns that may stand in the heading, "Forbidden"."""
    same = (m for m in alignment.scope.sentence.mentions if (m.kind, m.text) == (mention.kind, mention.text))
    return next((Slot(alignment, other, 1.0, agrees=True) for other in same), None)


def _slot_stating(mention: Mention, alignment: Alignment) -> Slot | None:
    for other in alignment.scope.sentence.mentions:
        if compare.follows(mention, other):
            return Slot(alignment, other, 1.0, agrees=True)
    return None


def with_counted_parts(values: Sequence[Value]) -> tuple[Value, ...]:
    """The values, a number that counts the parts of a derived sum ("on the two days") being derived with it."""
    totals = {v.derived.parts: v.derived for v in values if v.derived is not None and v.derived.parts > 1}
    totals |= {use: v.derived for v in values if v.derived is not None for use in v.derived.uses}

    def counted(value: Value) -> Derived | None:
        return (
            totals.get(round(value.mention.low / (value.mention.size or 1.0))) if value.outcome == "missing" else None
        )

    return tuple(Value(v.mention, "derived", derived=total) if (total := counted(v)) else v for v in values)


def decided(claim: Sentence, mention: Mention, ranked: Sequence[Alignment], checks: Sequence[Check]) -> Value:
    """Decide one typed mention: the best-fitting agreeing value against the best-fitting conflicting one."""
    if mention.kind == "identifier":
        return _identifier(claim, mention, ranked)
    if name_of(claim, mention):
        return _name(claim, mention, ranked, checks)
    among = of_column(claim, mention, without_keys(claim, mention, of_entry(claim, slots(claim, mention, ranked))))
    found = of_numbered(claim, mention, among)
    if mention.kind == "number" and heads(claim, mention):
        found = [slot for slot in found if slot.agrees or not ends_a_name(slot)]
    of_likes = is_of_one(claim) and any(slot.agrees for slot in among) and not any(slot.agrees for slot in found)
    case = case_of(claim, mention, found) or _case_of_age(claim, mention, ranked)
    if case is not None:
        return Value(mention, "agrees" if case.agrees else "conflicts", case, within=case.agrees)
    hour = at_that_hour(claim, mention, found)
    if hour is not None:
        outcome = "agrees" if hour.agrees else "conflicts"
        return Value(mention, outcome, hour.slot, within=hour.inside, denied=hour.denied if hour.agrees else None)
    return _decided(claim, mention, ranked, found, checks, derives=not of_likes)


def _name(claim: Sentence, mention: Mention, ranked: Sequence[Alignment], checks: Sequence[Check]) -> Value:
    """Decide a number that ends a name by those that end names of its likes; it is reckoned from nothing."""
    if (named := _slot_named(claim, mention, ranked)) is not None:
        return Value(mention, "agrees", named)
    among = without_keys(claim, mention, of_entry(claim, slots(claim, mention, ranked)))
    found = of_names(claim, mention, among)
    if _is_one_of_many(found):
        return Value(mention, "missing")
    if not found and is_named(claim, mention, ranked):
        return Value(mention, "unsaid")
    return _decided(claim, mention, ranked, found or among, checks, derives=False)


def _is_one_of_many(found: Sequence[Slot]) -> bool:
    """Whether the names are of many that are alike, without the claim's: its own may not be among the passages."""
    return len({slot.mention.low for slot in found}) > _FEW_LIKES and not any(slot.agrees for slot in found)


def _slot_named(claim: Sentence, mention: Mention, ranked: Sequence[Alignment]) -> Slot | None:
    """Where the unit that says most of a claim names its subject by the same number: "Lot 16" is not to be "Lot 15".

    Not where it says more of the claim in a statement about a like: "Hall 2 is open; Hall 3 is being repaired".
    """
    own = next((one for one in numbered(claim) if one.start == mention.start and one.acts), None)
    if own is None:
        return None
    most = max(one.coverage for one in ranked) - _AS_MUCH
    for alignment in ranked:
        sentence = alignment.scope.sentence
        likes = [one for one in numbered(sentence) if one.is_like(own)] if alignment.coverage >= most else []
        said = {one: _said_in(claim, sentence, one.start) for one in likes}
        mine = [one for one in likes if one.ending == own.ending]
        other = next((m for m in sentence.mentions for one in mine if m.start == one.start), None)
        if other is not None and max(said[one] for one in mine) == max(said.values()):
            return Slot(alignment, other, 1.0, agrees=True)
    return None


def _said_in(claim: Sentence, sentence: Sentence, start: int) -> int:
    """How many of a claim's words and values are in the statement at a place."""
    homes = {t.start: home for t, home in zip(sentence.tokens, sentence.statements, strict=True)}
    keys = frozenset[str]().union(*(t.keys for t in sentence.tokens if homes[t.start] == homes[start]))
    stated = [m for m in sentence.mentions if homes.get(m.start) == homes[start]]
    values = [m for m in claim.mentions if not name_of(claim, m)]
    return sum(bool(w.keys & keys) for w in claim.words) + sum(
        any(compare.follows(mine, m) for m in stated) for mine in values
    )


def _case_of_age(claim: Sentence, mention: Mention, ranked: Sequence[Alignment]) -> Slot | None:
    age = as_age(claim, mention)
    return None if age is None else case_of(claim, age, slots(claim, age, ranked), PLAIN_AGE)


def _decided(
    claim: Sentence,
    mention: Mention,
    ranked: Sequence[Alignment],
    found: list[Slot],
    checks: Sequence[Check],
    *,
    derives: bool,
) -> Value:
    if choice.grants(claim, mention):
        found = [replace(s, agrees=s.agrees and s.mention.high >= mention.low) for s in found]
    found = choice.of_the_others(claim, found)
    own = next((s for s in found if s.agrees), None)
    found = [s for s in found if s.agrees or not _taken(claim, mention, s, own)]
    found = _without_former(claim, mention, found)
    entry = next((s for s in found if s.agrees and rivals.is_entry(claim, mention, s)), None)
    if entry is not None:
        return Value(mention, "agrees", entry)
    found = [s for s in found if not rivals.opposite_phase(claim, mention, s)]
    found = [s for s in found if not rivals.is_measure_of_another(claim, mention, s)]
    found = [s for s in found if s.agrees or not rivals.is_of_another(claim, mention, s)]
    opposed = [s for s in found if s.agrees and _opposed(claim, s.alignment, checks)]
    agreeing = [s for s in found if s.agrees and s not in opposed]
    agree = next((s for s in agreeing if _is_same_limit(mention, s, agreeing[0])), next(iter(agreeing), None))
    if agree is None and opposed and opposed[0].alignment is max(ranked, key=lambda a: a.coverage):
        return Value(mention, "agrees", opposed[0])  # the value is right; what is wrong is reported apart
    against = [s for s in found if not (s.agrees or _is_coarser(s.mention, mention))]
    against = [s for s in against if not any(_listed_together(s, o) for o in found if o.agrees)]
    found = [s for s in found if s.agrees or s in against]
    conflict = next((s for s in against if s.fit >= _conflicting(mention)), None)
    lead = 0.0 if conflict is None else conflict.fit
    if (
        agree
        and conflict
        and (
            _is_latest(agree)
            or choice.in_other_cases(claim, agree, conflict)
            or choice.is_of_case(claim, agree, conflict)
            or (claim.code != "en" and choice.says_all_of(claim, conflict, agree))
        )
    ):
        lead = 0.0
    stated = agree or conflict
    rival = choice.outbid(claim, mention, stated, found if agree else against) if stated else None
    if rival is not None:
        agree, conflict = None, rival
    if agree is not None and not _is_for(claim, mention, agree, ranked):
        agree = None
    named = agree is not None and _is_called_so(claim, mention, agree)
    enough = 0.0 if agree is None else _enough(agree, found) - 0.5 * _specific(mention)
    if agree is not None and (named or (agree.fit >= enough and agree.fit >= lead - _lead(mention))):
        return Value(mention, "agrees", agree)
    plain = conflict is not None and conflict.fit >= _PLAIN_SLOT
    derived = sums.derive(claim, mention, ranked[:8], contested=plain) if derives else None
    if derived is not None:
        return Value(mention, "derived", derived=derived)
    if (
        conflict is not None
        and agree is None
        and rival is None
        and not _in_place(conflict, _closest(claim, mention, ranked))
    ):
        conflict = None
    return _not_given(claim, mention, ranked, found, conflict)


def _is_for(claim: Sentence, mention: Mention, agree: Slot, ranked: Sequence[Alignment]) -> bool:
    """Whether an equal value is what the claim's is: a difference, an average, a total, or what is left, or none."""
    return differences.is_alike(claim, mention, agree.alignment.scope.sentence, agree.mention) and not (
        averages.is_single(claim, agree)
        or sums.is_part_of_total(claim, agree, ranked[:8])
        or choice.is_of_rest(claim, agree)
    )


def _is_called_so(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether a version or a date only names a thing that the source calls so too: "the July issue"."""
    if mention.kind == "version":
        return _beside_others(claim, mention, slot)
    if mention.kind != "date":
        return False
    mine, theirs = (
        next((t for t in s.tokens if t.start >= m.end), None)
        for s, m in ((claim, mention), (slot.alignment.scope.sentence, slot.mention))
    )
    if mine is None or theirs is None:
        return False
    return mine.norm == theirs.norm and not mine.function and mine.kind == "word"


def _is_latest(slot: Slot) -> bool:
    """Whether a value that fits is what another became, whatever is said of earlier."""
    return slot.fit >= _PLAIN_SLOT and became(slot.alignment.scope.sentence, slot.mention)


def _without_former(claim: Sentence, mention: Mention, found: Sequence[Slot]) -> list[Slot]:
    """The slots without agreeing ones that changed to another value, which takes their place: "from 60 euros to 80".

    A claim that speaks of what was may mean the former value, unless it says that this is what came of the change.
    """
    past = tells_of_past(claim) and not became(claim, mention)
    former = [s for s in found if s.agrees and not past and gave_way(s.alignment.scope.sentence, s.mention)]

    def placed(slot: Slot) -> Slot:
        fits = [s.fit for s in former if s.alignment is slot.alignment]
        takes_over = fits and became(slot.alignment.scope.sentence, slot.mention)
        return replace(slot, fit=max(slot.fit, *fits)) if takes_over else slot

    return sorted((placed(s) for s in found if s not in former), key=lambda s: -s.fit) if former else list(found)


def _is_coarser(other: Mention, mention: Mention) -> bool:
    """Whether a source's date only leaves open what the claim's adds: "May" beside "15 May"."""
    return mention.kind == other.kind == "date" and not other.bound and compare.agrees(other, mention)


def _listed_together(slot: Slot, other: Slot) -> bool:
    """Whether nothing but "and" or a comma is between two dates: "July and August" contradicts neither."""
    return slot.mention.kind == "date" and _adjoins(slot, other)


def _is_same_limit(mention: Mention, slot: Slot, best: Slot) -> bool:
    """Whether a slot gives the very figure of a limit, and hardly fits worse than the best that is within it.

    "Up to 100 MB" agrees with a limit of 10 MB and with one of 100 MB, but means the latter.
    """
    return bool(mention.bound) and slot.mention.low == mention.low and slot.fit >= best.fit - _LEAD


def _not_given(
    claim: Sentence, mention: Mention, ranked: Sequence[Alignment], found: Sequence[Slot], conflict: Slot | None
) -> Value:
    """A value that no source gives in its place: in conflict with another there, a mere case, or missing."""
    if choice.is_case(claim, mention, conflict, found) and not _stated(mention, ranked):
        return Value(mention, "unsaid")
    if mention.unit == UNIT and conflict is None:
        return Value(mention, "unsaid")  # how often is said in many ways that are no values ("on Fridays")
    idle = _idle(claim, mention)
    if conflict is not None and idle and not choice.counts(claim, mention, conflict):
        conflict = None
    at_hand = conflict is not None and (not mention.ordinal or conflict.fit >= _PLAIN_SLOT)
    if conflict is not None and at_hand and _answers(conflict.alignment):
        return Value(mention, "conflicts", conflict)
    return Value(mention, "unsaid" if idle else "missing", conflict)


def _stated(mention: Mention, ranked: Sequence[Alignment]) -> bool:
    """Whether a source gives the value at all, though of something else."""
    given = (m for a in ranked for m in a.scope.sentence.mentions)
    return any(compare.follows(mention, m) for m in given)


def _closest(claim: Sentence, mention: Mention, ranked: Sequence[Alignment]) -> Alignment:
    """The alignment whose unit says most of what is near a value; each clause of a claim may have a unit of its own."""
    if len({word.clause for word in claim.words}) == 1:
        return ranked[0]
    weights = nearness(claim, mention)
    return max(ranked, key=lambda one: sum(p.strength * weights[p.claim.index] for p in one.pairs))


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
    """Whether the unit that holds a value holds another value of the claim too: "4.x" next to its date."""
    sentence = slot.alignment.scope.sentence
    return any(
        other is not mention and other.kind != "identifier" and compare.follows(other, found)
        for other in claim.mentions
        for found in sentence.mentions
    )


def _enough(slot: Slot, found: Sequence[Slot]) -> float:
    """How well an agreeing value must fit; a bare "Pro tier: 100MB" has hardly a word that could fit."""
    bare = len(slot.alignment.scope.sentence.words) <= _BARE and found[0].fit < slot.fit + _LEAD
    return 0.0 if bare else _AGREE_FIT


def _taken(claim: Sentence, mention: Mention, slot: Slot, own: Slot | None) -> bool:
    """Whether a source's value is what another value of the claim stands for, unless the two change places.

    They do where each has a clause of the claim and both fit clearly better in each other's place, and where each
    counts by name what the other counts in the source; ``own`` is the best place of the claim's value.
    """
    if own is not None and choice.counts(claim, mention, slot) and not choice.counts(claim, mention, own):
        return False  # "five daughters and two grandsons" beside "two daughters and five grandsons"
    for other in claim.mentions:
        if other is mention or not compare.follows(other, slot.mention):
            continue
        together = claim.clause_at(other.start) == claim.clause_at(mention.start)
        if own is None or together or _adjoins(slot, own):
            return True
        straight = own.fit + fit(claim, other, slot.alignment, slot.mention)
        crossed = slot.fit + fit(claim, other, own.alignment, own.mention)
        if crossed <= straight + _SWAPPED:
            return True
    return False


def _adjoins(slot: Slot, other: Slot) -> bool:
    """Whether nothing but "and" or a comma is between two values of a source: they share all that is said of them."""
    first, second = sorted((slot.mention, other.mention), key=lambda m: m.start)
    text = slot.alignment.scope.sentence.text
    return slot.alignment is other.alignment and _LIST.fullmatch(text, first.end, second.start) is not None


def _idle(claim: Sentence, mention: Mention) -> bool:
    """Whether a number only points ("the first", "of the two") or compares, so that its absence says nothing."""
    before = [t.norm for t in claim.tokens if t.end <= mention.start][-1:]
    small = mention.kind == "number" and mention.low <= 10 and mention.step == 0.0
    multiple = mention.kind == "percentage" and rivals.is_multiple(claim.text, mention.end)
    if mention.unit == "[time]" and rivals.is_offset(claim.text, mention):
        return True
    if multiple or (small and mention.low == 1) or rivals.is_argument(claim.text, mention):
        return True
    return mention.ordinal or (small and before in (["the"], ["these"], ["those"], ["both"], ["all"]))


def _answers(alignment: Alignment) -> bool:
    """Whether a unit itself, not only its neighbours, mentions the claim; then its value may conflict."""
    return alignment.inside >= _INSIDE or alignment.scope.sentence.has_pronoun or alignment.scope.unit.kind == "record"


def _lead(mention: Mention) -> float:
    """By how much another value may fit better before it is the one the claim means."""
    return _VERSION_LEAD if mention.kind == "version" else _LEAD + _specific(mention)


def _specific(mention: Mention) -> float:
    """How little chance there is that the same value is in a source for another reason."""
    if mention.kind == "date":
        return 0.15 if any(len(r) == 3 and r[2] for r in mention.alternatives) else 0.0
    digits = sum(c.isdigit() for c in mention.text.rstrip("0"))
    return 0.12 if digits >= 3 or (mention.low >= 1000 and mention.unit == "") else 0.05 if digits == 2 else 0.0


def _opposed(claim: Sentence, alignment: Alignment, checks: Sequence[Check]) -> bool:
    """Whether the unit that states the value is about the opposite (the men's final, not the women's)."""
    return any(o.kind == "antonym" and o.agreement == "conflicts" for o in of_unit(claim, alignment, checks))


def _identifier(claim: Sentence, mention: Mention, ranked: Sequence[Alignment]) -> Value:
    """An identifier is the same whole or not at all; another of its pattern in its place conflicts."""
    for alignment in ranked:
        texts = (alignment.scope.sentence, *(s for _, s in alignment.scope.around))
        if any(identifiers.stated(mention.text, s.text) for s in texts):
            like = (m for m in texts[0].mentions if m.text.casefold() == mention.text.casefold())
            same = next(like, None)
            return Value(mention, "agrees", same and Slot(alignment, same, alignment.inside, agrees=True))
    best = ranked[0]
    if not opens(claim, mention) and best.inside >= _IN_PLACE:  # of what opens a claim nothing is said
        like = [m for m in best.scope.sentence.mentions if m.kind == "identifier" and _alike(m.text, mention.text)]
        own = {m.text.casefold() for m in claim.mentions if m.kind == "identifier"}
        if len(like) == 1 and like[0].text.casefold() not in own:
            return Value(mention, "conflicts", Slot(best, like[0], best.inside, agrees=False))
    return Value(mention, "missing")


def _alike(first: str, second: str) -> bool:
    """Whether two identifiers are of one pattern: two telephone numbers, two addresses, two paths."""
    pattern = shape(first.casefold()), shape(second.casefold())
    return pattern[0] == pattern[1] and ("@" in first) == ("@" in second) and ("/" in first) == ("/" in second)
