"""Worlds of time: the order of events, years and ages, durations, clock times, deadlines."""

# An entry of a table is one line, however long.
# ruff: noqa: E501

import random
from collections.abc import Sequence
from itertools import pairwise

from training.worlds_banks import DAYS, MONTHS, firms, people
from training.worlds_base import CONTRADICTED, World, number, render

# Past tense clause | noun phrase, of things that may happen in any order to one subject.
_EVENTS = """
org: {s} opened its first shop|the opening of its first shop
org: {s} went public|the stock market listing
org: {s} moved its head office|the head office move
org: {s} launched its first app|the launch of the first app
org: {s} bought a rival|the purchase of a rival
org: {s} won a safety award|the safety award
org: {s} closed its oldest plant|the closure of the oldest plant
org: {s} hired a new chief executive|the hiring of a new chief executive
org: {s} recalled a product|the product recall
org: {s} changed its logo|the change of logo
org: {s} paid its first dividend|the first dividend
org: {s} settled a lawsuit|the settlement of a lawsuit
org: {s} signed the pay deal|the signing of the pay deal
org: {s} built a warehouse|the building of a warehouse
org: {s} suffered a data breach|the data breach
org: {s} opened an office abroad|the opening of an office abroad
org: {s} took out a large loan|the large loan
org: {s} set up a research lab|the founding of the research lab
person: {s} finished medical school|the end of medical school
person: {s} got married|the wedding
person: {s} learned to sail|the sailing lessons
person: {s} published a first novel|the first novel
person: {s} moved to the coast|the move to the coast
person: {s} ran for mayor|the campaign for mayor
person: {s} gave up smoking|the end of smoking
person: {s} broke an ankle|the broken ankle
person: {s} won a scholarship|the scholarship
person: {s} sold the family farm|the sale of the family farm
person: {s} recorded an album|the recording of the album
person: {s} served in the navy|the navy service
person: {s} started a bakery|the start of the bakery
person: {s} had heart surgery|the heart surgery
person: {s} became a citizen|the grant of citizenship
person: {s} bought a houseboat|the purchase of the houseboat
person: {s} lost the election|the lost election
person: {s} retired from football|the end of the football career
""".strip().split("\n")

# Wordings of "x, then y" for clauses {x} and {y}, nouns {nx} and {ny}.
_THEN = (
    "{x} before {py}.",
    "{x}, and only then did the other thing follow: {py}.",
    "{py} after {px}.",
    "after {px}, {py}.",
    "before {py}, {px}.",
    "{px} first; {py} later.",
    "{py}, but only after {px}.",
    "for {s}, {nx} came before {ny}.",
    "for {s}, {ny} came after {nx}.",
    "by the time {py}, the other thing had happened: {px}.",
    "when {py}, {nx} already lay in the past.",
    "when {px}, {ny} still lay in the future.",
    "{ny} was preceded by {nx}.",
    "{nx} was followed by {ny}.",
    "the earlier of the two was {nx}, not {ny}.",
    "the later of the two was {ny}, not {nx}.",
    "{ny} had not yet happened when {px}.",
)


def temporal(rng: random.Random) -> World:
    """One of the worlds of time."""
    makers = (_order, _order, _order, _founded, _lives, _durations, _clock, _deadlines, _tenures)
    return rng.choice(makers)(rng)


