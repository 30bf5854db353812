"""Two statements of a draft that rule each other out by their grammar: a duty and its denial, "all year" and "closed".

Each rule is a pair of turns of phrase and needs no verifier. What is next to them must be about one thing: all that
the denying statement names is named in the other one too, and neither holds under a condition, for a while or for some.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import regex

from critique_core.contradictions.stated_change_phrases import DAY, MONTH
from critique_core.contradictions.within_draft import conflict, neighbours, on_one_thing
from critique_core.language.sentence import Word, analyse
from critique_core.language.similarity import similarity
from critique_core.models import Claim, Conflict
from critique_core.text.languages import language_of

_SAME = 0.7
_SEASON = rf"(?:{MONTH}|winter|summer|spring|autumn|fall)"
_SHUT = r"(?:closed|shut|not open|unavailable|inaccessible|not accessible)"
_DUTY = (
    r"\b(?:must|ha(?:s|ve) to|needs? to|(?:is|are) (?:required|mandatory|compulsory|obligatory|necessary|needed)"
    r"|requires?|(?:is|are) (?:\w+ )?obliged to|needs?)\b"
)
_NO_DUTY = (
    r"\bno\b(?=.{1,60}\b(?:is|are) (?:needed|required|necessary))"
    r"|\b(?:is|are)(?: not|n't)(?: \w+)?"
    r" (?:needed|required|necessary|mandatory|compulsory|obligatory)\b"
    r"|\b(?:do|does)(?: not|n't) (?:need|have to|require)\b|\bneed(?: not|n't)\b"
    r"|\b(?:is|are) (?:entirely |purely )?(?:optional|voluntary)\b"
)
_CONDITION = regex.compile(
    r"\b(?:if|unless|when|whenever|once|otherwise|except\w*|without|until|during|only|usually|generally|normally|typically"
    r"|some|most|many|other|others|instead|before|after|formerly|previously|today|now|currently|was|were|had|did"
    r"|used to|would|could|might|alternatively|however long|nor|claims?|says?|said)\b",
    regex.IGNORECASE,
)
_RESTRICTED = regex.compile(r"\b(?:for|under|with|on|to|of|in|at|over)\b", regex.IGNORECASE)
_TAIL = regex.compile(
    r",? (?:because|so that|so|as|which|who|but)\b.*|, (?:you|we|they|he|she|it|and)\b.*", regex.DOTALL
)
_PRONOUN = regex.compile(r"(?:[^,]{0,40}, )?(?:it|they|this)\b|[^,]{0,40}\b(?:it|they) (?:is|are)\b", regex.IGNORECASE)
_CONSENT = frozenset(
    "approve approval agree agreement consent permission authorize authorise authorization signoff".split()
)
_FILLING = frozenset(
    """be need require requirement necessary have must get take cost pay charge fee price extra separate separately
    additional additionally include available offer there person people
    possible close open ticket rate surcharge supplement""".split()
)  # what the turns of phrase themselves are made of


@dataclass(frozen=True, slots=True)
class _Rule:
    """``says`` in one statement and ``denies`` in the other; ``both_ways``: all that either names, both must name."""

    says: regex.Pattern[str]
    denies: regex.Pattern[str]
    told: str
    both_ways: bool = False
    leaning: bool = False


def _rule(says: str, denies: str, told: str, *, both_ways: bool = False, leaning: bool = False) -> _Rule:
    one, two = (regex.compile(text, regex.IGNORECASE) for text in (says, denies))
    return _Rule(one, two, told, both_ways, leaning)


_RULES = (
    _rule(_DUTY, _NO_DUTY, "demands what the other says is not needed"),
    _rule(
        r"\b(?:within (?:\w+ ){1,2}(?:hours?|days?|weeks?|months?|years?)|no later than|by (?:the end|\d+|noon|midnight"
        rf"|{MONTH}|{DAY})|deadline)\b",
        r"\bno (?:fixed |set |strict |specific )?(?:deadline|time limit|closing date|due date|cut-off date)\b",
        "sets a time limit that the other denies",
    ),
    _rule(
        rf"^(?!.*\b{_SEASON}\b).*\b(?:all year(?:[ -](?:round|long))?"
        r"|year[ -]round|at all times of (?:the )?year|all times of year"
        r"|throughout the year|in every season|the whole year|twelve months a year|every month)\b",
        rf"(?:(?:between|from|in|over) (?:the )?\b{_SEASON}\b.*\b{_SHUT}\b"
        rf"|\b{_SHUT}\b.*(?:between|from|in|over) (?:the )?\b{_SEASON}\b)",
        "speaks of the whole year, the other of a part of it in which this does not hold",
        leaning=True,
    ),
    _rule(
        rf"^(?!.*\b(?:{_SEASON}|{DAY})\b).*\bopen\b.*"
        r"\b(?:every day|daily|seven days a week|7 days a week|each day|all week)\b",
        rf"(?:\bon (?:\w+ and )?{DAY}\b.*\b{_SHUT}\b|\b{_SHUT}\b.*\b(?:on )?(?:\w+ and )?{DAY}\b)",
        "speaks of every day, the other of a day on which this does not hold",
        leaning=True,
    ),
    _rule(
        r"\bopen\b.*\b(?:around the clock|24 hours(?: a day)?|24/7|day and night|at all hours)\b",
        r"\b(?:closes? at|closed (?:at night|overnight|by night)|opens? (?:at|from) \d)",
        "speaks of all hours, the other of hours in which this does not hold",
        leaning=True,
    ),
    _rule(
        r"\b(?:(?:is|are|comes?) (?:\w+ )?free(?: of charge)?|costs? nothing|(?:is|are) without charge)\s*[.!]?$",
        r"\b(?:costs?|(?:is|are) charged at|(?:is|are) priced at) (?:about |only |around )?(?=[$€£]|\d)",
        "says that nothing is paid, the other names a price",
        both_ways=True,
    ),
    _rule(
        r"\b(?:includes?|including|covers?|comes? with|(?:is|are) (?:already )?included)\b",
        r"\b(?:separate|additional|extra) (?:ticket|charge|fee|payment|cost|licen[cs]e|subscription|price)\b"
        r"|\b(?:costs?|charged|billed|paid)\b"
        r".{0,25}\b(?:extra|separately|on top)\b|\b(?:is|are)(?: not|n't) included\b|\bfor a surcharge\b",
        "includes what the other says is paid apart",
    ),
)


def within(claims: Sequence[Claim], *, known: Collection[tuple[str, str]] = ()) -> tuple[Conflict, ...]:
    """Claims of one draft of which one denies in other words what another says.

    Read are those that share rare words and those that are next to each other; English ones only. ``known`` pairs of
    ids, in either order, are left out.
    """
    read = [claim for claim in claims if claim.checkable and language_of(claim.text) == "en"]
    kinds = {claim.id: _sides(claim.text) for claim in read}
    asked = dict.fromkeys((*on_one_thing(claims), *neighbours(claims)))
    told = set(map(frozenset, known))
    found: list[Conflict] = []
    for one, other in asked if any(kinds.values()) else ():
        rule = None if frozenset((one.id, other.id)) in told else _clash(one, other, kinds, read)
        if rule is not None:
            found.append(conflict(one, other, f"Of “{one.text}” and “{other.text}” one {rule.told}."))
    return tuple(found)


def _sides(text: str) -> dict[int, str]:
    """The rules that a statement takes part in, by their place, and on which side."""
    if _CONDITION.search(text):
        return {}
    found: dict[int, str] = {}
    for place, rule in enumerate(_RULES):
        if rule.denies.search(text):
            found[place] = "denies"
        elif rule.says.search(text):
            found[place] = "says"
    return found


def _clash(one: Claim, other: Claim, kinds: dict[str, dict[int, str]], claims: Sequence[Claim]) -> _Rule | None:
    mine, theirs = kinds.get(one.id, {}), kinds.get(other.id, {})
    for place in mine.keys() & theirs.keys():
        if {mine[place], theirs[place]} != {"says", "denies"}:
            continue
        says, denies = (one, other) if mine[place] == "says" else (other, one)
        if _of_one_thing(_RULES[place], says, denies, claims):
            return _RULES[place]
    return None


def _of_one_thing(rule: _Rule, says: Claim, denies: Claim, claims: Sequence[Claim]) -> bool:
    """Whether all that the denying statement names is named where the other is, the turn of phrase left out."""
    named = list(_named(denies.text, rule.denies))
    there = [*analyse(says.text, "en").words]
    if rule.leaning and _PRONOUN.match(says.text):
        there += [w for claim in claims if claim.start < says.start for w in analyse(claim.text, "en").words[:4]]
    if not named:
        return rule.leaning and _PRONOUN.match(denies.text) is not None and _next_to(says, denies, claims)
    if not all(_among(word, there) for word in named):
        return False
    return not rule.both_ways or all(_among(w, named) for w in _named(says.text, rule.says))


def _named(text: str, turn: regex.Pattern[str]) -> Iterator[Word]:
    match = turn.search(text)
    end = match.end() if match else 0
    sentence = analyse(text[:end] + _TAIL.sub("", text[end:]), "en")
    for word in sentence.words:
        in_turn = match is not None and turn not in _WIDE and match.start() <= word.token.start < end
        if (
            not in_turn
            and not word.keys & _FILLING
            and not regex.fullmatch(rf"{DAY}|{_SEASON}|{_SHUT}", word.token.text)
        ):
            yield word


def _next_to(says: Claim, denies: Claim, claims: Sequence[Claim]) -> bool:
    places = {claim.id: place for place, claim in enumerate(claims)}
    return places[denies.id] - places[says.id] == 1


def _among(word: Word, others: Collection[Word]) -> bool:
    if word.keys & _CONSENT and any(other.keys & _CONSENT for other in others):
        return True
    return any(similarity(word, other, "en") >= _SAME for other in others)


_WIDE = frozenset(rule.denies for rule in _RULES if rule.leaning)
"""Turns that reach over what they are about ("On Mondays the museum is closed")."""
