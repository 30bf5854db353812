"""What a claim says may be done next to what a source forbids, and the other way round.

The act and the thing must be the same; a pronoun of the source stands for what its own neighbours name. A circumstance
of the source that the claim leaves out makes a permission a part of the truth only; a ban of what is allowed in some
circumstance is wrong as a whole.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from critique_core.language.frames import acts
from critique_core.language.permissions import Circumstance, Rule, rules
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import similarity
from critique_core.language.tokens import Token
from critique_core.text.permission_words import ADVISED, JOINT
from critique_core.typed_values import compare
from critique_core.verifiers.embedded.alignment.align import COVERED, Alignment
from critique_core.verifiers.embedded.checks.base import Observation, Seen, between, quoted

_SAME = 0.8
_SURE, _AGREE_SURE, _CONDITION_SURE = 0.86, 0.8, 0.75
_EARLIER = 0.75  # the weight of what stands before a sentence; what follows it weighs less
_OR = frozenset("or oder ou o of".split())
_PROVISOS = frozenset("unless only except".split())  # a denial under one of these permits as much as it forbids


@dataclass(frozen=True, slots=True)
class _Met:
    """A rule of a source on the act and thing of the claim; ``open_to`` are its circumstances the claim leaves out."""

    alignment: Alignment
    rule: Rule
    open_to: tuple[Circumstance, ...]
    narrower: bool


def permissions(claim: Sentence, alignments: Sequence[Alignment]) -> list[Seen]:
    """What the sources permit or forbid of the claim's act: one finding, an agreement where any unit agrees."""
    own = rules(claim)
    if len(own) != 1 or claim.functions & _PROVISOS:
        return []
    mine = own[0]
    met = [
        found
        for a in alignments
        for theirs in rules(a.scope.sentence)
        if (found := _meet(claim, mine, a, theirs, _named(theirs, a, alignments)))
    ]
    seen = [(m.alignment, o) for m in met if (o := _compare(claim, mine, m)) is not None]
    order = {"agrees": 0, "conflicts": 1, "omitted": 2}
    return sorted(seen, key=lambda one: order[one[1].agreement])[:1]


def _compare(claim: Sentence, mine: Rule, met: _Met) -> Observation | None:
    cue, source = claim.tokens[mine.cue], met.alignment.scope.sentence
    token = source.tokens[met.rule.cue]
    quote = f"“{quoted(source.text[met.rule.start : met.rule.end])}”"
    forces = {mine.force, met.rule.force}
    if "required" in forces and "forbidden" not in forces:
        return None  # what must be done may be done, too: no more can be said
    if mine.force == met.rule.force:
        if met.open_to or met.narrower or not _for_anyone(mine, met.rule, claim.code):
            return None
        verb = "allows" if mine.force == "allowed" else _forbids(source, token)
        return between("modality", "agrees", cue, token, f"the source {verb} this too: {quote}", _AGREE_SURE)
    if mine.force == "forbidden":
        verb = "requires" if met.rule.force == "required" else "allows"
        return None if met.narrower else _conflict(cue, token, f"the source {verb} this: {quote}")
    if met.open_to and not mine.unreserved:
        return None if met.narrower else _reserved(cue, token, met, _forbids(source, token))
    return _conflict(cue, token, f"the source {_forbids(source, token)} this: {quote}")


def _conflict(cue: Token, token: Token, text: str) -> Observation:
    return between("modality", "conflicts", cue, token, text, _SURE)


def _forbids(source: Sentence, cue: Token) -> str:
    """What a source does by the word that gives its rule force: "not recommended" is no ban."""
    return "advises against" if cue.norm in ADVISED[source.code] else "forbids"


def _reserved(cue: Token, token: Token, met: _Met, verb: str) -> Observation:
    text = f"the source {verb} this “{met.open_to[0].text}”, the draft leaves that out"
    return between("condition", "omitted", cue, token, text, _CONDITION_SURE)


def _meet(claim: Sentence, mine: Rule, alignment: Alignment, theirs: Rule, named: Sequence[Word]) -> _Met | None:
    """The source's rule, if it is one on the claim's act and thing."""
    code, said = claim.code, _said(mine)
    if theirs.refers and not theirs.members:  # "do not put it in the dishwasher" forbids cleaning it there as well
        said = tuple(word for word in said if not acts(claim, word))
    told = (*_said(theirs), *named)
    alike = _same_values(claim, mine, alignment.scope.sentence, theirs) and _same_agents(claim, mine, theirs)
    topic = mine.refers and not mine.core and bool(theirs.circumstances)  # "should not use it": what the text is about
    left = _left_open(theirs, alignment.scope.sentence, said, code)
    on_it = not left if topic else _is_on(theirs, said, code)
    if not alike or _lacks_what_is_there(mine, theirs, code) or not on_it:
        return None
    pointing = theirs.refers or theirs.points
    if not (_held(said, told, code) if pointing else _all_told(claim, mine, theirs, told, alignment)):
        return None
    if any(c.exception and _held(c.words, said, code) for c in theirs.circumstances):
        return None
    narrower = any(not _held(c.words, told, code) for c in mine.circumstances)
    return None if left and narrower else _Met(alignment, theirs, left, narrower)