def _order(rng: random.Random) -> World:
    """Two to four events of one subject, dated or linked, told in any order."""
    world = World(rng)
    sort = rng.choice(("org", "person"))
    subject = (firms(rng, 1) if sort == "org" else people(rng, 1))[0]
    short = "the company" if sort == "org" else subject.split(" ")[1]
    chosen = rng.sample(
        [line.split(": ")[1].split("|") for line in _EVENTS if line.startswith(sort)], rng.choice((3, 3, 4))
    )
    year, years = rng.randint(1970, 2005), []
    for _ in chosen:
        years.append(year)
        year += rng.randint(1, 6)
    told = rng.random()
    if told < 0.45:
        _tell_dated(world, subject, chosen, years)
    elif told < 0.75:
        _tell_gaps(world, subject, short, chosen, years)
    else:
        _tell_links(world, subject, short, chosen)
    for early in range(len(chosen)):
        for late in range(early + 1, len(chosen)):
            world.know(("before", early, late))
    for _ in range(4):
        early, late = sorted(rng.sample(range(len(chosen)), 2))
        x, y = chosen[early], chosen[late]
        form, other = rng.choice(_THEN), rng.choice(_THEN)
        other = form if rng.random() < 0.7 else other
        right, wrong, twin = (
            _once(render(told_by, _slots(subject, *pair)), subject, short)
            for told_by, pair in ((form, (x, y)), (other, (y, x)), (other, (x, y)))
        )
        world.say(right, wrong, ("before", early, late), ("before", late, early), twin=twin)
    return world


def _once(text: str, name: str, short: str) -> str:
    """Names the subject once, and by the short name after that."""
    head, found, tail = text.partition(name)
    return head + found + tail.replace(name, short)


def _slots(subject: str, x: Sequence[str], y: Sequence[str]) -> dict[str, str]:
    px, py = x[0].format(s=subject), y[0].format(s=subject)
    return {"s": subject, "x": px, "px": px, "py": py, "nx": x[1], "ny": y[1]}


def _tell_dated(world: World, subject: str, events: Sequence[Sequence[str]], years: list[int]) -> None:
    for (clause, _), year in zip(events, years, strict=True):
        world.tell(
            "[In {year}, {c}.|{c} in {year}.|It was in {year} that {c}.|{year}: {c}.]",
            c=clause.format(s=subject),
            year=year,
        )


def _tell_gaps(world: World, subject: str, short: str, events: Sequence[Sequence[str]], years: list[int]) -> None:
    """A single block, forward ("two years later") or recent first ("two years earlier")."""
    forward = world.rng.random() < 0.5
    order = list(range(len(events))) if forward else list(range(len(events)))[::-1]
    parts = [f"In {years[order[0]]}, {events[order[0]][0].format(s=subject)}."]
    for earlier, later in pairwise(order):
        gap = abs(years[later] - years[earlier])
        spelled = "a year" if gap == 1 else f"{number(gap)} years"
        clause = events[later][0].format(s=short)
        word = world.rng.choice(("later", "after that") if forward else ("earlier", "before that"))
        lead = f"{spelled[0].upper()}{spelled[1:]} {word}, {clause}."
        parts.append(lead)
    world.blocks.append(" ".join(parts))


def _tell_links(world: World, subject: str, short: str, events: Sequence[Sequence[str]]) -> None:
    """A single block that links neighbours by connectives alone."""
    parts = [f"{events[0][0].format(s=subject)}.".replace("the company", "The company")]
    for index in range(1, len(events)):
        clause, noun = events[index][0].format(s=short), events[index - 1][1]
        form = world.rng.choice(
            (
                "After {n}, {c}.",
                "Following {n}, {c}.",
                "Next, {c}.",
                "Then {c}.",
                "{C} after {n}.",
                "Once {n} was over, {c}.",
            )
        )
        parts.append(form.format(n=noun, c=clause, C=clause[0].upper() + clause[1:]))
    world.blocks.append(" ".join(parts))


_FOUNDED = ("{o} was founded in {y}.", "Founded in {y}, {o} [is run from a small office|employs its own designers].", "{o} has been in business since {y}.", "{o} dates from {y}.", "The history of {o} began in {y}.", "{o}, set up in {y}, is still family-owned.")  # fmt: skip
_OLDER = ("{a} is older than {b}.", "{b} is younger than {a}.", "{a} was founded before {b}.", "{b} was founded after {a}.", "{a} already existed when {b} was founded.", "{b} did not yet exist when {a} was founded.", "{a} predates {b}.", "{a} has been around longer than {b}.", "Of the two firms {a} and {b}, the latter is the younger.", "{b} is a more recent company than {a}.")  # fmt: skip
_AGE_OF = ("{o} came into being in the {d}s.", "{o} goes back to the {d}s.", "{o} was set up in the {d}s.", "the {d}s saw the founding of {o}.")  # fmt: skip


