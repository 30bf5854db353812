"""What the checks find on a claim: on the unit that fits best, or on another where that shows more."""

from collections.abc import Sequence

import regex

from critique_core.language.frames import subject_of
from critique_core.language.sentence import Sentence
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, Seen
from critique_core.verifiers.embedded.checks.registry import Check, Laid, of_claim, of_fields, of_unit

_TURNED = ("negation", "antonym")
_MENTIONED = 0.6
_NO_CELL = regex.compile(r"(?:^|[|;,\t])\s*(?:no|none|never|not)\s*(?:$|[|;,\t])", regex.IGNORECASE)


def _of_another(laid: Laid, alignment: Alignment, seen: Observation) -> bool:
    """Whether a conflict is on a unit about another thing, while one about the claim's own has the word too.

    "The sauna is not open on Monday" beside "The pool is open Monday to Friday. The sauna is open Tuesday to Sunday."
    """
    claim = laid.claim
    word = next((w for w in claim.words if w.token.start == seen.start), None)
    subject = subject_of(claim, claim.statements[word.index]) if word is not None else None
    if word is None or subject is None or not subject.words or word in subject.words:
        return False
    named, said = [claim.words.index(one) for one in subject.words], claim.words.index(word)
    if alignment.scope.sentence.has_pronoun or any(alignment.cover[place] >= _MENTIONED for place in named):
        return False
    return any(min(one.cover[named[-1]], one.cover[said]) >= _MENTIONED for one in laid.near)


def _denies_column(alignment: Alignment) -> bool:
    """Whether a row of a table has a bare "no" in a cell, which denies its column and not the words of the row."""
    return alignment.scope.unit.kind == "table" and _NO_CELL.search(alignment.scope.unit.text) is not None


def found_on(laid: Laid, checks: Sequence[Check]) -> list[Seen]:
    """What the checks find: on the focus, or on another unit where that shows more, then on all units together."""
    fields = of_fields(laid, checks)
    found = _on_one_unit(laid, checks)
    if fields and laid.focus.scope.unit.kind not in ("prose", "heading"):
        found = []  # what a field says is read exactly; its words alone would only blur that
    found = [(a, o) for a, o in found if o.kind != "negation" or not _denies_column(a)]
    found = [(a, o) for a, o in found if o.kind not in _TURNED or not _of_another(laid, a, o)]
    return of_claim(laid, [*found, *fields], checks)


def _on_one_unit(laid: Laid, checks: Sequence[Check]) -> list[Seen]:
    """What is found on the focus, unless a unit that fits as well shows nothing of it."""
    claim, focus = laid.claim, laid.focus
    found = [(focus, o) for o in of_unit(claim, focus, checks)]
    least = (focus.inside - 0.02, focus.coverage - 0.02)
    told = _values_of(claim, focus)
    others = (
        a
        for a in laid.alignments
        if a is not focus and a.inside >= least[0] and a.coverage >= least[1] and told <= _values_of(claim, a)
    )
    rival = next(others, None)
    return found if rival is None or of_unit(claim, rival, checks) else []


def _values_of(claim: Sentence, alignment: Alignment) -> set[Mention]:
    """The values of a claim that a unit gives."""
    given = alignment.scope.sentence.mentions
    return {mention for mention in claim.mentions if any(compare.follows(mention, one) for one in given)}
