"""Worlds of records (JSON, YAML, CSV, tables, key: value), with claims in prose about their fields."""

# An entry of a table is one line, however long.
# ruff: noqa: E501

import json
import random

from training.worlds_banks import DAYS, MONTHS, PLACES, PRODUCTS, codenames, firms, people
from training.worlds_base import UNSUPPORTED, World, render

# Noun | fields. A field is key=values=wordings of a value ("/"), or key=bool=wordings of yes=wordings of no.
_SCHEMAS = {
    "restaurant": """
name
WiFi=bool={n} offers wifi to its guests/guests of {n} can go online/{n} has wifi={n} offers no wifi to its guests/guests of {n} cannot go online/{n} has no wifi
OutdoorSeating=bool={n} has tables outside/guests of {n} can sit outdoors/there is outdoor seating at {n}={n} has no tables outside/guests of {n} cannot sit outdoors/there is no outdoor seating at {n}
RestaurantsReservations=bool={n} takes reservations/a table at {n} can be booked ahead={n} takes no reservations/a table at {n} cannot be booked ahead
GoodForKids=bool={n} is suitable for children/families with children will do well at {n}={n} is not suitable for children/families with children will not do well at {n}
TakeOut=bool=meals from {n} can be taken away/{n} does takeaway=meals from {n} cannot be taken away/{n} does no takeaway
WheelchairAccessible=bool={n} can be reached in a wheelchair/{n} is wheelchair accessible={n} cannot be reached in a wheelchair/{n} is not wheelchair accessible
NoiseLevel=quiet;average;loud={n} has a {v} noise level/the noise level at {n} is {v}
Parking=street;garage;lot;valet=guests of {n} have {v} parking/at {n} there is {v} parking/those who drive to {n} can use {v} parking
Cuisine=Thai;Mexican;Italian;Ethiopian;Greek;Korean=the kitchen of {n} is {v}/{n} serves {v} food/{v} dishes are on offer at {n}
stars=2.0;2.5;3.5;4.0;4.5;5.0={n} is rated {v} stars/{n} holds {v} stars/reviewers gave {n} {v} stars
review_count=12;48;97;130;255;410={n} has been reviewed {v} times/there are {v} reviews of {n}
city=PLACE={n} is in {v}/{n} is a restaurant in {v}/{n} is located in {v}
""",
    "product": """
name
price_usd=19;29;49;79;120;249;399={n} costs ${v}/the price of {n} is ${v}/one pays ${v} for {n}
in_stock=bool={n} is available/{n} is in stock/{n} can be shipped now={n} is not available/{n} is out of stock/{n} cannot be shipped now
colour=red;black;silver;green;white;blue={n} comes in {v}/{n} is {v}/the colour of {n} is {v}
weight_kg=0.4;1.2;2.5;3.8;7.1;12={n} weighs {v} kg/at {v} kg, that is what {n} weighs/the scales show {v} kg for {n}
warranty_months=6;12;24;36;60={n} is guaranteed for {v} months/the warranty of {n} runs for {v} months
waterproof=bool={n} is waterproof/water does {n} no harm=water can harm {n}/{n} is not waterproof
rechargeable=bool=the battery of {n} can be recharged/{n} is rechargeable=the battery of {n} cannot be recharged/{n} is not rechargeable
made_in=PLACE={n} is made in {v}/{n} comes from a factory in {v}
discontinued=bool={n} has been discontinued/{n} is no longer made={n} has not been discontinued/{n} is still made
rating=2.1;3.0;3.6;4.2;4.8={n} is rated {v}/buyers give {n} a rating of {v}
""",
    "patient": """
name
age=23;34;41;57;68;79={n} is {v} years old/{n} is aged {v}/the age of {n} is {v}
blood_type=A+;O-;B+;AB-;O+={n} has blood type {v}/the blood type of {n} is {v}
allergies=penicillin;latex;nuts;aspirin;iodine={n} is allergic to {v}/{n} has an allergy to {v}/{n} must not be given {v}
smoker=bool={n} smokes/{n} is a smoker={n} does not smoke/{n} is a non-smoker
diabetic=bool={n} has diabetes/{n} is diabetic={n} does not have diabetes/{n} is not diabetic
ward=3A;5C;2B;7D;1F={n} is on ward {v}/{n} lies on ward {v}
admitted=DATE={n} was admitted on {v}/{n} came into hospital on {v}
discharged=NULLDATE={n} was discharged on {v}/{n} went home on {v}
attending=PERSON={n} is treated by {v}/the doctor in charge of {n} is {v}/{v} looks after {n}
pulse=58;64;72;88;104={n} has a pulse of {v}/the pulse of {n} is {v} beats a minute
insured=bool={n} has insurance/{n} is insured={n} has no insurance/{n} is not insured
""",
    "invoice": """
name
customer=FIRM=invoice {n} went to {v}/{v} is the customer on invoice {n}/invoice {n} was made out to {v}
amount_eur=120;340;875;1450;2600;9900=invoice {n} is over {v} euros/invoice {n} asks for {v} euros/the amount on invoice {n} is {v} euros
paid=bool=invoice {n} has been paid/invoice {n} has been settled=invoice {n} is still unpaid/invoice {n} has not been settled
issued=DATE=invoice {n} was issued on {v}/invoice {n} is dated {v}
due_days=7;10;14;30;60=invoice {n} falls due after {v} days/there are {v} days to pay invoice {n}
vat_percent=0;7;10;19;21;25=invoice {n} includes {v} percent VAT/the VAT on invoice {n} is {v} percent
disputed=bool=invoice {n} is disputed/there is a dispute over invoice {n}=invoice {n} is not disputed/there is no dispute over invoice {n}
reminders_sent=0;1;2;3;4=reminders sent for invoice {n} so far: {v}/the number of reminders for invoice {n} is {v}
approved_by=PERSON=invoice {n} was approved by {v}/{v} approved invoice {n}
""",
    "hotel": """
name
check_in=14:00;15:00;16:00;13:30=guests can check in at {n} from {v}/check-in at {n} starts at {v}
check_out=10:00;10:30;11:00;12:00=guests must leave {n} by {v}/check-out at {n} is at {v}
breakfast_included=bool=breakfast at {n} comes with the room/the room rate at {n} covers breakfast=breakfast at {n} costs extra/the room rate at {n} does not cover breakfast
pets_allowed=bool=pets may stay at {n}/guests can bring pets to {n}=pets may not stay at {n}/guests cannot bring pets to {n}
pool=bool={n} has a pool/guests of {n} can swim in the house={n} has no pool/guests of {n} cannot swim in the house
rooms=18;32;47;60;115;240={n} has {v} rooms/there are {v} rooms at {n}
closed_on=DAY=the bar of {n} is closed on {v}/on {v} the bar of {n} does not open
city=PLACE={n} is in {v}/{n} stands in {v}
opened=1899;1924;1956;1988;2007;2019={n} opened in {v}/{n} has welcomed guests since {v}
manager=PERSON={n} is run by {v}/{v} is the manager of {n}
sauna=bool={n} has a sauna/there is a sauna at {n}={n} has no sauna/there is no sauna at {n}
""",
    "employee": """
name
department=Sales;Legal;Finance;Research;Support={n} works in {v}/{n} belongs to the {v} department
hired=2009;2013;2016;2018;2021;2023={n} was hired in {v}/{n} joined in {v}/{n} has been on staff since {v}
remote=bool={n} works from home/{n} works remotely={n} does not work from home/{n} does not work remotely
manager=PERSON={n} reports to {v}/{v} is {n}'s manager/{n}'s boss is {v}
office=PLACE={n} is based in {v}/{n} has a desk in {v}
vacation_days=20;22;25;28;30={n} gets {v} days of holiday/{n} has {v} days off a year
full_time=bool={n} works full time/{n} has a full-time post={n} does not work full time/{n} has a part-time post
terminated=NULLDATE={n} left on {v}/the last day of {n} was {v}
languages=Polish;Hindi;French;Arabic;Dutch={n} speaks {v}/{v} is spoken by {n}
""",
}
_Field = tuple[str, str, list[str], list[str]]


