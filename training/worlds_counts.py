"""Worlds of counts: the length and members of lists, sums and differences, how many of a group."""

# An entry of a table is one line, however long.
# ruff: noqa: E501

import random

from training.worlds_banks import firms, people
from training.worlds_base import UNSUPPORTED, World, listing, number

# Noun | members.
_LISTS = """
languages|Spanish,Hindi,Swahili,Korean,Arabic,Polish,Greek,Tamil,Dutch,Finnish
instruments|a cello,a harp,a flute,a trumpet,an oboe,a banjo,a drum,a viola
fruits|apples,plums,cherries,mangoes,pears,figs,grapes,lemons
courses|algebra,botany,logic,drawing,rhetoric,statistics,pottery,robotics
cities|Lisbon,Osaka,Nairobi,Lyon,Quito,Tampere,Pune,Bergen
tools|a saw,a drill,a hammer,a wrench,a chisel,a file,a plane,a level
metals|copper,zinc,nickel,tin,silver,lead,iron,gold
animals|otters,foxes,herons,badgers,bats,owls,newts,hares
""".strip().split("\n")
_TOLD_LISTS = (
    "{n}'s list of {k} reads: {l}.", "The {k} named by {n} are {l}.", "For {n}, the {k} are {l}.", "{n} chose these {k}: {l}.",
)  # fmt: skip
_STORES = "the north depot|the south depot|the main shop|the kiosk|the harbour branch|the online store|the old barn|the annex".split(
    "|"
)
_GOODS = "chairs|lamps|bottles|boxes|tickets|seedlings|tyres|books|helmets|pallets|barrels|jackets".split("|")


def counts(rng: random.Random) -> World:
    """How many items a list has, and sums and differences of told amounts."""
    return (_lists if rng.random() < 0.45 else _sums)(rng)


def _lists(rng: random.Random) -> World:
    world = World(rng)
    for name in (firms if rng.random() < 0.4 else people)(rng, 2):
        kind, members = rng.choice(_LISTS).split("|")
        pool = rng.sample(members.split(","), 7)
        count = rng.randint(3, 6)
        world.tell(rng.choice(_TOLD_LISTS), n=name, k=kind, l=listing(pool[:count]))
        world.know((name, "count", count), (name, "has", pool[0]), (name, "lacks", pool[-1]))
        off = count + rng.choice((-1, 1, 2))
        forms = (
            "{n} has {c} {k} on the list.",
            "the list of {n} holds {c} {k}.",
            "{c} {k} are on {n}'s list.",
            "in all, {n} named {c} {k}.",
            "the number of {k} that {n} listed is {c}.",
        )
        slots = {"n": name, "k": kind}
        world.claim(
            forms,
            slots | {"c": number(count, rng)},
            slots | {"c": number(off, rng)},
            (name, "count", count),
            (name, "count", off),
        )
        forms = ("{n} listed {x} among the {k}.", "{x} can be found among {n}'s {k}.", "{n}'s {k} include {x}.")
        world.claim(
            forms,
            slots | {"x": rng.choice(pool[:count])},
            slots | {"x": pool[-1]},
            (name, "has", pool[0]),
            (name, "has", pool[-1]),
            UNSUPPORTED,
        )
        forms = (
            "{n}'s {k} do not include {x}.",
            "{x} cannot be found among {n}'s {k}.",
            "{n} left {x} off the list of {k}.",
        )
        world.claim(
            forms,
            slots | {"x": pool[-1]},
            slots | {"x": rng.choice(pool[:count])},
            (name, "lacks", pool[-1]),
            (name, "lacks", pool[0]),
        )
    return world


def _sums(rng: random.Random) -> World:
    world = World(rng)
    goods = rng.choice(_GOODS)
    stores = rng.sample(_STORES, 3)
    amounts = rng.sample(range(rng.randint(2, 5), 160, 3), 3)
    for store, amount in zip(stores, amounts, strict=True):
        world.tell(
            "[{s} has {a} {g}.|There are {a} {g} in {s}.|At the count, {s} held {a} {g}.|{a} {g} are kept in {s}.]",
            s=store,
            a=amount,
            g=goods,
        )
    total = sum(amounts)
    questions: list[tuple[str, int, tuple[str, ...]]] = [
        (
            "total",
            total,
            (
                "together, {s}, {t} and {u} have {v} {g}.",
                "in all, there are {v} {g} in the three places.",
                "adding up the three places gives {v} {g}.",
                "the three places hold {v} {g} between them.",
            ),
        ),
        (
            "two",
            amounts[0] + amounts[1],
            (
                "{s} and {t} together have {v} {g}.",
                "between them, {s} and {t} hold {v} {g}.",
                "there are {v} {g} in {s} and {t} combined.",
            ),
        ),
        (
            "gap",
            abs(amounts[0] - amounts[1]),
            ("the difference between {s} and {t} is {v} {g}.", "{s} and {t} are {v} {g} apart."),
        ),
        (
            "gap2",
            abs(amounts[1] - amounts[2]),
            ("the gap between {t} and {u} amounts to {v} {g}.", "the stocks of {t} and {u} differ by {v} {g}."),
        ),
    ]
    slots = {"s": stores[0], "t": stores[1], "u": stores[2], "g": goods}
    for key, value, forms in questions:
        wrong = rng.choice(
            [
                wrong
                for wrong in (value + 10, value - 10, value + 1, value - 2, *amounts, total)
                if wrong != value and wrong > 0
            ]
        )
        world.know((key, value))
        world.claim(forms, slots | {"v": value}, slots | {"v": wrong}, (key, value), (key, wrong))
    return world


