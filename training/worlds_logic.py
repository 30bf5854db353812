"""Worlds of statements and their negations, possibilities, causes, conjunctions and opposites."""

# An entry of a table is one line, however long.
# ruff: noqa: E501

import random

from training.worlds_banks import DAYS, PLACES, codenames, firms, people, products
from training.worlds_base import CONTRADICTED, PARTIAL, UNSUPPORTED, World, choose, render

# base past participle -ing | objects. P of people, O of organisations, B of both.
_ACTIONS = """
B sign signed signed signing|the contract;the lease;the petition;the treaty;the declaration
B pay paid paid paying|the fine;the invoice;the rent;the deposit;the ransom
B publish published published publishing|the report;the results;the memoir;the list of names;the accounts
B sell sold sold selling|the house;the shares;the patent;the vineyard;the fleet
B accept accepted accepted accepting|the offer;the award;the apology;the invitation;the settlement
B attend attended attended attending|the hearing;the conference;the funeral;the trade fair;the summit
B repair repaired repaired repairing|the roof;the bridge;the engine;the fence;the boiler
B test tested tested testing|the vaccine;the brakes;the alarm;the software;the water
B meet met met meeting|the deadline;the target;the minister;the residents;the safety standard
B find found found finding|the leak;the missing file;a buyer;the cause;a replacement
B return returned returned returning|the books;the loan;the samples;the keys;the equipment
B reveal revealed revealed revealing|the price;the recipe;the location;the name of the donor;the salary
B deliver delivered delivered delivering|the parts;the speech;the medicine;the ballots;the supplies
B reach reached reached reaching|the summit;an agreement;the island;the final;the village
B win won won winning|the tender;the appeal;the election;the prize;the case
B close closed closed closing|the factory;the gate;the account;the clinic;the road
B open opened opened opening|the second branch;the archive;the letter;the new wing;the tunnel
B renew renewed renewed renewing|the licence;the insurance;the subscription;the permit;the partnership
B answer answered answered answering|the letter;the questions;the call for tenders;the complaint;the emergency call
B change changed changed changing|the locks;the name;the password policy;the recipe;the route
B read read read reading|the terms;the manual;the will;the file;the statement
B cancel cancelled cancelled cancelling|the tour;the order;the strike;the booking;the merger
B report reported reported reporting|the accident;the theft;the leak;the side effects;the conflict of interest
B support supported supported supporting|the bill;the motion;the new tax;the ban;the candidate
B warn warned warned warning|the neighbours;the customers;the crew;the authorities;the pilots
B remove removed removed removing|the statue;the barrier;the tumour;the posters;the asbestos
B recognise recognised recognised recognising|the union;the signature;the new state;the error;the voice
B destroy destroyed destroyed destroying|the tapes;the evidence;the old wall;the hard drives;the nest
B build built built building|the dam;the school;the boat;the prototype;the second runway
B finish finished finished finishing|the race;the mural;the degree;the translation;the excavation
B install installed installed installing|the update;the cameras;the sprinklers;the solar panels;the filter
B buy bought bought buying|the farm;the rival firm;the painting;the licence;the tickets
B send sent sent sending|the parcel;the application;the reminder;the data;the refund
B raise raised raised raising|the rent;the alarm;the money;the issue;the price
B keep kept kept keeping|the promise;the receipts;the records;the appointment;the secret
B inspect inspected inspected inspecting|the tanks;the kitchen;the aircraft;the cellar;the cables
""".strip().split("\n")
_NOT_DONE = (
    "{s} failed to {b}.", "{s} has yet to {b}.", "{s} never {p}.", "{s} did not {b}.", "{s} refused to {b}.", "{s} declined to {b}.",
    "{s} was prevented from {g}.", "{s} stopped short of {g}.", "{s} decided against {g}.", "at no point did {s} {b}.",
    "{s} neglected to {b}.", "{s} was unable to {b}.", "{s} went home without {g}.", "{s} came close to {g}, but in the end did not.",
    "{s} chose not to {b}.", "all attempts by {s} to {b} were in vain.", "{s} forgot to {b}.", "{s} missed the chance to {b}.",
    "although asked to {b}, {s} did nothing of the kind.", "it was wrongly reported that {s} {p}.", "{s} avoided {g}.",
)  # fmt: skip
_DONE = (
    "{s} {p}.", "{s} managed to {b}.", "{s} succeeded in {g}.", "{s} went ahead and {p}.", "{s} did {b}.", "in the end, {s} {p}.",
    "{s} did not fail to {b}.", "despite earlier doubts, {s} {p}.", "{s} has {pp}.", "{s} was not prevented from {g}, and did so.",
    "{s} did not hesitate to {b}.", "contrary to rumour, {s} {p}.", "{s} did not go home without {g}.", "{s} {p} after all.",
    "{s}, who had first refused, {p}.", "having first refused to {b}, {s} relented and {p}.", "{s} made sure to {b}.",
)  # fmt: skip
_CLAIM_NOT = (
    "{s} did not {b}.", "{s} has not {pp}.", "{s} never {p}.", "it is not true that {s} {p}.", "in the end {s} did not {b}.",
    "{s} ended up not {g}.", "it did not come to {s} {g}.", "{s} is not known to have {pp}; quite the reverse.",
)  # fmt: skip
_CLAIM_DONE = (
    "{s} {p}.", "{s} has {pp}.", "{s} did in fact {b}.", "it is true that {s} {p}.", "in the end {s} {p}.", "{s} ended up {g}.",
    "it came to {s} {g}.", "{s} is known to have {pp}.",
)  # fmt: skip