def _schema(noun: str) -> list[_Field]:
    fields: list[_Field] = []
    for line in _SCHEMAS[noun].strip().splitlines()[1:]:
        key, values, yes, *no = line.split("=")
        fields.append((key, values, yes.split("/"), no[0].split("/") if no else []))
    return fields


def _value(rng: random.Random, values: str) -> object:
    date = f"{rng.randint(2015, 2024)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
    drawn: dict[str, object] = {
        "bool": rng.random() < 0.5, "PLACE": rng.choice(PLACES), "DAY": rng.choice(DAYS), "PERSON": people(rng, 1)[0],
        "FIRM": firms(rng, 1)[0], "DATE": date, "NULLDATE": None if rng.random() < 0.5 else date,
    }  # fmt: skip
    if values in drawn:
        return drawn[values]
    chosen = rng.choice(values.split(";"))
    try:
        return json.loads(chosen) if not chosen.startswith("0-") else chosen
    except ValueError:
        return chosen


def _spoken(value: object) -> str:
    """A date in words, anything else as it is."""
    text = str(value)
    if len(text) == 10 and text[4] == "-":
        return f"{int(text[8:])} {MONTHS[int(text[5:7]) - 1]} {text[:4]}"
    return text


def records(rng: random.Random) -> World:
    """Two or three records of one sort; claims give a field its value, or that of another record or field."""
    world = World(rng, verbatim=True)
    noun = rng.choice(list(_SCHEMAS))
    fields = rng.sample(_schema(noun), rng.randint(5, 7))
    count = rng.choice((2, 2, 3))
    names = {
        "patient": lambda: people(rng, count), "employee": lambda: people(rng, count),
        "invoice": lambda: [str(n) for n in rng.sample(range(1000, 9999), count)],
        "product": lambda: [f"{n} {w}" for n, w in zip(codenames(rng, count), rng.sample(PRODUCTS, count), strict=True)],
    }.get(noun, lambda: [f"{'Hotel ' if noun == 'hotel' else ''}{n}" for n in codenames(rng, count)])()  # fmt: skip
    rows = [{"name": name} | {field[0]: _value(rng, field[1]) for field in fields} for name in names]
    world.blocks.append(_laid_out(rng, noun, rows))
    for row in rows:
        for key, kind, yes, no in rng.sample(fields, 3):
            others = [other[key] for other in rows if other is not row]
            if kind == "bool":
                _say_boolean(world, str(row["name"]), key, yes, no, holds=bool(row[key]))
            elif row[key] is None:
                _say_null(world, str(row["name"]), key, next((o for o in others if o), "2020-05-17"))
            else:
                wrongs = [
                    other for other in (*others, _value(rng, kind), _value(rng, kind)) if other not in (row[key], None)
                ]
                if wrongs:
                    wrong = wrongs[0]
                    world.know((row["name"], key, row[key]))
                    slots = {"n": row["name"], "v": _spoken(row[key])}
                    world.claim(
                        [f"{y}." for y in yes],
                        slots,
                        slots | {"v": _spoken(wrong)},
                        (row["name"], key, row[key]),
                        (row["name"], key, wrong),
                    )
    return world


