"""Worlds of code and identifiers: settings in many notations, columns, error codes, versions and numbers."""

# An entry of a table is one line, however long.
# ruff: noqa: E501

import random
from collections.abc import Callable, Sequence

from training.worlds_banks import codenames
from training.worlds_base import World, render

# Name | values | wordings with {v}.
_SETTINGS = """
max_retries|2;3;4;5;8|a failed request is tried again up to {v} times/after {v} retries it gives up/it retries at most {v} times
timeout_seconds|5;10;15;30;60;120|a request times out after {v} seconds/it waits at most {v} seconds for an answer/the timeout is {v} seconds
page_size|10;20;25;50;100|a page holds {v} entries/results come {v} to a page/{v} results are shown per page
port|3000;5432;8000;8080;9090|the server listens on port {v}/clients connect to port {v}
cache_ttl_minutes|1;5;10;30;60|cached entries live for {v} minutes/after {v} minutes a cached entry expires
pool_size|4;5;8;10;16;32|the pool holds {v} connections/{v} connections are kept in the pool
max_upload_mb|5;10;25;50;100|uploads may have up to {v} MB/files above {v} MB are refused
log_level|debug;info;warning;error|the log level is {v}/logging is set to {v}/messages are logged from level {v} on
batch_size|16;32;64;128;256|{v} items are handled in a batch/a batch has {v} items
workers|1;2;4;6;12|{v} worker processes are used/the number of workers is {v}
rate_limit_per_minute|30;60;100;300;600|{v} calls a minute are let through/more than {v} calls a minute are blocked
session_hours|1;2;8;12;24|a session ends after {v} hours/users stay logged in for {v} hours
min_password_length|8;10;12;14;16|passwords need at least {v} characters/a password shorter than {v} characters is refused
learning_rate|0.1;0.01;0.001;0.0003|the learning rate is {v}/training uses a learning rate of {v}
backup_interval_days|1;2;3;7;14|a backup is made every {v} days/backups are {v} days apart
region|eu-west-1;us-east-2;ap-south-1;sa-east-1|the service runs in {v}/the region is {v}
compression|gzip;zstd;lz4;brotli;none|the compression method is {v}/compression is set to {v}
queue_limit|100;250;500;1000|the queue takes up to {v} jobs/once {v} jobs are waiting, the queue is full
""".strip().split("\n")
_FLAGS = """
dry_run|it only shows what would be done/it changes nothing by default|it makes its changes by default/it does not stop at showing what would be done
verify_ssl|certificates are checked/TLS certificates are verified|certificates are not checked/TLS certificates go unverified
debug|debug mode is on/debugging is enabled|debug mode is off/debugging is disabled
read_only|writing is not possible/nothing can be written|writing is possible/data can be written
allow_guests|guests are let in/one can get in as a guest|guests are not let in/one cannot get in as a guest
follow_redirects|redirects are followed/it goes where redirects lead|redirects are not followed/it does not go where redirects lead
send_telemetry|usage figures are sent home/telemetry is on|no usage figures are sent home/telemetry is off
recursive|folders inside folders are searched too/subfolders are included|folders inside folders are left out/subfolders are not included
case_sensitive|upper and lower case are told apart/case matters|upper and lower case are treated alike/case does not matter
auto_update|updates install themselves/it updates by itself|updates have to be installed by hand/it does not update by itself
""".strip().split("\n")


def code(rng: random.Random) -> World:
    """Settings as constants, defaults, options or configuration; columns of a table; error codes."""
    return rng.choices((_settings, _columns, _errors), (5, 2, 2))[0](rng)


