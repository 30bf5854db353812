"""Sources made by rule with a claim that follows from each and one that differs in one value, field or day."""

import random
from collections.abc import Iterator
from typing import NamedTuple

KEYS = ("port", "admin_port", "timeout", "retries", "max_size", "min_size", "workers", "queue_length")
THINGS = ("width", "height", "depth", "weight", "price", "length")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
NAMES = ("Brightfarm", "Ostara", "Lumen Bay", "Kestrel", "Tamarack", "Vilmar")


class Stated(NamedTuple):
    """A source, a claim that it states and one that it does not."""

    source: str
    right: str
    wrong: str


def identifiers(count: int, seed: int) -> Iterator[Stated]:
    """Telephone numbers, ISBNs, addresses, tickets, paths, hashes and order numbers; one sign is changed."""
    chance = random.Random(seed)
    for _ in range(count):
        digits = [str(chance.randrange(1, 10)) for _ in range(10)]
        name = chance.choice(NAMES)
        kind = chance.randrange(7)
        identifier = (
            f"020 {''.join(digits[:4])} {''.join(digits[4:8])}",
            f"978-{digits[0]}-{''.join(digits[1:3])}-{''.join(digits[3:9])}-{digits[9]}",
            f"{name.lower().replace(' ', '')}{digits[0]}@example.org",
            f"{name[:3].upper()}-{''.join(digits[:4])}",
            f"/srv/{name.split()[0].lower()}/v{digits[0]}/report_{digits[1]}{digits[2]}.csv",
            "".join(chance.choice("0123456789abcdef") for _ in range(5)) + "a7",
            "".join(digits[:7]),
        )[kind]
        said = (
            "Call {} for help with the {}.",
            "The book about {1} has the ISBN {0}.",
            "Write to {} for a refund from {}.",
            "Ticket {} is about the {} login.",
            "The file {} holds the report of {}.",
            "Commit {} fixes the {} build.",
            "The order number is {} for the {} desk.",
        )[kind]
        at = chance.choice([place for place, sign in enumerate(identifier) if sign.isdigit()])
        other = identifier[:at] + str((int(identifier[at]) + chance.randrange(1, 9)) % 10) + identifier[at + 1 :]
        sentence = said.format(identifier, name)
        yield Stated(f"{sentence} The office is on the second floor.", sentence, said.format(other, name))


def fields(count: int, seed: int) -> Iterator[Stated]:
    """YAML, one-line settings, tables and lists of days; the wrong claim gives a field its neighbour's value."""
    chance = random.Random(seed)
    for _ in range(count):
        kind = chance.randrange(4)
        if kind == 3:
            start, hours = chance.randrange(5), chance.sample(range(6, 12), 3)
            days = DAYS[start : start + 3]
            listed = ", ".join(f"{day} {hour}-{hour + 9}" for day, hour in zip(days, hours, strict=True))
            said = "On {} it is open from {} to {}."
            yield Stated(f"Opening hours: {listed}.", said.format(days[1], hours[1], hours[1] + 9),
                         said.format(days[1], hours[0], hours[0] + 9))  # fmt: skip
            continue
        keys = chance.sample(KEYS if kind < 2 else THINGS, 3)
        values = chance.sample(range(11, 990), 3)
        pairs = list(zip(keys, values, strict=True))
        source = (
            "\n".join(f"{key}: {value}" for key, value in pairs),
            ", ".join(f"{key}: {value}" for key, value in pairs),
            "\n".join(["| Name | Value |", "|---|---|", *(f"| {key} | {value} |" for key, value in pairs)]),
        )[kind]
        yield Stated(source, f"The {keys[1]} is {values[1]}.", f"The {keys[1]} is {values[0]}.")


def values(count: int, seed: int) -> Iterator[Stated]:
    """Prices, doses, lengths of time and dates in English, Japanese and Chinese; the wrong claim has another number."""
    chance = random.Random(seed)
    said = (
        "The ticket costs {} euros.", "Adults take {} mg in the evening.", "The tour lasts {} minutes.",
        "The shelf carries {} kg.", "この商品の価格は{}円です。", "入场费为{}元。", "Der Kurs dauert {} Tage.",
    )  # fmt: skip
    for _ in range(count):
        one, other = chance.sample(range(12, 900), 2)
        sentence = chance.choice(said)
        yield Stated(sentence.format(one), sentence.format(one), sentence.format(other))