def _alternatives(rule: Rule, source: Sentence) -> Iterator[tuple[tuple[Circumstance, ...], list[list[Word]]]]:
    """The circumstances that "or" joins, and the words of each alternative: "if A or in B", "in rain or snow"."""
    joined: list[Circumstance] = []
    groups: list[list[Word]] = []
    last = None
    for circumstance in (c for c in rule.circumstances if not c.exception):
        for word in circumstance.words:
            or_before = last is not None and any(t.norm in _OR for t in source.tokens[last.index + 1 : word.index])
            if joined and not or_before and circumstance is not joined[-1]:
                yield tuple(joined), groups
                joined, groups = [], []
            if circumstance not in joined:
                joined.append(circumstance)
            groups = [*groups, [word]] if or_before or not groups else [*groups[:-1], [*groups[-1], word]]
            last = word
    if joined:
        yield tuple(joined), groups


def _left_open(rule: Rule, source: Sentence, said: Sequence[Word], code: str) -> tuple[Circumstance, ...]:
    """The circumstances of a rule that the claim has none of."""
    return tuple(
        joined[0]
        for joined, groups in _alternatives(rule, source)
        if not any(_held(group, said, code) for group in groups)
    )


def _is_on(theirs: Rule, said: Sequence[Word], code: str) -> bool:
    """Whether a member of the source's rule is in the claim; where it only points to a thing, all its circumstances."""
    if theirs.members:
        return any(_held(group, said, code) for group in theirs.members)
    pointing = theirs.points or theirs.refers
    return pointing and bool(theirs.circumstances) and all(_held(c.words, said, code) for c in theirs.circumstances)


def _lacks_what_is_there(mine: Rule, theirs: Rule, code: str) -> bool:
    """Whether one rule is for what lacks a thing and the other for what has it: neither says anything of the other."""
    return any(
        _among(word, [other for other in _said(there) if other not in there.lacked], code)
        for here, there in ((mine, theirs), (theirs, mine))
        for word in here.lacked
    )


def _said(rule: Rule) -> tuple[Word, ...]:
    """The words of a rule's act, thing and circumstances."""
    return (*rule.core, *(word for one in rule.circumstances for word in one.words))


def _same_values(claim: Sentence, mine: Rule, source: Sentence, theirs: Rule) -> bool:
    """Whether neither rule has a value that the other lacks: limits are compared as values."""
    own = [m for m in claim.mentions if mine.start <= m.start < mine.end]
    several = [c.text for joined, groups in _alternatives(theirs, source) if len(groups) > 1 for c in joined]
    other = [
        m for m in source.mentions if theirs.start <= m.start < theirs.end and not any(m.text in t for t in several)
    ]
    return len(own) == len(other) and all(any(compare.follows(m, o) for o in other) for m in own)


def _same_agents(claim: Sentence, mine: Rule, theirs: Rule) -> bool:
    """Whether both are for the same people, so far as they name any."""
    return not (mine.agents and theirs.agents) or any(_among(w, theirs.agents, claim.code) for w in mine.agents)


def _for_anyone(mine: Rule, theirs: Rule, code: str) -> bool:
    """Whether a source's rule is for all whom the claim means: members of a club are not everybody."""
    return len(theirs.agents) <= 1 or _held(theirs.agents, mine.agents, code)


def _all_told(claim: Sentence, mine: Rule, theirs: Rule, told: Sequence[Word], alignment: Alignment) -> bool:
    """Whether the source's rule, or what surrounds it, has all that the claim's act is on.

    A ban of an act alone ("subletting is forbidden") is one on whatever it is done to.
    """
    missing = [w for w in mine.core if not _among(w, told, claim.code) and not _is_around(claim, w, alignment)]
    if not missing:
        return True
    bare = len(theirs.core) == 1 and not theirs.refers
    return bare and len(missing) == 1 and bool(mine.agents) and mine.core.index(missing[0]) == len(mine.core) - 1


def _is_around(claim: Sentence, word: Word, alignment: Alignment) -> bool:
    return alignment.context[claim.words.index(word)] >= COVERED


def _named(rule: Rule, alignment: Alignment, alignments: Sequence[Alignment]) -> list[Word]:
    """What a source's rule may stand on without naming it: its neighbours' words, or all that its source speaks of."""
    scope = alignment.scope
    if rule.points:
        return [w for a in alignments if a.scope.source_id == scope.source_id for w in a.scope.sentence.words]
    if not rule.refers:
        return []
    before = not rule.members  # "do not put it in the oven" says of no act: "it" was named before, not after
    return [w for weight, sentence in scope.around if not before or weight >= _EARLIER for w in sentence.words]


def _held(words: Sequence[Word], by: Iterable[Word], code: str) -> bool:
    others = tuple(by)
    return all(_among(word, others, code) for word in words)


def _among(word: Word, others: Iterable[Word], code: str) -> bool:
    joint = JOINT.get(code, frozenset())
    if not word.keys.isdisjoint(joint):
        return any(not other.keys.isdisjoint(joint) for other in others)
    return any(similarity(word, other, code) >= _SAME for other in others)