def _founded(rng: random.Random) -> World:
    world = World(rng)
    names = firms(rng, 3)
    years = sorted(rng.sample(range(1850, 2020), 3))
    for name, year in zip(names, years, strict=True):
        world.tell(rng.choice(_FOUNDED), o=name, y=year)
    for early, late in ((0, 1), (1, 2), (0, 2)):
        world.know(("older", early, late))
        slots = {"a": names[early], "b": names[late]}
        world.claim(_OLDER, slots, {"a": slots["b"], "b": slots["a"]}, ("older", early, late), ("older", late, early))
    pick = rng.randrange(3)
    decade = years[pick] // 10 * 10
    other = years[pick - 1] // 10 * 10 if years[pick - 1] // 10 != years[pick] // 10 else decade + 20
    world.know(("decade", pick, decade))
    world.claim(
        _AGE_OF,
        {"o": names[pick], "d": decade},
        {"o": names[pick], "d": other},
        ("decade", pick, decade),
        ("decade", pick, other),
    )
    return world


def _lives(rng: random.Random) -> World:
    """Births, ages at events, deaths."""
    world = World(rng)
    for name in people(rng, 2):
        born, age = rng.randint(1880, 1970), rng.randint(19, 45)
        died = born + age + rng.randint(8, 40)
        feat = rng.choice(
            (
                "moved abroad",
                "won the prize",
                "opened a studio",
                "became a judge",
                "joined the ministry",
                "sold the business",
                "published the atlas",
            )
        )
        world.tell(
            "[{n} was born in {y}.|{n}, born in {y}, grew up by the sea.|Born in {y}, {n} was the youngest of the family.]",
            n=name,
            y=born,
        )
        told_age = rng.random() < 0.5
        if told_age:
            world.tell(
                "[At the age of {a}, {n} {f}.|{n} {f} at {a}.|{n} was {a} when the news came and {f} that year.]",
                a=age,
                n=name,
                f=feat,
            )
        else:
            world.tell("[In {y}, {n} {f}.|{n} {f} in {y}.]", y=born + age, n=name, f=feat)
        world.tell("[{n} died in {y}.|The death of {n} came in {y}.]", n=name, y=died)
        facts = {"age": age, "year": born + age, "lived": died - born}
        for key, value in facts.items():
            off = value + rng.choice((-9, -6, -5, -4, 3, 4, 6, 10))
            forms = {
                "age": (
                    "{n} {f} at the age of {v}.",
                    "{n} was about {v} years old on the day {n} {f}.",
                    "aged roughly {v}, {n} {f}.",
                ),
                "year": ("{n} {f} in about {v}.", "it was around {v} that {n} {f}."),
                "lived": ("{n} lived to be about {v}.", "{n} died aged around {v}.", "{n} lived for about {v} years."),
            }[key]
            world.know((name, key, value))
            slots = {"n": name, "f": feat}
            world.claim(forms, slots | {"v": value}, slots | {"v": off}, (name, key, value), (name, key, off))
    return world


_TASKS = "the surgery|the flight|the repair work|the hearing|the siege|the strike|the concert|the crossing|the trial|the exam|the clean-up|the renovation|the training course|the festival|the tour|the outage|the audit|the voyage|the exhibition|the negotiations".split(
    "|"
)


