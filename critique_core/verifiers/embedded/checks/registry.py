"""The table of all checks of meaning, and the one arbiter between what they find.

The table is not in the package's ``__init__`` because records and arithmetic import ``checks.base``.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from critique_core.language.sentence import Sentence
from critique_core.models import FindingKind
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded import records
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.arithmetic import shares as proportions
from critique_core.verifiers.embedded.arithmetic import sums
from critique_core.verifiers.embedded.checks import comparisons, entries, multiples
from critique_core.verifiers.embedded.checks.antecedents import antecedents
from critique_core.verifiers.embedded.checks.base import Observation, Seen
from critique_core.verifiers.embedded.checks.bindings import bindings
from critique_core.verifiers.embedded.checks.degrees import degrees
from critique_core.verifiers.embedded.checks.modality import modality, promised
from critique_core.verifiers.embedded.checks.order import order_of_events
from critique_core.verifiers.embedded.checks.polarity import polarity
from critique_core.verifiers.embedded.checks.poles import poles
from critique_core.verifiers.embedded.checks.quantifiers import quantifiers
from critique_core.verifiers.embedded.checks.referents import referents
from critique_core.verifiers.embedded.checks.roles import roles
from critique_core.verifiers.embedded.checks.speakers import speakers
from critique_core.verifiers.embedded.checks.stated_comparisons import stated_comparisons
from critique_core.verifiers.embedded.checks.trends import trends

_BEFORE = frozenset("earlier previous previously former formerly".split())
_NEAR = 10
ANYTHING = "anything"
"""In ``Check.yields_to``: whatever an earlier check of the same scope found."""


@dataclass(frozen=True)
class Laid:
    """A claim laid over its sources: all units by how well they fit, the best one, and values found in no source."""

    claim: Sentence
    alignments: Sequence[Alignment]
    focus: Alignment
    unstated: Sequence[Mention] = ()

    @property
    def near(self) -> Sequence[Alignment]:
        """The units that fit best."""
        return self.alignments[:_NEAR]


OfUnit = Callable[[Sentence, Alignment], Iterable[Observation]]
OfClaim = Callable[[Laid], Iterable[Seen]]


@dataclass(frozen=True)
class Outweighs:
    """Findings that a check's own finding removes: those of some kinds, those that overlap it, or both together."""

    kinds: frozenset[FindingKind] | None = None
    overlapping: bool = False

    def removes(self, strong: Observation, weak: Observation) -> bool:
        """Whether ``weak`` goes because of ``strong``."""
        overlap = weak.start < strong.end and strong.start < weak.end
        return (self.kinds is None or weak.kind in self.kinds) and (overlap or not self.overlapping)


@dataclass(frozen=True)
class UnitCheck:
    """A check of a claim against one unit of a source.

    ``yields_to`` holds names of earlier checks and kinds of findings: where one of them was found on the unit, the
    check is not run. ``most`` is how many of its findings count. A check with ``same_time`` is not run on a unit
    about an earlier time than the claim's.
    """

    name: str
    find: OfUnit
    yields_to: frozenset[str] = frozenset()
    most: int | None = None
    same_time: bool = False
    scope: Literal["unit"] = "unit"


@dataclass(frozen=True)
class ClaimCheck:
    """A check of a claim against all its units; what it finds can outweigh what earlier checks found."""

    name: str
    find: OfClaim
    yields_to: frozenset[str] = frozenset()
    outweighs: tuple[Outweighs, ...] = ()
    scope: Literal["claim"] = "claim"


Check = UnitCheck | ClaimCheck


def _names(*names: str) -> frozenset[str]:
    return frozenset(names)


def _near(find: Callable[[Sentence, Sequence[Alignment]], Iterable[Seen]]) -> OfClaim:
    return lambda laid: find(laid.claim, laid.near)


def _superlative(laid: Laid) -> Iterable[Seen]:
    return comparisons.superlative(laid.claim, [a for a in laid.near if a.scope.unit.kind != "table"])


