"""What every kind of world is made of: facts, the words that tell them, and pairs of a true and a false claim.

Templates are plain text with ``{slots}`` and ``[alternatives|in brackets]``; see :func:`choose`.
"""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Fact = tuple[object, ...]
Values = Mapping[str, object]

CONTRADICTED, UNSUPPORTED, PARTIAL = "contradicted", "unsupported", "partially_supported"

_ALTERNATIVES = re.compile(r"\[([^\[\]]*)\]")
_WORDS = re.compile(r"\S+")
_MARKS = ".,;:?!"
_SPACES = re.compile(r" {2,}")


@dataclass(frozen=True)
class Pair:
    """A true claim and a false one with the facts they state; [start, end) are the words of ``false`` at fault."""

    true: str
    false: str
    fact: Fact
    lie: Fact
    label: str
    start: int
    end: int


@dataclass
class World:
    """Facts, the blocks of source text that tell them, and pairs of claims about them.

    ``verbatim`` worlds (records, code) keep their blocks as they are: no shuffling, no bullets.
    """

    rng: random.Random
    facts: set[Fact] = field(default_factory=set)
    blocks: list[str] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    verbatim: bool = False

    def tell(self, template: str, **values: object) -> None:
        """Add a block of source text."""
        self.blocks.append(render(choose(template, self.rng), values))

    def know(self, *facts: Fact) -> None:
        """Add facts that hold."""
        self.facts.update(facts)

    def claim(  # noqa: PLR0917
        self, templates: Sequence[str], true: Values, false: Values, fact: Fact, lie: Fact, label: str = CONTRADICTED
    ) -> None:
        """Add a pair from templates filled with true and with false values; most pairs are twins of one template.

        Raises ValueError if ``fact`` does not hold or ``lie`` does.
        """
        mine = choose(self.rng.choice(templates), self.rng)
        other = mine if self.rng.random() < 0.7 else choose(self.rng.choice(templates), self.rng)
        self.say(render(mine, true), render(other, false), fact, lie, label, twin=render(other, true))

    def say(  # noqa: PLR0917
        self, true: str, false: str, fact: Fact, lie: Fact, label: str = CONTRADICTED, twin: str = ""
    ) -> None:
        """Add a pair of finished texts; ``twin`` is the true text that ``false`` is a change of, if not ``true``."""
        if fact not in self.facts or lie in self.facts:
            raise ValueError(f"the facts do not bear out this pair: {fact} / {lie}")
        start, end = difference(twin or true, false)
        if start == end:
            raise ValueError(f"a false claim must differ from its twin: {false!r}")
        self.pairs.append(Pair(true, false, fact, lie, label, start, end))


def choose(template: str, rng: random.Random) -> str:
    """Replace each ``[a|b|c]``, innermost first, with one of its alternatives."""
    while "[" in template:
        template = _ALTERNATIVES.sub(lambda match: rng.choice(match[1].split("|")), template)
    return template


def render(template: str, values: Values) -> str:
    """Fill the slots and begin with a capital letter."""
    text = _SPACES.sub(" ", template.format_map(values)).replace(" .", ".").replace(" ,", ",").strip()
    return text[:1].upper() + text[1:]


def difference(true: str, false: str) -> tuple[int, int]:
    """Where ``false`` departs from ``true``: its words after the common first and before the common last words.

    Where ``false`` only leaves words out, the words on both sides of the gap are marked.
    """
    ours = list(_WORDS.finditer(false))
    words, theirs = ([word.rstrip(_MARKS).lower() for word in text.split()] for text in (false, true))
    first = 0
    while first < min(len(words), len(theirs)) and words[first] == theirs[first]:
        first += 1
    last = 0
    while last < min(len(words), len(theirs)) - first and words[-1 - last] == theirs[-1 - last]:
        last += 1
    if words == theirs or not words:
        return 0, 0
    gap = first > len(words) - 1 - last
    low = max(0, first - 1) if gap else first
    high = min(len(words) - 1, first) if gap else len(words) - 1 - last
    return ours[low].start(), ours[high].start() + len(ours[high][0].rstrip(_MARKS) or ours[high][0])


def an(noun: str) -> str:
    """The noun with "a" or "an"."""
    return f"{'an' if noun[0].lower() in 'aeiou' else 'a'} {noun}"


def listing(items: Sequence[str]) -> str:
    """The items joined by commas and "and"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
).split()


def number(value: int, rng: random.Random | None = None) -> str:
    """The number in words up to twenty (by chance, where a generator is given), else in figures with commas."""
    if 0 <= value <= 20 and (rng is None or rng.random() < 0.6):
        return _SMALL[value]
    return f"{value:,}"


def different(rng: random.Random, options: Sequence[str], *not_these: str) -> str:
    """One of the options that is none of the given ones."""
    return rng.choice([option for option in options if option not in not_these])