def _durations(rng: random.Random) -> World:
    """How long things took, from start and end or in other units, and which took longer."""
    world = World(rng)
    tasks = rng.sample(_TASKS, 3)
    spans = rng.sample((3, 4, 5, 6, 8, 9, 10), 3)
    starts = [rng.randint(6, 12) for _ in tasks]
    for task, span, start in zip(tasks, spans, starts, strict=True):
        world.tell(
            "[{t} [lasted|took] {m} minutes.|{t} began at {a}:00 and ended at {b}:00.|{t} ran from {a}:00 to {b}:00.|"
            "{t} [lasted|took] {h} hours.|{t} started at {a}:00 and was over {h} hours later.]",
            t=task, m=span * 60, h=span, a=f"{start:02}", b=start + span,
        )  # fmt: skip
        world.know((task, span))
        off = rng.choice([other for other in (*spans, span + 1, span + 2) if other != span])
        forms = (
            "{t} took {h} hours.",
            "{t} went on for {h} hours.",
            "{t} was over after {h} hours.",
            "{h} hours passed from the start to the end of {t}.",
            "it took {h} hours for {t} to be over.",
        )
        world.claim(
            forms, {"t": task, "h": number(span, rng)}, {"t": task, "h": number(off, rng)}, (task, span), (task, off)
        )
    (long, a), (short, b) = sorted(((span, task) for span, task in zip(spans, tasks, strict=True)), reverse=True)[:2]
    if long > short:
        forms = (
            "{a} took longer than {b}.",
            "{b} was shorter than {a}.",
            "{b} did not last as long as {a}.",
            "{b} took less time than {a}.",
            "more time went into {a} than into {b}.",
        )
        world.know(("longer", a, b))
        world.claim(forms, {"a": a, "b": b}, {"a": b, "b": a}, ("longer", a, b), ("longer", b, a))
    return world


_VISITS = "the bank|the clinic|the post office|the kitchen|the front desk|the gallery|the workshop|the canteen|the dental practice|the hotel bar|the pharmacy|the tool hire shop".split(
    "|"
)


def _clock(rng: random.Random) -> World:
    """Opening hours by day, asked at a given time in the other clock."""
    world = World(rng)
    for place in rng.sample(_VISITS, 2):
        open_at, close_at, rest = rng.randint(7, 10), rng.randint(15, 21), rng.randint(0, 6)
        world.tell(
            "[{p} is open from {a}:00 to {b}:00 every day except {d}.|{p}: {a}:00-{b}:00, closed on {d}s.|"
            "{p} opens at {x} am and closes at {y} pm; it is shut on {d}s.]",
            p=place, a=f"{open_at:02}", b=close_at, d=DAYS[rest], x=open_at, y=close_at - 12,
        )  # fmt: skip
        other = DAYS[rest - rng.randint(1, 5)]
        inside, late = rng.randint(12, close_at - 1), rng.randint(close_at + 1, 22)
        yes = rng.choice(("is open", "can be visited", "receives people"))
        checks = [(other, inside, True), (other, late, False), (DAYS[rest], inside, False)]
        for day, hour, holds in checks:
            world.know((place, day, hour, holds))
            when = rng.choice(
                (
                    f"at {hour}:30",
                    f"at {'half past twelve' if hour == 12 else f'half past {number(hour - 12)}'} in the {'afternoon' if hour < 18 else 'evening'}",
                )
            )
            texts = [f"On a {day} {when}, {place} {way}." for way in (yes, "is closed")]
            right, wrong = (texts[0], texts[1]) if holds else (texts[1], texts[0])
            if hour < 22 or not holds:
                world.say(right, wrong, (place, day, hour, holds), (place, day, hour, not holds))
    return world


_DUE = "the essay|the grant proposal|the tax return|the visa form|the tender|the lab report|the budget draft|the nomination|the order form|the survey|the membership form|the poster".split(
    "|"
)