def _settings(rng: random.Random) -> World:
    world = World(rng, verbatim=True)
    chosen = [line.split("|") for line in rng.sample(_SETTINGS, 4)]
    flags = [line.split("|") for line in rng.sample(_FLAGS, 2)]
    scopes = rng.sample(("production", "staging", "testing", "development", "local"), 2)
    values = {scope: {name: rng.choice(options.split(";")) for name, options, _ in chosen} for scope in scopes}
    states = {scope: {name: rng.random() < 0.5 for name, *_ in flags} for scope in scopes}
    scoped = rng.random() < 0.4
    used = scopes if scoped else scopes[:1]
    form = rng.choice(("yaml", "toml", "json")) if scoped else rng.choice(list(_FORMS))
    world.blocks.append(_written_settings(form, used, values, states, scoped=scoped))
    for scope in used:
        where = f"in {scope}, " if scoped else rng.choice(("", "", "by default, ", "as written, "))
        for name, options, wordings in chosen:
            value = values[scope][name]
            wrong = (
                values[scopes[1 - scopes.index(scope)]][name]
                if scoped and rng.random() < 0.7
                else rng.choice(options.split(";"))
            )
            if wrong != value:
                world.know((scope, name, value))
                forms = [f"{where}{wording}." for wording in wordings.split("/")]
                world.claim(forms, {"v": value}, {"v": wrong}, (scope, name, value), (scope, name, wrong))
        for name, yes, no in flags:
            holds = states[scope][name]
            at = rng.randrange(2)
            true, false = (render(f"{where}{way.split('/')[at]}.", {}) for way in ((yes, no) if holds else (no, yes)))
            world.know((scope, name, holds))
            world.say(true, false, (scope, name, holds), (scope, name, not holds))
    return world


def _camel(name: str) -> str:
    head, *tail = name.split("_")
    return head + "".join(word.capitalize() for word in tail)


def _literal(value: str | bool) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return value if value.replace(".", "").isdigit() else f'"{value}"'


_FORMS: dict[str, Callable[[str, str | bool], str]] = {
    "python": lambda k, v: f"{k.upper()} = {_literal(v).capitalize() if isinstance(v, bool) else _literal(v)}",
    "typescript": lambda k, v: f"export const {_camel(k)} = {_literal(v)};",
    "go": lambda k, v: f"const {_camel(k)[0].upper()}{_camel(k)[1:]} = {_literal(v)}",
    "env": lambda k, v: f"{k.upper()}={_literal(v).strip(chr(34))}",
    "flags": lambda k, v: f"  --{k.replace('_', '-')}  (default: {_literal(v).strip(chr(34))})",
    "signature": lambda k, v: f"    {k}={_literal(v).capitalize() if isinstance(v, bool) else _literal(v)},",
    "rust": lambda k, v: (
        f"pub const {k.upper()}: {'bool' if isinstance(v, bool) else 'u64' if v.isdigit() else 'f64' if v.replace('.', '').isdigit() else '&str'} = {_literal(v)};"
    ),
    "java": lambda k, v: f'config.put("{k.replace("_", ".")}", {_literal(v)});',
}


def _written_settings(
    form: str,
    used: Sequence[str],
    values: dict[str, dict[str, str]],
    states: dict[str, dict[str, bool]],
    *,
    scoped: bool,
) -> str:
    merged: dict[str, dict[str, str | bool]] = {scope: {**values[scope], **states[scope]} for scope in used}
    if not scoped:
        lines = [_FORMS[form](key, value) for key, value in merged[used[0]].items()]
        heads = {"signature": ["def connect(", *lines, "):"], "flags": ["Options:", *lines]}
        return "\n".join(heads.get(form, lines))
    if form == "json":
        return (
            "{\n"
            + ",\n".join(
                f'  "{scope}": {{' + ", ".join(f'"{k}": {_literal(v)}' for k, v in rows.items()) + "}"
                for scope, rows in merged.items()
            )
            + "\n}"
        )
    head, sign = ("[{}]", "{} = {}") if form == "toml" else ("{}:", "  {}: {}")
    return "\n".join(
        "\n".join([head.format(scope), *(sign.format(k, _literal(v)) for k, v in rows.items())])
        for scope, rows in merged.items()
    )


