"""Answers and sources of any size, made from templates: the same seed gives the same text on every machine.

A fact is worded differently for the answer and for a source. Most facts of an answer are in a source, some are there
with other values, some are in none. The rest of each source is facts about other things, so that ranking and comparing
have real work to do.
"""

import random
from collections.abc import Iterator
from datetime import date, timedelta

from critique_core import CritiqueRequest, SourceDocument

SEED = 20_260
SOURCE_WORDS = 300
EXTREME = {"claims": 200, "sources": 50, "draft_characters": 20_000, "source_characters": 20_000}

_STATED, _CHANGED = 0.6, 0.2  # shares of an answer's facts; the rest is in no source

# The wording in the answer, then that in a source.
_FACTS = (
    ("The {place} {building} opened on {date} after {months} months of construction",
     "Construction of the {building} in {place} took {months} months. Its doors opened to visitors on {date}."),
    ("{firm} of {place} reported revenue of {money} million euros for {year}",
     "For {year}, the revenue of {firm}, based in {place}, came to {money} million euros."),
    ("{person} has led the research office in {place} since {year}",
     "Since {year} the research office in {place} has been led by {person}."),
    ("The {drug} trial in {place} enrolled {count} patients with an average age of {age} years",
     "A total of {count} patients, on average {age} years old, took part in the {drug} trial in {place}."),
    ("Version {version} of the {product} server in {place} limits uploads to {size} MB",
     "In version {version} of the {product} server, which runs in {place}, an upload may be at most {size} MB."),
    ("The {product} gateway in {place} closes idle connections after {age} seconds",
     "Idle connections are closed after {age} seconds by the {product} gateway in {place}."),
    ("Members of the {place} library may borrow {months} books for {age} days",
     "The {place} library lends its members {months} books at a time for {age} days."),
    ("{firm} employs {count} people at its plant in {place}",
     "At the plant in {place}, {firm} has {count} employees."),
    ("The ferry from {place} to {harbour} takes {age} minutes on weekdays",
     "On weekdays the crossing between {place} and {harbour} is a matter of {age} minutes."),
    ("Unemployment in {place} fell to {percent} percent in {year}",
     "In {year} the unemployment rate of {place} went down to {percent} percent."),
    ("The {place} {building} holds {count} paintings by {person}",
     "Among the collections of the {place} {building} are {count} paintings by {person}."),
    ("The {drug} tablets made in {place} contain {size} mg of the active substance",
     "Each {drug} tablet from the works in {place} holds {size} mg of the active substance."),
)  # fmt: skip
_TAILS = (
    "", " to date", " at present", " by all accounts", " in the current plan", " in the latest annual report",
    " in the figures of the regional council", " in the published overview of the regional council",
    " in the most recently published overview of the regional council",
)  # fmt: skip
_FILLERS = (
    "Further details are given in the appendix.", "The figures were audited by an outside office.",
    "Visitors are asked to register at the entrance.", "The table below repeats the values of last year.",
)  # fmt: skip
_STARTS = (
    "Alder", "Birk", "Cald", "Dun", "Elm", "Fair", "Glen", "Hal", "Ivy", "Kings", "Lang", "Mar", "Nor", "Oak", "Penn",
    "Quill", "Ravens", "Stan", "Thorn", "Ulver", "Wester", "Yar",
)  # fmt: skip
_ENDS = (
    "bridge", "burn", "bury", "by", "cliffe", "combe", "dale", "field", "ford", "gate", "ham", "holm", "hurst", "ley",
    "mere", "minster", "mouth", "port", "stead", "stoke", "ton", "wick", "worth",
)  # fmt: skip
_GIVEN = ("Amira", "Bengt", "Chiara", "Dmitri", "Elif", "Fiona", "Goran", "Hana", "Ines", "Jakob", "Kofi", "Lucia")
_FAMILY = ("Adeyemi", "Berg", "Castillo", "Dvorak", "Eriksen", "Fontaine", "Gupta", "Haddad", "Ito", "Jansen")
_FIRMS = ("Works", "Foods", "Logistics", "Energy", "Textiles", "Instruments")
_PRODUCTS = ("Atlas", "Borealis", "Cobalt", "Drift", "Ember", "Fjord", "Granite", "Harrier")
_DRUGS = ("Amoval", "Brenzol", "Cardexin", "Dolamet", "Esperan", "Fluvomid")


