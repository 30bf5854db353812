"""The findings of a reading, each with what it says in plain words."""

import regex

from critique_core.models import Finding, FindingKind, Probabilities
from critique_core.typed_values.amounts import Mention
from critique_core.typed_values.periods import rate_base
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.rivals import labels
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.checks.conditions import Omission
from critique_core.verifiers.embedded.explanation.places import Places
from critique_core.verifiers.embedded.reading import Reading
from critique_core.verifiers.embedded.restated import is_rate_by_another_base
from critique_core.verifiers.embedded.values import Value

LIKELY = 0.5
TOO = "the source too says "
_FIGURES = regex.compile(r"\d+")
_BOUNDS = {"min": "at least", "max": "at most", "over": "more than", "under": "less than"}


def findings(reading: Reading, place: Places, probabilities: Probabilities) -> tuple[Finding, ...]:
    """Every typed comparison of the reading as a finding, conflicts first.

    A value that a source writes, but in no sentence about a claim that is supported nonetheless, refutes nothing.
    """
    supported = probabilities.supported >= LIKELY
    found: list[Finding] = []
    for value in reading.values:
        if supported and value.outcome == "missing" and not value.nowhere:
            continue
        if value.outcome == "agrees" and labels(reading.claim, value.mention):
            continue  # the number of a name, "Unit 2", says nothing by itself
        finding = _value_finding(value, place)
        if finding is not None:
            found.append(finding)
    told = [(v.mention.start, v.mention.end) for v in reading.of("conflicts") + reading.of("agrees")]
    for alignment, seen in reading.observations:
        if any(start < seen.end and seen.start < end for start, end in told):
            continue  # the value's own comparison reports it
        found.append(_observed(alignment, seen, place))
    if reading.omission is not None:
        found.append(_omitted(reading.omission, place))
    order = {"conflicts": 0, "omitted": 1, "missing": 2, "agrees": 3}
    return tuple(sorted(found, key=lambda f: order[f.agreement]))


def _observed(alignment: Alignment, seen: Observation, place: Places) -> Finding:
    span, base = place.span(seen.start, seen.end), alignment.scope.unit.start
    return Finding(
        kind=seen.kind,
        agreement=seen.agreement,
        start=span.start,
        end=span.end,
        claim_value=seen.claim_value,
        source_id=alignment.scope.source_id,
        source_start=base + seen.source_start,
        source_end=base + seen.source_end,
        source_value=seen.source_value,
        explanation=seen.explanation,
    )


def _omitted(omission: Omission, place: Places) -> Finding:
    span = place.span(omission.mention.start, omission.mention.end)
    scope, mention = omission.stated.slot.alignment.scope, omission.stated.slot.mention
    return Finding(
        kind="condition",
        agreement="omitted",
        start=span.start,
        end=span.end,
        claim_value=omission.mention.text,
        source_id=scope.source_id,
        source_start=scope.unit.start + mention.start,
        source_end=scope.unit.start + mention.end,
        source_value=omission.cases,
        explanation=omission.explanation,
    )


def _value_finding(value: Value, place: Places) -> Finding | None:
    mention, kind = value.mention, _kind(value)
    span = place.span(mention.start, mention.end)
    if value.derived is not None:
        alignment, source = value.derived.first
        return Finding(kind="sum", agreement="agrees", start=span.start, end=span.end, claim_value=mention.text,
                       source_id=alignment.scope.source_id, source_start=alignment.scope.unit.start + source.start,
                       source_end=alignment.scope.unit.start + source.end, source_value=source.text,
                       explanation=value.derived.explanation)  # fmt: skip
    if value.outcome == "unsaid" or (value.slot is None and value.outcome == "agrees"):
        return None
    if value.slot is None or value.outcome == "missing":
        return Finding(kind=kind, agreement="missing", start=span.start, end=span.end, claim_value=mention.text,
                       explanation=unfound([mention.text], nowhere=value.nowhere))  # fmt: skip
    scope, source = value.slot.alignment.scope, value.slot.mention
    agrees = value.outcome == "agrees"
    mine, theirs = mention.text, source.text
    if is_rate_by_another_base(mention, source):
        mine, theirs = _with_base(place.claim.text, mention), _with_base(scope.sentence.text, source)
    if not agrees and (mine.casefold() == theirs.casefold() or source.bound != mention.bound):
        mine, theirs = _with_bound(mention), _with_bound(source)
    if value.within:
        told = _within_in_words(source, mine, theirs, agrees=agrees)
    elif agrees and (mine != mention.text or value.denied or _in_other_figures(mine, theirs)):
        told = f"the source says {theirs}"
    else:
        told = f"{TOO}{theirs}" if agrees else f"the source says {theirs}, the draft says {mine}"
    return Finding(kind=kind, agreement="agrees" if agrees else "conflicts", start=span.start, end=span.end,
                   claim_value=mention.text, source_id=scope.source_id, source_start=scope.unit.start + source.start,
                   source_end=scope.unit.start + source.end, source_value=source.text,
                   explanation=told)  # fmt: skip


def _in_other_figures(mine: str, theirs: str) -> bool:
    """Whether two values of one meaning are written in other figures: "January 2024", "1 January 2024"."""
    own, other = _FIGURES.findall(mine), _FIGURES.findall(theirs)
    return bool(own and other) and own != other


def _within_in_words(source: Mention, mine: str, theirs: str, *, agrees: bool) -> str:
    """That a value is in a source's range or on its side, or that the draft says the opposite of what holds there."""
    if not agrees:
        return f"the source says {theirs}, {mine} is in it, and the draft says the opposite"
    if source.is_range or source.kind in ("date", "time"):
        return f"the source says {theirs}, and {mine} is in it"
    return f"the source says {_with_bound(source)}, which {mine} is"


def unfound(values: list[str], *, nowhere: bool) -> str:
    """That no source states values, or, where their figures stand in one, that it was not found to be for this."""
    return (
        f"no source states {values[0]}"
        if nowhere
        else f"no sentence about this was found that gives {', '.join(values)}"
    )


def _with_bound(value: Mention) -> str:
    """A value with the side that it bounds: "at most 10" beside "more than 10"."""
    return value.text if " or " in value.text else f"{_BOUNDS.get(value.bound, '')} {value.text}".strip()


def _with_base(text: str, rate: Mention) -> str:
    """A rate with what it is by: "1 euro per half hour"."""
    base = rate_base(text, rate.end)
    return text[rate.start : base[1]] if base else rate.text


def _kind(value: Value) -> FindingKind:
    return "range" if value.mention.is_range and value.mention.kind != "date" else value.mention.kind
