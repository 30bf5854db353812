"""A case that a limit holds of: "a group of twelve gets 20 percent off" beside "groups of ten or more".

The limit and the case must each say of what something is said ("a bag over 23 kg", "for a group of 12"), and not what
is said: "320 people came" is no case of "over 300 people came", which leaves the number open.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import regex

from critique_core.language.sentence import Sentence
from critique_core.language.statements import is_finite, is_verb
from critique_core.text.side_words import DENIALS
from critique_core.typed_values.mentions import Mention, mentions
from critique_core.verifiers.embedded.alignment.slots import Slot

PLAIN, PLAIN_AGE = 0.5, 0.35
"""Least fit of a limit's slot; an age says by itself what it is of."""
_LEAD, _AFTER = 0.25, 4
_FOR_A_CASE = regex.compile(
    r"\b(?:for|in|with|as|by|to|at)\s+(?:(?:a|an|any|your|our|the)\s+)?(?:\p{L}+\s+){1,2}"
    r"(?:of|with|over|under|above|below|up to|from)\s+(?:(?:at least|at most|about|more than|less than)\s+)?[$€£¥]?$",
    regex.IGNORECASE,
)
_OWN_SIDE = regex.compile(
    r"\b(?:(?P<under>under|below|(?:lower|shorter|smaller|lighter|younger|fewer|less|cheaper|earlier|sooner|narrower|newer"
    r"|colder|cooler|weaker|slower)\s+than)|(?P<over>over|above|beyond|(?:more|\p{L}+er)\s+than))\s+[$€£¥]?$",
    regex.IGNORECASE,
)
_OPENING = regex.compile(r"\W*(?:at|with|after|from|for|in)\s+(?:about\s+)?[$€£¥]?", regex.IGNORECASE)
_RELATIVE = frozenset("who which that whose if when".split())
_OF_AGE = regex.compile(r"^\W*(?:an?|any|every)\s+(?:\p{L}+\s+){1,2}(?:of|aged|who is)\s+$", regex.IGNORECASE)
_OLDEST, _DAYS = 120, 31
_SINCE = regex.compile(r"\bafter\s+(?:about\s+)?$", regex.IGNORECASE)
_AHEAD = regex.compile(r"\s+(?:before|prior to|in advance|ahead|beforehand)\b", regex.IGNORECASE)
_LATEST = regex.compile(r"\b(?:until|till|up to|no later than|by|at least)\s+(?:about\s+)?$", regex.IGNORECASE)
_MAY = frozenset("can may free possible allowed still able".split())
_ASKING = frozenset("must should need needs required require requires".split())
_WILL_DO = frozenset("accepted allowed enough valid ok okay fine permitted sufficient suffices suffice".split())
_HAPPENS = frozenset("is are was were be get gets has have had can may must will need needs".split())


def case_of(claim: Sentence, mention: Mention, found: Sequence[Slot], least: float = PLAIN) -> Slot | None:
    """The slot of a limit that a claim's value is a case of, with the limit's own side; it agrees if that holds.

    Of several the first that holds; one that does not counts only where no source states the value. ``least`` is the
    fit, 0 to 1, that a slot needs.
    """
    if claim.code != "en" or mention.bound or mention.limit or mention.is_range or mention.kind in ("time", "version"):
        return None
    if (in_time := _before_deadline(claim, mention, found)) is not None:
        return in_time
    if not _is_of_case(claim, mention) and not _in_relative_clause(claim, mention):
        return None
    cases = [
        replace(s, mention=limit, agrees=_is_within(mention, limit))
        for s, limit in _limits(claim, mention, found, least)
    ]
    outside = None if any(slot.agrees for slot in found) else next(iter(cases), None)
    return next((slot for slot in cases if slot.agrees), outside)


def _before_deadline(claim: Sentence, mention: Mention, found: Sequence[Slot]) -> Slot | None:
    """The slot of how long before something it must be done; it agrees where a claim's "can, one day before" does."""
    if not _AHEAD.match(claim.text, mention.end) or not claim.functions & _MAY or _denies(claim):
        return None
    for slot in found:
        source, limit = slot.alignment.scope.sentence, slot.mention
        last = limit.bound in ("min", "max") or _LATEST.search(source.text, max(0, limit.start - 24), limit.start)
        if last and slot.fit >= PLAIN_AGE and _AHEAD.match(source.text, limit.end) and not _denies(source):
            return replace(slot, agrees=mention.low >= limit.low)
    return None


