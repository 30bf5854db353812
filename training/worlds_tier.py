"""Worlds of conditions: another value for each plan, region, role, version, age or date, and exceptions to rules."""

# An entry of a table is one line, however long.
# ruff: noqa: E501

import random

from training.worlds_banks import COUNTRIES, MONTHS, PLACES
from training.worlds_base import CONTRADICTED, UNSUPPORTED, World, number

# Condition phrase with {t} | those it holds for | names of the tiers, or a word that picks from a bank.
_TIERS = """
on the {t} plan|{t} plan [users|customers|subscribers]|Free,Basic,Plus,Pro,Team,Business,Enterprise,Starter,Premium,Family
in the {t} tier|{t} members|Bronze,Silver,Gold,Platinum,Diamond,Standard,Elite
in {t}|customers in {t}|COUNTRY
in {t}|people who live in {t}|COUNTRY
at the {t} branch|visitors to the {t} branch|PLACE
for {t}|{t}|students,seniors,residents,tourists,teachers,nurses,members,non-members,employees,contractors
for {t}|{t}|managers,interns,apprentices,directors,engineers,trainees,drivers,consultants,part-time workers
in version {t}|users of version {t}|1.4,2.0,2.1,3.0,3.2,4.0,5.1,5.6
with the {t} model|owners of the {t} model|Mini,Classic,Max,Sport,Lite,Ultra,Compact,XL,S,Air
in {t} class|{t} class passengers|economy,business,first,premium economy
with a {t} licence|holders of a {t} licence|personal,academic,commercial,trial,site
for {t} patients|{t} patients|adult,elderly,pregnant,paediatric,diabetic,post-operative
for {t} accounts|holders of {t} accounts|savings,current,joint,youth,business,student
during the {t} season|guests in the {t} season|low,high,shoulder,Christmas,ski
for {t} orders|customers with {t} orders|domestic,international,express,bulk,online,wholesale
with the {t} mode on|users of the {t} mode|eco,turbo,night,silent,travel
under the {t} contract|workers on the {t} contract|old,new,part-time,seasonal,permanent,fixed-term
for {t} courses|people who take {t} courses|beginner,intermediate,advanced,evening,weekend,online
""".strip()

