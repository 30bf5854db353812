"""Errors to put into a right answer, wrong fields of made records, and what the offline reviser makes of these.

    python -m benchmarks.revision_errors [--made 500] [--supported FILE...] [--mutated FILE...] [--rows 1000]

A made source is a record, a table or a sentence with tiers; one to three fields of its draft are wrong (exchanged, or
with another number, word or unit). Each field is kept, repaired, left, gone or wrong: a wrong value that was not there
before. ``--supported`` revises claims labelled as supported, one a draft: it is kept, ``completed`` (each of its words
stays, and more of the source's are told), changed or dropped. ``--mutated``
puts one error (``critique_core.mutations``) into such claims: it is repaired to the letter, changed in another way
(``other``, which is right where the source's words differ from the claim's), gone, left, or passed as supported.
"""

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from critique_core import CritiqueRequest, SourceDocument, critique, revision
from critique_core.models import Critique
from critique_core.mutations import mutations
from critique_core.revision.trusted_findings import NEGATOR
from critique_core.text.sentences import sentences

FATES = ("repaired", "other", "gone", "left", "passed")
KINDS = ("number", "date", "name", "negation", "sentence")

_NUMBER = re.compile(
    r"(?<![\w.,$€£:/-])\d{1,3}(?:,\d{3})+(?![\w%:/-])"
    r"|(?<![\w.,:/-])\d+(?:\.\d+)?(?![\w:/.,-]\d|[\w:/-]|[.)]\s)"
)
_YEAR = re.compile(r"(?<![\w$€£,.-])(?:1[5-9]|20)\d\d(?![\w,-]\d|\w)")
_MONTHS = "January February March April June July August September October November December".split()
_MONTH = re.compile(rf"\b(?:{'|'.join(_MONTHS)})\b")
_NAME = re.compile(r"\b(?!The |This |These |In |On |At |A |Find |Just )[A-Z][a-z]{2,}(?: [A-Z]\.)? [A-Z][a-z]{2,}\b")
_VERB = re.compile(r"\b(?:is|are|was|were|can|will|has been|have been|does|do|did)\b(?: not\b)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Injected:
    """A draft with one error: ``wrong`` at ``start``, where the right draft has ``right``."""

    kind: str
    draft: str
    start: int
    wrong: str
    right: str


def inject(
    kind: str, draft: str, source_texts: Sequence[str], others: Sequence[str], chance: random.Random
) -> Injected | None:
    """Put one error of ``kind`` into ``draft``; ``None`` if it holds nothing of that kind that is also in the sources.

    ``others`` are drafts about other things, for names and sentences.
    """
    if kind == "sentence":
        return _sentence(draft, others, chance)
    places = list(_places(kind, draft, " ".join(source_texts)))
    if not places:
        return None
    match = chance.choice(places)
    wrong = _wrong(kind, match[0], others, chance)
    if wrong is None or wrong == match[0]:
        return None
    return Injected(kind, draft[: match.start()] + wrong + draft[match.end() :], match.start(), wrong, match[0])


def _places(kind: str, draft: str, stated: str) -> list[re.Match[str]]:
    patterns = {"number": [_NUMBER], "date": [_YEAR, _MONTH], "name": [_NAME], "negation": [_VERB]}[kind]
    found = [match for pattern in patterns for match in pattern.finditer(draft)]
    if kind == "number":
        found = [match for match in found if not _YEAR.fullmatch(match[0])]
    if kind == "negation":
        return [match for match in found if not draft[match.end() :].startswith(("n't", "n’t", "?"))]
    return [match for match in found if re.search(rf"(?<!\w){re.escape(match[0])}(?!\w)", stated)]


def _wrong(kind: str, right: str, others: Sequence[str], chance: random.Random) -> str | None:
    if kind == "number":
        value = float(right.replace(",", ""))
        changed = value * chance.choice((2, 3)) + chance.choice((1, 4))
        return f"{changed:,.0f}" if "," in right else f"{changed:g}"
    if kind == "date":
        if right.isdigit():
            return str(int(right) + chance.choice((-7, -4, 3, 6)))
        return chance.choice([month for month in _MONTHS if month != right])
    if kind == "name":
        names = sorted({name for other in others for name in _NAME.findall(other)} - {right})
        return chance.choice(names) if names else None
    if right.endswith(" not"):
        return right.removesuffix(" not")
    first, _, rest = right.partition(" ")
    return f"{first}not" if first == "can" else f"{first} not {rest}".rstrip()


def _sentence(draft: str, others: Sequence[str], chance: random.Random) -> Injected | None:
    stops = [span for span in sentences(draft) if draft[span.end - 1] == "."]
    ends = [span.end for span in stops if "\n" not in draft[span.start : span.end]]
    added = [
        other[span.start : span.end]
        for other in others
        for span in sentences(other)
        if 40 < span.end - span.start < 200
        and other[span.start].isupper()
        and other[span.end - 1] == "."
        and "\n" not in other[span.start : span.end]
    ]
    if not ends or not added:
        return None
    at, wrong = chance.choice(ends), f" {chance.choice(added)}"
    return Injected("sentence", draft[:at] + wrong + draft[at:], at, wrong, "")


# --- wrong fields of made records ----------------------------------------------------------------------------------

FIELD_ERRORS = ("swap", "number", "word", "unit")
FORMS = ("json", "yaml", "lines", "table", "tiers")
_NAMES = "billing orders search mail ledger catalog gateway checkout".split()
_TIERS = ("Free", "Team", "Pro")
_PAIRED: tuple[tuple[str, str, tuple[str, ...]], ...] = (  # key, how a draft calls it, values
    ("port", "port", ("8080", "8443", "9090", "3000", "5432")),
    ("tls_version", "TLS version", ("1.1", "1.2", "1.3")),
    ("region", "region", ("eu-west-1", "us-east-1", "ap-south-1", "eu-north-1")),
    ("timeout", "timeout", ("30 seconds", "45 seconds", "90 seconds", "20 seconds")),
    ("retries", "number of retries", ("3", "5", "7", "4")),
    ("max_upload", "max upload", ("10 MB", "25 MB", "250 MB", "64 MB")),
    ("status", "status", ("active", "paused", "archived", "draft")),
    ("log_level", "log level", ("info", "debug", "warning", "error")),
    ("price", "price", ("$12", "$29", "$49", "$8")),
    ("owner", "owner", ("Ada Moreno", "Ben Ito", "Clara Voss", "Dan Reyes")),
    ("replicas", "number of replicas", ("2", "6", "9", "12")),
    ("runtime", "runtime", ("Python", "Node", "Go", "Ruby")),
)
_UNITS = {"seconds": "minutes", "MB": "GB", "$": "€"}
_TIERED = (("limit", ("10 MB", "50 MB", "100 MB", "500 MB")), ("price", ("$8", "$19", "$49", "$99")),
           ("retention period", ("7 days", "30 days", "90 days", "365 days")))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Told:
    """A field as a draft tells it: the words before its value, the value that is written and the right one."""

    lead: str
    written: str
    right: str

    @property
    def wrong(self) -> bool:
        """Whether the draft has another value than the source."""
        return self.written != self.right


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A made source with a draft about it that has one to three wrong fields; ``told`` and ``close`` are the draft."""

    source: str
    told: tuple[Told, ...]
    close: str
    kinds: tuple[str, ...]

    @property
    def draft(self) -> str:
        """The draft with its wrong fields."""
        return "".join(one.lead + one.written for one in self.told) + self.close

    def fates(self, revised: str) -> list[str]:
        """What became of each field: kept, repaired, left, gone, or wrong (a wrong value that was not there before)."""
        found: list[str] = []
        for place, one in enumerate(self.told):
            after = self.told[place + 1].lead if place + 1 < len(self.told) else self.close
            value = _value_at(revised, one.lead, after)
            if value is None:
                found.append("gone")
            elif _same_value(value, one.right):
                found.append("repaired" if one.wrong else "kept")
            else:
                found.append("left" if _same_value(value, one.written) else "wrong")
        return found


def _value_at(text: str, lead: str, after: str) -> str | None:
    """The value behind the words before it; up to the words after it, or to the end of a line."""
    wanted = lead.strip(" ,\n").removeprefix("and ")
    start = text.casefold().find(wanted.casefold())
    if start < 0:
        return None
    start += len(wanted)
    end = (text.rfind if after == "." else text.find)(after, start) if after else -1
    return text[start : end if end >= 0 else None].split("\n", maxsplit=1)[0].strip(" .,") or None


def _same_value(first: str, second: str) -> bool:
    return first.casefold().strip(" .'\"") == second.casefold().strip(" .'\"")


def spoilt(chance: random.Random) -> Spoilt:
    """One made source in one of ``FORMS`` with a draft that has one to three wrong fields."""
    form = chance.choice(FORMS)
    told, source, close = _tiers(chance) if form == "tiers" else _record(form, chance)
    kinds: list[str] = []
    for _ in range(chance.randint(1, 3)):
        kind = chance.choice(FIELD_ERRORS)
        changed = _spoil(kind, told, chance)
        if changed is not None:
            told, kinds = changed, [*kinds, kind]
    if not any(one.wrong for one in told):
        told, kinds = _numbered(told, chance), ["number"]
    return Spoilt(source, tuple(told), close, tuple(kinds))


def _record(form: str, chance: random.Random) -> tuple[list[Told], str, str]:
    fields = chance.sample(_PAIRED, chance.randint(3, 6))
    values = [chance.choice(field[2]) for field in fields]
    names = chance.sample(_NAMES, 2)
    nested = form in ("json", "yaml", "table") and chance.random() < 0.4
    other = [chance.choice(field[2]) for field in fields] if nested else None
    keys = [field[0] for field in fields]
    source = _written(form, keys, names, values, other)
    subject = f" of {names[0]}" if nested or chance.random() < 0.5 else ""
    picked = chance.sample(range(len(fields)), min(len(fields), chance.randint(2, 4)))
    calls = [fields[place][1] for place in picked]
    if chance.random() < 0.5:
        between = [f", the {call} is " for call in calls[1:-1]]
        heads = [f"The {calls[0]}{subject} is ", *between, f" and the {calls[-1]} is "]
        close = "."
    else:
        opening = f"The settings of {names[0]}:\n\n- " if subject else "- "
        heads = [f"{opening}{calls[0][:1].upper()}{calls[0][1:]}: "]
        heads += [f"\n- {call[:1].upper()}{call[1:]}: " for call in calls[1:]]
        close = ""
    told = [Told(head, values[place], values[place]) for head, place in zip(heads, picked, strict=True)]
    return told, source, close


def _written(
    form: str, keys: Sequence[str], names: Sequence[str], values: Sequence[str], other: Sequence[str] | None
) -> str:
    records = [dict(zip(keys, given, strict=True)) for given in (values, other) if given is not None]
    named = list(zip(names, records, strict=False))
    if form == "json":
        made = [{key: int(value) if value.isdigit() else value for key, value in one.items()} for one in records]
        return json.dumps(dict(zip(names, made, strict=False)) if other else {"service": names[0], **made[0]}, indent=2)
    if form == "yaml":
        parts = [(name, "\n".join(f"  {k}: {v}" for k, v in one.items())) for name, one in named]
        return "\n".join(f"{name}:\n{lines}" for name, lines in parts)
    if form == "table":
        head = f"| service | {' | '.join(keys)} |\n|{' --- |' * (len(keys) + 1)}"
        return "\n".join([head, *(f"| {name} | {' | '.join(one.values())} |" for name, one in named)])
    lines = [f"{key.replace('_', ' ').capitalize()}: {value}" for key, value in records[0].items()]
    return "\n".join([f"Service: {names[0]}", *lines])


def _tiers(chance: random.Random) -> tuple[list[Told], str, str]:
    what, amounts = chance.choice(_TIERED)
    tiers = _TIERS if chance.random() < 0.5 else _TIERS[::2]
    values = sorted(chance.sample(amounts, len(tiers)), key=amounts.index)
    listed = [f"{value} on {tier}" for value, tier in zip(values, tiers, strict=True)]
    source = f"The {what} is {', '.join(listed[:-1])} and {listed[-1]}."
    leads = [f"The {what} is ", *(f" on {tier}, " for tier in tiers[:-2]), f" on {tiers[-2]} and "]
    return [Told(lead, v, v) for lead, v in zip(leads, values, strict=True)], source, f" on {tiers[-1]}."


def _spoil(kind: str, told: Sequence[Told], chance: random.Random) -> list[Told] | None:
    if kind == "swap":
        first, second = chance.sample(range(len(told)), 2)
        changed = list(told)
        changed[first] = replace(told[first], written=told[second].written)
        changed[second] = replace(told[second], written=told[first].written)
        return changed
    if kind == "number":
        return _numbered(told, chance)
    if kind == "unit":
        fitting = [(p, a, b) for p, one in enumerate(told) for a, b in _UNITS.items() if a in one.written]
        if not fitting:
            return None
        place, old, new = chance.choice(fitting)
        return _with(told, place, told[place].written.replace(old, new))
    words = [p for p, one in enumerate(told) if not any(map(str.isdigit, one.written))]
    if not words:
        return None
    place = chance.choice(words)
    others = next((v for _, _, v in _PAIRED if told[place].written in v), ())
    other = [value for value in others if value not in (told[place].written, told[place].right)]
    return _with(told, place, chance.choice(other)) if other else None


def _numbered(told: Sequence[Told], chance: random.Random) -> list[Told]:
    places = [p for p, one in enumerate(told) if any(map(str.isdigit, one.written))]
    if not places:
        return [replace(told[0], written="staging"), *told[1:]]
    place = chance.choice(places)
    number = re.search(r"\d+(?=\D*\Z)", told[place].written)
    assert number is not None
    changed = str(int(number[0]) + chance.choice((1, 2, 4)))
    text = told[place].written
    text = text[: number.start()] + changed + text[number.end() :]
    return _with(told, place, text)


def _with(told: Sequence[Told], place: int, written: str) -> list[Told]:
    return [replace(one, written=written) if at == place else one for at, one in enumerate(told)]


# --- the run -------------------------------------------------------------------------------------------------------


def revised(draft: str, sources: Sequence[SourceDocument]) -> tuple[str, Critique]:
    """The draft with every change that the reviser offers, and the critique that it offers them for."""
    found = critique(CritiqueRequest(draft=draft, sources=tuple(sources)))
    hunks = revision.revise(
        draft,
        found.claims,
        found.issues,
        found.citations,
        (),
        found.request.sources,
        fixes=found.findings.fixes,
        doubted=found.findings.doubted,
    )
    return revision.apply(draft, hunks), found


def of_made(count: int) -> Counter[str]:
    """What became of the wrong and of the right fields of ``count`` made drafts."""
    counted: Counter[str] = Counter()
    for seed in range(count):
        made = spoilt(random.Random(f"made {seed}"))
        fates = made.fates(revised(made.draft, [SourceDocument(id="s", content=made.source)])[0])
        for told, fate in zip(made.told, fates, strict=True):
            counted[f"{'wrong' if told.wrong else 'right'} field {fate}"] += 1
    return counted


def of_supported(files: Sequence[Path], rows: int) -> Counter[str]:
    """How many of the claims labelled as supported the reviser leaves, completes, changes or drops."""
    counted: Counter[str] = Counter()
    for row in _supported(files)[:rows]:
        text, _ = revised(row["claim"], [SourceDocument(**source) for source in row["sources"]])
        counted[fate_of_right(row["claim"], text)] += 1
    return counted


def fate_of_right(claim: str, revised: str) -> str:
    """What became of a claim that the sources support: kept, completed, changed or dropped; a "not" completes none."""
    if revised == claim:
        return "kept"
    if revised == revision.ABSTENTION:
        return "dropped"
    left = iter(re.findall(r"\w+", revised))
    stays = all(word in left for word in re.findall(r"\w+", claim))
    denied = len(NEGATOR.findall(revised)) > len(NEGATOR.findall(claim))
    return "completed" if stays and not denied else "changed"


def of_mutated(files: Sequence[Path], rows: int) -> Counter[tuple[str, str]]:
    """What becomes of one error a claim, put into claims labelled as supported, by kind of error and in all."""
    counted: Counter[tuple[str, str]] = Counter()
    for row in _supported(files):
        found = mutations(row["claim"], 1)
        if not found or counted.total() >= 2 * rows:
            continue
        error = random.Random(row["id"]).choice(found)
        wrong = error.applied(row["claim"])
        text, read = revised(wrong, [SourceDocument(**source) for source in row["sources"]])
        if all(claim.status == "supported" or not claim.checkable for claim in read.claims):
            fate = "passed"
        elif text == row["claim"]:
            fate = "repaired"
        elif text == wrong:
            fate = "left"
        else:
            fate = "gone" if text == revision.ABSTENTION or len(text) < len(wrong) / 2 else "other"
        counted.update([(error.kind, fate), ("all", fate)])
    return counted


def _supported(files: Sequence[Path]) -> list[dict[str, Any]]:
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    known = [row for line in lines if (row := json.loads(line)).get("label") == "supported" and "claim" in row]
    random.Random(1).shuffle(known)
    return known


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--made", type=int, default=500)
    parser.add_argument("--supported", type=Path, nargs="*", default=())
    parser.add_argument("--mutated", type=Path, nargs="*", default=())
    parser.add_argument("--rows", type=int, default=1000)
    chosen = parser.parse_args()
    for name, count in sorted(of_made(chosen.made).items()):
        print(f"{name:22} {count:5}")
    if chosen.supported:
        for name, count in sorted(of_supported(chosen.supported, chosen.rows).items()):
            print(f"supported claim {name:9} {count:3}")
    if chosen.mutated:
        fates = of_mutated(chosen.mutated, chosen.rows)
        for kind in sorted({kind for kind, _ in fates}):
            told = ", ".join(f"{fate} {fates[kind, fate]}" for fate in FATES if fates[kind, fate])
            print(f"error: {kind:12} {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