def _actions(rng: random.Random, count: int) -> list[dict[str, str]]:
    """Forms of that many verb phrases."""
    actions = []
    for line in rng.sample(_ACTIONS, count):
        verb, objects = line.split("|")
        _, base, past, participle, ing = verb.split(" ")
        thing = rng.choice(objects.split(";"))
        actions.append(
            {"b": f"{base} {thing}", "p": f"{past} {thing}", "pp": f"{participle} {thing}", "g": f"{ing} {thing}"}
        )
    return actions


def _subjects(rng: random.Random, count: int) -> list[str]:
    return rng.choice((people, people, firms))(rng, count)


def negation(rng: random.Random) -> World:
    """Things done and not done, had and lacked, no longer so, neither of two, not until."""
    return rng.choices((_deeds, _lacks, _neither, _no_longer, _not_until), (5, 3, 2, 2, 2))[0](rng)


def _deeds(rng: random.Random) -> World:
    world = World(rng)
    for subject, action in zip(_subjects(rng, 3), _actions(rng, 3), strict=True):
        slots = {"s": subject} | action
        done = rng.random() < 0.4
        world.know((subject, action["b"], done))
        world.tell(rng.choice(_DONE if done else _NOT_DONE), **slots)
        for _ in range(2):
            _opposed(world, slots, _CLAIM_DONE, _CLAIM_NOT, (subject, action["b"]), holds=done)
    return world


def _opposed(
    world: World, slots: dict[str, str], yes: tuple[str, ...], no: tuple[str, ...], key: tuple[str, str], *, holds: bool
) -> None:
    """A pair of which one claim says it is so and the other that it is not; parallel forms mostly."""
    index = world.rng.randrange(len(yes))
    other = index if world.rng.random() < 0.6 else world.rng.randrange(len(yes))
    texts = [render(choose(forms[at], world.rng), slots) for forms, at in ((yes, index), (no, other))]
    true, false = texts if holds else texts[::-1]
    world.say(true, false, (*key, holds), (*key, not holds))


_PARTS = "a fuse|gluten|a spare wheel|a lid|nuts|sugar|a password|a headphone jack|air conditioning|a balcony|a cellar|a lift|asbestos|lactose|alcohol|a timer|a warranty|a camera|lead|palm oil|a printed manual|a remote control|preservatives|advertising|trackers|an off switch|a return address|an index".split(
    "|"
)
_LACK = ("{s} lacks {n}.", "{s} is free of {n}.", "{s} comes without {n}.", "{s} does without {n}.", "there is no trace of {n} in {s}.", "anyone looking for {n} in {s} will be disappointed.", "{n} is something {s} does not have.", "{s} has everything except {n}.", "{s} is sold without {n}.")  # fmt: skip
_HAVE = ("{s} has {n}.", "{s} comes with {n}.", "{s} includes {n}.", "{n} is part of {s}.", "{s} is not free of {n}.", "{s} does not lack {n}.", "not even {n} is missing from {s}.", "{s} is sold with {n}.", "{s} is equipped with {n}, as tests confirm.")  # fmt: skip
_HAS = (
    "{s} has {n}.",
    "{s} contains {n}.",
    "{n} can be found in {s}.",
    "{s} comes with {n}.",
    "there is {n} in {s}.",
    "{n} comes as part of {s}.",
)
_HAS_NOT = (
    "{s} does not have {n}.",
    "{s} does not contain {n}.",
    "{n} cannot be found in {s}.",
    "{s} comes without {n}.",
    "{n} is absent from {s}.",
    "{s} is lacking {n}.",
)


