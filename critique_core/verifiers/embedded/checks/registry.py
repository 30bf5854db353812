"""The table of all checks of meaning, and in which order they are run.

The table is not in the package's ``__init__`` because records and arithmetic import ``checks.base``.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from critique_core.language.sentence import Sentence
from critique_core.models import FindingKind
from critique_core.verifiers.embedded import records
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.arithmetic.reductions import full_prices
from critique_core.verifiers.embedded.checks import comparisons, days, entries, near_copies
from critique_core.verifiers.embedded.checks.answers import answers
from critique_core.verifiers.embedded.checks.base import Observation, Seen
from critique_core.verifiers.embedded.checks.bindings import bindings
from critique_core.verifiers.embedded.checks.causes import causes
from critique_core.verifiers.embedded.checks.changes import stated_changes
from critique_core.verifiers.embedded.checks.charges import charges
from critique_core.verifiers.embedded.checks.complements import complements
from critique_core.verifiers.embedded.checks.denials import exceptions
from critique_core.verifiers.embedded.checks.denied_deeds import denied_deeds
from critique_core.verifiers.embedded.checks.directions import directions
from critique_core.verifiers.embedded.checks.ends import ends
from critique_core.verifiers.embedded.checks.foods import left_out
from critique_core.verifiers.embedded.checks.framed import framed
from critique_core.verifiers.embedded.checks.gapped import gapped
from critique_core.verifiers.embedded.checks.inclusions import inclusions, left_out_alike
from critique_core.verifiers.embedded.checks.limits import limits
from critique_core.verifiers.embedded.checks.limits_by_words import limits_by_words
from critique_core.verifiers.embedded.checks.listed import listed
from critique_core.verifiers.embedded.checks.modality import modality
from critique_core.verifiers.embedded.checks.moves import moves
from critique_core.verifiers.embedded.checks.multiples import multiples
from critique_core.verifiers.embedded.checks.order import order_of_events
from critique_core.verifiers.embedded.checks.overstatements import overstatements, unasked
from critique_core.verifiers.embedded.checks.permissions import permissions
from critique_core.verifiers.embedded.checks.polarity import polarity, poles
from critique_core.verifiers.embedded.checks.portions import portions
from critique_core.verifiers.embedded.checks.ranks import ranks
from critique_core.verifiers.embedded.checks.relatives import relatives
from critique_core.verifiers.embedded.checks.roles import roles
from critique_core.verifiers.embedded.checks.sections import sections
from critique_core.verifiers.embedded.checks.superlatives import superlative
from critique_core.verifiers.embedded.checks.unfulfilled import unfulfilled
from critique_core.verifiers.embedded.checks.votes import votes
from critique_core.verifiers.embedded.checks.whereabouts import whereabouts

_NEAR = 10
_PLAIN_OPPOSITE = 0.6
ANYTHING = "anything"
"""In ``Check.yields_to``: whatever an earlier check of the same scope found."""


@dataclass(frozen=True)
class Laid:
    """A claim laid over its sources: all units by how well they fit, and the best one."""

    claim: Sentence
    alignments: Sequence[Alignment]
    focus: Alignment

    @property
    def near(self) -> Sequence[Alignment]:
        """The units that fit best."""
        return self.alignments[:_NEAR]


OfUnit = Callable[[Sentence, Alignment], Iterable[Observation]]
OfClaim = Callable[[Laid], Iterable[Seen]]


@dataclass(frozen=True)
class UnitCheck:
    """A check of a claim against one unit of a source.

    ``yields`` are the kinds of findings it can make. ``languages`` are those of the claims it reads, as ISO 639-1
    codes; ``None`` is all. ``yields_to`` holds names of earlier checks and kinds of findings: where one of them was
    found on the unit, the check is not run. ``most`` is how many of its findings count. A check of
    ``prose`` is not run on code, records or tables.
    """

    name: str
    find: OfUnit
    yields: frozenset[FindingKind]
    languages: frozenset[str] | None = None
    yields_to: frozenset[str] = frozenset()
    most: int | None = None
    prose: bool = False
    scope: Literal["unit"] = "unit"

    def reads(self, claim: Sentence, alignment: Alignment) -> bool:
        """Whether the check reads claims in the claim's language, and units of the unit's kind."""
        if self.prose and alignment.scope.unit.kind != "prose":
            return False
        return self.languages is None or claim.code in self.languages


@dataclass(frozen=True)
class ClaimCheck:
    """A check of a claim against all its units.

    ``yields`` and ``languages`` are those of ``UnitCheck``. ``exact`` says that it reads fields, cells and code, where
    what it finds replaces what the checks of units found there. What it finds removes the earlier findings of the kinds
    that it ``outweighs``, but those that are firm.
    """

    name: str
    find: OfClaim
    yields: frozenset[FindingKind]
    languages: frozenset[str] | None = None
    exact: bool = False
    outweighs: frozenset[FindingKind] = frozenset()
    scope: Literal["claim"] = "claim"

    def reads(self, claim: Sentence) -> bool:
        """Whether the check reads claims in the claim's language."""
        return self.languages is None or claim.code in self.languages


