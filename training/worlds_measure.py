"""Worlds of quantities: the same amount in another unit, comparisons, counts, sums and shares."""

# An entry of a table is one line, however long.
# ruff: noqa: E501

import random

from training.worlds_banks import PRODUCTS, codenames, people, products
from training.worlds_base import World

# What | unit of the source | least and most | unit of the claim | factor.
_CONVERSIONS = """
The trail to {x} is # long|km|4|60|miles|0.621371
The pipeline near {x} measures #|km|20|900|miles|0.621371
The drive to {x} is #|miles|5|400|km|1.609344
The road from {x} runs for #|miles|8|300|kilometres|1.609344
The tower in {x} is # tall|metres|30|400|feet|3.28084
The bridge at {x} is # long|feet|200|6000|metres|0.3048
The summit above {x} lies at #|feet|3000|20000|metres|0.3048
The pond at {x} is # deep|feet|6|40|metres|0.3048
The {x} parcel weighs #|kg|3|90|pounds|2.20462
The {x} trailer weighs #|pounds|300|6000|kg|0.453592
The {x} statue weighs #|tonnes|2|80|kilograms|1000
The {x} crate holds #|pounds|10|200|kilograms|0.453592
The {x} cable is # long|inches|20|90|centimetres|2.54
The {x} screen measures #|centimetres|30|200|inches|0.393701
The {x} tank holds #|litres|20|900|US gallons|0.264172
The {x} boiler takes #|US gallons|10|90|litres|3.78541
The {x} estate covers #|hectares|10|900|acres|2.47105
The {x} farm covers #|acres|40|2000|hectares|0.404686
The {x} film runs for #|minutes|90|240|hours|0.0166667
The {x} crossing takes #|hours|2|12|minutes|60
The {x} guarantee runs for #|years|2|10|months|12
The {x} course takes #|weeks|2|26|days|7
The {x} trial ran for #|days|14|140|weeks|0.142857
The {x} tour lasted #|decades|2|6|years|10
The {x} timeout is #|seconds|60|900|minutes|0.0166667
The {x} cache waits #|seconds|2|60|milliseconds|1000
The {x} backup takes up #|gigabytes|2|90|megabytes|1000
The {x} archive takes up #|megabytes|1500|90000|gigabytes|0.001
The {x} link carries #|megabits per second|40|960|megabytes per second|0.125
The {x} train reaches #|km/h|80|320|mph|0.621371
The {x} ferry does #|knots|10|40|km/h|1.852
The {x} dose is #|grams|1|9|milligrams|1000
The {x} vial holds #|millilitres|250|5000|litres|0.001
The {x} motor delivers #|kilowatts|40|400|horsepower|1.34102
The {x} snack has #|kilocalories|80|900|kilojoules|4.184
The {x} fund is worth #|million dollars|1200|9000|billion dollars|0.001
The {x} grant is worth #|billion euros|2|9|million euros|1000
The {x} fleet cost #|dozen crowns|2|30|crowns|12
The {x} lease runs for #|fortnights|2|12|days|14
The {x} plot is # wide|yards|20|400|metres|0.9144
""".strip().split("\n")
_FRACTIONS = (
    (50, "half"), (25, "a quarter"), (75, "three quarters"), (20, "a fifth"), (10, "a tenth"), (40, "two fifths"),
    (60, "three fifths"), (80, "four fifths"), (33, "about a third"), (67, "about two thirds"), (90, "nine tenths"),
)  # fmt: skip
_GROUPS = "the voters|the staff|the patients|the pupils|the members|the flights|the orders|the fields|the houses|the tickets|the respondents|the trees|the trains|the loans".split(
    "|"
)
_SHARES = (
    "{v} of {g} {d}.", "the share of {g} that {d} was {v}.", "of {g}, {v} {d}.",
)  # fmt: skip
_DID = "were affected by the storm|came from abroad|were left out|fell under the old rules|had to be checked twice|were counted by hand|were subsidised|came in during the spring|met the target|went to the capital".split(
    "|"
)


def units(rng: random.Random) -> World:
    """Amounts told in one unit and claimed in another; shares; prices by a stated rate."""
    return rng.choices((_conversions, _shares, _rates), (5, 2, 2))[0](rng)


def _rounded(value: float) -> str:
    """Three significant figures, no trailing zeros."""
    if value >= 1000:
        digits = 10 ** (len(str(int(value))) - 3)
        return f"{round(value / digits) * digits:,}"
    return f"{float(f'{value:.3g}'):g}"


