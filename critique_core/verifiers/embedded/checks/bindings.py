"""What is said of one of two, claimed of the other: "The pharmacy is on the ground floor; the laboratory is upstairs".

Two statements side by side are compared by what each has alone: its subject and what it says of it. A claim with one's
subject and with what is said of the other alone binds the wrong two together. Where the second goes without a verb, see
``gapped``. Natural claims seldom do it: among 14,900 of the suites, of held-out sets and of training texts it fired on
12, none of them supported.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from critique_core.language.frames import PREPOSITIONS, acts
from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.sentence import Sentence
from critique_core.language.statements import AUXILIARY, is_finite, is_verb
from critique_core.language.tokens import Token
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Seen, between
from critique_core.verifiers.embedded.checks.items import Item, items_of

_SURE = 0.8
_LEAST_SAID = 0.75
_NEAREST = 6
_OPEN = frozenset("have contain include offer provide".split())  # what one has the other may have, too
_PLAIN_VERBS = frozenset(("be", "have"))
_JOINTS = frozenset(";,.")
_JOINING = frozenset("and but while whereas".split())
_PRONOUNS = frozenset(
    """he she it they we you i this that these those there who which what him them one ones theirs everybody everyone
    anybody anyone others""".split()
)
_TURNING = frozenset(
    """not n't no non nor never neither without both each all every any also too respectively together same either only
    except unless if""".split()
)


@dataclass(frozen=True)
class _Side:
    """One of two statements side by side: what it is about, and what it says, verbs left out."""

    about: tuple[Item, ...]
    said: tuple[Item, ...]
    refers: bool = False
    """Whether it says "it" or the like of what is named elsewhere."""
    verbs: frozenset[str] = frozenset()

    @property
    def named(self) -> bool:
        """Whether it is about more than a value: of "60 percent by train" nothing is said but the share."""
        return any(item.word for item in self.about)

    def alone(self, other: "_Side") -> "_Side":
        """What of it the other has not."""
        return _Side(
            tuple(item for item in self.about if not item.is_in(other.about)),
            tuple(item for item in self.said if not item.is_in((*other.said, *other.about))),
        )


def bindings(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """Of two statements near each other, the subject of one with what the other says, as the claim has it.

    Two sentences count as side by side if they have a verb in common.
    """
    if claim.functions & _TURNING or claim.statements[-1] > 1:
        return
    every = list(_items(claim).values())
    told = [item for item in every if not _is_verb(claim, item)]
    laid = [
        (alignment, side)
        for alignment in alignments[:_NEAREST]
        if alignment.scope.unit.kind == "prose" and not alignment.scope.sentence.functions & _TURNING
        for side in _sides(alignment.scope.sentence)
    ]
    for (here, one), (there, other) in permutations(laid, 2):
        if here is not there and not (here.scope.is_near(there.scope) and one.verbs & other.verbs):
            continue
        if any(item.is_in(other.alone(one).about[-1:]) for item in every):
            continue  # it names what the other is about, or is its verb, read as a noun
        if crossed := _crossed(told, one, other):
            mine, theirs = crossed
            kind, agreement = ("detail", "missing") if other.verbs & _OPEN else ("role", "conflicts")
            text = f"the source says this of “{_worded(other.about)}”, the draft of “{_worded(one.about)}”"
            found = between(kind, agreement, mine.token, theirs.token, text, _SURE)
            yield there, replace(found, firm=agreement == "conflicts")
            return


def _crossed(told: Sequence[Item], one: _Side, other: _Side) -> tuple[Item, Item] | None:
    """The claim's subject, which is that of ``one``, and the word of ``other`` that it is told with."""
    mine, theirs = one.alone(other), other.alone(one)
    if one.refers or other.refers or not (mine.about and mine.said and theirs.about and theirs.said):
        return None
    if bool(mine.about[-1].token.name) != bool(theirs.about[-1].token.name):
        return None  # "the company" may be the one that the other names
    subject = next((item for item in told if item.is_like(mine.about[-1])), None)
    if subject is None:
        return None
    rest = [item for item in told if not item.is_in(one.about)]
    if any(item.is_in(mine.said) for item in rest):
        return None
    found = [(item, held) for item in rest for held in theirs.said if item.is_like(held)]
    known = [item for item in rest if item.is_in((*one.said, *other.said, *other.about))]
    if not found or len(known) < _LEAST_SAID * len(rest):
        return None
    return subject, found[0][1]


def _items(sentence: Sentence) -> dict[int, Item]:
    """The items of a sentence without the words of numbers: "two sterile compresses" are compresses."""
    return {at: one for at, one in items_of(sentence).items() if one.word is not None or one.token.kind == "number"}


def _is_verb(sentence: Sentence, item: Item) -> bool:
    return item.word is not None and acts(sentence, item.word)


def _sides(source: Sentence) -> list[_Side]:
    """The statements of a sentence that have a subject of their own, in order."""
    found: list[_Side] = []
    for number in sorted(set(source.statements)):
        positions = [at for at, home in enumerate(source.statements) if home == number]
        found += _sides_of(source, positions)
    return found


def _sides_of(source: Sentence, positions: Sequence[int]) -> list[_Side]:
    """One statement as a side, or as two where its second half goes without a verb."""
    opening = source.tokens[positions[0]]
    if sum(source.tokens[at].kind != "mark" for at in positions) < 2 or (
        positions[0] and opening.text not in _JOINTS and opening.norm not in _JOINING
    ):
        return []
    side = _side(source, positions)
    return [side] if side else []


def _side(source: Sentence, positions: Sequence[int]) -> _Side | None:
    """A statement's subject, up to its verb or a preposition behind it, and the rest; ``None`` without a verb."""
    items = _items(source)
    about: list[Item] = []
    said: list[Item] = []
    spoken = closed = False
    for at in positions:
        token = source.tokens[at]
        item = items.get(at)
        finite = _speaks(source, at)
        spoken = spoken or finite
        if token.norm in _PRONOUNS and not about:
            return None
        closed = closed or (finite or (bool(about) and token.norm in PREPOSITIONS - {"of"}))
        if item is None or _is_verb(source, item):
            continue
        if positions[0] and not (about or said) and is_verb(token) and source.tokens[at - 1].norm in _JOINING | _JOINTS:
            return None  # "... and closes at 6 pm" has its subject from the statement before
        (said if closed else about).append(item)
    if about and _is_adverb(about[-1].token):
        return None  # "... and later travelled to Basel" has its subject from the statement before, too
    refers = any(source.tokens[at].norm in _PRONOUNS for at in positions)
    deeds = [word.keys for word in source.words if word.index in positions and acts(source, word)]
    plain = {key for at in positions for key in source.tokens[at].keys} & _PLAIN_VERBS
    verbs = frozenset[str]().union(*deeds) if deeds else frozenset(plain)
    side = _Side(tuple(about), tuple(said), refers, verbs)
    return side if spoken and side.named else None


def _speaks(source: Sentence, position: int) -> bool:
    return is_finite(source.tokens, position) or source.tokens[position].norm in AUXILIARY


def _is_adverb(token: Token) -> bool:
    """Whether a word is no noun: "later", "originally"."""
    parts = lexicon().related(token.norm, PARTS) if token.norm in lexicon() else frozenset[str]()
    return "r" in parts and "n" not in parts


def _worded(items: Sequence[Item]) -> str:
    return " ".join(item.token.text for item in items)
