"""Edits of who did what to whom: names exchanged, roles swapped, active and passive, converse relations."""

import re
from collections.abc import Iterator
from random import Random

from training.contrast_text import CONTRADICTED, NOT_NAMES, SUPPORTED, UNSUPPORTED, Edit, Sentence, upper_first
from training.contrast_verbs import forms, participle, past, third
from training.contrast_wordlists import (
    ASYMMETRIC,
    ASYMMETRIC_PHRASES,
    CITIES,
    DEMONYMS,
    FIRST_NAMES,
    LONG_PLACES,
    ORGANISATIONS,
    PEOPLE,
    PLACES,
    STATES,
)

_BANKS = {
    name: bank for bank in (PLACES, CITIES, STATES, LONG_PLACES, DEMONYMS, ORGANISATIONS) for name in bank
}  # fmt: skip
_TITLED = re.compile(r"^(?:Mr|Mrs|Ms|Dr|Prof|Sir|President|Senator|Judge|Captain)\b")
_SAYING = re.compile(
    r" ?,? (?:said|told|announced|argued|claimed|stated|explained|wrote that|says|argues|claims|reported|noted)\b"
)
_SAID_BEFORE = re.compile(r"(?:according to|said|reported by|told|argued by) $", re.IGNORECASE)


def _shape(name: str) -> str | None:
    """The kind of name that may stand in its place: a bank's first entry, "person", or None where unknown."""
    if name in _BANKS:
        return _BANKS[name][0]
    words = name.split(" ")
    if 2 <= len(words) <= 3 and words[0] in FIRST_NAMES:
        return "person"
    return None


def entities(sentence: Sentence, rng: Random) -> Iterator[Edit]:
    """A name replaced by another of its kind, from the passage before the banks."""
    for start, end in sentence.names:
        name = sentence.text[start:end]
        shape = _shape(name)
        inside = set(name.split())
        count = len(name.split())
        options = [
            other for other in sentence.bank
            if other not in sentence.text and not inside.intersection(other.split())
            and (_shape(other) == shape if shape else _shape(other) is None and len(other.split()) == count > 1)
        ]  # fmt: skip
        if not options and shape:
            bank = PEOPLE if shape == "person" else _BANKS[name]
            options = [other for other in bank if other not in sentence.text]
        if not options:
            continue
        said = _SAYING.match(sentence.text, end) or _SAID_BEFORE.search(sentence.text[:start])
        yield sentence.replaced("attribution" if said else "entity", UNSUPPORTED, start, end, rng.choice(options))


_CAPITALS = r"[A-Z][\w’'-]*\w(?: (?:(?:of|de|van|von|the) )?[A-Z][\w’'.-]*\w)*"
_NOUN_PHRASE = (
    rf"(?:{_CAPITALS}|(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Ii]ts|[Tt]heir) (?:[A-Z]\w+ |[a-z]+(?:al|"
    rf"ive|ful|ous|ent|an|ish|ic|er|est|y|ed) )?[a-z]+)"
)
_PRONOUNS = {"he": "him", "she": "her", "they": "them", "it": "it", "we": "us", "i": "me"}
_OBJECTS = {"him": "he", "her": "she", "them": "they", "us": "we", "me": "I"}
_OPENING = (
    r"(?P<opening>(?:In|On|At|By|During|After|Before|Later|Then|However|Finally|Eventually|"
    r"Meanwhile)\b[^,.;]{0,40} ?, )?"
)
_BOUNDARY = (
    r"(?P<rest>(?: ?[.,;]| (?:in|on|at|for|after|before|during|by|with|when|because|while|"
    r"since|until|to|from|as|over|against|throughout)\b).*)?$"
)
_VERBS: dict[str, tuple[str, str]] = {}
for _base in ASYMMETRIC:
    _VERBS[past(_base)] = (_base, "past")
    _VERBS[third(_base)] = (_base, "third")
for _phrase in ASYMMETRIC_PHRASES:
    _VERBS[forms(_phrase)["past"]] = (_phrase, "past")
    _VERBS[forms(_phrase)["third"]] = (_phrase, "third")
_PARTICIPLES = {participle(base): base for base in ASYMMETRIC}
_ADVERB = (
    r"(?:(?:later|then|also|finally|eventually|narrowly|easily|comfortably|reportedly|first|"
    r"soon|successfully|recently|officially|personally) )?"
)