def request(
    claims: int, sources: int, *, variant: int = 0, draft_characters: int | None = None,
    source_characters: int | None = None,
) -> CritiqueRequest:  # fmt: skip
    """Make a request of that many one-claim sentences and sources; each variant has its own text.

    Without a length, sentences have their natural length and a source has about ``SOURCE_WORDS`` words. With one, the
    draft comes within a few characters of it and each source just reaches it.
    """
    draw = random.Random(f"{SEED}:{claims}:{sources}:{variant}")
    facts = [_fact(draw) for _ in range(claims)]
    wanted = draft_characters / claims if draft_characters else None
    sentences = list(_sentences(facts, draw, wanted))
    breaks = ["\n\n" if number % 6 == 0 else " " for number in range(1, claims)] + [""]
    draft = "".join(sentence + end for sentence, end in zip(sentences, breaks, strict=True))
    told: list[list[str]] = [[] for _ in range(sources)]
    for number, (template, values) in enumerate(facts):
        luck = draw.random()
        if luck < _STATED + _CHANGED:
            stated = values if luck < _STATED else values | _values(draw, places=False)
            told[number % sources].append(_FACTS[template][1].format(**stated))
    documents = tuple(
        SourceDocument(id=f"source-{number}", title=f"Report {number}", content=_source(known, draw, source_characters))
        for number, known in enumerate(told, 1)
    )
    return CritiqueRequest(query="What do the reports say?", draft=draft, sources=documents)


def extreme(variant: int = 0) -> CritiqueRequest:
    """Make the largest request that the app promises to handle."""
    return request(**EXTREME, variant=variant)


def _fact(draw: random.Random) -> tuple[int, dict[str, str]]:
    return draw.randrange(len(_FACTS)), _values(draw)


def _values(draw: random.Random, *, places: bool = True) -> dict[str, str]:
    """Draw a value for every slot of the templates; without places, only for slots that do not name the subject."""
    day = date(1950, 1, 1) + timedelta(days=draw.randrange(27_000))
    measured = {
        "date": f"{day:%B} {day.day}, {day.year}",
        "year": str(draw.randrange(1990, 2026)),
        "months": str(draw.randrange(3, 40)),
        "age": str(draw.randrange(11, 95)),
        "count": f"{draw.randrange(120, 9_900):,}",
        "size": str(draw.choice((5, 10, 20, 25, 50, 75, 100, 200, 250, 500))),
        "money": f"{draw.uniform(1, 900):.1f}",
        "percent": f"{draw.uniform(1, 14):.1f}",
    }
    named = {
        "place": draw.choice(_STARTS) + draw.choice(_ENDS),
        "harbour": draw.choice(_STARTS) + draw.choice(_ENDS),
        "building": draw.choice(("museum", "town hall", "concert hall", "gallery", "archive")),
        "person": f"{draw.choice(_GIVEN)} {draw.choice(_FAMILY)}",
        "firm": f"{draw.choice(_STARTS)}{draw.choice(_ENDS)} {draw.choice(_FIRMS)}",
        "product": draw.choice(_PRODUCTS),
        "drug": draw.choice(_DRUGS),
        "version": f"{draw.randrange(1, 9)}.{draw.randrange(20)}",
    }
    return measured | named if places else measured


def _sentences(facts: list[tuple[int, dict[str, str]]], draw: random.Random, wanted: float | None) -> Iterator[str]:
    """Word the facts for the answer; ``wanted`` is the mean number of characters of a sentence with its space."""
    written = 0
    for number, (template, values) in enumerate(facts, 1):
        bare = _FACTS[template][0].format(**values)
        tail = draw.choice(_TAILS[:4])
        if wanted is not None:
            room = round(number * wanted) - written - len(bare) - len(". ")
            tail = min(_TAILS, key=lambda words: abs(room - len(words)))
        sentence = f"{bare}{tail}."
        written += len(sentence) + 1
        yield sentence


def _source(known: list[str], draw: random.Random, characters: int | None) -> str:
    """Fill a source with other facts up to its length, and scatter its facts of the answer among them."""
    goal = characters or SOURCE_WORDS
    sentences = known[: 1 + goal // 20] if characters is None else list(known)
    size = sum(_size(sentence, characters) for sentence in sentences)
    while size < goal:
        template, values = _fact(draw)
        filler = draw.choice(_FILLERS) if draw.random() < 0.15 else _FACTS[template][1].format(**values)
        sentences.append(filler)
        size += _size(filler, characters)
    draw.shuffle(sentences)
    ends = ("\n\n" if number % 7 == 0 else " " for number in range(1, len(sentences) + 1))
    return "".join(sentence + end for sentence, end in zip(sentences, ends, strict=True)).rstrip()


def _size(sentence: str, characters: int | None) -> int:
    return len(sentence.split()) if characters is None else len(sentence) + 1
