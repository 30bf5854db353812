"""Worlds of people and places: who said what, whom a pronoun means, kin, directions, details, general words."""

# An entry of a table is one line, however long.
# ruff: noqa: E501

import random

from training.worlds_banks import COUNTRIES, DAYS, FEMALE, JOBS, LAST, MALE, MONTHS, PLACES, firms, people
from training.worlds_base import CONTRADICTED, UNSUPPORTED, World, an

_OPINIONS = """
the tax cut|would create jobs;would hurt the poor;came too late;was badly designed
the new stadium|was a waste of money;would bring visitors;would cause traffic jams;was long overdue
the vaccine|was safe for children;needed more testing;worked better than expected;was too expensive
the film|was a masterpiece;dragged on for too long;deserved an award;was poorly acted
the merger|would harm customers;would save money;was doomed from the start;would be blocked
the strike|was justified;had gone on too long;would end within days;had no public support
the bridge|could be saved;had to be torn down;was safe for traffic;needed new cables
the budget|was unfair to the young;was sound;rested on wishful thinking;left no room for schools
the coach|should resign;had earned more time;was the wrong choice;had won over the dressing room
the update|broke their workflow;fixed the worst bugs;was rushed out;made everything faster
the dam|threatened the salmon;would power the valley;was built on unstable ground;was the cheapest option
the phone|was too heavy;had the best screen of the year;ran hot;was worth the price
the restaurant|had gone downhill;served the best soup in town;was too noisy;was good value
the theory|explained the data;had been refuted;was impossible to test;was ahead of its time
the treaty|would bring peace;gave away too much;could not be enforced;was a turning point
the school reform|ignored teachers;was working;needed more money;should be scrapped
""".strip().split("\n")
_SAID = (
    "{s} said that {x} {o}.", "according to {s}, {x} {o}.", "{s} argued that {x} {o}.", "in the view of {s}, {x} {o}.",
    '"{X} {o}," said {s}.', "{s} told reporters that {x} {o}.", "{x} {o}, {s} claimed.", "{s} is of the opinion that {x} {o}.",
    "{x}, {s} insisted, {o}.", "speaking on {d}, {s} maintained that {x} {o}.", "as {s} sees it, {x} {o}.", "asked about it, {s} replied that {x} {o}.",
)  # fmt: skip
_CLAIM_SAID = (
    "{s} said that {x} {o}.", "according to {s}, {x} {o}.", "in {s}'s opinion, {x} {o}.", "{s} holds the view that {x} {o}.",
    "the opinion that {x} {o} came from {s}.", "the one who held that {x} {o} was {s}.", "it was {s} who said that {x} {o}.",
    "that {x} {o} is how {s} put it.", "{s} is quoted as saying that {x} {o}.", "{s} stated that {x} {o}.", "to {s}'s mind, {x} {o}.",
)  # fmt: skip
_AS_FACT = (
    "it has been established that {x} {o}.", "it is a proven fact that {x} {o}.", "everyone agrees that {x} {o}.",
    "nobody disputes that {x} {o}.", "{s} proved that {x} {o}.", "an inquiry found that {x} {o}.", "{s} denied that {x} {o}.",
)  # fmt: skip


def attribution(rng: random.Random) -> World:
    """Two or three voices on one or two matters; false claims swap the voices or make fact of opinion."""
    world = World(rng)
    matter, opinions = rng.choice(_OPINIONS).split("|")
    held = rng.sample(opinions.split(";"), 3)
    names = people(rng, 3)
    voices = [
        f"{rng.choice(('the mayor', 'the critic', 'Professor', 'Dr', 'the spokesman', 'the minister'))} {n}"
        if rng.random() < 0.3
        else n
        for n in names
    ]
    for voice, opinion in zip(voices, held, strict=True):
        world.know((voice, opinion))
        world.tell(
            rng.choice(_SAID), s=voice, x=matter, X=matter[0].upper() + matter[1:], o=opinion, d=rng.choice(DAYS)
        )
    for index, (voice, name, opinion) in enumerate(zip(voices, names, held, strict=True)):
        slots = {"s": name if rng.random() < 0.5 else voice, "x": matter, "o": opinion}
        for _ in range(2):
            draw = rng.random()
            if draw < 0.4:
                world.claim(
                    _CLAIM_SAID,
                    slots,
                    slots | {"o": held[index - 1]},
                    (voice, opinion),
                    (voice, held[index - 1]),
                    UNSUPPORTED,
                )
            elif draw < 0.75:
                world.claim(
                    _CLAIM_SAID,
                    slots,
                    slots | {"s": names[index - 1]},
                    (voice, opinion),
                    (voices[index - 1], opinion),
                    UNSUPPORTED,
                )
            else:
                one, two = World(rng), World(rng)
                one.tell(rng.choice(_CLAIM_SAID), **slots)
                two.tell(rng.choice(_AS_FACT), **slots)
                label = CONTRADICTED if " denied " in two.blocks[0] else UNSUPPORTED
                world.say(one.blocks[0], two.blocks[0], (voice, opinion), ("fact", opinion), label)
    return world