def _lacks(rng: random.Random) -> World:
    world = World(rng)
    for thing, part in zip(products(rng, 3), rng.sample(_PARTS, 3), strict=True):
        slots = {"s": thing, "n": part}
        has = rng.random() < 0.45
        world.know((thing, part, has))
        world.tell(rng.choice(_HAVE if has else _LACK), **slots)
        for _ in range(2):
            _opposed(world, slots, _HAS, _HAS_NOT, (thing, part), holds=has)
    return world


def _neither(rng: random.Random) -> World:
    world = World(rng)
    subjects = _subjects(rng, 6)
    for index, action in enumerate(_actions(rng, 2)):
        x, y, z = subjects[3 * index : 3 * index + 3]
        form, done = rng.choice((
            ("neither {x} nor {y} {p}; {z} did.", "z"), ("{x} and {y} both {p}, but {z} did not.", "xy"),
            ("not {x} but {y} {p}; {z} did not either.", "y"), ("of {x}, {y} and {z}, only {x} {p}.", "x"),
            ("everyone but {z} {p}, namely {x} and {y}.", "xy"), ("{x} {p}, and so did {y}, but not {z}.", "xy"),
            ("{x} did not {b}, and nor did {y}; it was {z} that {p}.", "z"), ("{z} {p}, unlike {x} and {y}.", "z"),
        ))  # fmt: skip
        world.tell(form, x=x, y=y, z=z, **action)
        for letter, name in zip("xyz", (x, y, z), strict=True):
            world.know((name, action["b"], letter in done))
            _opposed(
                world, {"s": name} | action, _CLAIM_DONE[:6], _CLAIM_NOT[:6], (name, action["b"]), holds=letter in done
            )
    return world


_HABITS = "live|lives|living in {p};teach|teaches|teaching in {p};play|plays|playing for {p};sell|sells|selling cheese;make|makes|making shoes;run|runs|running the café;write|writes|writing for the paper;collect|collects|collecting stamps;serve|serves|serving on the board;rent|rents|renting the office in {p};smoke|smokes|smoking cigars;drive|drives|driving a taxi;keep|keeps|keeping bees;advise|advises|advising the mayor;own|owns|owning the mill".split(
    ";"
)
_STOPPED = ("{s} no longer {v}.", "{s} used to {b}, but stopped.", "{s} has given up {g}.", "{s} gave up {g} last year.", "the days when {s} used to {b} are over.", "{s} once {v2}, though not any more.")  # fmt: skip
_GOES_ON = (
    "{s} still {v}.",
    "{s} {v} to this day.",
    "{s} has not stopped {g}.",
    "{s} keeps on {g}.",
    "{s} has never given up {g}.",
    "even now, {s} {v}.",
)
_STILL = ("{s} still {v}.", "{s} {v} at present.", "today, {s} {v}.", "{s} continues {g}.", "as of now, {s} {v}.")
_NOT_NOW = (
    "{s} no longer {v}.",
    "{s} does not {b} at present.",
    "today, {s} does not {b}.",
    "{s} has stopped {g}.",
    "as of now, {s} does not {b} any more.",
)


def _no_longer(rng: random.Random) -> World:
    world = World(rng)
    for subject, habit in zip(people(rng, 3), rng.sample(_HABITS, 3), strict=True):
        base, third, rest = habit.split("|")
        ing, _, tail = rest.replace("{p}", rng.choice(PLACES)).partition(" ")
        slots = {
            "s": subject,
            "b": f"{base} {tail}",
            "v": f"{third} {tail}",
            "g": f"{ing} {tail}",
            "v2": f"used to {base} {tail}",
        }
        goes_on = rng.random() < 0.4
        world.know((subject, base, goes_on))
        world.tell(rng.choice(_GOES_ON if goes_on else _STOPPED), **slots)
        for _ in range(2):
            _opposed(world, slots, _STILL, _NOT_NOW, (subject, base), holds=goes_on)
    return world


