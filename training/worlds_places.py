"""Worlds of places and circumstances: directions, positions, homes, and where, when, how and why a deed was done."""

# An entry of a table is one line, however long.
# ruff: noqa: E501

import random

from training.worlds_banks import DAYS, PLACES, codenames, people
from training.worlds_base import CONTRADICTED, UNSUPPORTED, World

_SPOTS = "the bakery|the church|the pharmacy|the library|the mill|the school|the fountain|the barracks|the town hall|the theatre|the lighthouse|the chapel|the market|the museum|the inn|the forge".split(
    "|"
)
_OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
_PLACED = (
    ("above", "below"),
    ("left of", "right of"),
    ("in front of", "behind"),
    ("upstream from", "downstream from"),
    ("uphill from", "downhill from"),
    ("inside", "outside"),
)


def location(rng: random.Random) -> World:
    """Directions, relative positions and places of birth and work."""
    return rng.choice((_directions, _directions, _positions, _towns))(rng)


def _directions(rng: random.Random) -> World:
    world = World(rng)
    used = rng.sample(_SPOTS, 4) if rng.random() < 0.6 else rng.sample(codenames(rng, 6), 4)
    for index in (0, 2):
        a, b = used[index], used[index + 1]
        way = rng.choice(list(_OPPOSITE))
        back = _OPPOSITE[way]
        far = rng.randint(2, 30)
        unit = rng.choice(("km", "miles", "steps", "blocks"))
        world.know((a, way, b), (b, back, a))
        world.tell(
            "[{a} lies {n} {u} {w} of {b}.|{n} {u} to the {w} of {b} you come to {a}.|Going {n} {u} {w} from {b}, one gets to {a}.|{b} is {n} {u} {k} of {a}.]",
            a=a,
            b=b,
            w=way,
            k=back,
            n=far,
            u=unit,
        )
        forms = (
            "{a} is {w} of {b}.",
            "{b} is {k} of {a}.",
            "to get from {b} to {a}, one heads {w}.",
            "seen from {b}, {a} lies to the {w}.",
            "{a} lies farther {w} than {b}.",
            "whoever walks from {a} to {b} walks {k}.",
        )
        mine = {"a": a, "b": b, "w": way, "k": back}
        side = rng.choice([other for other in _OPPOSITE if other not in (way, back)])
        lies = [
            (mine | {"w": back, "k": way}, (a, back, b)),
            (mine | {"a": b, "b": a}, (b, way, a)),
            (mine | {"w": side, "k": _OPPOSITE[side]}, (a, side, b)),
        ]
        for lie, fact in rng.sample(lies, 2):
            world.claim(forms, mine, lie, (a, way, b), fact)
    return world


def _positions(rng: random.Random) -> World:
    world = World(rng)
    things = rng.sample(
        [
            f"the {w}"
            for w in "lamp;mirror;clock;cabinet;bench;valve;switch;shelf;painting;sensor;sign;antenna;tank;oven".split(
                ";"
            )
        ],
        6,
    )
    for index in (0, 2, 4):
        a, b = things[index], things[index + 1]
        one, two = rng.choice(_PLACED[:5])
        if rng.random() < 0.5:
            one, two = two, one
        world.know((a, one, b), (b, two, a))
        verb = rng.choice(("is", "stands", "can be found"))
        world.tell("{a} {v} {w} {b}.", a=a, b=b, w=one, v=verb)
        mine = {"a": a, "b": b, "w": one, "k": two}
        forms = ("{a} is {w} {b}.", "{b} is {k} {a}.", "{b} can be found {k} {a}.", "the place of {a} is {w} {b}.")
        world.claim(forms, mine, mine | {"a": b, "b": a}, (a, one, b), (b, one, a))
        world.claim(forms, mine, mine | {"w": two, "k": one}, (a, one, b), (a, two, b))
    return world