_LIVES = "moved to {p}|took over the family shop in {p}|studied law in {p}|opened a clinic in {p}|joined the orchestra in {p}|became a judge in {p}|ran a hotel in {p}|taught physics in {p}|fell ill in {p}|won a prize in {p}|bought a flat in {p}|wrote a novel about {p}|crossed the desert near {p}|settled in {p}|set a record in {p}|founded a school in {p}".split(
    "|"
)
_MEETINGS = "met {b} at a wedding|shared a flat with {b}|wrote letters to {b}|went to school with {b}|played chess against {b}|worked next door to {b}|travelled with {b}|interviewed {b}".split(
    "|"
)
_FIRM_DEEDS = "cut two hundred jobs|opened a plant in {p}|raised its prices|moved its head office to {p}|posted record profits|withdrew its offer|started to export to {p}|recalled thousands of cars|hired a new chief executive|bought land near {p}".split(
    "|"
)
_WHO = (
    "{a} {x}.", "it was {a} who {x}.", "the one who {x} was {a}.", "{x2}: that was {a}.", "{a} is the one who {x}.",
)  # fmt: skip


def coreference(rng: random.Random) -> World:
    """Pronouns, "the former", "the latter" and roles that stand for names of the sentence before."""
    return _firm_references(rng) if rng.random() < 0.35 else _person_references(rng)


def _person_references(rng: random.Random) -> World:
    world = World(rng)
    for pronoun_first in (rng.random() < 0.5, rng.random() < 0.5):
        lasts = rng.sample(LAST, 2)
        woman, man = f"{rng.choice(FEMALE)} {lasts[0]}", f"{rng.choice(MALE)} {lasts[1]}"
        a, b = (woman, man) if pronoun_first else (man, woman)
        one, two = (
            deed.format(p=place) for deed, place in zip(rng.sample(_LIVES, 2), rng.sample(PLACES, 2), strict=True)
        )
        jobs = rng.sample(JOBS, 2)
        meeting = rng.choice(_MEETINGS).format(b="{b}")
        pronoun = {woman: "she", man: "he"}
        way = rng.random()
        if way < 0.45:
            text = f"{a} {meeting.format(b=b)}. Later {pronoun[a]} {one}, while {pronoun[b]} {two}."
        elif way < 0.7:
            text = f"{a} {meeting.format(b=b)}. In time the former {one}; the latter {two}."
        else:
            text = f"{a}, {an(jobs[0])}, {meeting.format(b=f'{b}, {an(jobs[1])}')}. Later the {jobs[0]} {one}, and the {jobs[1]} {two}."
        world.blocks.append(text)
        world.know((a, one), (b, two))
        _who(world, a, b, one)
        _who(world, b, a, two)
        if way >= 0.7:
            world.know((one, jobs[0]))
            forms = ("{j} {x}.", "the person who {x} was {j} by trade.", "it was {j} who {x}.")
            world.claim(
                forms, {"j": an(jobs[0]), "x": one}, {"j": an(jobs[1]), "x": one}, (one, jobs[0]), (one, jobs[1])
            )
    return world


def _who(world: World, right: str, wrong: str, deed: str) -> None:
    shorten = world.rng.random() < 0.4
    names = [name.split(" ", 1)[shorten] if shorten else name for name in (right, wrong)]
    if names[0] == names[1]:
        names = [right, wrong]
    values = {"x": deed, "x2": f"somebody {deed}"}
    world.claim(_WHO, values | {"a": names[0]}, values | {"a": names[1]}, (right, deed), (wrong, deed), UNSUPPORTED)


