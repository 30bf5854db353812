"""A critique, and the metrics of many, as reports for a terminal, with every text from outside made harmless."""

from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from critique_core.metrics.usage import UsageMetrics
from critique_core.models import Critique, Evidence, Issue, Recommendation, VerifiedClaim
from critique_core.reports.looks import STATUS_STYLES
from critique_core.reports.words import NO_CONFIDENCE_WORDS, issue_kinds
from critique_core.scoring.issues import statements, suggestions
from critique_core.text.figures import distinct_figures
from critique_core.text.harmless import harmless

# A terminal's own grey and its own ink, which its background may need.
_STATUS_COLOURS = {status: style.colour for status, style in STATUS_STYLES.items()} | {
    "not_checkable": "bright_black", "unverified": "bold",
}  # fmt: skip
_RECOMMENDATION: dict[Recommendation, str] = {"accept": "#0072B2", "retry": "#E69F00", "reject": "#D55E00"}


def print_report(critique: Critique, console: Console) -> None:
    """Print the critique; the console decides on colour and width."""
    console.print(Panel(_verdict(critique), title="Claimlens", title_align="left", expand=False))
    if critique.request.query.strip():
        console.print(_line("Query: ", critique.request.query, "bold"))
    for claim in critique.claims:
        console.print(_claim(critique, claim))
    others = [issue for issue in critique.issues if issue.claim_id is None]
    for renderable in _issues(others):
        console.print(renderable)
    for attempt in critique.revisions:
        kept = "kept" if attempt.kept else "not kept"
        console.print(_line(f"\nRevision {attempt.attempt}, {kept}: ", attempt.reason, "bold"))
        console.print(_indented(Text(harmless(attempt.text))))
    if critique.skipped:
        console.print(Text(f"Not checked: {harmless('; '.join(critique.skipped))}", style="bright_black"))


def print_metrics(metrics: UsageMetrics, console: Console) -> None:
    """Print the seeds' metrics by their names, and next to each what it was measured on."""
    table = Table(box=None, pad_edge=False)
    for heading in ("metric", "value", "measured on"):
        table.add_column(heading, justify="right" if heading == "value" else "left")
    checked = f"{metrics.drafts - metrics.drafts_unchecked} checked of {metrics.drafts} drafts"
    unsure = ", ".join(f"{count} {reason.replace('_', ' ')}" for reason, count in metrics.without_confidence.items())
    without = sum(metrics.without_confidence.values())
    certain = f"{metrics.drafts - without} drafts" + (f"; without a confidence: {unsure}" if unsure else "")
    timed = f"{metrics.runs - metrics.runs_untimed} timed of {metrics.runs} runs"
    rows = (
        ("critique_hallucination_rate", _share(metrics.critique_hallucination_rate), checked),
        ("critique_revision_rate", _share(metrics.critique_revision_rate), f"{checked}; {metrics.revised} revised"),
        ("critique_latency_ms", _number(metrics.critique_latency_ms, ",.0f"), timed),
        ("critique_confidence_avg", _number(metrics.critique_confidence_avg, ".3f"), certain),
        ("claims_per_draft", _number(metrics.claims_per_draft, ".2f"), f"{metrics.drafts} drafts"),
        (
            "crag_trigger_rate",
            _share(metrics.crag_trigger_rate),
            f"{metrics.crag_drafts} answers that could be corrected",
        ),
        ("crag_success_rate", _share(metrics.crag_success_rate), "those of them that were tried again"),
    )
    for row in rows:
        table.add_row(*row)
    console.print(table)


def _share(value: float | None) -> str:
    return _number(value, ".1%")


def _number(value: float | None, form: str) -> str:
    return "none" if value is None else format(value, form)


def _verdict(critique: Critique) -> Text:
    checked, verified = critique.metadata.facts_checked, critique.metadata.facts_verified
    supported = f"{verified} of {checked} checked claims supported" if checked else "nothing to check"
    grave = "" if critique.is_valid else ", an issue of high severity"
    verdict = Text()
    verdict.append(critique.recommendation.upper(), style=f"bold {_RECOMMENDATION[critique.recommendation]}")
    verdict.append(f"  {supported}{grave}\n")
    if critique.confidence is None:
        reason = critique.confidence_reason
        verdict.append(f"Confidence: none, because {NO_CONFIDENCE_WORDS[reason] if reason else 'it was not measured'}")
    else:
        words = (critique.level or "").replace("_", " ")
        threshold = critique.request.options.confidence_threshold
        shown, gate = distinct_figures(critique.confidence, threshold, 0, "%")
        verdict.append(f"Confidence: {shown} ({words}; accepted from {gate})")
    return verdict


def _claim(critique: Critique, claim: VerifiedClaim) -> RenderableType:
    icon, colour = STATUS_STYLES[claim.status].icon, _STATUS_COLOURS[claim.status]
    label = claim.status.replace("_", " ")
    chance = "" if claim.probability is None else f" {claim.probability:.0%}"
    head = Text.assemble((f"\n{icon} {label}{chance}", f"bold {colour}"), "  ")
    head.append(harmless(" ".join(critique.request.draft[claim.start : claim.end].split())))
    if claim.disputed:
        head.append("  (the sources disagree)", style="bold")
    verdict = claim.verdict
    parts: list[RenderableType] = [head]
    if verdict:
        parts.append(_indented(Text(harmless(verdict.failure or verdict.reasoning), style="italic")))
        parts.extend(_indented(_quote(critique, part)) for part in verdict.evidence)
    said = (verdict.failure or verdict.reasoning) if verdict else ""
    parts.extend(_issues([issue for issue in critique.issues if issue.claim_id == claim.id], said))
    return Group(*parts)


def _quote(critique: Critique, evidence: Evidence) -> Text:
    names = {source.id: source.name for source in critique.request.sources}
    found = "" if evidence.match == "exact" else f" ({evidence.match.replace('_', ' ')})"
    text = Text(f"{evidence.relation}{found}: ", style="bright_black")
    text.append(f"“{harmless(' '.join(evidence.quote.split()))}”", style="default")
    text.append(f" — {harmless(names.get(evidence.source_id, evidence.source_id))}", style="bright_black")
    return text


def _issues(issues: list[Issue], said: str = "") -> Iterator[RenderableType]:
    """One entry for all issues of a claim; sentences that ``said`` holds are not printed again."""
    if not issues:
        return
    gravest = max(issues, key=lambda issue: issue.severity)
    kinds = issue_kinds(issues).lower()
    yield _indented(_line(f"! {gravest.band} severity ({gravest.severity:.2f}): ", kinds, "bold"))
    for sentence in statements(issues):
        if sentence.casefold().rstrip(". ") not in said.casefold():
            yield _indented(_line("", sentence, "bold"))
    for suggestion in suggestions(issues):
        yield _indented(_line("→ ", suggestion, "bold"))


def _line(label: str, text: str, style: str) -> Text:
    return Text.assemble((label, style), harmless(text))


def _indented(text: Text) -> Padding:
    return Padding(text, (0, 0, 0, 2), expand=False)
