"""Prices that a source gives as a share of another: "14 euros, children pay half" makes 7 euros for a child."""

from collections.abc import Iterator, Sequence

import regex

from critique_core.language.frames import acts
from critique_core.language.sentence import Sentence
from critique_core.language.similarity import similarity
from critique_core.typed_values.currencies import same_currency
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.things import segment_at, things
from critique_core.verifiers.embedded.arithmetic.terms import Derived, Term, derived, equal, terms_of
from critique_core.verifiers.embedded.checks.base import Observation, Seen

_SURE = 0.8
_SAME = 0.85  # "adults" are not the "children" who pay half
_NEAR = 8
_OF_IT = regex.compile(r"\s*(?:off|of)\s+(?:the\s+)?[^.,;]{0,40}$", regex.IGNORECASE)
_PAYING = frozenset("pay get receive cost save".split())

_OFF = regex.compile(
    r"^\W*(?:\p{L}+\s+)?(?:off|less|cheaper|discount|reduction|rebate|lower)\b"
    r"|\b(?:discount|reduction|rebate|reduced|cut|lowered) (?:of|by)\W*$",
    regex.IGNORECASE,
)


def reduced_price(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Derived | None:
    """The claim's price as the share that a source gives those whom the claim names, of the price before it."""
    for share, price in _shares(claim, mention, terms):
        if equal(mention.low, _reduced(share, price), mention):
            return derived(mention, price, share, f"{_said(share, price)} is {mention.text}")
    return None


def full_prices(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """A price that the claim gives for those who pay a share of it: "children pay 14 euros" beside "pay half"."""
    if any(m.kind == "percentage" for m in claim.mentions):
        return
    terms = terms_of(alignments[:_NEAR])
    for mention in claim.mentions:
        for share, price in _shares(claim, mention, terms):
            if equal(mention.low, price.value, mention):
                said, theirs = f"the source gives {_said(share, price)} for this", share.mention
                yield share.alignment, Observation(
                    "currency", "conflicts", mention.start, mention.end, mention.text,
                    theirs.start, theirs.end, theirs.text, said, _SURE,
                )  # fmt: skip
                return


def _said(share: Term, price: Term) -> str:
    return f"{share.mention.text}{' off' if _is_off(share) else ' of'} {price.mention.text}"


def _reduced(share: Term, price: Term) -> float:
    return price.value * (1.0 - share.value if _is_off(share) else share.value)


def _shares(claim: Sentence, mention: Mention, terms: Sequence[Term]) -> Iterator[tuple[Term, Term]]:
    """Shares for those whom the claim names, each with the last price before it that is theirs to be reduced."""
    if mention.kind != "currency" or mention.bound or claim.code != "en":
        return
    prices = [
        t for t in terms if t.mention.kind == "currency" and same_currency(t.mention.unit, mention.unit) and t.value
    ]
    for share in terms:
        if share.mention.kind != "percentage" or share.mention.is_range or not 0.0 < share.value < 1.0:
            continue
        before = [p for p in prices if p.is_near(share) and (_place(p) < _place(share) or _is_of_it(share, p))]
        price = max(before, key=_place, default=None)
        if price is None or price.mention.bound:
            continue
        if _named_by(claim, share) - (set() if _is_of_it(share, price) else _named_by(claim, price)):
            yield share, price


def _named_by(claim: Sentence, term: Term) -> set[int]:
    """The claim's words for people or things that the term's clause has too."""
    here = segment_at(term.sentence, term.mention.start)
    near = [w for w in things(term.sentence) if w.clause == here]
    return {
        w.index
        for w in claim.words
        if not acts(claim, w)
        and w.keys.isdisjoint(_PAYING)
        and any(similarity(w, other, claim.code) >= _SAME for other in near)
    }


def _is_off(share: Term) -> bool:
    """Whether a share is taken off a price: "20 percent off", "a discount of a third"."""
    text, stated = share.sentence.text, share.mention
    return _OFF.search(text[stated.end :][:24]) is not None or _OFF.search(text[: stated.start]) is not None


def _is_of_it(share: Term, price: Term) -> bool:
    """Whether a price is what a share is taken off or of: "10 percent off the list price of 250 dollars"."""
    return share.alignment is price.alignment and _OF_IT.match(
        share.sentence.text[share.mention.end : price.mention.start + 1]
    ) is not None  # fmt: skip


def _place(term: Term) -> tuple[str, int, int]:
    return term.alignment.scope.source_id, term.alignment.scope.unit.start, term.mention.start