def _not_until(rng: random.Random) -> World:
    world = World(rng)
    for subject, action in zip(_subjects(rng, 2), _actions(rng, 2), strict=True):
        day = rng.randint(2, 5)
        slots = {"s": subject, "d": DAYS[day]} | action
        world.tell(
            "[{s} did not {b} until {d}.|It was not until {d} that {s} {p}.|Only on {d} did {s} {b}.|Until {d}, {s} held off {g}, but then {p}.]",
            **slots,
        )
        world.know((subject, "on", day), (subject, "by", False), (subject, "ever", True))
        forms = ("{s} {p} on {d}.", "it was on {d} that {s} {p}.", "{d} was the day when {s} {p}.")
        world.claim(forms, slots, slots | {"d": DAYS[day - 1]}, (subject, "on", day), (subject, "on", day - 1))
        slots["d"] = DAYS[day - 1]
        yes = (
            "on {d}, {s} had already {pp}.",
            "by the evening of {d}, {s} had {pp}.",
            "before the end of {d}, {s} {p}.",
        )
        no = (
            "on {d}, {s} had not yet {pp}.",
            "by the evening of {d}, {s} had not {pp}.",
            "before the end of {d}, {s} did not {b}.",
        )
        _opposed(world, slots, yes, no, (subject, "by"), holds=False)
        _opposed(world, slots, _CLAIM_DONE[:6], _CLAIM_NOT[:6], (subject, "ever"), holds=True)
    return world


# Told ; kept claims ; claims that go too far.
_MODAL = """
{s} plans to {b}.|{s} intends to {b}.;{s} has plans to {b}.;{s} is planning on {g}.|{s} has {pp}.;{s} {p}.;{s} has already {pp}.
{s} is considering {g}.|{s} is thinking about {g}.;{s} has not ruled out {g}.;{s} is weighing whether to {b}.|{s} has decided to {b}.;{s} {p}.;{s} is committed to {g}.
{s} may {b}.|{s} might {b}.;it is possible that {s} will {b}.;there is a chance of {s} {g}.|{s} will {b}.;it is certain that {s} will {b}.;{s} is sure to {b}.
{s} is expected to {b}.|people expect {s} to {b}.;it is thought that {s} will {b}.;{s} is likely to {b}, observers believe.|{s} {p}.;{s} has {pp}.;{s} has been seen {g}.
{s} offered to {b}.|{s} made an offer to {b}.;{s} said it could be arranged to {b}.;{s} was willing to {b}.|{s} {p}.;{s} had to {b}.;{s} went ahead and {p}.
{s} threatened to {b}.|{s} made a threat to {b}.;there was a threat from {s} to {b}.|{s} carried out the threat to {b}.;{s} {p}.;{s} has {pp}.
{s} hopes to {b}.|{s} would like to {b}.;it is the hope of {s} to {b}.;{s} wishes to {b}.|{s} has {pp}.;{s} {p}.;{s} is certain to {b}.
{s} promised to {b}.|{s} gave a promise to {b}.;{s} gave a pledge to {b}.;{s} pledged to {b}.|{s} kept the promise to {b}.;{s} {p}.;{s} has {pp}.
{s} was given permission to {b}.|{s} was allowed to {b}.;{s} got the go-ahead to {b}.;nothing forbade {s} to {b}.|{s} was made to {b}.;{s} {p}.;{s} was ordered to {b}.
{s} was advised to {b}.|{s} received advice to {b}.;it was suggested that {s} should {b}.;{s} got a recommendation to {b}.|{s} was forced to {b}.;{s} {p}.;{s} followed the advice to {b}.
{s} is rumoured to have {pp}.|there are rumours that {s} {p}.;according to rumour, {s} {p}.;people say that {s} {p}.|it has been proved that {s} {p}.;{s} has confirmed having {pp}.;it is beyond doubt that {s} {p}.
{s} tried to {b}; how it ended is not known.|{s} made an attempt to {b}.;{s} sought to {b}.;an attempt to {b} was made by {s}.|{s} succeeded in {g}.;{s} {p}.;{s} managed to {b}.
{s} would {b} if the money were there.|given the money, {s} would {b}.;with the money in place, {s} would {b}.;only with more money would {s} {b}.|{s} {p}.;{s} has the money to {b}.;{s} will {b}.
{s} asked for permission to {b}.|{s} wanted to be allowed to {b}.;{s} put in a request to {b}.;permission to {b} was sought by {s}.|{s} got permission to {b}.;{s} was allowed to {b}.;{s} {p}.
{s} could {b} as early as next year.|it is possible for {s} to {b} next year.;next year might be when {s} could {b}.|next year {s} will {b}.;it is certain that {s} will {b} next year.;{s} has promised to {b} next year.
{s} agreed in principle to {b}.|{s} was in principle ready to {b}.;in principle, {s} said yes to {g}.|{s} {p}.;{s} has {pp}.;{s} has finished {g}.
prosecutors allege that {s} {p}.|{s} is alleged to have {pp}.;the allegation is that {s} {p}.;prosecutors claim that {s} {p}.|a court found that {s} {p}.;{s} admitted having {pp}.;{s} was convicted over {g}.
{s} is said to be close to {g}.|reportedly, {s} is about to {b}.;{s} is, by some accounts, near the point of {g}.|{s} has {pp}.;{s} is done {g}.;{s} {p}.
{s} must {b}.|{s} is required to {b}.;{s} has to {b}.;{s} is under an obligation to {b}.|{s} is free to {b} or not.;{s} may {b}, but need not.;it is up to {s} whether to {b}.
{s} may {b}, but need not.|{s} is free to {b} or not.;it is up to {s} whether to {b}.;{s} is not obliged to {b}.|{s} is required to {b}.;{s} must {b}.;{s} has to {b}.
{s} should, if possible, {b}.|it is recommended that {s} {b}.;{s} is encouraged to {b}.;{s} ought to {b} where it can be done.|{s} is forbidden to {b}.;it is mandatory for {s} to {b}.;{s} is obliged to {b} in any case.
{s} need not {b}.|{s} does not have to {b}.;there is no obligation for {s} to {b}.;{s} can do without {g}.|{s} must {b}.;{s} must not {b}.;{s} is required to {b}.
{s} must not {b}.|{s} is forbidden to {b}.;{s} is not allowed to {b}.;it is prohibited for {s} to {b}.|{s} need not {b}, but can.;{s} may {b}.;{s} is allowed to {b}.
""".strip().split("\n")