def _towns(rng: random.Random) -> World:
    world = World(rng)
    for name in people(rng, 2):
        born, work, buried = rng.sample(PLACES, 3)
        told = {"born": born, "work": work, "home": buried}
        world.tell(
            "[{n} was born in {a} and works in {b}, but lives in {c}.|A native of {a}, {n} has a job in {b} and a home in {c}.|{n}, born and raised in {a}, later moved to {c} and commutes to {b} for work.]",
            n=name,
            a=born,
            b=work,
            c=buried,
        )
        forms = {
            "born": (
                "{n} was born in {v}.",
                "{n} comes from {v}.",
                "the birthplace of {n} is {v}.",
                "{v} is where {n} was born.",
            ),
            "work": (
                "{n} works in {v}.",
                "{n} is employed in {v}.",
                "{v} is where {n} earns a living.",
                "{n}'s workplace is in {v}.",
            ),
            "home": (
                "{n} lives in {v}.",
                "{n} resides in {v}.",
                "{v} is where {n}'s home is.",
                "{n} has made a home in {v}.",
            ),
        }
        for key, value in told.items():
            wrong = rng.choice([other for other in told.values() if other != value])
            world.know((name, key, value))
            world.claim(
                forms[key], {"n": name, "v": value}, {"n": name, "v": wrong}, (name, key, value), (name, key, wrong)
            )
    return world


_DEEDS = "spoke about the harvest|repaired the organ|gave a lecture|examined the samples|opened the exhibition|met the donors|filmed the parade|interviewed the survivors|rehearsed the play|signed the papers|trained the recruits|counted the seals|sold the cider|cooked for the guests|painted the ceiling".split(
    "|"
)
_DETAILS = {
    "place": ("in the library", "in the chapel", "on the pier", "at the town hall", "in a tent", "on the roof", "at the airport", "in the cellar"),
    "time": tuple(f"{part} {day}" for part in ("on", "late on", "early on") for day in DAYS),
    "manner": ("in silence", "with great care", "in a hurry", "without gloves", "by hand", "with a borrowed ladder", "in high spirits", "at the top of the voice"),
    "reason": ("to raise money", "as a favour to a friend", "because the regular staff were ill", "to win a bet", "at the request of the bishop", "as part of a course", "to mark the anniversary", "out of curiosity"),
    "company": ("together with two students", "alone", "with a crew of six", "in the company of a lawyer", "with the whole family", "alongside the mayor"),
}  # fmt: skip


def details(rng: random.Random) -> World:
    """Deeds with a place, time, manner or reason; false claims have another, or one that was never told."""
    world = World(rng)
    cast = people(rng, 3)
    deeds = rng.sample(_DEEDS, 3)
    shared = rng.sample(list(_DETAILS), 3)
    keys = [rng.sample(shared, 2) for _ in cast]
    told = [{key: rng.choice(_DETAILS[key]) for key in pair} for pair in keys]
    for name, deed, known in zip(cast, deeds, told, strict=True):
        one, two = known.values()
        world.tell(
            "[{n} {d} {x} {y}.|{x}, {n} {d} {y}.|{n} {d} {x}. It was done {y}.|It was {x} that {n} {d}, {y}.]",
            n=name,
            d=deed,
            x=one,
            y=two,
        )
        for key, value in known.items():
            world.know((name, key, value))
            forms = ("{n} {d} {v}.", "it was {v} that {n} {d}.", "{v}, {n} {d}.", "{n} did it {v}: {n2} {d}.")
            slots = {"n": name, "d": deed, "n2": name.split(" ", 1)[1]}
            wrong = rng.choice([other for other in _DETAILS[key] if other.split(" ")[-1] != value.split(" ")[-1]])
            elsewhere = [
                other[key] for other in told if key in other and other[key].split(" ")[-1] != value.split(" ")[-1]
            ]
            if elsewhere and rng.random() < 0.9:
                wrong = rng.choice(elsewhere)
            label = CONTRADICTED if key in {"place", "time"} else UNSUPPORTED
            world.claim(
                forms, slots | {"v": value}, slots | {"v": wrong}, (name, key, value), (name, key, wrong), label
            )
        extra = next(key for key in shared if key not in known)
        told_of_others = [other[extra] for other in told if extra in other]
        added = rng.choice(told_of_others or _DETAILS[extra])
        world.know((name, deed))
        world.say(
            f"{name} {deed} {one}.", f"{name} {deed} {one} {added}.", (name, deed), (name, extra, added), UNSUPPORTED
        )
    return world