def _say_boolean(world: World, name: str, key: str, yes: list[str], no: list[str], *, holds: bool) -> None:
    at = world.rng.randrange(len(yes))
    true, false = (render(f"{forms[at]}.", {"n": name}) for forms in ((yes, no) if holds else (no, yes)))
    world.know((name, key, holds))
    world.say(true, false, (name, key, holds), (name, key, not holds))


def _say_null(world: World, name: str, key: str, date: object) -> None:
    done = {"discharged": "discharged", "terminated": "dismissed"}[key]
    world.know((name, key, None))
    true = world.rng.choice(("No date is given on which {n} was {d}.", "The record has no date for when {n} was {d}."))
    false = world.rng.choice(("{n} was {d} on {v}.", "The record shows that {n} was {d} on {v}."))
    slots = {"n": name, "d": done, "v": _spoken(date)}
    world.say(render(true, slots), render(false, slots), (name, key, None), (name, key, date), UNSUPPORTED)


def _laid_out(rng: random.Random, noun: str, rows: list[dict[str, object]]) -> str:
    """The records in one of the common forms."""
    form = rng.choice(("json", "json", "yaml", "csv", "table", "plain"))
    if form == "json":
        nested = [{"name": row["name"], "attributes": {k: v for k, v in row.items() if k != "name"}} for row in rows]
        return json.dumps(
            nested if rng.random() < 0.4 else {f"{noun}s": rows}, indent=rng.choice((2, None)), ensure_ascii=False
        )
    if form in {"csv", "table"}:
        glue = "," if form == "csv" else " | "
        lines = [glue.join(rows[0]), *(glue.join(_written(value) for value in row.values()) for row in rows)]
        if form == "table":
            lines = [f"| {line} |" for line in (lines[0], " | ".join("---" for _ in rows[0]), *lines[1:])]
        return "\n".join(lines)
    if form == "yaml":
        return "\n".join(
            f"- name: {row['name']}\n" + "\n".join(f"  {k}: {_written(v)}" for k, v in row.items() if k != "name")
            for row in rows
        )
    words = {True: "yes", False: "no", None: "-"}
    return "\n\n".join(
        "\n".join(
            f"{k.replace('_', ' ')}: {words.get(v, v) if isinstance(v, bool | None) else v}" for k, v in row.items()
        )
        for row in rows
    )


def _written(value: object) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else "null" if value is None else str(value)