# Noun | values, the number given as # | other wordings with {v} the value, {h} the people, {c} the condition.
_FIELDS = """
storage limit|# GB|{h} can store up to {v} / {c}, no more than {v} can be stored / {h} may fill {v} before space runs out
refund period|# days|{h} can get their money back for {v} / {c}, refunds are given for up to {v} / {h} have {v} to ask for their money back
monthly fee|$#|{h} pay {v} a month / {c}, it costs {v} per month / every month {v} is charged {c}
yearly price|€#|{h} pay {v} a year / {c}, a year costs {v} / per year, {v} is due {c}
delivery time|# days|{h} wait {v} for their parcels / {c}, parcels take {v} to arrive / {h} have the goods in {v}
response time|# hours|{h} get an answer within {v} / {c}, support answers in {v} / {h} wait at most {v} for a reply
discount|#%|{h} get {v} off / {c}, prices are reduced by {v} / {v} is taken off the price {c}
warranty|# months|{h} are covered for {v} / {c}, repairs are free for {v} / {h} get free repairs for {v}
baggage allowance|# kg|{h} may bring {v} of luggage / {c}, up to {v} of bags can be checked in / {h} can take {v} with them
holiday allowance|# days|{h} get {v} off a year / {c}, {v} of paid leave are granted / {h} are entitled to {v} of leave
notice period|# weeks|{h} must give notice {v} ahead / {c}, notice has to be given {v} in advance
daily dose|# mg|{h} are given {v} a day / {c}, {v} should be taken each day / {h} take {v} every day
request limit|# calls per minute|{h} can make {v} / {c}, {v} are allowed / no more than {v} are let through {c}
tax rate|#%|{h} hand over {v} in tax / {c}, {v} is owed in tax / {h} are taxed at {v}
interest rate|#%|{h} earn {v} on their deposits / {c}, savings earn {v} / {v} is paid on deposits {c}
deposit|$#|{h} put down {v} / {c}, {v} has to be paid up front / {h} hand over {v} beforehand
late fee|£#|{h} who pay late owe {v} more / {c}, paying late costs {v} / anyone late is charged {v} {c}
session length|# minutes|{h} stay logged in for {v} / {c}, users are logged out after {v}
trial period|# days|{h} can try it free for {v} / {c}, the first {v} cost nothing
seat limit|# users|{h} can add {v} / {c}, up to {v} can be added
minimum stay|# nights|{h} must stay at least {v} / {c}, nobody can book fewer than {v}
battery life|# hours|{h} can go {v} without charging / {c}, a charge lasts {v}
booking window|# weeks|{h} can reserve {v} ahead / {c}, reservations open {v} in advance
upload limit|# MB|{h} can upload files of up to {v} / {c}, files over {v} are turned away
waiting period|# months|{h} have to wait {v} / {c}, cover begins after {v}
""".strip()
# A word of the condition | the fields that go with it; any other condition goes with the rest of the fields.
_FITTING = {
    " model": "warranty,battery life,trial period,delivery time,deposit,yearly price,discount",
    " mode ": "battery life,response time,session length,request limit",
    " patients": "daily dose,waiting period,deposit,response time",
    " class": "baggage allowance,refund period,booking window,deposit,discount,late fee",
    " season": "minimum stay,deposit,booking window,discount,refund period,late fee",
    " contract": "holiday allowance,notice period,waiting period,trial period",
    " orders": "delivery time,refund period,discount,deposit,late fee,tax rate,warranty",
    " courses": "deposit,discount,refund period,booking window,late fee,trial period,waiting period",
    " accounts": "interest rate,monthly fee,notice period,late fee,deposit,session length",
    " version": "storage limit,request limit,session length,seat limit,upload limit,response time,battery life",
    " licence": "storage limit,seat limit,monthly fee,yearly price,trial period,upload limit,discount,refund period",
    " plan": "storage limit,request limit,monthly fee,seat limit,upload limit,trial period,response time,refund period,discount",
    " tier": "storage limit,monthly fee,discount,baggage allowance,booking window,response time,refund period,yearly price",
    " branch": "delivery time,discount,deposit,late fee,booking window,refund period,waiting period,warranty",
    "": "refund period,delivery time,discount,warranty,holiday allowance,tax rate,interest rate,deposit,late fee,"
    "trial period,minimum stay,booking window,waiting period,monthly fee,notice period",
}
_SCALES = {
    "%": (2, 3, 4, 5, 8, 10, 12, 15, 20, 25, 30, 40), "GB": (2, 5, 10, 15, 20, 50, 100, 200, 500), "kg": (8, 10, 15, 20, 23, 30, 32, 40),
    "mg": (5, 10, 20, 25, 40, 50, 75, 100, 150, 200, 250, 400), "calls": (20, 30, 50, 60, 100, 120, 300, 600, 1000),
    "MB": (5, 10, 16, 25, 50, 64, 100, 250), "$": (5, 9, 12, 19, 25, 29, 40, 49, 60, 75, 99, 150, 300),
    "€": (20, 45, 60, 80, 99, 120, 150, 180, 240, 300, 480), "minutes": (5, 10, 15, 20, 30, 45, 60, 90),
}  # fmt: skip
_SOURCE = (
    "{c}, the {n} is {v}.",
    "The {n} is {v} {c}.",
    "The {n} {c} is {v}.",
    "{h} have {an} of {v}.",
    "[Please note:|Note that] {c}, the {n} is {v}.",
    "{h}: {n} {v}.",
    "For {h}, the {n} is set at {v}.",
)
_CLAIM = (
    "{c}, the {n} [is|comes to|stands at] {v}.",
    "The {n} is {v} {c}.",
    "{h} [have|get] {an} of {v}.",
    "For {h}, the {n} is {v}.",
    "It is {v} that applies as the {n} {c}.",
    "[Someone asking about|A question about] the {n} {c} would be told: {v}.",
    "{v}: that is the {n} {c}.",
    "The {n} for {h} amounts to {v}.",
)
_DROPPED = (
    "The {n} is {v} for everybody.",
    "Everyone [has|gets] {an} of {v}.",
    "The {n} is always {v}.",
    "In every case, the {n} is {v}.",
    "The {n} is {v} across the board.",
    "No matter who asks, the {n} is {v}.",
)


def _tiers(rng: random.Random, count: int) -> list[tuple[str, str]]:
    """Condition phrases with those they hold for."""
    line = rng.choice(_TIERS.split("\n"))
    condition, rest = line.split("|", 1)
    holders, names = rest.rsplit("|", 1)
    banks = {"COUNTRY": COUNTRIES, "PLACE": PLACES}
    chosen = rng.sample(banks.get(names) or names.split(","), count)
    kind = holders.replace("[users|customers|subscribers]", rng.choice(("users", "customers", "subscribers")))
    return [(condition.format(t=name), kind.format(t=name)) for name in chosen]


