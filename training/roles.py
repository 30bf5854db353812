"""Who did what to whom: small made events, each stated in one form and claimed in another.

The same event in active and passive voice, or with a verb and its converse (sold to, bought from), is supported. With
doer and receiver swapped it is contradicted if only one direction can be true (older than, beat), else unsupported:
someone who helped may have been helped too. The doer of another event is unsupported. Any form may be the source's or
the claim's.

Where each of two or three has a part in one work (wrote it, reviewed it) or the same duty for another thing (pays for
water, for gas), one with another's part is contradicted.
"""

from dataclasses import dataclass
from random import Random

from training.contrast_verbs import participle, past
from training.contrast_wordlists import PEOPLE
from training.prepare import Labelled
from training.siblings import KINDS

_VERBS = (
    "call help sue invite warn visit teach hire dismiss thank pay interview advise accuse follow rescue train"
    " photograph beat defeat support replace criticize convince promote describe introduce nominate"
    " coach arrest treat question inform guide betray admire imitate recruit threaten protect audit assist blame"
).split()
# doer, object and receiver: "{A} gave {thing} to {B}" is "{B} got {thing} from {A}"
_CONVERSE = (
    ("gave {thing} to", "got {thing} from"), ("sold {thing} to", "bought {thing} from"),
    ("lent {thing} to", "borrowed {thing} from"),
    ("handed {thing} to", "was handed {thing} by"), ("showed {thing} to", "was shown {thing} by"),
)  # fmt: skip
_WITHOUT_THING = (
    ("beat", "lost to"), ("employed", "worked for"), ("taught", "was a pupil of"), ("managed", "reported to"),
    ("founded the firm before", "founded the firm after"),
    ("finished ahead of", "finished behind"), ("is older than", "is younger than"), ("arrived before", "arrived after"),
    ("is taller than", "is shorter than"), ("earns more than", "earns less than"), ("outsold", "sold less than"),
)  # fmt: skip
_THINGS = (
    "the report", "a bicycle", "the keys", "two tickets", "the old van", "a draft of the contract", "her notes",
    "the house on the hill", "a letter", "the test results", "three photographs", "the winning design",
)  # fmt: skip
_TAILS = ("", "", "", " on Tuesday", " last spring", " in Oslo", " after the meeting", " during the storm", " twice",
          " in 2019", " at the airport", " before the trial")  # fmt: skip
_WORKS = (
    ("report", "write review translate print sign"), ("cake", "bake decorate order deliver"),
    ("song", "compose record perform arrange"), ("bridge", "design build inspect open"),
    ("contract", "draft check sign copy"), ("invoice", "submit approve pay file"), ("van", "load wash repair sell"),
    ("film", "direct produce edit review"), ("tap", "install repair clean replace"), ("map", "draw print sell colour"),
    ("garden", "plan plant water photograph"), ("parcel", "pack weigh collect open"), ("room", "book clean paint heat"),
    ("form", "design check sign scan"), ("statue", "design cast move clean"), ("recipe", "invent test publish copy"),
)  # fmt: skip
_DUTIES = (
    ("pays for", "paid for", "water, gas, electricity, repairs, insurance, the internet"),
    ("plays", "played", "the violin, the piano, the drums, the flute, the harp"),
    ("answers", "answered", "calls, letters, e-mails, complaints"),
    ("serves", "served", "the airport, the harbour, the stadium, the hospital"),
    ("teaches", "taught", "physics, history, Latin, chemistry, art"),
    ("owns", "owned", "the land, the building, the boat, the orchard"),
    ("stores", "stored", "the passwords, the logs, the photos, the invoices"),
    ("opens on", "opened on", "Monday, Tuesday, Friday, Sunday"),
    ("lives in", "lived in", "Bergen, Lyon, Porto, Gdansk, Cork"),
    ("covers", "covered", "theft, hail, fire, flooding"),
)
_KINDS = (
    "the red line, the blue line, the green line", "the landlord, the tenant, the agent", "Marketing, Finance, Legal",
    "the north gate, the south gate, the west gate", "the client, the server, the proxy",
    "the chef, the waiter, the cook",
    "the sales team, the support desk, the lab", "the mother, the father, the aunt",
    "the nurse, the doctor, the midwife",
    "the first edition, the second edition, the third edition", "the buyer, the seller, the bank",
)  # fmt: skip
_SHARED = 0.5
_LINKS = ("; ", ", and ", ", while ", ". ", ", whereas ")
_OCCUPATIONS = ("teacher", "partner", "singer", "minister", "accountant", "student", "soldier", "goalkeeper", "patient")
_LATINISED = ("Ltd", "Partners", "Group", "Foods", "Airlines")


