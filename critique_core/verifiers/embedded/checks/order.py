"""Which of two events came first: "X before Y" in a claim against the order that the sources give.

The order of a source is given by a linking word between the two events ("A, then B", "after A, B"), by dates and days
next to them, by an opening that carries on ("Then ...", "Six years later ...") or by instructions, which are in order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import regex

from critique_core.language.frames import acts
from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import covered, similarity
from critique_core.language.statements import AUXILIARY, is_verb
from critique_core.language.tokens import Token
from critique_core.typed_values.weekdays import day_named
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.passages import between, passages
from critique_core.verifiers.embedded.checks.base import Observation

_SURE = 0.8
_LEAST, _SAME = 0.5, 0.8
_UNDECIDED = 0.35
_DEED, _BESIDE = 2.0, 0.5
_EARLY, _LATE = frozenset("before until till".split()), frozenset("after once since".split())
_THEN = frozenset("then afterwards thereafter subsequently afterward".split())
_NEXT_EVENT = _EARLY | _LATE | _THEN | {"and", "when", "where", "followed", "but", "while"}
_LATER = _THEN | frozenset("later next finally lastly".split())
_EARLIER = frozenset("earlier previously beforehand".split())
_LAST = frozenset("finally lastly last".split())
_PUTTING = frozenset("add go come put pour stir mix fold blend place".split())
_HAD = frozenset("had has have is are was were".split())
_COUNTED = frozenset("day week month year hour minute stage step round lap phase".split())
_SOFT = frozenset(",;")
_ITEM = regex.compile(r"\s*(\d{1,2})[.)]\s")
_DAY = 24 * 60  # minutes
_SEVERAL = frozenset("not never n't whether or ever may might shortly immediately".split())


@dataclass(frozen=True, slots=True)
class Order:
    """Two events of a claim by the words that distinguish one from the other, in the order the claim gives them."""

    first: tuple[Word, ...]
    second: tuple[Word, ...]
    token: Token


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passage reports an event: which unit, and the position of its last content word there."""

    unit: int
    position: int
    fit: float


@dataclass(frozen=True, slots=True)
class Moment:
    """A time given in a clause: its scale ("date", "hour", "step", "item" of a list) and its first and last place."""

    scale: str
    low: float
    high: float
    token: Token