def _values(rng: random.Random, form: str, count: int) -> list[str]:
    scale = next(
        (values for unit, values in _SCALES.items() if unit in form),
        (2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 18, 21, 24, 28, 30),
    )
    return [form.replace("#", str(value)) for value in rng.sample(scale, count)]


def _an(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def tier(rng: random.Random) -> World:
    """A value for each tier, a rule with exceptions, or values by bands of a number."""
    return rng.choices((_table, _table_of_two, _exception, _gate, _bands, _periods), (5, 2, 2, 3, 3, 2))[0](rng)


def _fields(rng: random.Random, condition: str, count: int) -> list[tuple[str, str, list[str]]]:
    """That many fields that go with the condition: noun, form of the value, wordings."""
    fitting = next(fields for word, fields in _FITTING.items() if word in condition).split(",")
    rows = [line.split("|") for line in _FIELDS.split("\n")]
    chosen = rng.sample([row for row in rows if row[0] in fitting], count)
    return [(noun, form, [f"{wording}." for wording in wordings.split(" / ")]) for noun, form, wordings in chosen]


def _table(rng: random.Random, fields: int = 1) -> World:
    world = World(rng)
    tiers = _tiers(rng, rng.choice((2, 3, 3)))
    for noun, form, wordings in _fields(rng, tiers[0][0], fields):
        _field(world, tiers, noun, form, wordings)
    return world


def _table_of_two(rng: random.Random) -> World:
    return _table(rng, 2)


def _field(world: World, tiers: list[tuple[str, str]], noun: str, form: str, wordings: list[str]) -> None:
    rng = world.rng
    values = _values(rng, form, len(tiers) + 1)
    names = {"n": noun, "an": _an(noun)}
    filled = [{"c": c, "h": h, "v": v} | names for (c, h), v in zip(tiers, values, strict=False)]
    style = rng.choice(_SOURCE)
    for row in filled:
        world.know((noun, row["c"], row["v"]))
        world.tell(style if rng.random() < 0.5 else rng.choice([*_SOURCE, *wordings]), **row)
    for index, row in enumerate(filled):
        other = filled[index - 1]
        claims = [*_CLAIM, *wordings, *wordings]
        draw = rng.random()
        fact = (noun, row["c"], row["v"])
        if draw < 0.5:
            world.claim(claims, row, row | {"v": other["v"]}, fact, (noun, row["c"], other["v"]))
        elif draw < 0.75:
            world.claim(claims, row, row | {"c": other["c"], "h": other["h"]}, fact, (noun, other["c"], row["v"]))
        elif draw < 0.85:
            world.claim(claims, row, row | {"v": values[-1]}, fact, (noun, row["c"], values[-1]))
        else:
            true, false = _twin(world, [*_CLAIM, *wordings], _DROPPED, row)
            world.say(true, false, fact, (noun, "always", row["v"]), UNSUPPORTED)


def _twin(world: World, mine: list[str], theirs: tuple[str, ...], row: dict[str, str]) -> tuple[str, str]:
    """One claim of each list of templates, filled alike."""
    one, two = World(world.rng), World(world.rng)
    one.tell(world.rng.choice(mine), **row)
    two.tell(world.rng.choice(theirs), **row)
    return one.blocks[0], two.blocks[0]


_EXCEPTION = (
    "The {n} is {v}, except {c}, where it is {w}.",
    "The {n} is {v}. The one exception is {c}: {w}.",
    "Unless otherwise stated, the {n} is {v}; {c} it is {w}.",
    "As a rule the {n} is {v}, but {h} have {an} of {w}.",
    "With the exception of {h}, who have {an} of {w}, everyone has {an} of {v}.",
    "Everyone has {an} of {v}; only for {h} is it {w}.",
)


def _exception(rng: random.Random) -> World:
    world = World(rng)
    (c, h), (c2, h2), (c3, h3) = _tiers(rng, 3)
    for noun, form, wordings in _fields(rng, c, 2):
        v, w = _values(rng, form, 2)
        row = {"n": noun, "an": _an(noun), "c": c, "h": h, "v": v, "w": w}
        world.tell(rng.choice(_EXCEPTION), **row)
        world.know((noun, c, w), (noun, c2, v), (noun, c3, v))
        for condition, holders in ((c2, h2), (c3, h3)):
            mine = row | {"c": condition, "h": holders}
            world.claim([*_CLAIM, *wordings], mine, mine | {"v": w}, (noun, condition, v), (noun, condition, w))
        mine = row | {"v": w}
        if rng.random() < 0.7:
            world.claim([*_CLAIM, *wordings], mine, mine | {"v": v}, (noun, c, w), (noun, c, v))
        else:
            true, false = _twin(world, [*_CLAIM, *wordings], _DROPPED, mine)
            world.say(true, false, (noun, c, w), (noun, "always", w), UNSUPPORTED)
    return world


_DEEDS = (
    "enter the lab|use the gym|vote|park in the courtyard|work from home|export data|delete projects|borrow journals|"
    "book the sauna|open the archive|sign contracts|order equipment|invite guests|edit the page|approve expenses|"
    "join the night tour|take the written test|claim travel costs|use the staff canteen|download the report|"
    "see salary figures|rent a locker|bring a dog|request a refund|change the password policy|reserve a meeting room"
).split("|")
_ONLY = (
    "Only {h} may {d}.",
    "None but {h} are allowed to {d}.",
    "To {d} is a privilege reserved for {h}.",
    "Nobody may {d}, except {h}.",
    "No one is allowed to {d} unless they are among the {h}.",
)
_ALL_BUT = (
    "Everyone except {h} may {d}.",
    "All may {d}, apart from {h}.",
    "{h} may not {d}; everyone else may.",
    "Anyone is free to {d}, with the exception of {h}.",
    "Unless they are among the {h}, people may {d}.",
)
_MAY = (
    ("{h} may {d}.", "{h} may not {d}."),
    ("{h} are allowed to {d}.", "{h} are not allowed to {d}."),
    ("{h} are free to {d}.", "{h} are barred from it: they may not {d}."),
    ("{h} have permission to {d}.", "{h} lack permission to {d}."),
    ("{h} can {d}.", "{h} cannot {d}."),
    ("The rules let {h} {d}.", "The rules do not let {h} {d}."),
    ("If {h} want to {d}, they can.", "If {h} want to {d}, they will be turned away."),
    ("Nothing stops {h} who wish to {d}.", "It is forbidden for {h} to {d}."),
)


def _gate(rng: random.Random) -> World:
    world = World(rng)
    tiers = _tiers(rng, 3)
    holders = [h for _, h in tiers]
    for deed in rng.sample(_DEEDS, 2):
        exception = rng.choice(holders)
        only = rng.random() < 0.5
        world.tell(rng.choice(_ONLY if only else _ALL_BUT), h=exception, d=deed)
        for h in rng.sample(holders, 2):
            allowed = (h == exception) == only
            world.know((deed, h, allowed))
            yes, no = ([form.format(h=h, d=deed) for form in forms] for forms in zip(*_MAY, strict=True))
            index = rng.randrange(len(yes))
            true, false = (yes[index], no[index]) if allowed else (no[index], yes[index])
            world.say(
                true[0].upper() + true[1:], false[0].upper() + false[1:], (deed, h, allowed), (deed, h, not allowed)
            )
    return world


# Scale | unit of the bounds | bounds to choose from | outcome forms | claim wordings with {x} the number, {o} the outcome.
_BANDS = """
years old|4,6,10,12,14,16,18,21,60,65|enter for free;pay $6;pay $11;pay $17;pay $23|People under {b}|People from {a} to under {b}|People of {a} and over|A {x}-year-old would {o}. / At the age of {x}, visitors {o}. / Someone aged {x} must expect to {o}. / Visitors who are {x} {o}.
kg|2,5,10,15,20,25,30|cost €4 to send;cost €7 to send;cost €12 to send;cost €19 to send;cost €28 to send|Parcels under {b} kg|Parcels from {a} kg to under {b} kg|Parcels of {a} kg and more|{x}-kilo parcels {o}. / Parcels that weigh {x} kg {o}. / Boxes of {x} kg {o}. / At a weight of {x} kilograms, parcels {o}.
employees|10,20,50,100,250,500|file once a year;file twice a year;file every quarter;file every month;are exempt from filing|Firms with fewer than {b} employees|Firms with {a} to {b} employees, the latter not included,|Firms with {a} or more employees|Firms employing {x} people {o}. / With {x} on the payroll, firms {o}. / Firms that have {x} workers {o}.
days ahead|3,5,7,14,21,30,45|get nothing back;get a quarter back;get half back;get three quarters back;get the full price back|Guests who cancel less than {b} days ahead|Guests who cancel at least {a} but less than {b} days ahead|Guests who cancel {a} or more days ahead|Guests who call off their stay {x} days before arrival {o}. / With {x} days to go, guests who cancel {o}. / If they cancel {x} days ahead, guests {o}.
km/h over the limit|5,10,15,20,25,30,40|get a warning;pay €30;pay €80;pay €160;lose their licence for a month|Drivers less than {b} km/h over the limit|Drivers {a} to under {b} km/h over the limit|Drivers {a} km/h or more over the limit|Drivers caught at {x} km/h above the limit {o}. / Being {x} km/h too fast means that drivers {o}. / At {x} km/h over, drivers {o}.
points|20,30,40,50,60,75,80,90|fail;may sit the test again;pass;pass with merit;pass with distinction|Candidates with fewer than {b} points|Candidates with {a} points or more but fewer than {b}|Candidates with {a} or more points|Candidates who score {x} {o}. / With {x} points, candidates {o}. / A score of {x} means that candidates {o}.
""".strip()


def _bands(rng: random.Random) -> World:
    world = World(rng)
    scale, bounds, outcomes, under, between, over, wordings = rng.choice(_BANDS.split("\n")).split("|")
    low, high = sorted(rng.sample([int(bound) for bound in bounds.split(",")], 2))
    results = sorted(rng.sample(outcomes.split(";"), 3), key=outcomes.index)
    for head, result in zip(
        (under.format(b=low), between.format(a=low, b=high), over.format(a=high)), results, strict=True
    ):
        world.tell(f"{head} {result}.")
    inside = [low - 1, low, rng.randint(low, high - 1), high, high + rng.randint(1, 9), max(1, low - rng.randint(1, 5))]
    for x in dict.fromkeys(rng.sample(inside, 5)):
        right = (x >= low) + (x >= high)
        wrong = results[(right + rng.choice((1, 2))) % 3]
        world.know((scale, x, results[right]))
        forms = wordings.split(" / ")
        world.claim(
            forms, {"x": x, "o": results[right]}, {"x": x, "o": wrong}, (scale, x, results[right]), (scale, x, wrong)
        )
    return world


_OPENINGS = (
    "The {w} is open|Swimming in the {w} is allowed|Dogs are welcome at the {w}|Admission to the {w} is free|"
    "The {w} is staffed|Parking at the {w} costs nothing|Boats are for hire at the {w}|Camping near the {w} is permitted"
).split("|")
_WHERE = "pool|lake|museum|beach|garden|mountain hut|ferry pier|castle|library|campsite|market hall|ice rink".split("|")


def _periods(rng: random.Random) -> World:
    """Something holds from or until a day in the year; claims ask about days before and after."""
    world = World(rng)
    ways: dict[bool, tuple[str, ...]] = {
        True: (
            "{s} from {m} on.",
            "{s} as of 1 {m}.",
            "{s} only from {m} onwards.",
            "{s} starting in {m}, through December.",
        ),
        False: ("{s} until the end of {l}.", "{s} through {l}, and not after that.", "{s} only up to the end of {l}."),
    }
    for what in rng.sample(_OPENINGS, 2):
        subject = what.format(w=rng.choice(_WHERE))
        turn, opening = rng.randint(3, 9), rng.random() < 0.5
        world.tell(rng.choice(ways[opening]), s=subject, m=MONTHS[turn], l=MONTHS[turn - 1])
        for month in (rng.randint(0, turn - 1), rng.randint(turn, 11)):
            holds = (month >= turn) == opening
            world.know((subject, month, holds))
            negated = _negated(subject)
            when = rng.choice(("in {m}", "on {d} {m}", "in the middle of {m}")).format(
                m=MONTHS[month], d=number(rng.randint(21, 28))
            )
            yes, no = f"{subject} {when}.", f"{negated} {when}."
            world.say(
                yes if holds else no,
                no if holds else yes,
                (subject, month, holds),
                (subject, month, not holds),
                CONTRADICTED,
            )
    return world


def _negated(subject: str) -> str:
    if " costs nothing" in subject:
        return subject.replace("costs nothing", "has to be paid for")
    return subject.replace(" is ", " is not ", 1).replace(" are ", " are not ", 1)
