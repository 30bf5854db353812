"""Records: claims that state a field, and claims that give it the value of another field or record, or a changed one.

Records come from info boxes and business data of the labelled sets, and from made ones full of identifiers: telephone
and order numbers, ports, versions, ISBNs, e-mail addresses, paths, hashes, opening hours.
"""

import json
import re
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from training.contrast_text import MONTHS, WEEKDAYS
from training.contrast_wordlists import FIRST_NAMES, PEOPLE
from training.prepare import Labelled

_MOST_FIELDS = 14  # at most, of a record
_LONGEST_VALUE = 90
_DIGITS = re.compile(r"\d")
_TITLES = ("title", "name", "id")


@dataclass(frozen=True)
class Record:
    """A thing's fields in order; ``title`` is its name, empty if it has none."""

    title: str
    fields: tuple[tuple[str, str], ...]

    def written(self, rng: Random) -> str:
        """The record as JSON, as lines of keys and values, as a table, or as a list."""
        fields = [("title", self.title), *self.fields] if self.title else list(self.fields)
        form = rng.randrange(5)
        if form == 0:
            return json.dumps(dict(fields), ensure_ascii=False)
        if form == 1:
            return "\n".join(f"{key}: {value}" for key, value in fields)
        if form == 2:
            rows = [f"| {key} | {value} |" for key, value in fields]
            return "\n".join(["| field | value |", "|---|---|", *rows])
        if form == 3:
            return "\n".join(f"- {key}: {value}" for key, value in fields)
        return "\n".join(f"{_slug(key)} = {json.dumps(value, ensure_ascii=False)}" for key, value in fields)


def _slug(key: str) -> str:
    return re.sub(r"[^\w]+", "_", key.strip().lower())


def record_of(content: str) -> Record | None:
    """The record that a JSON source holds, nested keys joined; ``None`` if it is not a record, or nearly empty."""
    try:
        found = json.loads(content)
    except ValueError:
        return None
    if not isinstance(found, dict):
        return None
    flat = [(key, value) for key, value in _flat(found, "") if key and 0 < len(value.strip()) <= _LONGEST_VALUE]
    title = next((value for key, value in flat if key.lower() in _TITLES), "")
    fields = tuple((key, value) for key, value in flat if key.lower() not in _TITLES)[:_MOST_FIELDS]
    return Record(title, fields) if len(fields) >= 3 else None


def _flat(part: Mapping, above: str) -> Iterator[tuple[str, str]]:
    for key, value in part.items():
        name = f"{above} {key}".strip()
        if isinstance(value, dict):
            yield from _flat(value, name)
        elif isinstance(value, list):
            if value and all(isinstance(one, str) for one in value):
                yield name, ", ".join(value)
        elif value is not None:
            yield name, str(value)


def claims(record: Record, others: Sequence[Record], rng: Random, count: int) -> list[Labelled]:
    """Up to ``count`` claims about a record's fields: half true, half with a value that is not the field's.

    A false value is that of another field, that of the same field of another record, or one of the same form. It is
    never the field's own value, nor a part of it, nor does it contain it.
    """
    made: list[Labelled] = []
    for key, value in rng.sample(record.fields, min(count, len(record.fields))):
        if rng.random() < 0.5:
            made.append(_told(record, key, value, rng, "supported"))
            continue
        other = _other_value(record, key, value, others, rng)
        if other is not None:
            made.append(_told(record, key, other, rng, "contradicted"))
    return made


def _told(record: Record, key: str, value: str, rng: Random, label: str) -> Labelled:
    said = key.replace("_", " ").strip()
    said = said if said[1:2].isupper() else said[0].lower() + said[1:]
    whose = record.title
    forms = [f"The {said} is {{}}.", f"{key}: {{}}", f"{said} = {{}}", f"Its {said} is {{}}."]
    if whose:
        forms += [f"The {said} of {whose} is {{}}.", f"{whose}: {said} {{}}", f"{whose} has {{}} as its {said}."]
    before, after = rng.choice([form for form in forms if form.count("{}") == 1] or ["{}"]).split("{}")
    text, start = before + value + after, len(before)
    if label == "supported":
        return Labelled(text, label, ())
    # It is undefined which words of a partly right value are wrong.
    own = dict(record.fields)[key]
    return Labelled(text, label, None if set(_words(own)) & set(_words(value)) else ((start, start + len(value)),))