def _conversions(rng: random.Random) -> World:
    world = World(rng)
    rows = [line.split("|") for line in rng.sample(_CONVERSIONS, 3)]
    shown = []
    for name, row in zip(codenames(rng, 3), rows, strict=True):
        what, unit, least, most, _, factor = row
        low, high = float(least), float(most)
        value = float(_rounded(rng.uniform(low, high)).replace(",", ""))
        if float(factor) < 1 and unit in {"minutes", "seconds", "days"}:
            value = round(rng.uniform(low, high) * float(factor)) / float(factor)
        value = float(round(value)) or 1.0
        head = what.format(x=name)
        world.tell(f"{head.replace('#', f'{value:,.0f} {unit}')}.")
        shown.append((head, value, row))
    for head, value, (*_, target, factor) in shown:
        exact = value * float(factor)
        wrongs = [exact * ratio for ratio in (0.55, 0.7, 0.8, 1.25, 1.4, 1.7, 10, 0.1)] + [value / float(factor)]
        for wrong in (rng.choice(wrongs), value if rng.random() < 0.5 else rng.choice(wrongs)):
            if _rounded(wrong) == _rounded(exact):
                continue
            world.know((head, target, _rounded(exact)))
            exactly = ("{v}",) if exact == round(exact) else ()
            forms = [head.replace("#", word) + "." for word in ("about {v}", "roughly {v}", "{v} or so", *exactly)]
            world.claim(
                forms,
                {"v": f"{_rounded(exact)} {target}"},
                {"v": f"{_rounded(wrong)} {target}"},
                (head, target, _rounded(exact)),
                (head, target, _rounded(wrong)),
            )
    return world


def _shares(rng: random.Random) -> World:
    world = World(rng)
    groups, deeds = rng.sample(_GROUPS, 3), rng.sample(_DID, 3)
    chosen = rng.sample(_FRACTIONS, 3)
    for group, deed, (percent, words) in zip(groups, deeds, chosen, strict=True):
        total = rng.choice((200, 300, 400, 600, 1000, 1200))
        exact = percent not in {33, 67}
        counted = f"{total * percent // 100} out of {total}"
        told = rng.choice([f"{percent}%", f"{percent} percent", *([counted] if exact else []), words])
        world.tell(rng.choice(_SHARES[:2]), g=group, d=deed, v=told)
        world.know((group, percent))
        others = [(p, w) for p, w in _FRACTIONS if abs(p - percent) >= 5]
        for _ in range(2):
            off, off_words = rng.choice([pair for pair in chosen if pair[0] != percent] + others[:3])
            if abs(off - percent) < 5:
                continue
            asked = rng.choice(("words", "percent")) if told != words else "percent"
            right, wrong = (
                (words, off_words) if asked == "words" else (f"about {percent} percent", f"about {off} percent")
            )
            values = {"g": group, "d": deed}
            world.claim(_SHARES, values | {"v": right}, values | {"v": wrong}, (group, percent), (group, off))
        if percent not in {50}:
            most = percent > 50
            world.know((group, "majority", most))
            texts = [
                f"{size} of {group} {deed}."
                for size in (
                    rng.choice(("Most", "The majority", "More than half")),
                    rng.choice(("Only a minority", "Fewer than half", "Less than half")),
                )
            ]
            world.say(texts[1 - most], texts[most], (group, "majority", most), (group, "majority", not most))
    return world


_MONEY = ("euros", "pounds", "dollars", "francs", "crowns", "pesos", "yen", "rupees", "dirhams", "rand")


def _rates(rng: random.Random) -> World:
    world = World(rng)
    mine, theirs = rng.sample(_MONEY, 2)
    rate = rng.choice((2, 3, 4, 5, 8, 10, 12, 20))
    world.tell(
        "[One {s} buys {r} {t}.|The rate used here is {r} {t} to {a} {s}.|At the time, {a} {s} was worth {r} {t}.]",
        s=_single(mine),
        r=rate,
        t=theirs,
        a="one",
    )
    things = products(rng, 2) if rng.random() < 0.5 else [f"the {thing}" for thing in rng.sample(PRODUCTS, 2)]
    for thing in things:
        price = rng.randint(3, 90) * 5
        world.tell("[{x} costs {p} {m}.|The price of {x} is {p} {m}.|{x} sells for {p} {m}.]", x=thing, p=price, m=mine)
        right = price * rate
        wrongs = [
            f"{price:,} {theirs}",
            f"{price // rate:,} {theirs}",
            f"{right * 2:,} {theirs}",
            f"{right + 5 * rate:,} {theirs}",
        ]
        forms = ("{x} costs {v}.", "converted, {x} comes to {v}.", "buying {x} takes {v}.", "{v} is what {x} costs.")
        for wrong in rng.sample(wrongs, 2):
            world.know((thing, f"{right:,} {theirs}"))
            world.claim(
                forms,
                {"x": thing, "v": f"{right:,} {theirs}"},
                {"x": thing, "v": wrong},
                (thing, f"{right:,} {theirs}"),
                (thing, wrong),
            )
    return world


def _single(money: str) -> str:
    return {"rupees": "rupee", "pesos": "peso"}.get(
        money, money if money in {"yen", "rand"} else money.removesuffix("s")
    )


