"""What to search for when claims have failed (S4's targeted queries): what each is about, without what is in doubt.

Drafts and queries are hostile text: only words reach a query, never quotation marks, operators or control characters.
"""

from collections.abc import Iterator, Sequence

import regex

from critique_core.models import TargetedQuery, VerifiedClaim
from critique_core.queries import question
from critique_core.queries.terms import forms, is_function
from critique_core.text.languages import language_of

__all__ = ["searchable", "targeted"]

MOST_CHARACTERS = 300
_MOST_OF_CLAIM, _MOST_OF_QUERY = 9, 4  # words
_LONGEST_WORD = 60
_SHOWN = 100
_FAILED = {
    "contradicted": "the sources contradict",
    "unsupported": "no source supports",
    "partially_supported": "the sources support only a part of",
}
_WORD = regex.compile(r"[\p{L}\p{N}\p{M}]+(?:[-._/'’][\p{L}\p{N}\p{M}]+)*")
_PART_END = regex.compile(r"[-._/'’]")
_NAME_BEFORE = regex.compile(r"(?:\p{Lu}[\p{L}\p{M}.'’-]*\s+)+\Z")
_NAME_AFTER = regex.compile(r"(?:\s+\p{Lu}[\p{L}\p{M}'’-]*)*")
_OPERATORS = frozenset(("AND", "OR", "NOT", "NEAR"))


def targeted(query: str, claims: Sequence[VerifiedClaim], *, limit: int = 4) -> tuple[TargetedQuery, ...]:
    """At most ``limit`` distinct queries for the claims that failed, the most doubtful first.

    A claim failed when it is contradicted, unsupported or partially supported. Its query holds what the reader asked
    about and the claim's content words, except those that a typed finding says conflict with a source: whoever doubts
    "60 seconds" searches for the timeout. When no claim gives a query, the reader's own is the only one; none at all
    when that has no words either.
    """
    failed = [claim for claim in claims if claim.status in _FAILED]
    failed.sort(key=lambda claim: (1.0 if claim.probability is None else claim.probability, claim.start))
    found: dict[frozenset[str], TargetedQuery] = {}
    for claim in failed:
        words = _about(query, claim)
        if words:
            text = _short(words)
            made = TargetedQuery(text=text, claim_id=claim.id, reason=_reason(claim))
            found.setdefault(frozenset(text.casefold().split()), made)
    own = searchable(query)
    if not found and own:
        reason = "no claim says more than the query does" if failed else "no claim failed; this is the query itself"
        return (TargetedQuery(text=own, reason=reason),)[:limit]
    return tuple(found.values())[:limit]


def searchable(text: str) -> str:
    """The words of a text in order, at most 300 characters, with nothing that a search engine reads as an operator."""
    return _short(list(_words(text)))


def _about(query: str, claim: VerifiedClaim) -> list[str]:
    """The query's subject and the claim's content words that are not in doubt; none when the claim adds no word."""
    language = language_of(claim.text)
    own = _content(_without_conflicts(claim), language)[:_MOST_OF_CLAIM]
    if not own:
        return []
    known = {form for word in own for form in forms(word.casefold(), language)}
    doubted = {form for word in _doubted(claim) for form in forms(word.casefold(), language)}
    subject = [
        word
        for word in _content(" ".join(term.text for term in question.read(query).terms), language)
        if forms(word.casefold(), language).isdisjoint(known | doubted)
    ]
    return [*subject[:_MOST_OF_QUERY], *own]


def _without_conflicts(claim: VerifiedClaim) -> str:
    text = claim.text
    for value, at in sorted(_conflicts(claim), key=lambda found: -found[1]):
        text = text[:at] + " " + text[at + len(value) :]
    return text


def _conflicts(claim: VerifiedClaim) -> Iterator[tuple[str, int]]:
    """Each conflicting value as the claim words it, and where it is in the claim's text."""
    for finding in claim.verdict.findings if claim.verdict else ():
        value = finding.claim_value
        at = finding.start - claim.start
        if finding.agreement != "conflicts" or not value.strip():
            continue
        if claim.text[max(at, 0) : max(at, 0) + len(value)] != value or at < 0:  # the claim's text was rewritten
            at = claim.text.find(value)
        if at >= 0 and finding.kind in ("name", "role") and value[0].isupper():
            # "Louis" is what differs, "Louis Pasteur" what is in doubt.
            before, after = _NAME_BEFORE.search(claim.text[:at]), _NAME_AFTER.match(claim.text, at + len(value))
            start, end = before.start() if before else at, after.end() if after else at + len(value)
            yield claim.text[start:end], start
        elif at >= 0:
            yield value, at


def _doubted(claim: VerifiedClaim) -> list[str]:
    return [word for value, _ in _conflicts(claim) for word in _words(value)]


def _content(text: str, language: str) -> list[str]:
    """The distinct words of a text that carry meaning, in order."""
    found: dict[str, str] = {}
    for word in _words(text):
        key = word.casefold()
        if not is_function(key, language) and (len(key) > 1 or not key.isascii() or key.isdigit()):
            found.setdefault(key, word)
    return list(found.values())


def _words(text: str) -> Iterator[str]:
    for match in _WORD.finditer(text):
        word: str = match.group()[:_LONGEST_WORD]
        yield word.casefold() if _OPERATORS.intersection(_PART_END.split(word)) else word


def _short(words: Sequence[str]) -> str:
    text = " ".join(words)
    if len(text) <= MOST_CHARACTERS:
        return text
    return text[: MOST_CHARACTERS + 1].rpartition(" ")[0] or text[:MOST_CHARACTERS]


def _reason(claim: VerifiedClaim) -> str:
    text = " ".join(claim.text.split())
    shown = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1].rstrip()}…"
    values = list(dict.fromkeys(" ".join(value.split()) for value, _ in _conflicts(claim)))
    doubted = f"; left out as it is in doubt: {', '.join(f'“{value}”' for value in values)}" if values else ""
    return f"{_FAILED[claim.status]} “{shown}”{doubted}"