_TYPES = {
    "INTEGER": "whole numbers",
    "TEXT": "text",
    "BOOLEAN": "true or false",
    "DATE": "dates",
    "NUMERIC(10, 2)": "amounts with two decimals",
}
_COLUMNS = "email|birthday|balance|nickname|country|active|score|signed_up|phone|notes|priority|weight".split("|")
_TABLES = "customers|orders|sensors|tickets|books|flights|players|rooms".split("|")


def _columns(rng: random.Random) -> World:
    world = World(rng, verbatim=True)
    table = rng.choice(_TABLES)
    columns = [(c, rng.choice(list(_TYPES)), rng.random() < 0.5, rng.random() < 0.4) for c in rng.sample(_COLUMNS, 4)]
    rows = [
        f"  {c} {t}{' NOT NULL' if required else ''}{' UNIQUE' if unique else ''}" for c, t, required, unique in columns
    ]
    world.blocks.append(f"CREATE TABLE {table} (\n  id INTEGER PRIMARY KEY,\n" + ",\n".join(rows) + "\n);")
    ways = {
        "required": (("{c} in {t} may not be left empty.", "each row of {t} needs a value for {c}."), ("{c} in {t} may be left empty.", "a row of {t} can do without a value for {c}.")),
        "unique": (("no two rows of {t} can share a value of {c}.", "values of {c} in {t} cannot repeat."), ("two rows of {t} can share a value of {c}.", "values of {c} in {t} can repeat.")),
    }  # fmt: skip
    for column, kind, required, unique in columns:
        slots = {"c": column, "t": table}
        for key, holds in (("required", required), ("unique", unique)):
            at = rng.randrange(2)
            yes, no = (render(forms[at], slots) for forms in ways[key])
            world.know((column, key, holds))
            world.say(yes if holds else no, no if holds else yes, (column, key, holds), (column, key, not holds))
        wrong = rng.choice([other for other in _TYPES if other != kind])
        world.know((column, "type", kind))
        forms = ("{c} in {t} holds {v}.", "the values of {c} in {t} are {v}.", "what goes into {c} is {v}.")
        world.claim(
            forms,
            slots | {"v": _TYPES[kind]},
            slots | {"v": _TYPES[wrong]},
            (column, "type", kind),
            (column, "type", wrong),
        )
    return world


_FAULTS = "the file is missing|the token has expired|the user has no rights|the disk is full|the input is malformed|the server is overloaded|the name is taken|the quota is used up|the network is down|the version is too old|the signature is wrong|the record is locked".split(
    "|"
)


def _errors(rng: random.Random) -> World:
    world = World(rng, verbatim=True)
    faults = rng.sample(_FAULTS, 4)
    prefix = rng.choice(("E", "ERR-", "", "X"))
    codes = [f"{prefix}{n}" for n in rng.sample(range(100, 600), 4)]
    style = rng.choice(("{c}: {f}", "| {c} | {f} |", "- `{c}` - {f}", "{c} = {q}", "case {c}: return {q}"))
    world.blocks.append("\n".join(style.format(c=c, f=f, q=f'"{f}"') for c, f in zip(codes, faults, strict=True)))
    for index, (name, fault) in enumerate(zip(codes, faults, strict=True)):
        forms = (
            "{c} means that {f}.",
            "when {f}, {c} is reported.",
            "{f}: this is signalled by {c}.",
            "users see {c} if {f}.",
            "{c} says that {f}.",
        )
        world.know((name, fault))
        mine = {"c": name, "f": fault}
        lie = mine | rng.choice(({"f": faults[index - 1]}, {"c": codes[index - 1]}))
        world.claim(forms, mine, lie, (name, fault), (lie["c"], lie["f"]))
    return world


_RELEASE = "dark mode|offline sync|two-factor login|the plug-in system|CSV export|the new search|voice input|the audit log|shared folders|keyboard shortcuts".split(
    "|"
)