# What is told | unit | least | most | step | more-words | less-words | superlative most | superlative least.
_SCALES = """
{x} costs #|dollars|20|900|5|{a} costs more than {b};{a} is dearer than {b};{b} is cheaper than {a};{b} costs less than {a};{a} is the pricier of the two, ahead of {b};a buyer saves money by taking {b} instead of {a}|the most expensive|the cheapest
{x} weighs #|grams|100|3000|10|{a} is heavier than {b};{b} is lighter than {a};{b} weighs less than {a};{a} outweighs {b};{b} is easier to lift than {a}|the heaviest|the lightest
{x} lasts # on a charge|hours|3|40|1|{a} runs longer than {b};{b} runs out sooner than {a};{b} needs charging before {a} does;{a} has more stamina than {b}|the longest-lasting|the shortest-lasting
{x} reaches #|km/h|20|300|5|{a} is faster than {b};{b} is slower than {a};{a} would leave {b} behind;{b} cannot keep up with {a}|the fastest|the slowest
{x} answers in #|milliseconds|5|900|5|{b} is faster than {a};{a} is slower than {b};{b} has the lower latency, {a} the higher;{b} replies more quickly than {a};{a} keeps users waiting longer than {b}|the slowest|the fastest
{x} finished the race in #|seconds|40|180|1|{b} finished ahead of {a};{a} was slower than {b};{b} beat {a};{a} came in after {b};{b} had the better time, {a} the worse|the slowest|the fastest
{x} scored #|points|10|99|1|{a} did better than {b};{b} did worse than {a};{a} ranked above {b};{b} scored fewer points than {a};{a} outscored {b}|the highest-scoring|the lowest-scoring
{x} makes # of noise|decibels|20|90|1|{b} is quieter than {a};{a} is louder than {b};{b} disturbs the neighbours less than {a}|the loudest|the quietest
{x} uses # a year|kilowatt-hours|40|900|5|{b} is more economical than {a};{a} uses more power than {b};{b} saves electricity compared with {a};running {a} takes more energy than running {b}|the most power-hungry|the most economical
{x} has an error rate of #|percent|1|40|1|{b} is more accurate than {a};{a} makes more mistakes than {b};{b} makes fewer mistakes than {a};{b} is more reliable than {a}|the most error-prone|the most accurate
{x} measures # across|centimetres|10|200|1|{a} is bigger than {b};{b} is smaller than {a};{b} takes up less room than {a};{a} is wider than {b}|the widest|the narrowest
{x} sold # copies|thousand|2|900|3|{a} sold better than {b};{b} sold fewer copies than {a};{a} outsold {b};{b} was less popular with buyers than {a}|the best-selling|the worst-selling
""".strip().split("\n")


def comparison(rng: random.Random) -> World:
    """Values of one quantity for three things: which is more, which is most, how many times as much."""
    world = World(rng)
    told, unit, least, most, step, wordings, top, bottom = rng.choice(_SCALES).split("|")
    human = "race" in told or "scored" in told
    things = (
        people(rng, 3)
        if human
        else products(rng, 3)
        if rng.random() < 0.7
        else [f"the {name}" for name in codenames(rng, 3)]
    )
    values = sorted(rng.sample(range(int(least), int(most), int(step)), 3), reverse=True)
    if rng.random() < 0.3:
        values[0] = values[1] * 2
        values.sort(reverse=True)
    for thing, value in zip(things, values, strict=True):
        amount = f"{value} {unit}"
        world.tell(
            rng.choice((told, told, f"At a glance, {told}", f"In the test, {told}")).replace("#", amount) + ".", x=thing
        )
    forms = [f"{wording}." for wording in wordings.split(";")]
    for more, less in ((0, 1), (1, 2), (0, 2)):
        if values[more] == values[less]:
            continue
        a, b = things[more], things[less]
        world.know(("more", a, b))
        world.claim(forms, {"a": a, "b": b}, {"a": b, "b": a}, ("more", a, b), ("more", b, a))
    if len(set(values)) == 3:
        for word, index in ((top, 0), (bottom, 2)):
            right, wrong = things[index], things[rng.choice([other for other in range(3) if other != index])]
            world.know((word, right))
            superlative = (
                "{x} is {w} of the three.",
                "{w} of the three is {x}.",
                "none of the others beats {x} as {w}.",
                "{x} comes out as {w}.",
            )
            world.claim(superlative, {"x": right, "w": word}, {"x": wrong, "w": word}, (word, right), (word, wrong))
    if values[0] == 2 * values[1] and not human:
        world.know(("ratio", 2))
        slots = {"a": things[0], "b": things[1]}
        ratios = ("the figure for {a} is {n} that for {b}.", "{a} has {n} the figure of {b}.")
        wrong = rng.choice(("three times", "half", "four times"))
        world.claim(ratios, slots | {"n": "twice"}, slots | {"n": wrong}, ("ratio", 2), ("ratio", wrong))
    return world