CHECKS: tuple[Check, ...] = (
    UnitCheck("poles", poles),
    UnitCheck("polarity", polarity, yields_to=_names("poles")),
    UnitCheck("quantifiers", quantifiers, same_time=True),
    UnitCheck("roles", roles),
    UnitCheck("degrees", degrees, yields_to=_names("quantifier", "antonym"), most=1, same_time=True),
    UnitCheck("antecedents", antecedents, yields_to=_names("role"), most=1),
    UnitCheck("trends", trends, yields_to=_names(ANYTHING)),
    UnitCheck("bindings", bindings, yields_to=_names(ANYTHING), most=1),
    UnitCheck("modality", modality),
    UnitCheck("promised", promised, yields_to=_names("modality")),
    ClaimCheck("records", lambda laid: records.observe(laid.claim, laid.alignments)),
    ClaimCheck("entries", lambda laid: entries.observe(laid.claim, laid.focus, laid.alignments)),
    ClaimCheck("compared_things", _near(comparisons.compare_things)),
    ClaimCheck("superlatives", _superlative),
    ClaimCheck("majority", lambda laid: proportions.majority(laid.claim, laid.alignments)),
    ClaimCheck("multiples", _near(multiples.opposed)),
    ClaimCheck("sums", lambda laid: sums.disagreements(laid.claim, laid.unstated, laid.near)),
    ClaimCheck(
        "order", _near(order_of_events), outweighs=(Outweighs(kinds=frozenset(("negation", "comparison"))),)
    ),
    ClaimCheck(
        "stated_comparisons", _near(stated_comparisons),
        outweighs=(Outweighs(kinds=frozenset(("comparison",))), Outweighs(overlapping=True)),
    ),
    ClaimCheck("speakers", _near(speakers)),
    ClaimCheck("referents", _near(referents)),
)  # fmt: skip
"""All checks, in the order in which they are run."""

_TOGETHER = _names("order", "stated_comparisons", "speakers", "referents")
"""Checks that read several sentences together; none of them outweighs another."""
_HELD = Outweighs(kinds=frozenset(("negation", "antonym")), overlapping=True)  # by a comparison that holds


def of_unit(claim: Sentence, alignment: Alignment, checks: Sequence[Check] = CHECKS) -> list[Observation]:
    """What the checks of one unit find on it."""
    found: list[Observation] = []
    fired = set[str]()
    earlier = _is_earlier(claim, alignment)
    for check in checks:
        if not isinstance(check, UnitCheck) or check.yields_to & fired or (check.same_time and earlier):
            continue
        own = list(check.find(claim, alignment))[: check.most]
        found += own
        fired |= {check.name, ANYTHING, *(o.kind for o in own)} if own else set()
    return found


def of_records(laid: Laid, checks: Sequence[Check] = CHECKS) -> list[Seen]:
    """What the fields, cells and code among the units say."""
    return [seen for c in checks if isinstance(c, ClaimCheck) and c.name == "records" for seen in c.find(laid)]


def of_claim(laid: Laid, found: Sequence[Seen], checks: Sequence[Check] = CHECKS) -> list[Seen]:
    """What the checks of whole claims find, with what was found on single units, after one outweighed another."""
    first = [c for c in checks if isinstance(c, ClaimCheck) and c.name not in _TOGETHER and c.name != "records"]
    kept = [*found, *(seen for check in first for seen in check.find(laid))]
    return together(laid, kept, checks)


def together(laid: Laid, found: Sequence[Seen], checks: Sequence[Check] = CHECKS) -> list[Seen]:
    """Findings with those of the checks that read several sentences together.

    A finding is outweighed only by those that ``Check.outweighs`` names, and a negation or an opposite by a comparison
    over the same words that holds.
    """
    kept, added = list(found), list[Seen]()
    strong = [c for c in checks if isinstance(c, ClaimCheck) and c.name in _TOGETHER]
    for check in strong:
        if check.name != "order":  # an order of events comes first: it can remove a comparison that seems to hold
            holding = [(a, o) for a, o in kept if o.kind == "comparison" and o.agreement == "agrees"]
            kept = _without(kept, holding, (_HELD,))
        own = list(check.find(laid))
        kept = _without(kept, own, check.outweighs)
        added += own
    return [*kept, *added]


def _without(found: Sequence[Seen], strong: Sequence[Seen], rules: Sequence[Outweighs]) -> list[Seen]:
    return [(a, o) for a, o in found if not any(rule.removes(s, o) for _, s in strong for rule in rules)]


def _is_earlier(claim: Sentence, alignment: Alignment) -> bool:
    """Whether the unit is about an earlier time ("in an earlier trial") and the claim is not."""
    return bool(alignment.scope.sentence.functions & _BEFORE) and not claim.functions & _BEFORE