def identifiers(rng: random.Random) -> World:
    """Versions, dates, flight, room and part numbers, each next to others much like it."""
    return (_versions if rng.random() < 0.5 else _numbers)(rng)


def _versions(rng: random.Random) -> World:
    world = World(rng)
    product = rng.choice(codenames(rng, 1))
    major = rng.randint(1, 9)
    versions = [f"{major}.{minor}" + rng.choice(("", ".1")) for minor in sorted(rng.sample(range(16), 3))]
    features = rng.sample(_RELEASE, 3)
    for version, feature in zip(versions, features, strict=True):
        world.tell(
            "[{p} {v} brought {f}.|{f} arrived with version {v} of {p}.|Release notes, {v}: {f} added.|In {p} {v}, {f} was introduced.|Since {v}, {p} has had {f}.]",
            p=product,
            v=version,
            f=feature,
        )
    for index, feature in enumerate(features):
        forms = (
            "{f} came with version {v}.",
            "{p} got {f} in {v}.",
            "the release that added {f} was {v}.",
            "{v} is the first version of {p} with {f}.",
        )
        slots = {"f": feature, "p": product, "v": versions[index]}
        world.know((feature, versions[index]))
        world.claim(
            forms, slots, slots | {"v": versions[index - 1]}, (feature, versions[index]), (feature, versions[index - 1])
        )
        other = features[index - 1]
        first, second = (other, feature) if index else (feature, other)
        forms = (
            "{a} came to {p} earlier than {b}.",
            "{p} had {a} before it had {b}.",
            "{b} was added after {a}.",
            "there was a release of {p} with {a} but without {b}.",
        )
        world.know((first, "before", second))
        world.claim(
            forms,
            {"a": first, "b": second, "p": product},
            {"a": second, "b": first, "p": product},
            (first, "before", second),
            (second, "before", first),
        )
    return world


_LABELS = (
    ("flight {i} goes to {x}", "the flight to {x} is {i}", "passengers for {x} take {i}", "{i} is bound for {x}"),
    (
        "the meeting about {x} is in room {i}",
        "room {i} is where {x} is discussed",
        "to talk about {x}, go to room {i}",
        "{x} is the topic in room {i}",
    ),
    (
        "part number {i} fits the {x} pump",
        "for the {x} pump, order part {i}",
        "the {x} pump takes part {i}",
        "owners of the {x} pump need part {i}",
    ),
    (
        "case {i} concerns {x}",
        "{x} is dealt with under case {i}",
        "the file on {x} carries the number {i}",
        "look up {x} under {i}",
    ),
    (
        "bus {i} serves {x}",
        "to get to {x}, take bus {i}",
        "{x} is on the route of bus {i}",
        "riders to {x} board bus {i}",
    ),
    (
        "ticket {i} was opened by {x}",
        "{x} opened ticket {i}",
        "behind ticket {i} is {x}",
        "the ticket of {x} has the number {i}",
    ),
)


def _numbers(rng: random.Random) -> World:
    world = World(rng)
    wordings = [f"{wording}." for wording in rng.choice(_LABELS)]
    base = rng.randint(10, 89)
    letter = rng.choice(("", "B", "KX", "Q-", "LT"))
    ids = [
        f"{letter}{n}"
        for n in (f"{base}{rng.randint(0, 4)}", f"{base}{rng.randint(5, 9)}", f"{str(base)[::-1]}{rng.randint(0, 9)}")
    ]
    things = codenames(rng, 3)
    for name, thing in zip(ids, things, strict=True):
        world.know((name, thing))
        world.tell(rng.choice(wordings), i=name, x=thing)
    for index, (name, thing) in enumerate(zip(ids, things, strict=True)):
        for lie in ((ids[index - 1], thing), (name, things[index - 2])):
            if lie not in world.facts:
                world.claim(wordings, {"i": name, "x": thing}, {"i": lie[0], "x": lie[1]}, (name, thing), lie)
    return world