def _other_value(record: Record, key: str, value: str, others: Sequence[Record], rng: Random) -> str | None:
    alike = [(k, v) for k, v in record.fields if k != key and _form(v) == _form(value)]
    # A likely mistake takes the sales phone for the support phone, not the number of pages.
    near = [v for k, v in alike if set(_words(k)) & set(_words(key)) or _words(v)[:1] == _words(value)[:1]]
    same_record = near or [v for _, v in alike]
    same_key = [v for other in others for k, v in other.fields if k == key]
    changed = [changed_identifier(value, rng)] if _DIGITS.search(value) else []
    options = [pool for pool in (same_record, same_record, same_key, changed) if pool]
    rng.shuffle(options)
    for pool in options:
        found = rng.choice(pool)
        if found and _apart(found, value):
            return found
    return None


def _apart(one: str, other: str) -> bool:
    first, second = (" ".join(_words(text)) for text in (one, other))
    digits = ["".join(_DIGITS.findall(text)) for text in (one, other)]
    if not first or not second or first in second or second in first or (digits[0] and digits[0] == digits[1]):
        return False
    return set(_words(one)) != set(_words(other))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


def _form(value: str) -> str:
    """The form of a value: number, text with digits, or words; a swap within one form is not obvious."""
    if re.fullmatch(r"[\d.,:\s%€$£-]+", value):
        return "number"
    return "mixed" if _DIGITS.search(value) else "words"


def changed_identifier(value: str, rng: Random) -> str:
    """A value of the same form, one to three of its digits changed, or of its letters if it has no digits.

    The empty string if it has neither.
    """
    places = [at for at, sign in enumerate(value) if sign.isdigit()]
    if not places:
        places = [at for at, sign in enumerate(value) if sign.isalpha()]
    if not places:
        return ""
    if len(places) > 2 and rng.random() < 0.3:  # two neighbours swapped, a typing error
        pairs = [(a, b) for a, b in pairwise(places) if value[a] != value[b] and b == a + 1]
        if pairs:
            a, b = rng.choice(pairs)
            return value[:a] + value[b] + value[a] + value[b + 1 :]
    signs = list(value)
    for at in rng.sample(places, min(len(places), rng.choice((1, 1, 2, 3)))):
        pool = string.digits if signs[at].isdigit() else string.ascii_lowercase
        signs[at] = rng.choice([sign for sign in pool if sign != signs[at].lower()])
    return "".join(signs)


# --- made records ------------------------------------------------------------------------------------------------

_DESKS = ("support", "sales", "billing", "press office", "reception", "warehouse", "help desk", "returns", "service")
_DOMAINS = ("example.com", "northlight.org", "harbourbooks.net", "acme.io", "lindenhof.de", "tallow.co.uk")
_CITIES = ("Oslo", "Leeds", "Porto", "Graz", "Austin", "Kyoto", "Lyon", "Perth", "Gdansk", "Malmo", "Bergen", "Turin")


def _digits(count: int, rng: Random) -> str:
    return str(rng.randrange(1, 10)) + "".join(rng.choice(string.digits) for _ in range(count - 1))


def _phone(rng: Random) -> str:
    return rng.choice((
        f"+{rng.choice((1, 33, 44, 49, 81))} {_digits(2, rng)} {_digits(4, rng)} {_digits(4, rng)}",
        f"{_digits(3, rng)}-{_digits(3, rng)}-{_digits(4, rng)}",
        f"0{_digits(3, rng)} {_digits(6, rng)}",
        f"({_digits(3, rng)}) {_digits(3, rng)}-{_digits(4, rng)}",
    ))  # fmt: skip


def _version(rng: Random) -> str:
    return ".".join(str(rng.randrange(30)) for _ in range(rng.choice((2, 3))))


def _email(rng: Random) -> str:
    names = (*_DESKS, *(name.lower() for name in rng.sample(sorted(FIRST_NAMES), 3)))
    return f"{rng.choice(names).replace(' ', '.')}@{rng.choice(_DOMAINS)}"