def _firm_references(rng: random.Random) -> World:
    world = World(rng)
    sides = (
        ("the bank", "the brewery"),
        ("the airline", "the shipyard"),
        ("the publisher", "the retailer"),
        ("the start-up", "the carmaker"),
        ("the insurer", "the hotel chain"),
    )
    for (role_a, role_b), (a, b) in zip(
        rng.sample(sides, 2), zip(firms(rng, 2), firms(rng, 2), strict=True), strict=True
    ):
        one, two = (
            deed.format(p=place) for deed, place in zip(rng.sample(_FIRM_DEEDS, 2), rng.sample(PLACES, 2), strict=True)
        )
        if a == b:
            continue
        lead = rng.choice(
            (
                "{a}, {ra}, and {b}, {rb}, share a building.",
                "{a} is {ra2} and {b} {rb2}.",
                "the talks were between {ra} {a} and {rb} {b}.",
            )
        )
        lead = lead.format(a=a, b=b, ra=role_a, rb=role_b, ra2=an(role_a[4:]), rb2=an(role_b[4:]))
        tail = rng.choice(
            ("{ra} {x}, whereas {rb} {y}.", "last year {ra} {x}; {rb} {y}.", "the former {x}, the latter {y}.")
        )
        tail = tail.format(ra=role_a, rb=role_b, x=one, y=two)
        world.blocks.append(f"{lead[0].upper()}{lead[1:]} {tail[0].upper()}{tail[1:]}")
        world.know((a, one), (b, two))
        for right, wrong, deed in ((a, b, one), (b, a, two)):
            forms = (
                "{a} {x}.",
                "it was {a} that {x}.",
                "the company that {x} was {a}.",
                "{a} is the company that {x}.",
            )
            world.claim(
                forms, {"a": right, "x": deed}, {"a": wrong, "x": deed}, (right, deed), (wrong, deed), UNSUPPORTED
            )
    return world


def kinship(rng: random.Random) -> World:
    """A family told by some of its ties, with claims on ties that follow."""
    world = World(rng)
    last = rng.choice(LAST)
    women, men = rng.sample(FEMALE, 4), rng.sample(MALE, 4)
    gran, grandpa, mother, uncle = women[0], men[0], women[1], men[1]
    father, daughter, son, cousin = men[2], women[2], men[3], women[3]
    parents = {
        mother: (gran, grandpa),
        uncle: (gran, grandpa),
        daughter: (mother, father),
        son: (mother, father),
        cousin: (uncle,),
    }
    ties = _ties(parents, {father: mother, mother: father, gran: grandpa, grandpa: gran}, set(women))
    world.know(*(("kin", *tie) for tie in ties))
    world.tell(
        "[{a} and {b} {l} had two children, {c} and {d}.|{c} and {d} are the two children of {a} and {b} {l}.|The {l} children were called {c} and {d}; the parents were {a} and {b}.]",
        a=gran,
        b=grandpa,
        c=mother,
        d=uncle,
        l=last,
    )
    world.tell(
        "[{m} married {f}, and they had a daughter, {d}, and a son, {s}.|{m} and her husband {f} brought up {d}, a girl, and {s}, a boy.|{f} is the husband of {m}; {d} and {s} are their daughter and son.]",
        m=mother,
        f=father,
        d=daughter,
        s=son,
    )
    world.tell(
        "[{u} has one daughter, {c}.|{c} is the only daughter of {u}.|The only child of {u} is a girl named {c}.]",
        u=uncle,
        c=cousin,
    )
    everyone = women + men
    forms = (
        "{a} is {b}'s {t}.",
        "{b}'s {t} is called {a}.",
        "{a} is the {t} of {b}.",
        "{t} of {b}: that is what {a} is.",
        "{b} has {at} by the name of {a}.",
    )
    for kin, a, b in rng.sample(ties, 5):
        alike = next(column for column in zip(*_KIN, strict=True) if kin in column)
        lies = rng.choice((
            [(kin, b, a)], [(kin, a, other) for other in everyone if other not in (a, b)], [(other, a, b) for other in alike],
        ))  # fmt: skip
        lies = [lie for lie in lies if ("kin", *lie) not in world.facts]
        if lies:
            lie = rng.choice(lies)
            world.claim(forms, _tie_slots(kin, a, b), _tie_slots(*lie), ("kin", kin, a, b), ("kin", *lie))
    return world


_KIN = (
    ("grandmother", "grandfather"), ("mother", "father"), ("sister", "brother"), ("wife", "husband"), ("daughter", "son"),
    ("granddaughter", "grandson"), ("aunt", "uncle"), ("niece", "nephew"), ("cousin", "cousin"),
    ("mother-in-law", "father-in-law"), ("daughter-in-law", "son-in-law"), ("sister-in-law", "brother-in-law"),
)  # fmt: skip


def _tie_slots(kin: str, a: str, b: str) -> dict[str, str]:
    return {"t": kin, "at": an(kin), "a": a, "b": b}