def modality(rng: random.Random) -> World:
    """Plans, rumours, permissions and duties, with claims that keep or overstate them."""
    world = World(rng)
    for subject, action, line in zip(_subjects(rng, 3), _actions(rng, 3), rng.sample(_MODAL, 3), strict=True):
        told, kept, beyond = line.split("|")
        slots = {"s": subject} | action
        world.tell(
            rng.choice((told, told, f"last week it was reported that {told}", f"as far as is known, {told}")), **slots
        )
        world.know((subject, told))
        strict = any(word in told for word in (" must", " need not", "may {b}, but"))
        for right, wrong in zip(rng.sample(kept.split(";"), 2), rng.sample(beyond.split(";"), 2), strict=True):
            world.say(
                render(right, slots),
                render(wrong, slots),
                (subject, told),
                (subject, wrong),
                CONTRADICTED if strict else UNSUPPORTED,
            )
    return world


# Cause as clause ; cause as noun ; effect as clause ; effect as noun.
_CAUSES = """
the pump broke|the broken pump|the cellar flooded|the flooded cellar
the road iced over|the icy road|the buses stopped|the stop of the buses
the price of wheat rose|the rise of the wheat price|the bakery closed|the closure of the bakery
the key witness fell ill|the illness of the key witness|the trial was postponed|the postponement of the trial
a cable was cut|the cut cable|the network went down|the network failure
the river rose|the rise of the river|the village was evacuated|the evacuation of the village
the chief executive resigned|the resignation of the chief executive|the share price fell|the fall of the share price
the drug raised blood pressure|the rise in blood pressure|the study was stopped|the end of the study
the goalkeeper was injured|the injury of the goalkeeper|the match was lost|the lost match
a valve jammed|the jammed valve|the launch was called off|the cancelled launch
the bees died out|the death of the bees|the apple harvest failed|the failed apple harvest
the certificate expired|the expired certificate|the website was unreachable|the unreachable website
the demand for chips grew|the growing demand for chips|the delivery times doubled|the doubling of the delivery times
the strike went on|the long strike|the shelves were empty|the emptying of the shelves
the tenant moved out|the departure of the tenant|the shop stood vacant|the vacancy of the shop
the disk was full|the full disk|the backup failed|the failed backup
the dam leaked|the leak in the dam|the fields dried out|the drying-out of the fields
the singer lost her voice|the singer's lost voice|the concert was cut short|the shortened concert
the budget was cut|the budget cut|the library reduced its hours|the cut in library hours
the queue overflowed|the queue overflow|the orders were lost|the loss of the orders
the soil was poisoned|the poisoned soil|the playground was fenced off|the fenced-off playground
the interest rate rose|the higher interest rate|house sales slowed|the slowdown of house sales
the bridge was closed|the closed bridge|the ferry was crowded|the crowded ferry
the snow melted early|the early thaw|the ski race was moved|the moved ski race
""".strip().split("\n")
_BECAUSE = (
    "{e} because {c}.", "because {c}, {e}.", "{c}, so {e}.", "{c}, and as a result {e}.", "{ne} was due to {nc}.", "{nc} led to {ne}.",
    "{nc} brought about {ne}.", "{ne} came about through {nc}.", "{e} as a consequence of {nc}.", "{c}; that is why {e}.",
    "behind {ne} stood {nc}.", "the reason for {ne} was {nc}.", "had it not been for {nc}, there would have been no talk of {ne}.",
    "{ne} was caused by {nc}.", "{nc} was the cause of {ne}.", "{e} on account of {nc}.", "what set off {ne} was {nc}.",
    "{ne} resulted from {nc}.", "{nc} resulted in {ne}.", "since {c}, {e}.",
)  # fmt: skip