Check = UnitCheck | ClaimCheck


def _names(*names: str) -> frozenset[str]:
    return frozenset(names)


def _kinds(*kinds: FindingKind) -> frozenset[FindingKind]:
    return frozenset(kinds)


def _near(find: Callable[[Sentence, Sequence[Alignment]], Iterable[Seen]]) -> OfClaim:
    return lambda laid: find(laid.claim, laid.near)


def _superlative(laid: Laid) -> Iterable[Seen]:
    return superlative(laid.claim, [a for a in laid.near if a.scope.unit.kind != "table"])


_ENGLISH = _names("en")
_OTHERS = _names("de", "fr", "es", "it", "pt", "nl")
_RECORDS = _kinds("number", "quantity", "percentage", "date", "time", "currency", "range", "name", "negation",
                  "condition", "comparison", "detail")  # fmt: skip

CHECKS: tuple[Check, ...] = (
    UnitCheck("poles", poles, _kinds("antonym"), _ENGLISH, prose=True),
    UnitCheck("exceptions", exceptions, _kinds("condition"), yields_to=_names("poles"), most=1),
    UnitCheck(
        "polarity", polarity, _kinds("negation", "antonym"), yields_to=_names("poles", "exceptions")
    ),
    UnitCheck("roles", roles, _kinds("role"), _ENGLISH, prose=True),
    UnitCheck("relatives", relatives, _kinds("detail"), _ENGLISH, yields_to=_names("roles"), prose=True),
    UnitCheck("limits", limits, _kinds("condition"), _ENGLISH, yields_to=_names(ANYTHING), most=1, prose=True),
    UnitCheck(
        "limits_by_words", limits_by_words, _kinds("condition"), _OTHERS,
        yields_to=_names(ANYTHING), most=1, prose=True,
    ),
    UnitCheck("modality", modality, _kinds("modality"), yields_to=_names("exceptions")),
    ClaimCheck("records", lambda laid: records.observe(laid.claim, laid.alignments), _RECORDS, exact=True),
    ClaimCheck(
        "sections", lambda laid: sections(laid.claim, laid.alignments),
        _kinds("version", "date", "identifier", "number", "detail", "name"),
    ),
    ClaimCheck("entries", lambda laid: entries.observe(laid.claim, laid.focus, laid.alignments), _kinds("identifier")),
    ClaimCheck(
        "permissions", _near(permissions), _kinds("modality", "condition"),
        outweighs=_kinds("negation", "antonym", "modality"),
    ),
    ClaimCheck("unasked", _near(unasked), _kinds("modality"), _ENGLISH),
    ClaimCheck("overstatements", _near(overstatements), _kinds("modality"), _ENGLISH),
    ClaimCheck("whereabouts", _near(whereabouts), _kinds("name"), _ENGLISH),
    ClaimCheck("votes", _near(votes), _kinds("quantifier"), _ENGLISH),
    ClaimCheck("causes", _near(causes), _kinds("role"), _ENGLISH),
    ClaimCheck("moves", _near(moves), _kinds("role"), _ENGLISH),
    ClaimCheck("portions", _near(portions), _kinds("quantifier"), _ENGLISH),
    ClaimCheck("ranks", _near(ranks), _kinds("quantifier"), _ENGLISH),
    ClaimCheck("framed", _near(framed), _kinds("negation", "modality"), _ENGLISH, outweighs=_kinds("negation")),
    ClaimCheck("unfulfilled", _near(unfulfilled), _kinds("modality", "date"), _ENGLISH),
    ClaimCheck(
        "charges", _near(charges), _kinds("currency"),
        outweighs=_kinds("negation", "antonym"),
    ),
    ClaimCheck("full_prices", _near(full_prices), _kinds("currency"), _ENGLISH),
    ClaimCheck("denied_deeds", _near(denied_deeds), _kinds("negation"), _ENGLISH),
    ClaimCheck("directions", _near(directions), _kinds("antonym"), _ENGLISH),
    ClaimCheck("stated_changes", _near(stated_changes), _kinds("antonym"), _ENGLISH),
    ClaimCheck("ends", _near(ends), _kinds("time", "date"), _ENGLISH),
    ClaimCheck("foods", lambda laid: left_out(laid.claim, laid.alignments), _kinds("negation"), _ENGLISH),
    ClaimCheck("inclusions", _near(inclusions), _kinds("antonym")),
    ClaimCheck(
        "left_out_alike", _near(left_out_alike), _kinds("antonym"),
        outweighs=_kinds("negation", "antonym"),
    ),
    ClaimCheck(
        "listed", lambda laid: listed(laid.claim, laid.alignments), _kinds("antonym"),
        outweighs=_kinds("negation", "antonym", "modality"),
    ),
    ClaimCheck(
        "answers", lambda laid: answers(laid.claim, laid.alignments), _kinds("negation"),
        outweighs=_kinds("negation", "antonym", "modality"),
    ),
    ClaimCheck("days", lambda laid: days.observe(laid.claim, laid.focus, laid.alignments), _kinds("date")),
    ClaimCheck(
        "reopening", lambda laid: days.reopening(laid.claim, laid.alignments), _kinds("date"),
        outweighs=_kinds("antonym"),
    ),
    ClaimCheck("shut_then", lambda laid: days.shut_then(laid.claim, laid.alignments), _kinds("date")),
    ClaimCheck("open_days", _near(days.open_days), _kinds("date"), _OTHERS, outweighs=_kinds("antonym")),
    ClaimCheck("hours", lambda laid: days.hours_denied(laid.claim, laid.alignments), _kinds("negation")),
    ClaimCheck(
        "near_copies", lambda laid: near_copies.observe(laid.claim, laid.focus, laid.alignments),
        _kinds("detail", "name", "role"), _ENGLISH,
    ),
    ClaimCheck("bindings", _near(bindings), _kinds("role", "detail"), _ENGLISH),
    ClaimCheck("complements", _near(complements), _kinds("role"), _ENGLISH),
    ClaimCheck("gapped", _near(gapped), _kinds("role"), _ENGLISH),
    ClaimCheck("multiples", _near(multiples), _kinds("comparison"), _ENGLISH),
    ClaimCheck("compared_things", _near(comparisons.compare_things), _kinds("comparison")),
    ClaimCheck(
        "stated_comparisons", _near(comparisons.stated_comparison), _kinds("comparison"), _ENGLISH,
        outweighs=_kinds("antonym", "negation", "role"),
    ),
    ClaimCheck("superlatives", _superlative, _kinds("comparison")),
    ClaimCheck(
        "order", _near(order_of_events), _kinds("comparison"), _ENGLISH,
        outweighs=_kinds("negation", "comparison"),
    ),
)  # fmt: skip
"""All checks, in the order in which they are run."""