def _ties(parents: dict[str, tuple[str, ...]], spouses: dict[str, str], women: set[str]) -> list[tuple[str, str, str]]:
    """Every tie (kin, a, b), a being b's kin, that follows from parents and spouses, ties by marriage included."""
    everyone = sorted({*parents, *spouses})
    children = {(parent, child) for child, pair in parents.items() for parent in pair}
    siblings = {(a, b) for a in parents for b in parents if a != b and parents[a] == parents[b]}
    married = set(spouses.items())
    uncles = {(a, c) for a, b in siblings for p, c in children if p == b}
    uncles |= {(a, c) for a, b in married for u, c in uncles if u == b}
    grand = {(a, c) for a, b in children for p, c in children if p == b}
    in_law = {(a, c) for a, b in children for p, c in married if p == b}
    beside = {(a, c) for a, b in siblings for p, c in married if p == b} | {
        (a, c) for a, b in married for p, c in siblings if p == b
    }
    cousins = {(a, c) for u, c in uncles for p, a in children if p == u}
    back = [{(b, a) for a, b in pairs} for pairs in (children, grand, uncles, in_law)]
    found = (grand, children, siblings, married, back[0], back[1], uncles, back[2], cousins, in_law, back[3], beside)
    return [
        (_KIN[row][a not in women], a, b)
        for row, pairs in enumerate(found)
        for a in everyone
        for b in everyone
        if (a, b) in pairs
    ]


# General word | particulars that fall under it.
_SORTS = """
a doctor|a cardiologist,a dermatologist,a surgeon,a paediatrician,a neurologist
a musician|a cellist,a drummer,a pianist,a trumpeter,a flautist
a scientist|a geologist,a botanist,a physicist,a chemist,an astronomer
a craftsperson|a carpenter,a potter,a blacksmith,a glazier,a saddler
an athlete|a sprinter,a rower,a pole vaulter,a cyclist,a gymnast
a pet|a hamster,a beagle,a tomcat,a budgerigar,a poodle
a bird|a heron,a falcon,a robin,a stork,a pelican
a tree|an oak,a birch,a maple,a cypress,a larch
a vehicle|a minibus,a pickup truck,a tractor,a moped,a delivery van
a boat|a canoe,a trawler,a catamaran,a dinghy,a ferry
a piece of furniture|a sideboard,a wardrobe,a rocking chair,a bookcase,a stool
a stringed instrument|a cello,a mandolin,a harp,a ukulele,a banjo
a piece of jewellery|a brooch,a bracelet,a necklace,an earring,a ring
a hot drink|a cappuccino,an espresso,a cup of tea,a mug of cocoa,a latte
a programming language|Python,Fortran,Haskell,Rust,COBOL
a metal|copper,zinc,nickel,tin,lead
a fruit|a mango,a plum,a pear,an apricot,a quince
a garment|a raincoat,a cardigan,a waistcoat,a kilt,a parka
a weapon|a crossbow,a dagger,a musket,a sabre,a spear
a building|a barn,a cathedral,a warehouse,a castle,a lighthouse
""".strip().split("\n")
_CLAIM_WITH = ("{n} {v} {x}.", "what {n} {v} was {x}.", "it was {x} that {n} {v}.")


def abstraction(rng: random.Random) -> World:
    """A particular told, the general word claimed; and the general told, where a particular is too much."""
    world = World(rng)
    verbs = rng.sample(
        ("wrote about", "talked about", "dreamt of", "asked about", "photographed", "joked about", "thought of"), 3
    )
    rows = [line.split("|") for line in rng.sample(_SORTS, 3)]
    known = []
    for general, particulars in rows:
        one, two = rng.sample(particulars.split(","), 2)
        known.append((general, one, two, general if rng.random() < 0.35 else one))
    for index, (name, verb, (general, one, two, told)) in enumerate(zip(people(rng, 3), verbs, known, strict=True)):
        world.tell(
            "[{n} {v} {x} {t}.|{t}, {n} {v} {x}.]",
            n=name,
            v=verb,
            x=told,
            t=rng.choice((f"in {rng.choice(MONTHS)}", f"on {rng.choice(DAYS)}", f"while in {rng.choice(COUNTRIES)}")),
        )
        world.know((name, verb, told), (name, verb, general))
        slots = {"n": name, "v": verb}
        away, _, _, seen = known[index - 1]
        stray = seen if rng.random() < 0.8 else two
        wrong = rng.choice((away, stray)) if told == one or rng.random() < 0.5 else one
        label = UNSUPPORTED if wrong == one else CONTRADICTED
        fact = (name, verb, general)
        world.claim(_CLAIM_WITH, slots | {"x": general}, slots | {"x": wrong}, fact, (name, verb, wrong), label)
        world.claim(_CLAIM_WITH, slots | {"x": told}, slots | {"x": stray}, (name, verb, told), (name, verb, stray))
    return world