def causes(rng: random.Random) -> World:
    """Two or three causes and effects; false claims swap them or cross them."""
    world = World(rng)
    rows = [line.split("|") for line in rng.sample(_CAUSES, 3)]
    slots = [{"c": c, "nc": nc, "e": e, "ne": ne} for c, nc, e, ne in rows]
    for row in slots:
        world.tell(rng.choice(_BECAUSE), **row)
        world.know(("cause", row["c"], row["e"]))
    for index, row in enumerate(slots):
        for _ in range(2):
            if rng.random() < 0.65:
                lie = {"c": row["e"], "nc": row["ne"], "e": row["c"], "ne": row["nc"]}
            else:
                other = slots[index - 1]
                lie = row | {"c": other["c"], "nc": other["nc"]}
            label = CONTRADICTED if lie["c"] == row["e"] else UNSUPPORTED
            world.claim(_BECAUSE, row, lie, ("cause", row["c"], row["e"]), ("cause", lie["c"], lie["e"]), label)
    return world


_JOINTS = (
    "{s} {x} and {y}.", "{s} both {x} and {y}.", "{s} {x}; {s} also {y}.", "{s} not only {x} but also {y}.", "{s} {x}, and then {s} {y}.",
    "besides the fact that {s} {x}, {s} {y}.", "two things are reported: {s} {x}, and {s} {y}.", "{s} {x} as well as {y}.",
)  # fmt: skip


def conjunction(rng: random.Random) -> World:
    """Claims of two halves, one of which may lack support."""
    world = World(rng)
    actions = _actions(rng, 7)
    for at, subject in zip((0, 3), _subjects(rng, 2), strict=True):
        done, others = actions[at : at + 3], actions[3 - at : 6 - at]
        for action in done:
            world.know((subject, action["p"]))
            world.tell(rng.choice(_DONE[:8]), s=subject, **action)
        for _ in range(2):
            kept, other = rng.sample(done, 2)
            wrong = rng.choice(others) if rng.random() < 0.9 else actions[6]
            order = rng.choice(("xy", "yx"))
            true, lie = (
                {"s": subject} | dict(zip(order, (kept["p"], half["p"]), strict=True)) for half in (other, wrong)
            )
            world.know((subject, true["x"], true["y"]))
            world.claim(
                (rng.choice(_JOINTS),),
                true,
                lie,
                (subject, true["x"], true["y"]),
                (subject, lie["x"], lie["y"]),
                PARTIAL,
            )
    return world