def _any_of(words: dict[str, object] | dict[str, str] | dict[str, tuple[str, str]]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_ACTIVE = re.compile(
    rf"^{_OPENING}(?P<subject>{_NOUN_PHRASE}|He|She|It|They|We|he|she|it|they|we) "
    rf"(?P<adverb>{_ADVERB})(?P<verb>{_any_of(_VERBS)})"
    rf" (?P<object>{_NOUN_PHRASE}|him|them|us){_BOUNDARY}"
)
_PASSIVE = re.compile(
    rf"^{_OPENING}(?P<subject>{_NOUN_PHRASE}|He|She|It|They|We|he|she|it|they|we) (?P<be>is|"
    rf"are|was|were|has been|have been|had been) (?P<adverb>{_ADVERB})"
    rf"(?P<verb>{_any_of(_PARTICIPLES)}) by (?P<object>{_NOUN_PHRASE}|him|them|us){_BOUNDARY}"
)


def _as_object(phrase: str, at_start: bool) -> str:
    """A subject as it stands after the verb: pronouns inflected, "The" lower case."""
    if phrase.lower() in _PRONOUNS:
        return _PRONOUNS[phrase.lower()]
    first = phrase.split(" ", 1)[0]
    return (
        phrase[0].lower() + phrase[1:]
        if at_start and first in ("The", "A", "An", "His", "Her", "Its", "Their")
        else phrase
    )


def _as_subject(phrase: str, at_start: bool) -> str:
    """An object as it stands before the verb."""
    phrase = _OBJECTS.get(phrase, phrase)
    return upper_first(phrase) if at_start else phrase


def _number(phrase: str) -> str:
    """Choose "were" or "was" for a noun phrase that stands as a subject."""
    last = phrase.lower().split(" ")[-1]
    many = phrase.lower() in ("they", "them", "we", "us") or (
        (phrase.lower().split(" ")[0] in ("the", "his", "her", "its", "their") and last.endswith("s")
        and not last.endswith(("ss", "us", "is"))) or last in ("people", "men", "women", "children", "police")
    )  # fmt: skip
    return "were" if many else "was"


def _simple(match: re.Match[str] | None) -> re.Match[str] | None:
    """The match, if neither side is half of a longer phrase and the two differ."""
    if match is None:
        return None
    subject, other = match["subject"], match["object"]
    rest = (match["rest"] or "").lstrip(" ,")
    if (
        subject.lower() == other.lower()
        or rest.startswith("and ")
        or subject.split(" ")[0] in ("There", "This", "That", "Who")
    ):
        return None
    if (
        other.split(" ")[-1] in ("first", "last", "same", "second", "third", "own", "most", "more")
        or subject.split(" ")[0] in _STARTERS
    ):
        return None
    return match


_STARTERS = frozenset(
    "In On At By From After Before During While When As However Although Since If But And Also".split()
)


def roles(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """Who did it to whom: swapped (false), and told through the other voice, with the roles kept or swapped."""
    if match := _simple(_ACTIVE.match(sentence.text)):
        yield from _from_active(match)
    if match := _simple(_PASSIVE.match(sentence.text)):
        yield from _from_passive(match)
    yield from _converses(sentence)


def _from_active(match: re.Match[str]) -> Iterator[Edit]:
    subject, other, verb, adverb = match["subject"], match["object"], match["verb"], match["adverb"]
    base, tense = _VERBS[verb]
    if tense == "past" or _number(other) == "was":
        yield from _told("role_swapped", match, other, adverb + verb, subject)
    if " " in base:
        return
    be = {"past": {"was": "was", "were": "were"}, "third": {"was": "is", "were": "are"}}[tense]
    done = f"{adverb}{participle(base)} by"
    yield from _told("passive", match, other, f"{be[_number(other)]} {done}", subject)
    yield from _told("role_passive", match, subject, f"{be[_number(subject)]} {done}", other)


def _from_passive(match: re.Match[str]) -> Iterator[Edit]:
    subject, other, be, adverb = match["subject"], match["object"], match["be"], match["adverb"]
    base = _PARTICIPLES[match["verb"]]
    yield from _told(
        "role_swapped",
        match,
        other,
        f"{_AGREEING[be][_number(other)]} {adverb}{match['verb']} by",
        subject,
    )
    if be in ("was", "were"):
        yield from _told("active", match, other, adverb + past(base), subject)
        yield from _told("role_active", match, subject, adverb + past(base), other)
    elif be in ("is", "are"):
        active = base if _number(other) == "were" else third(base)
        yield from _told("active", match, other, adverb + active, subject)


_AGREEING = {
    "is": {"was": "is", "were": "are"}, "are": {"was": "is", "were": "are"},
    "was": {"was": "was", "were": "were"}, "were": {"was": "was", "were": "were"},
    "has been": {"was": "has been", "were": "have been"}, "have been": {"was": "has been", "were": "have been"},
    "had been": {"was": "had been", "were": "had been"},
}  # fmt: skip


def _told(kind: str, match: re.Match[str], subject: str, middle: str, other: str) -> Iterator[Edit]:
    """The sentence with other sides; a keeping edit only where nothing after them leans on who the subject is."""
    label = CONTRADICTED if kind.startswith("role_") else SUPPORTED
    rest = match["rest"] or ""
    if label == SUPPORTED and _LEANING.search(rest):
        return
    opening = match["opening"] or ""
    clause = f"{_as_subject(subject, not opening)} {middle} {_as_object(other, not opening)}"
    if label == SUPPORTED:
        yield Edit(kind, f"{opening}{clause}{rest}", 0, 0, label)
    else:
        yield Edit(kind, f"{opening}{clause}{rest}", len(opening), len(opening) + len(clause), label)


# "and was named", "after leaving", "as captain", ", who ...": said of the subject, whoever that is.
_LEANING = re.compile(r"[,;:]|\b(?:and|but|or|as|who|which|while|when|to [a-z]+|[a-z]+ing|his|her|their|its)\b")


# "A <verb> B" and what B did to A; where the two sides are the same verb the relation is its own converse.
_CONVERSES = {
    "beat": "lost to", "defeated": "lost to", "employs": "works for", "employed": "worked for", "owns": "belongs to",
    "owned": "belonged to", "taught": "learned from", "preceded": "came after", "precedes": "comes after",
    "followed": "came before", "includes": "is part of", "included": "was part of",
    "contains": "is contained in", "outranks": "ranks below", "outsold": "sold less than", "outlived": "died before",
    "inherited from": "left an inheritance to", "reports to": "supervises", "reported to": "supervised",
    "lost to": "beat", "works for": "employs", "worked for": "employed", "belongs to": "owns", "belonged to": "owned",
    "led to": "resulted from", "caused": "was caused by", "causes": "is caused by", "resulted from": "led to",
    "stems from": "leads to", "exceeds": "is exceeded by", "surrounds": "is surrounded by",
    "supervises": "reports to",
    "learned from": "taught", "overtook": "fell behind", "replaced": "was replaced by", "supplanted": "gave way to",
}  # fmt: skip
_IS_CONVERSES = {
    "taller than": "shorter than", "shorter than": "taller than", "older than": "younger than",
    "younger than": "older than", "larger than": "smaller than", "smaller than": "larger than",
    "bigger than": "smaller than",
    "longer than": "shorter than", "faster than": "slower than", "slower than": "faster than",
    "heavier than": "lighter than",
    "lighter than": "heavier than", "higher than": "lower than", "lower than": "higher than", "above": "below",
    "below": "above", "north of": "south of", "south of": "north of", "east of": "west of", "west of": "east of",
    "the father of": "a child of", "the mother of": "a child of", "the parent of": "a child of",
    "the son of": "a parent of",
    "the daughter of": "a parent of", "the employer of": "an employee of", "the owner of": "owned by",
    "the author of": "written by", "the founder of": "founded by", "the teacher of": "a pupil of",
    "the predecessor of": "the successor of", "the successor of": "the predecessor of",
    "stronger than": "weaker than", "weaker than": "stronger than", "cheaper than": "more expensive than",
    "more expensive than": "cheaper than", "richer than": "poorer than", "wider than": "narrower than",
    "warmer than": "colder than", "hotter than": "colder than", "deeper than": "shallower than",
    "better than": "worse than", "worse than": "better than", "married to": "married to",
    "the husband of": "the wife of",
    "the wife of": "the husband of", "the brother of": "a sibling of", "the sister of": "a sibling of",
    "behind": "ahead of", "ahead of": "behind",
    "the uncle of": "a niece or nephew of", "the aunt of": "a niece or nephew of", "a student of": "a teacher of",
    "a pupil of": "a teacher of", "the grandfather of": "a grandchild of", "the grandmother of": "a grandchild of",
    "a subsidiary of": "the parent company of", "a supplier of": "a customer of", "a customer of": "a supplier of",
}  # fmt: skip
_SYMMETRIC = frozenset(("married to", "the brother of", "the sister of", "the husband of", "the wife of"))
_CONVERSE = re.compile(
    rf"^{_OPENING}(?P<subject>{_NOUN_PHRASE}|He|She|It|he|she|it) "
    rf"(?P<verb>{_any_of(_CONVERSES)}) (?P<object>{_NOUN_PHRASE}|him){_BOUNDARY}"
)
_IS_CONVERSE = re.compile(
    rf"^{_OPENING}(?P<subject>{_NOUN_PHRASE}|He|She|It|he|she|it) (?P<be>is|was) "
    rf"(?P<verb>{_any_of(_IS_CONVERSES)}) (?P<object>{_NOUN_PHRASE}|him){_BOUNDARY}"
)
# What only people and organisations do; a noun phrase that is no name may be a method, a course, the people.
_PERSONAL = frozenset("employs employed taught learned beat defeated works worked reports reported inherited".split())
_PERSON_OF = re.compile(r"^(?:the|an?) ")


def _both_named(match: re.Match[str]) -> bool:
    return all(
        re.match(_CAPITALS, match[side]) and match[side].split(" ")[0] not in NOT_NAMES
        for side in ("subject", "object")
    )


def _converses(sentence: Sentence) -> Iterator[Edit]:
    """The relation told from its other end: true with the sides exchanged, false without."""
    match = _simple(_CONVERSE.match(sentence.text))
    if (
        match
        and _number(match["object"]) == "was"
        and _number(match["subject"]) == "was"
        and (match["verb"].split()[0] not in _PERSONAL or _both_named(match))
    ):
        converse = _CONVERSES[match["verb"]]
        yield from _told("converse", match, match["object"], converse, match["subject"])
        yield from _told("role_converse", match, match["subject"], converse, match["object"])
    match = _simple(_IS_CONVERSE.match(sentence.text))
    if match and _number(match["object"]) == "was" and (not _PERSON_OF.match(match["verb"]) or _both_named(match)):
        verb, be = match["verb"], match["be"]
        # written and founded once, while its author still is the author
        told = "was" if _IS_CONVERSES[verb] in ("written by", "founded by") else be
        converse = f"{told} {_IS_CONVERSES[verb]}"
        yield from _told("converse", match, match["object"], converse, match["subject"])
        if verb not in _SYMMETRIC:
            yield from _told("role_converse", match, match["subject"], converse, match["object"])
            yield from _told("role_swapped", match, match["object"], f"{be} {verb}", match["subject"])


_LENDING = {
    "bought": ("from", "sold", "to"), "purchased": ("from", "sold", "to"), "borrowed": ("from", "lent", "to"),
    "sold": ("to", "bought", "from"), "lent": ("to", "borrowed", "from"), "received": ("from", "gave", "to"),
    "gave": ("to", "received", "from"), "taught": ("to", "learned", "from"),
    "learned": ("from", "taught", "to"),
    "leased": ("from", "let", "to"), "inherited": ("from", "left", "to"), "sent": ("to", "received", "from"),
    "acquired": ("from", "sold", "to"),
}  # fmt: skip
_EXCHANGE = re.compile(
    rf"^{_OPENING}(?P<subject>{_NOUN_PHRASE}) (?P<verb>{'|'.join(_LENDING)}) (?P<thing>(?:the|"
    rf"a|an|his|her|its|their) [a-z]+(?: [a-z]+)?) (?P<prep>from|to) "
    rf"(?P<object>{_NOUN_PHRASE}){_BOUNDARY}"
)


def exchanges(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """Buying and selling, lending and borrowing: told from the other side, or with the two sides exchanged."""
    match = _simple(_EXCHANGE.match(sentence.text))
    if not match or _LENDING[match["verb"]][0] != match["prep"]:
        return
    _, converse, prep = _LENDING[match["verb"]]
    subject, other, thing = match["subject"], match["object"], match["thing"]
    if thing.split()[0] in ("his", "her", "its", "their"):
        return
    yield from _told("converse", match, other, f"{converse} {thing} {prep}", subject)
    yield from _told("role_converse", match, subject, f"{converse} {thing} {prep}", other)
    yield from _told("role_swapped", match, other, f"{match['verb']} {thing} {match['prep']}", subject)


_AS = re.compile(rf"({_CAPITALS}) as ({_CAPITALS}) ?(?:,|and|, and) ({_CAPITALS}) as ({_CAPITALS})")


def exchanged_names(sentence: Sentence, _rng: Random) -> Iterator[Edit]:
    """The names of two parallel parts change places: "A as X, B as Y", "from A to B"."""
    for match in _AS.finditer(sentence.text):
        if match[2] != match[4]:
            new = (
                match[0][: match.start(2) - match.start()]
                + match[4]
                + sentence.text[match.end(2) : match.start(4)]
                + match[2]
            )
            yield sentence.replaced("names_swapped", CONTRADICTED, *match.span(), new)
    for match in re.finditer(rf"\bfrom ({_CAPITALS}) to ({_CAPITALS})(?![\w'’ ]* [A-Z])", sentence.text):
        if match[1] != match[2]:
            yield sentence.replaced("names_swapped", CONTRADICTED, *match.span(), f"from {match[2]} to {match[1]}")


MAKERS = (entities, roles, exchanges, exchanged_names)