def _limits(claim: Sentence, mention: Mention, found: Sequence[Slot], least: float) -> Iterator[tuple[Slot, Mention]]:
    """The slots of limits that say of what something is said, as plainly as any, with the side by their own words."""
    best = max((slot.fit for slot in found), default=0.0)
    for slot in found:
        source, limit = slot.alignment.scope.sentence, slot.mention
        if slot.fit < max(least, best - _LEAD) or _denies(claim) != _denies(source):
            continue
        bound = _side(source, limit) or ("over" if _after_both(claim, mention, source, limit) else "")
        of_case = _is_of_case(source, limit) or _is_required(claim, source, limit)
        if (bound or (limit.is_range and limit.kind != "date")) and of_case:
            yield slot, replace(limit, bound=bound)


def _is_required(claim: Sentence, source: Sentence, limit: Mention) -> bool:
    """Whether a source asks for a limit to be kept ("must have at least 12") and the claim says that a case will do."""
    before = {token.norm for token in source.tokens if token.end <= limit.start}
    return bool(before & _ASKING) and bool(claim.functions & _WILL_DO)


def _denies(sentence: Sentence) -> bool:
    return DENIALS.search(sentence.text) is not None


def _side(source: Sentence, limit: Mention) -> str:
    """The side of a limit by its own words, whatever a denial makes of it: "over 32 kg is not taken" is "at most"."""
    match = _OWN_SIDE.search(source.text, max(0, limit.start - 16), limit.start)
    return (match.lastgroup or "") if match else limit.bound


def _after_both(claim: Sentence, mention: Mention, source: Sentence, limit: Mention) -> bool:
    """Whether both are what something comes after: "after 30 months" and "after 24 months"."""
    places = ((claim, mention), (source, limit))
    return all(_SINCE.search(s.text, max(0, m.start - 16), m.start) for s, m in places)


def _is_of_case(sentence: Sentence, mention: Mention) -> bool:
    """Whether a value belongs to a noun before it, in an opening phrase before a verb or as "for a group of 12"."""
    text, start = sentence.text, mention.start
    if _FOR_A_CASE.search(text, 0, start) or _OPENING.fullmatch(text, 0, start):
        return True
    opened = max((t.end for t in sentence.tokens if t.text in (":", ";") and t.end <= start), default=0)
    before = [i for i, token in enumerate(sentence.tokens) if opened <= token.start and token.end <= start]
    after = [i for i, token in enumerate(sentence.tokens) if token.start >= mention.end][:_AFTER]
    noun = any(w.index in before for w in sentence.words) or _SINCE.search(sentence.text, 0, mention.start) is not None
    happens = any(sentence.tokens[i].norm in _HAPPENS or is_verb(sentence.tokens[i]) for i in after)
    verbs = (i for i in before if not sentence.tokens[i].norm.endswith("ing") and sentence.tokens[i].norm != "aged")
    return (
        noun
        and happens
        and not any(sentence.tokens[i].norm in _HAPPENS or is_finite(sentence.tokens, i) for i in verbs)
    )


def _in_relative_clause(sentence: Sentence, mention: Mention) -> bool:
    """Whether a value is in a clause that says which, before the verb: "an item that is 10 days late costs"."""
    before = [t for t in sentence.tokens if t.end <= mention.start]
    after = [i for i, t in enumerate(sentence.tokens) if t.start >= mention.end]
    opened = any(t.norm in _RELATIVE for t in before)
    return opened and any(
        sentence.tokens[i].norm in _HAPPENS or is_finite(sentence.tokens, i) or is_verb(sentence.tokens[i])
        for i in after
    )


def _is_within(mention: Mention, limit: Mention) -> bool:
    value, least, most = mention.low, limit.low, limit.high
    if mention.kind == "date":
        value, least = (_day(mention), _day(limit)) if not (mention.low and limit.low) else (value, least)
    match limit.bound:
        case "min":
            return value >= least
        case "over":
            return value > least
        case "max":
            return value <= least
        case "under":
            return value < least
        case _:
            return least <= value <= most


def _day(date: Mention) -> float:
    """A date by its place in a year, where one of two dates gives none."""
    _, month, day = date.alternatives[0] if date.alternatives else (0, 0, 0)
    return _DAYS * month + day


def as_age(claim: Sentence, mention: Mention) -> Mention | None:
    """The number after somebody as an age: "a girl of 15", "a driver who is 19"; ``None`` for other numbers."""
    if mention.kind != "number" or not 0 < mention.low <= _OLDEST or not _OF_AGE.search(claim.text, 0, mention.start):
        return None
    age = next(iter(mentions(f"{mention.text} years")), None)
    return None if age is None else replace(age, start=mention.start, end=mention.end, text=mention.text)
