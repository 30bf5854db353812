"""Small random worlds whose facts are known, told as sources, with true and false claims about them.

A claim's label is right by construction: each kind of world keeps its facts, and a false claim states what is none of
them. A true and a false claim differ as little as possible, and both share or shun the source's words alike.

    python -m training.worlds [KIND]      # prints a few cases to read
"""

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle

from training.worlds_banks import FILLERS, HEADINGS
from training.worlds_base import Pair, World
from training.worlds_code import code, identifiers
from training.worlds_counts import counts, quantifier
from training.worlds_idioms import idioms
from training.worlds_logic import causes, conjunction, modality, negation, opposites
from training.worlds_measure import comparison, units
from training.worlds_people import abstraction, attribution, coreference, kinship
from training.worlds_places import details, location
from training.worlds_records import records
from training.worlds_role import role
from training.worlds_tier import tier
from training.worlds_time import temporal

MAKERS: dict[str, Callable[[random.Random], World]] = {
    "role": role,
    "tier": tier,
    "temporal": temporal,
    "unit_conversion": units,
    "comparison": comparison,
    "quantifier": quantifier,
    "counts": counts,
    "negation": negation,
    "modality": modality,
    "causes": causes,
    "conjunction": conjunction,
    "opposites": opposites,
    "attribution": attribution,
    "coreference": coreference,
    "kinship": kinship,
    "location": location,
    "details": details,
    "abstraction": abstraction,
    "records": records,
    "code": code,
    "identifiers": identifiers,
    "idioms": idioms,
}
KINDS: tuple[str, ...] = tuple(MAKERS)


@dataclass(frozen=True)
class Labelled:
    """A claim; [start, end) are the code points of ``text`` that lack support, [0, 0) when the claim is supported.

    ``label`` is supported, contradicted, unsupported or partially_supported.
    """

    text: str
    label: str
    start: int
    end: int


@dataclass(frozen=True)
class Case:
    """A source and claims about it, half of them supported."""

    kind: str
    source: str
    claims: tuple[Labelled, ...]


def case(kind: str, rng: random.Random) -> Case:
    """Make one case of the kind, with four to eight claims; raises KeyError for a kind that is not in KINDS."""
    world = MAKERS[kind](rng)
    while len(pairs := _unlike(world.pairs)) < 2:
        world = MAKERS[kind](rng)
    return _told(kind, world, rng.sample(pairs, min(len(pairs), rng.randint(2, 4))))


def cases(rng: random.Random) -> Iterator[Case]:
    """Make cases without end, each kind in turn."""
    for kind in cycle(KINDS):
        yield case(kind, rng)


def _unlike(pairs: list[Pair]) -> list[Pair]:
    """Leave out pairs that repeat a claim."""
    return list({pair.true: pair for pair in {pair.false: pair for pair in pairs}.values()}.values())


def _told(kind: str, world: World, pairs: list[Pair]) -> Case:
    """Lay out a world's source and mix the claims."""
    claims = [claim for pair in pairs for claim in (Labelled(pair.true, "supported", 0, 0), _false(pair))]
    world.rng.shuffle(claims)
    return Case(kind, _source(world), tuple(claims))


def _false(pair: Pair) -> Labelled:
    return Labelled(pair.false, pair.label, pair.start, pair.end)


def _source(world: World) -> str:
    rng = world.rng
    blocks = list(world.blocks)
    fillers = rng.sample(FILLERS, rng.choice((0, 1, 1, 2, 3)))
    if world.verbatim:
        return "\n".join([*fillers[:1], *blocks]) if rng.random() < 0.5 else "\n".join(blocks)
    rng.shuffle(blocks)
    for filler in fillers[: max(0, 7 - len(blocks))] or fillers[: 2 - len(blocks)]:
        blocks.insert(rng.randint(0, len(blocks)), filler)
    layout = rng.random()
    if layout < 0.12:
        body = "\n".join(f"- {block}" for block in blocks)
    elif layout < 0.2:
        body = "\n\n".join(blocks)
    else:
        body = " ".join(blocks)
    return f"{rng.choice(HEADINGS)}\n\n{body}" if rng.random() < 0.12 else body


def main(arguments: list[str]) -> None:
    """Print three cases of each kind, or ten of the one asked for."""
    rng = random.Random()
    for kind in arguments or KINDS:
        for _ in range(10 if arguments else 3):
            made = case(kind, rng)
            print(f"== {kind}\n{made.source}")  # noqa: T201
            for claim in made.claims:
                marked = f"{claim.text[: claim.start]}«{claim.text[claim.start : claim.end]}»{claim.text[claim.end :]}"
                print(f"   {claim.label:20} {marked if claim.end else claim.text}")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
