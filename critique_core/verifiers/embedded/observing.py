"""What the checks find on a claim: on the unit that fits best, or on another where that shows more."""

from collections.abc import Sequence

import regex

from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Seen
from critique_core.verifiers.embedded.checks.registry import Check, Laid, of_claim, of_fields, of_unit

_NO_CELL = regex.compile(r"(?:^|[|;,\t])\s*(?:no|none|never|not)\s*(?:$|[|;,\t])", regex.IGNORECASE)


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
    return of_claim(laid, [*found, *fields], checks)


def _on_one_unit(laid: Laid, checks: Sequence[Check]) -> list[Seen]:
    """What is found on the focus, unless a unit that fits as well shows nothing of it."""
    claim, focus = laid.claim, laid.focus
    found = [(focus, o) for o in of_unit(claim, focus, checks)]
    least = (focus.inside - 0.02, focus.coverage - 0.02)
    others = (a for a in laid.alignments if a is not focus and a.inside >= least[0] and a.coverage >= least[1])
    rival = next(others, None)
    return found if rival is None or of_unit(claim, rival, checks) else []