@dataclass(frozen=True)
class Event:
    """Two parties and the forms of an event between them; the first party is the doer."""

    doer: str
    receiver: str
    active: str
    converse: str
    tail: str
    one_way: bool = False

    def told(self, rng: Random, *, exchanged: bool = False) -> str:
        """The event in one of its forms; with doer and receiver ``exchanged`` it is false."""
        doer, receiver = (self.receiver, self.doer) if exchanged else (self.doer, self.receiver)
        form = rng.randrange(5)
        if form < 2:
            told = f"{doer} {self.active} {receiver}{self.tail}."
        elif form < 4:
            told = f"{receiver} {self.converse} {doer}{self.tail}."
        else:
            told = f"it was {doer} who {self.active} {receiver}{self.tail}."
        return _capital(told)


def parties(rng: Random, count: int) -> list[str]:
    """Different persons or firms, all by name or all by what they do."""
    form = rng.randrange(3)
    if form == 0:
        return rng.sample(PEOPLE, count)
    if form == 1:
        surnames = rng.sample(sorted({name.split()[-1] for name in PEOPLE}), count)
        return [f"{name} {rng.choice(_LATINISED)}" for name in surnames]
    lines = [line.split() for line in KINDS.read_text("utf-8").splitlines() if line.split()[0] in _OCCUPATIONS]
    return [f"the {word}" for word in rng.sample(sorted({word for line in lines for word in line}), count)]


def event(doer: str, receiver: str, rng: Random) -> Event:
    """An event between two parties."""
    tail, form = rng.choice(_TAILS), rng.randrange(4)
    if form < 2:
        verb = rng.choice(_VERBS)
        return Event(doer, receiver, past(verb), f"was {participle(verb)} by", tail)
    if form == 2:
        active, converse = rng.choice(_CONVERSE)
        thing = rng.choice(_THINGS)
        return Event(doer, receiver, active.format(thing=thing), converse.format(thing=thing), tail)
    active, converse = rng.choice(_WITHOUT_THING)
    return Event(doer, receiver, active, converse, "", one_way=True)


@dataclass(frozen=True)
class Part:
    """What one of several did: ``active`` and its object, or ``passive`` behind it; no ``passive``, no such form."""

    doer: str
    active: str
    thing: str
    passive: str

    def told(self, rng: Random, doer: str | None = None) -> str:
        """The part as a claim, perhaps with another's name."""
        name = doer or self.doer
        turned = self.passive and rng.random() < 0.4
        return f"{self.thing} was {self.passive} by {name}" if turned else f"{name} {self.active} {self.thing}"


def shared_work(rng: Random) -> tuple[list[str], list[Labelled]]:
    """Two or three who each did their part, and claims that tell a part, its doer perhaps another's."""
    count = rng.choice((2, 2, 3))
    names = parties(rng, count) if rng.random() < 0.6 else rng.sample(rng.choice(_KINDS).split(", "), count)
    if rng.random() < 0.5:
        thing, verbs = rng.choice(_WORKS)
        work = [Part(n, past(v), f"the {thing}", participle(v))
                for n, v in zip(names, rng.sample(verbs.split(), count), strict=True)]  # fmt: skip
        named = [f"{one.doer} {one.active} {one.thing if place == 0 else 'it'}" for place, one in enumerate(work)]
    else:
        now, then, things = rng.choice(_DUTIES)
        verb = rng.choice((now, then))
        work = [Part(n, verb, t, "") for n, t in zip(names, rng.sample(things.split(", "), count), strict=True)]
        named = [one.told(rng) for one in work]
    told = named[0]
    for one in named[1:]:
        link = rng.choice(_LINKS)
        told += link + (_capital(one) if link == ". " else one)
    claims: list[Labelled] = []
    for one in rng.sample(work, rng.randint(1, count)):
        other = rng.choice([another for another in work if another is not one])
        right = rng.random() < 0.5
        claim = one.told(rng) if right else one.told(rng, other.doer)
        claims.append(Labelled(f"{_capital(claim)}.", "supported", ()) if right
                      else Labelled(f"{_capital(claim)}.", "contradicted"))  # fmt: skip
    return [f"{_capital(told)}."], claims


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def window(rng: Random) -> tuple[list[str], list[Labelled]]:
    """One to three events, and one to three claims about them; or a work of several."""
    if rng.random() < _SHARED:
        return shared_work(rng)
    names = parties(rng, 6)
    events = [event(names[2 * place], names[2 * place + 1], rng) for place in range(rng.choice((1, 2, 3)))]
    told = [one.told(rng) for one in events]
    claims: list[Labelled] = []
    for one in rng.sample(events, rng.randint(1, len(events))):
        form = rng.random()
        if form < 0.5:
            claims.append(Labelled(one.told(rng), "supported", ()))
        elif form < 0.85 or len(events) == 1:
            label = "contradicted" if one.one_way else "unsupported"
            claims.append(Labelled(one.told(rng, exchanged=True), label))
        else:
            other = rng.choice([another for another in events if another is not one])
            mixed = Event(other.doer, one.receiver, one.active, one.converse, one.tail)
            claims.append(Labelled(mixed.told(rng), "unsupported"))
    return told, claims
