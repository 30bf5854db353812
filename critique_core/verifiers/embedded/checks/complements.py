"""What goes with one deed, claimed of another of its subject: "built by Voss" of "designed by Voss, built by Gale".

Deeds side by side ("washes the cups and dries the plates") are compared by what follows each of them. A claim with the
one deed and with what follows the other alone binds the wrong two together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from critique_core.language.frames import acts
from critique_core.language.grammar import is_participle, is_past
from critique_core.language.sentence import Sentence, Word
from critique_core.language.statements import is_verb
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, Seen
from critique_core.verifiers.embedded.checks.items import Item, items_of

_SURE = 0.8
_NEAREST = 6
_LEAST_KNOWN = 0.75
_JOINTS = frozenset(",;")
_JOINING = frozenset("and but then".split())
_TURNING = frozenset(
    """not n't no non nor never neither without both each all every any also too respectively together same either only
    except unless if who which that when while after before it them""".split()
)


@dataclass(frozen=True)
class _Deed:
    """A verb of a sentence and what follows it, up to the next deed."""

    verb: Word
    items: tuple[Item, ...]

    def alone(self, other: "_Deed") -> list[Item]:
        """What of it does not follow the other."""
        return [item for item in self.items if not item.is_in(other.items)]


def complements(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """A claim that has one deed of a subject with what goes with another deed of it."""
    told = list(items_of(claim).values())
    mine = [word for word in claim.words if acts(claim, word)]
    if claim.functions & _TURNING or len(mine) != 1:
        return
    near = [one for one in alignments[:_NEAREST] if one.scope.unit.kind == "prose"]
    for alignment in near:
        source = alignment.scope.sentence
        if source.functions & _TURNING:
            continue
        for own, other in permutations(_deeds(source), 2):
            found = _crossed(source, told, mine[0], own, other)
            if found and not any(_states(one, own, found) for one in near if one is not alignment):
                yield alignment, _observed(claim, source, own, other, found)
                return


def _crossed(source: Sentence, told: Sequence[Item], verb: Word, own: _Deed, other: _Deed) -> list[Item]:
    """What of the claim goes with the other deed alone, the last of it too, where the claim has this one."""
    if not verb.keys & own.verb.keys or verb.keys & other.verb.keys:
        return []
    lacking, foreign = own.alone(other), other.alone(own)
    rest = [item for item in told if item.word is None or item.word.index != verb.index]
    if not lacking or not foreign or any(item.is_in(lacking) for item in rest):
        return []
    found = [item for item in rest if item.is_in(foreign)]
    known = list(items_of(source).values())
    whole = foreign[-1].is_in(found) and sum(item.is_in(known) for item in rest) >= _LEAST_KNOWN * len(rest)
    return found if whole else []


def _states(beside: Alignment, own: _Deed, found: Sequence[Item]) -> bool:
    """Whether another sentence has the deed with what the claim says of it."""
    items = list(items_of(beside.scope.sentence).values())
    return all(one.is_in(items) for one in found) and any(
        item.word and item.word.keys & own.verb.keys for item in items
    )


def _deeds(source: Sentence) -> list[_Deed]:
    """The deeds of one subject in order: the first verb, and each verb right behind a joint; fewer than two is none."""
    items = items_of(source)
    joints = {at for at, token in enumerate(source.tokens) if token.text in _JOINTS or token.norm in _JOINING}
    verbs = [word for word in source.words if _is_deed(source, word)]
    following = [word for word in verbs[1:] if word.index - 1 in joints]
    if not following or len(following) != len(verbs) - 1:
        return []
    if source.tokens[following[-1].index - 1].norm not in _JOINING:
        return []  # "costs 20 euros, paid in advance" is one deed
    starts = [word.index for word in (verbs[0], *following)]
    ends = [*starts[1:], len(source.tokens)]
    return [
        _Deed(word, tuple(item for at, item in items.items() if start < at < end))
        for word, start, end in zip((verbs[0], *following), starts, ends, strict=True)
    ]


def _is_deed(source: Sentence, word: Word) -> bool:
    norm, before = word.token.norm, source.tokens[word.index - 1] if word.index else None
    opened = before is not None and (before.norm in _JOINING or before.text in _JOINTS)
    after = source.tokens[word.index + 1] if word.index + 1 < len(source.tokens) else None
    present = norm.endswith("s") and is_verb(word.token) and after is not None and not after.content
    return acts(source, word) or (opened and (is_participle(norm) or is_past(norm) or present))


def _observed(claim: Sentence, source: Sentence, own: _Deed, other: _Deed, found: Sequence[Item]) -> Observation:
    """What the claim says of its deed against what the source says of that."""
    text = f"the source says this of “{other.verb.token.text}”, the draft of “{own.verb.token.text}”"
    start, end = found[0].token.start, max(item.end for item in found)
    first, last = own.items[0].token.start, own.items[-1].end
    places = (start, end, claim.text[start:end], first, last, source.text[first:last])
    return Observation("role", "conflicts", *places, text, _SURE)