def order_of_events(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """Check the order a claim gives two events, if exactly one order is given by the sources."""
    stated = read_order(claim)
    if stated is None:
        return
    told = [t for passage in passages(alignments) for t in _reported_orders(stated, passage)]
    told.sort(key=lambda t: -t[0])
    if not told or any(t[1] != told[0][1] and t[0] >= told[0][0] - _UNDECIDED for t in told):
        return
    _, earlier, alignment, link = told[0]
    agreement = "agrees" if earlier else "conflicts"
    text = f"the source tells this in {'the same' if earlier else 'the other'} order: “{link.text}”"
    token = stated.token
    yield (
        alignment,
        Observation(
            "comparison", agreement, token.start, token.end, token.text, link.start, link.end, link.text, text, _SURE
        ),
    )


def read_order(claim: Sentence) -> Order | None:
    """The two events that a claim sets in order, or ``None``."""
    norms = [t.norm for t in claim.tokens]
    for position, norm in enumerate(norms):
        ahead = None if _is_joined(claim, position) else _linking(norms, position)
        if ahead is None:
            continue
        sides = _sides(claim, position)
        if sides is None:
            return None
        (first, second), token = _distinct(*sides), claim.tokens[position]
        first = tuple(w for w in first if "come" not in w.keys) or first  # "hiring comes after parking"
        if not any(acts(claim, w) for w in second):
            first = _before_deed(claim, first) if norm == "than" else _what_is_put(first)
        if not first or not second:
            return None
        return Order(first, second, token) if ahead else Order(second, first, token)
    return None


def _is_joined(sentence: Sentence, position: int) -> bool:
    """Whether a hyphen makes a word a part of another: "after-school care", "the Retry-After header"."""
    token = sentence.tokens[position]
    return "-" in (sentence.text[token.end :][:1], sentence.text[: token.start][-1:])


def _linking(norms: Sequence[str], position: int) -> bool | None:
    """Whether the main event is the earlier one, by the linking word at a position; ``None`` if none is there."""
    norm, before = norms[position], norms[max(0, position - 2) : position]
    if norm == "than":
        return {"earlier": True, "sooner": True, "later": False}.get(before[-1]) if before else None
    prior = norms[position : position + 2] == ["prior", "to"]
    if (prior or norm in ("before", "after")) and not _SEVERAL & set(before):
        return norm != "after"
    if norm == "time" and before == ["by", "the"]:
        return True
    if norm == "when" and "already" in norms:
        return True
    if norm == "when" and "yet" in norms and {"not", "n't"} & set(norms):
        return False
    return None


def _sides(claim: Sentence, position: int) -> tuple[tuple[Word, ...], tuple[Word, ...]] | None:
    """The main event and the linked one; "Before A, B" puts the main one behind the comma."""
    opens = not between(claim, 0, position)
    comma = next((i for i in range(position, len(claim.tokens)) if claim.tokens[i].text == ","), None)
    if not opens:
        start = next((i + 1 for i in range(position) if claim.tokens[i].text == ","), 0)
        return between(claim, start, position), between(claim, position + 1, len(claim.tokens))
    if comma is None:
        return None
    return between(claim, comma, len(claim.tokens)), between(claim, position + 1, comma)


def _before_deed(claim: Sentence, words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The subject alone: what "Wine goes in earlier than stock" sets against the stock."""
    run = [w for i, w in enumerate(words) if w.index == words[0].index + i]
    following = claim.tokens[run[-1].index + 1].norm if run and run[-1].index + 1 < len(claim.tokens) else ""
    if len(run) > 1 and is_verb(run[-1].token) and following not in AUXILIARY:
        run.pop()
    return tuple(run)


def _what_is_put(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """An event without a verb that it shares with what it is set against: "the milk is added before the flour"."""
    return tuple(w for w in words if not w.keys & _PUTTING) or words


def _distinct(first: tuple[Word, ...], second: tuple[Word, ...]) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """The words of each event that are not the other's as well."""

    def own(words: tuple[Word, ...], others: tuple[Word, ...]) -> tuple[Word, ...]:
        return tuple(w for w in words if not any(similarity(w, o, "en") >= _SAME for o in others))

    return own(first, second), own(second, first)


def _reported_orders(stated: Order, passage: list[Alignment]) -> Iterator[tuple[float, bool, Alignment, Token]]:
    """Every pair of places where the passage reports both events in an order: fit, whether it is the claim's, where."""
    for first in _places(stated.first, passage):
        for second in _places(stated.second, passage):
            if (first.unit, first.position) == (second.unit, second.position):
                continue
            turned = (second.unit, second.position) < (first.unit, first.position)
            found = _linked(passage, *((second, first) if turned else (first, second)))
            if found is not None:
                near = 0.05 * (first.unit == second.unit)
                yield min(first.fit, second.fit) + near, found[0] != turned, passage[second.unit], found[1]


def _places(words: tuple[Word, ...], passage: list[Alignment]) -> Iterator[Place]:
    """Where the words of an event are: in each unit the content word with most of them around it."""
    for number, alignment in enumerate(passage):
        sentence = alignment.scope.sentence
        here: list[Place] = []
        numbers = _clauses(sentence)
        for home in dict.fromkeys(numbers):
            inside = [w for w in sentence.words if numbers[w.index] == home]
            held = [o for o in inside if any(similarity(w, o, "en") >= _SAME for w in words)]
            fit = max(covered(words, inside, "en"), _share_reported(words, inside, sentence))
            if held and fit >= _LEAST:
                here.append(Place(number, held[-1].index, fit))
        yield from (p for p in here if p.fit >= max(h.fit for h in here) - 0.01)


def _share_reported(words: tuple[Word, ...], inside: list[Word], sentence: Sentence) -> float:
    """Share of an event that a clause reports, a verb counting twice, and the rest of its sentence half as much."""
    total = score = 0.0
    for word in words:
        weight = word.weight * (1.0 if word.token.name or not is_verb(word.token) else _DEED)
        near = max((similarity(word, o, "en") for o in inside), default=0.0)
        far = max((similarity(word, o, "en") for o in sentence.words), default=0.0)
        total += weight
        score += weight * max(near, _BESIDE * far)
    return score / total if total else 0.0


def _clauses(sentence: Sentence) -> tuple[int, ...]:
    """The number of the event each token belongs to: marks, linking words and "and" begin a new one."""
    numbers: list[int] = []
    for token in sentence.tokens:
        within = any(m.start < token.start < m.end for m in sentence.mentions)  # the colon of "13:00"
        fresh = token.kind == "mark" and token.text in ",;:.()–—" and not within
        fresh = fresh or token.norm in _NEXT_EVENT
        numbers.append((numbers[-1] if numbers else 0) + fresh)
    return tuple(numbers)


def _linked(passage: list[Alignment], one: Place, other: Place) -> tuple[bool, Token] | None:
    """Whether the event reported first came first, and the word that says so; ``None`` if nothing says so."""
    first, second = passage[one.unit].scope.sentence, passage[other.unit].scope.sentence
    dated = _dated(first, one, second, other)
    if dated is not None:
        return dated
    if one.unit == other.unit:
        return _within(first, one.position, other.position)
    if other.unit - one.unit > 2:
        return None
    return _carried_on(first, second, other)


def _within(sentence: Sentence, start: int, end: int) -> tuple[bool, Token] | None:
    """The order of two events of one sentence by the words between them, or by the one that opens it."""
    seen: set[bool] = set()
    link: Token | None = None
    for position in range(start + 1, end):
        earlier = _said_between(sentence, position, end)
        if earlier is not None:
            seen.add(earlier)
            link = link or sentence.tokens[position]
    if not seen:
        return _said_before(sentence, start, end)
    return (seen.pop(), link) if len(seen) == 1 and link is not None else None


def _said_between(sentence: Sentence, position: int, end: int) -> bool | None:
    """Whether a word between two events says that the first came first."""
    tokens = sentence.tokens
    norm = "" if _is_joined(sentence, position) else tokens[position].norm
    after = tokens[position + 1].norm if position + 1 < len(tokens) else ""
    if (
        norm in _THEN
        or (norm == "followed" and after == "by")
        or (norm in _LAST and tokens[position - 1].norm == "and" and (norm != "last" or after in ("of", ",")))
    ):
        return True
    if norm == "preceded" and after == "by":
        return False
    closed = any(tokens[i].text == "," for i in range(position, end))
    perfect = any(t.norm in _HAD for t in tokens[position : position + 4])
    if norm in _EARLY:
        return None if closed else True
    if norm in _LATE or (norm == "when" and perfect):
        return closed or (None if norm == "when" else False)
    return None


def _said_before(sentence: Sentence, start: int, end: int) -> tuple[bool, Token] | None:
    """The order of two events by a linking word before the first whose clause a comma ends: "After A, B"."""
    if not any(sentence.tokens[i].text in _SOFT for i in range(start, end)):
        return None
    opening = next((t for t in sentence.tokens[:start] if t.norm in _EARLY | _LATE | {"when"}), None)
    first = next(iter(sentence.tokens), None)
    if opening is None or first is None or opening is not first:
        return None
    return opening.norm not in _EARLY, opening


def _carried_on(first: Sentence, second: Sentence, other: Place) -> tuple[bool, Token] | None:
    """The order of two events of neighbouring sentences by what opens the second, or by instructions."""
    home = _clauses(second)[other.position]
    opening = [t for t in second.tokens[:5] if t.kind != "number"]
    inside = [t for t, n in zip(second.tokens, _clauses(second), strict=True) if n == home]
    for tokens, words, earlier in ((opening, _LATER, True), (inside, {"last", "finally", "lastly"}, True),
                                   (opening, _EARLIER, False)):  # fmt: skip
        link = next((t for t in tokens if t.norm in words), None)
        if link is not None:
            return earlier, link
    if _instructs(first) and _instructs(second):
        return True, second.tokens[0]
    return None


def _instructs(sentence: Sentence) -> bool:
    """Whether a sentence opens, behind its number, with a verb in its base form: "Add the wine ..."."""
    number = _ITEM.match(sentence.text)
    tokens = [t for t in sentence.tokens[:4] if number is None or t.start >= number.end()]
    if len(tokens) < 2 or tokens[0].kind != "word":
        return False
    opening, follows = tokens[0], tokens[1].norm in ("the", "a", "an", "your", "in", "all", "each", "both")
    return follows and "v" in lexicon().related(opening.text.casefold(), PARTS)


def _dated(first: Sentence, one: Place, second: Sentence, other: Place) -> tuple[bool, Token] | None:
    """The order of two events by the dates, days of the week or numbered days next to them."""
    mine, theirs = _moment(first, one.position), _moment(second, other.position)
    if mine is None or theirs is None or mine.scale != theirs.scale:
        return None
    if mine.low <= theirs.high and theirs.low <= mine.high:
        return None
    return mine.high < theirs.low, theirs.token


def _moment(sentence: Sentence, position: int) -> Moment | None:
    """When the event at a position happened; only from its own clause."""
    numbers = _clauses(sentence)
    inside = [i for i, n in enumerate(numbers) if n == numbers[position]]
    if inside[-1] + 1 < len(numbers) and sentence.tokens[inside[-1] + 1].norm == "until":
        inside += [i for i, n in enumerate(numbers) if n == numbers[position] + 1]
    low, high = sentence.tokens[inside[0]].start, sentence.tokens[inside[-1]].end
    for mention in sentence.mentions:
        if mention.kind == "date" and low <= mention.start < high and not mention.bound:
            token = next(t for t in sentence.tokens if t.end > mention.start)
            token = replace(token, start=mention.start, end=mention.end, text=mention.text)
            if mention.low:
                return Moment("date", mention.low, mention.high, token)
            days = [month * 31 + day for _, month, day in mention.alternatives if day]
            return Moment("day of a year", days[0], days[0], token) if len(days) == 1 else None
    named = [day for i in inside if (day := day_named(sentence.tokens[i].text)) is not None]
    hours = [m for m in sentence.mentions if m.kind == "time" and low <= m.start < high and not m.bound]
    if hours:
        token = next(t for t in sentence.tokens if t.end > hours[0].start)
        token = replace(token, start=hours[0].start, end=hours[0].end, text=hours[0].text)
        since = named[0] * _DAY if named else 0
        first, last = hours[0].alternatives[0][0], hours[-1].alternatives[-1][0]
        return Moment("hour of a week" if named else "hour", since + first, since + last, token)
    for i in inside:
        token = sentence.tokens[i]
        if (day := day_named(token.text)) is not None:
            return Moment("weekday", day, day, token)
        following = sentence.tokens[i + 1] if i + 1 < len(sentence.tokens) else None
        if token.norm in _COUNTED and following is not None and following.text.isdigit():
            return Moment(token.norm, float(following.text), float(following.text), token)
    item = _ITEM.match(sentence.text)
    return Moment("item", float(item[1]), float(item[1]), sentence.tokens[0]) if item and sentence.tokens else None