def of_unit(claim: Sentence, alignment: Alignment, checks: Sequence[Check] = CHECKS) -> list[Observation]:
    """What the checks of one unit find on it."""
    found: list[Observation] = []
    fired = set[str]()
    for check in checks:
        if not isinstance(check, UnitCheck) or not check.reads(claim, alignment):
            continue
        if check.yields_to & fired:
            continue
        own = list(check.find(claim, alignment))[: check.most]
        found += own
        fired |= {check.name, ANYTHING, *(o.kind for o in own)} if own else set()
    if any(o.kind == "role" and o.agreement == "conflicts" for o in found):  # what is said of another may be opposite
        found = [o for o in found if o.kind != "antonym" or o.sureness >= _PLAIN_OPPOSITE]
    return found


def of_fields(laid: Laid, checks: Sequence[Check] = CHECKS) -> list[Seen]:
    """What the fields, cells and code among the units say."""
    return [seen for check in _of_claims(laid, checks, exact=True) for seen in check.find(laid)]


def of_claim(laid: Laid, found: Sequence[Seen], checks: Sequence[Check] = CHECKS) -> list[Seen]:
    """What the checks of whole claims find, behind what was found before and is not outweighed."""
    kept = list(found)
    for check in _of_claims(laid, checks, exact=False):
        own = list(check.find(laid))
        kept = [(a, o) for a, o in kept if not own or o.firm or o.kind not in check.outweighs] + own
    return kept


def _of_claims(laid: Laid, checks: Sequence[Check], *, exact: bool) -> list[ClaimCheck]:
    return [c for c in checks if isinstance(c, ClaimCheck) and c.exact == exact and c.reads(laid.claim)]