# Subject | told one way ; claims that way | told the other way ; claims that way.
_OPPOSITES = """
the price of {x}|rose;went up;climbed;increased|fell;went down;dropped;decreased
the board of {x}|approved the plan;gave the plan the green light;said yes to the plan;waved the plan through|rejected the plan;turned the plan down;said no to the plan;threw the plan out
the shop {x}|stayed open;kept its doors open;went on trading;did not close|closed;shut its doors;ceased trading;was shut
the patient {x}|got better;recovered;improved;was on the mend|got worse;deteriorated;declined;went downhill
the {x} bridge|held;withstood the flood;stayed standing;remained intact|collapsed;gave way;came down;did not survive the flood
the mood at {x}|was cheerful;was high-spirited;was bright;was upbeat|was gloomy;was downcast;was dark;was low
the turnout in {x}|was high;was heavy;was strong;was large|was low;was poor;was weak;was small
the {x} project|was a success;paid off;worked out well;reached its goals|was a failure;came to nothing;fell flat;missed its goals
the firm {x}|made a profit;ended the year in the black;earned money;was in the plus|made a loss;ended the year in the red;lost money;was in the minus
the flight to {x}|was early;landed ahead of time;got in before schedule|was late;landed behind time;got in after schedule;was delayed
the train to {x}|arrived on time;was punctual;came when it was due|arrived late;was delayed;came after it was due
the workforce of {x}|grew;expanded;got larger|shrank;contracted;got smaller
the suspect {x}|was set free;was released;walked free;was let go|was locked up;was detained;went to jail;was kept in custody
the jury|acquitted {x};found {x} not guilty;cleared {x}|convicted {x};found {x} guilty;pronounced {x} the culprit
the union|welcomed the offer by {x};was pleased with the offer by {x};hailed the offer by {x}|condemned the offer by {x};was angry about the offer by {x};slammed the offer by {x}
the border near {x}|was opened;was unsealed;let people through|was closed;was sealed off;let nobody through
the water of {x}|is safe to drink;is drinkable;is clean|is unsafe to drink;is undrinkable;is polluted
the {x} device|was switched on;was running;was active|was switched off;was not running;was inactive
the lake near {x}|froze;turned to ice;iced over|thawed;lost its ice;became ice-free
the tax in {x}|was raised;was put up;became higher|was lowered;was cut;became lower
the species called {x}|is common;is widespread;occurs in large numbers|is rare;is scarce;occurs in small numbers
the deal with {x}|went through;was completed;was sealed|fell through;collapsed;was called off
the actor {x}|accepted the part;took the part;agreed to play the part|turned down the part;refused the part;declined to play the part
the test on {x}|came back positive;found the virus;showed an infection|came back negative;found no virus;showed no infection
the new law in {x}|bans the practice;makes the practice illegal;outlaws the practice|permits the practice;makes the practice legal;legalises the practice
the ship {x}|stayed afloat;remained above water;kept floating|sank;went under;went to the bottom
the demand for {x}|exceeded supply;was greater than supply;outstripped supply|lagged behind supply;was less than supply;fell short of supply
the {x} exam|was easy;was undemanding;gave little trouble|was hard;was demanding;gave much trouble
the reviews of {x}|were glowing;were full of praise;were enthusiastic|were scathing;were full of scorn;were damning
the {x} site|is protected;enjoys protection;is under protection|is unprotected;enjoys no protection;is without protection
""".strip().split("\n")


def opposites(rng: random.Random) -> World:
    """The same thing in other words, or its opposite."""
    world = World(rng)
    for line, name in zip(rng.sample(_OPPOSITES, 3), codenames(rng, 3), strict=True):
        subject, *ways = line.split("|")
        if rng.random() < 0.5:
            ways.reverse()
        true, false = (way.replace("{x}", name).split(";") for way in ways)
        subject = subject.replace("{x}", name)
        tail = rng.choice(("", "", f" on {rng.choice(DAYS)}", " last month", " this year", " according to the paper"))
        tail = (
            ""
            if any(f" {word} " in f" {true[0]} {false[0]} " for word in ("is", "enjoys", "bans", "permits"))
            else tail
        )
        rng.shuffle(true)
        world.know((subject, true[0]))
        world.tell("[{s} {t}{z}.|{s} {t}{z}.|It was reported that {s} {t}.]", s=subject, t=true[0], z=tail)
        for word in rng.sample(true[1:], 2):
            wrong = rng.choice(false)
            head = rng.choice((f"{subject} {{w}}{tail}.", f"{subject} {{w}}.", f"the text says that {subject} {{w}}."))
            world.say(render(head, {"w": word}), render(head, {"w": wrong}), (subject, true[0]), (subject, wrong))
    return world