def _deadlines(rng: random.Random) -> World:
    world = World(rng)
    for item in rng.sample(_DUE, 2):
        month, day = rng.randint(1, 10), rng.randint(8, 20)
        world.tell(
            "[{i} must be handed in by {d} {m}.|The deadline for {i} is {d} {m}.|{i} is due on {d} {m} at the latest.|No later than {d} {m}, {i} has to be in.]",
            i=item,
            d=day,
            m=MONTHS[month],
        )
        for early in (True, False):
            date = rng.choice(
                (f"{day - rng.randint(1, 7)} {MONTHS[month]}", f"{rng.randint(1, 28)} {MONTHS[month - 1]}")
                if early
                else (f"{day + rng.randint(1, 7)} {MONTHS[month]}", f"{rng.randint(1, 28)} {MONTHS[month + 1]}")
            )
            pairs = (
                (f"Handing in {item} on {date} is in time.", f"Handing in {item} on {date} is too late."),
                (f"{item} still counts if it arrives on {date}.", f"{item} no longer counts if it arrives on {date}."),
                (f"On {date} there is still time for {item}.", f"On {date} there is no time left for {item}."),
                (
                    f"Whoever hands in {item} on {date} meets the deadline.",
                    f"Whoever hands in {item} on {date} misses the deadline.",
                ),
            )
            yes, no = rng.choice(pairs)
            yes, no = yes[0].upper() + yes[1:], no[0].upper() + no[1:]
            world.know((item, date, early))
            world.say(yes if early else no, no if early else yes, (item, date, early), (item, date, not early))
    return world


_POSTS = "chair|mayor|head coach|bishop|editor|dean|finance minister|conductor|governor|club president|party leader|ambassador".split(
    "|"
)


def _tenures(rng: random.Random) -> World:
    """Holders of one post one after another: who came first, how long, who held it in a given year."""
    world = World(rng)
    post, names = rng.choice(_POSTS), people(rng, 3)
    years = [rng.randint(1950, 1995)]
    for _ in names:
        years.append(years[-1] + rng.randint(3, 9))
    for index, name in enumerate(names):
        world.tell(
            "[{n} was {p} from {a} to {b}.|From {a} until {b}, {n} served as {p}.|{n} ({p}, {a}-{b}) was well liked.|{n} took office as {p} in {a} and left it in {b}.]",
            n=name,
            p=post,
            a=years[index],
            b=years[index + 1],
        )
    for index, name in enumerate(names):
        year, other = rng.randint(years[index] + 1, years[index + 1] - 1), names[index - 1]
        world.know(("held", name, year), ("term", name, years[index + 1] - years[index]))
        forms = (
            "In {y}, the {p} was {n}.",
            "{n} held the post of {p} in {y}.",
            "Anyone who met the {p} in {y} met {n}.",
            "during {y}, {n} was in office as {p}.",
        )
        world.claim(
            forms,
            {"y": year, "p": post, "n": name},
            {"y": year, "p": post, "n": other},
            ("held", name, year),
            ("held", other, year),
        )
        term = years[index + 1] - years[index]
        off = term + rng.choice((-2, -1, 1, 2))
        forms = (
            "{n} was {p} for {t} years.",
            "{n} spent {t} years as {p}.",
            "{n}'s time as {p} came to {t} years.",
            "after {t} years as {p}, {n} left the post.",
        )
        world.claim(
            forms,
            {"n": name, "p": post, "t": number(term, rng)},
            {"n": name, "p": post, "t": number(off, rng)},
            ("term", name, term),
            ("term", name, off),
        )
    first, second = sorted(rng.sample(range(3), 2))
    forms = (
        "{a} was {p} before {b}.",
        "{b} was {p} after {a}.",
        "{b} became {p} later than {a}.",
        "as {p}, {a} came earlier than {b}.",
        "when {b} became {p}, {a} had already left.",
        "{b} came to the post of {p} only after {a} had left it.",
    )
    world.know(("earlier", names[first], names[second]))
    world.claim(
        forms,
        {"a": names[first], "b": names[second], "p": post},
        {"a": names[second], "b": names[first], "p": post},
        ("earlier", names[first], names[second]),
        ("earlier", names[second], names[first]),
        CONTRADICTED,
    )
    return world