def _isbn(rng: Random) -> str:
    return f"978-{rng.randrange(10)}-{_digits(4, rng)}-{_digits(4, rng)}-{rng.randrange(10)}"


def _code(rng: Random) -> str:
    return f"{''.join(rng.choice(string.ascii_uppercase) for _ in range(rng.choice((2, 3))))}-{_digits(5, rng)}"


def _hours(rng: Random) -> str:
    first = rng.randrange(6, 12)
    return rng.choice((f"{first}:00-{first + rng.randrange(4, 11)}:30", f"{first} am to {rng.randrange(2, 9)} pm"))


def _price(rng: Random) -> str:
    return f"{rng.choice('$€£')}{rng.randrange(2, 900)}" + rng.choice(("", f".{rng.randrange(10, 99)}"))


def _path(rng: Random) -> str:
    parts = rng.sample(("etc", "var", "opt", "srv", "data", "log", "conf", "backup", "shared", "cache"), 2)
    name = rng.choice(("app", "main", "server", "users", "report"))
    return f"/{'/'.join(parts)}/{name}.{rng.choice(('log', 'yaml', 'db'))}"


def _date(rng: Random) -> str:
    return f"{rng.randrange(1, 29)} {rng.choice(MONTHS)} {rng.randrange(1985, 2027)}"


def made(rng: Random) -> Record:
    """A made record of one of six kinds with random values."""
    kind = rng.randrange(6)
    if kind == 0:
        desks = rng.sample(_DESKS, 3)
        fields = [(f"{desk} phone", _phone(rng)) for desk in desks] + [
            (f"{desk} e-mail", _email(rng)) for desk in desks
        ]
        return Record(
            f"{rng.choice(PEOPLE).split()[-1]} {rng.choice(('Ltd', 'GmbH', 'Books', 'Clinic'))}", tuple(fields)
        )
    if kind == 1:
        names = rng.sample(("port", "admin_port", "metrics_port", "timeout_seconds", "max_connections", "retries",
                            "cache_size_mb", "workers", "batch_size", "rate_limit"), 6)  # fmt: skip
        numbers = [(name, _digits(4 if "port" in name else rng.randrange(1, 4), rng)) for name in names]
        return Record("", (*numbers, ("version", _version(rng)), ("log_path", _path(rng)), ("data_path", _path(rng))))
    if kind == 2:
        return Record(rng.choice(("Library", "Pool", "Town hall", "Surgery", "Museum shop")),
                      tuple((day, rng.choice((_hours(rng), _hours(rng), "closed"))) for day in WEEKDAYS))  # fmt: skip
    if kind == 3:
        return Record(
            "Order " + _code(rng),
            (("order number", _code(rng)), ("invoice number", _code(rng)), ("tracking number", _digits(10, rng)),
             ("total", _price(rng)), ("shipping", _price(rng)), ("ordered on", _date(rng)),
             ("delivered on", _date(rng))),
        )  # fmt: skip
    if kind == 4:
        return Record(
            rng.choice(("The Salt Road", "Quiet Engines", "Paper Harbours", "A Field Guide to Fog")),
            (("author", rng.choice(PEOPLE)), ("translator", rng.choice(PEOPLE)), ("ISBN", _isbn(rng)),
             ("ISBN (e-book)", _isbn(rng)), ("pages", _digits(3, rng)), ("price", _price(rng)),
             ("published", _date(rng))),
        )  # fmt: skip
    flight = f"{rng.choice('ABKLS')}{rng.choice('ABKLS')} {_digits(rng.choice((3, 4)), rng)}"
    cities = rng.sample(_CITIES, 2)
    return Record(
        "Flight " + flight,
        (("from", cities[0]), ("to", cities[1]), ("departure", f"{rng.randrange(24):02}:{rng.randrange(60):02}"),
         ("arrival", f"{rng.randrange(24):02}:{rng.randrange(60):02}"),
         ("gate", f"{rng.choice('ABCD')}{rng.randrange(1, 60)}"),
         ("seat", f"{rng.randrange(1, 40)}{rng.choice('ABCDEF')}"), ("booking reference", _code(rng).replace("-", ""))),
    )  # fmt: skip
