"""Drafts that leave their subject to a pronoun, with the subject that their sources give it.

"It shows the direction" rests on "The angle of the dance shows the direction": a draft is about what its sources say
it of, so the pronoun is read as the words before the verb there. An answer about something else gets that one's name.
"""

import re
from collections.abc import Iterator, Sequence

from critique_core.language.grammar import ADVERBS, DETERMINERS, PRONOUNS, Syntax
from critique_core.models import VerifiedClaim

_PRONOUN = re.compile(r"\W{0,3}\b(?P<word>it|he|she|they|its|their)(?P<is>['’]s)?\s+(?P<next>[^\W\d_]+)", re.IGNORECASE)
_ANSWERS = re.compile(r"\W{0,3}\b[Ii]t(?:['’]s|\s+(?:is|was))\s+[A-Z]")  # "It was Otto" names whoever is asked for
_OWNING = frozenset(("its", "their"))
_LONGEST = 12  # words of a subject


def with_subjects(draft: str, verified: Sequence[VerifiedClaim]) -> str:
    """The draft with each pronoun that opens a claim read as the subject of the sentence that the claim rests on.

    English. A pronoun stays where the claim rests on nothing, or on a sentence without a subject of its own.
    """
    read: list[str] = []
    at = 0
    for claim in sorted(verified, key=lambda claim: claim.start):
        opening = _PRONOUN.match(draft, claim.start, claim.end)
        if opening is None or claim.start < at or _ANSWERS.match(draft, claim.start):
            continue
        owning = opening["word"].casefold() in _OWNING
        subject = next(_subjects(claim, opening["next"].casefold(), owning=owning), None)
        if subject is not None:
            read += [draft[at : opening.start("word")], subject, "'s" if owning else " is" if opening["is"] else ""]
            at = opening.end("is") if opening["is"] else opening.end("word")
    return "".join((*read, draft[at:]))


def _subjects(claim: VerifiedClaim, following: str, *, owning: bool) -> Iterator[str]:
    """The subjects of a claim's quotes, of those with its own verb before the others.

    ``following`` is the word behind the pronoun: the verb, or what is owned, which is then no part of the subject.
    """
    parts = claim.verdict.evidence if claim.verdict else ()
    quotes = [part.quote for part in parts if part.relation != "context" and part.match != "not_found"]
    read = [(quote, Syntax(quote, quote)) for quote in quotes]
    found = [(quote, syntax, syntax.main_verb(0, len(syntax.words)) or 0) for quote, syntax in read]
    if not owning:
        agree = (one for one in found if one[1].words[one[2]].endswith("s") == following.endswith("s"))
        same = ((quote, syntax, syntax.words.index(following)) for quote, syntax in read if following in syntax.words)
        found = [*same, *agree]
    for quote, syntax, place in found:
        verb = place - (place > 1 and syntax.words[place - 1] in ADVERBS)  # "Roth also wrote"
        subject = syntax.words[:verb]
        if 0 < verb <= _LONGEST and subject[0] not in PRONOUNS - DETERMINERS and _names({*subject}, following):
            yield quote[syntax.tokens[0].start : syntax.tokens[verb - 1].end]


def _names(subject: set[str], following: str) -> bool:
    return not subject <= DETERMINERS and subject.isdisjoint({",", following, "its", "their", "it"})