_HUMAN_ACTS = "passed the test|joined the strike|signed the petition|reported delays|arrived on time|voted in favour|got a bonus|asked for a refund|recovered fully|had been vaccinated|spoke against the plan|stayed at home|changed jobs|brought a laptop|agreed".split(
    "|"
)
_THING_ACTS = "came back damaged|arrived on time|were repainted|failed the inspection|were sold|were replaced|had been insured|were out of use|needed repair|came from abroad|were lost|met the new standard|were older than ten years".split(
    "|"
)
_HUMANS = "workers|pupils|patients|members|farmers|nurses|pilots|delegates|students|tenants|drivers|judges".split("|")
_OBJECTS = "ships|engines|letters|shops|bridges|houses|buses|parcels|machines|boats|pumps|sensors".split("|")


def quantifier(rng: random.Random) -> World:
    """How many of a group did something: n of m, all, none, and what follows for most, some and at least."""
    world = World(rng)
    crowds, acts = rng.choice(((_HUMANS, _HUMAN_ACTS), (_OBJECTS, _THING_ACTS)))
    for crowd, act in zip(rng.sample(crowds, 3), rng.sample(acts, 3), strict=True):
        size = rng.randint(8, 60)
        hits = rng.choice(
            (0, size, rng.randint(2, max(2, size // 3)), rng.randint(size * 2 // 3, size - 1), rng.randint(2, size - 1))
        )
        if 2 * hits == size:
            hits += 1
        exact = 0 < hits < size
        told = "[{h} of the {m} {c} {a}.|Of the {m} {c}, {h} {a}.|There were {m} {c}, and {h} of them {a}.]"
        whole = "[All {m} {c} {a}.|Every one of the {m} {c} {a}.|Without exception, the {m} {c} {a}.]"
        none = "[None of the {m} {c} {a}.|Not one of the {m} {c} {a}.|Of the {m} {c}, none {a}.]"
        world.tell(told if exact else whole if hits else none, h=hits, m=size, c=crowd, a=act)
        truths = {
            "all": hits == size, "none": hits == 0, "most": 2 * hits > size, "some": hits > 0, "minority": 2 * hits < size,
            "not all": hits < size, "at least": True, "fewer than": True,
        }  # fmt: skip
        forms = {
            "all": ("all the {c} {a}.", "every one of the {c} {a}.", "the {c} {a}, without a single exception."),
            "none": ("none of the {c} {a}.", "not a single one of the {c} {a}.", "of the {c}, not one {a}."),
            "most": ("most of the {c} {a}.", "the majority of the {c} {a}.", "more than half of the {c} {a}."),
            "some": ("at least one of the {c} {a}.", "there were {c} that {a}.", "one or more of the {c} {a}."),
            "minority": (
                "fewer than half of the {c} {a}.",
                "only a minority of the {c} {a}.",
                "it is not true that most of the {c} {a}.",
            ),
            "not all": ("not all of the {c} {a}.", "it is not the case that all the {c} {a}."),
        }
        slots = {"c": crowd, "a": act}
        rights = [key for key in forms if truths[key] and not (key == "minority" and hits == 0)]
        wrongs = [key for key in forms if not truths[key]]
        for _ in range(2):
            right, wrong = rng.choice(rights), rng.choice(wrongs)
            world.know((crowd, act, right))
            index, other = rng.choice(forms[right]), rng.choice(forms[wrong])
            true, false = index.format_map(slots), other.format_map(slots)
            world.say(
                true[0].upper() + true[1:], false[0].upper() + false[1:], (crowd, act, right), (crowd, act, wrong)
            )
        if exact:
            fact, lie = (crowd, act, ">=", hits), (crowd, act, ">=", hits + 1)
            world.know(fact)
            bounds = ("at least {n} of the {c} {a}.", "no fewer than {n} of the {c} {a}.")
            low, high = max(1, hits - rng.randint(0, 3)), hits + rng.randint(1, 5)
            world.claim(bounds, slots | {"n": low}, slots | {"n": high}, fact, lie)
    return world
