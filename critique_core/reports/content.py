"""What a report says, before it has a form: every form is written from this, so all hold the same facts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from critique_core.installed import installed_version
from critique_core.labels.answer_label import by_labels, said_of_answer
from critique_core.labels.fold import DECIDING, ReviewedClaim, fold, fold_claims, person_says, standing
from critique_core.labels.hunks import OfferedHunk, offered, taken
from critique_core.labels.reshape import reshape
from critique_core.models import (
    Critique,
    Decision,
    Evidence,
    Gate,
    Profile,
    Recommendation,
    Value,
)
from critique_core.pipeline import proposed
from critique_core.reports.looks import DECISION_WORDS, decided_as
from critique_core.reports.words import (
    ANSWER_WORDS,
    NO_CONFIDENCE_WORDS,
    confidence_words,
    counted,
    draft_order,
    grouped_issues,
    issue_kinds,
    quote_heading,
    status_words,
)
from critique_core.revision import apply
from critique_core.scoring.issues import statements, suggestions
from critique_core.text.shortening import shortened

_TITLE_LENGTH = 100
_WORDS_LENGTH = 200
_ACTS = {
    "edit": "reworded", "split": "split the claim", "merge": "merged claims", "respan": "moved the claim’s bounds",
    "missed": "added a claim", "evidence": "chose the evidence", "note": "noted", "flag": "flagged", "skip": "skipped",
    "submit": "submitted the review", "answer": "said of the whole answer",
    "hunk_accept": "took the change", "hunk_reject": "left out the change",
}  # fmt: skip
_ADVICE: dict[Recommendation, str] = {
    "accept": "the answer can go out as it is",
    "retry": "the answer must be put right first",
    "reject": "the answer must not go out",
}
_ORIGINS = {"human": "", "imported": " (from a file)", "model": " (a model)"}


class CorrectedVerdict(Value):
    """What the answer with the reviewers' fixes is: ``words`` say it, ``confidence`` is the machine's in it."""

    recommendation: Recommendation
    words: str
    confidence: float | None = None


class ReportFile(Value):
    """A report as JSON: the machine's critique and every event on it, undone ones too.

    ``corrected`` is ``None`` where no fix was taken or the corrected answer was not checked again. ``withheld`` says
    that the decisions of others are left out, as its reader may not see them yet.
    """

    version: int = 1
    title: str | None = None
    critique: Critique
    decisions: tuple[Decision, ...] = ()
    corrected: CorrectedVerdict | None = None
    withheld: bool = False


@dataclass(frozen=True, slots=True)
class Quote:
    """Evidence of a claim; ``number`` counts from 1 through the report.

    ``source`` is the number of its source from 1, ``None`` where the quote has no place in a source of the request.
    """

    number: int
    evidence: Evidence
    heading: str
    source: int | None


@dataclass(frozen=True, slots=True)
class ReportedClaim:
    """A claim with what people made of it; ``number`` is its place in the draft, from 1.

    ``words`` are the last word of each reviewer on it, oldest first.
    """

    number: int
    review: ReviewedClaim
    text: str
    quotes: tuple[Quote, ...]
    words: tuple[Decision, ...]
    disagreed: bool

    @property
    def status(self) -> str:
        """The status in force, in words, with the machine's belief where the status is the machine's."""
        claim, review = self.review.claim, self.review
        if self.disagreed:
            return f"reviewers disagree, the last says {status_words(review.status)}"
        words = status_words(review.status)
        if review.decision is None and claim.probability is not None:
            words += f" · {claim.probability:.0%} likely to be supported"
        return f"{words} · the sources disagree" if claim.disputed and review.decision is None else words

    @property
    def machine(self) -> str:
        """What the machine said, where a person decided; else empty."""
        if self.review.decision is None:
            return ""
        claim = self.review.claim
        belief = "" if claim.probability is None else f", {claim.probability:.0%} likely to be supported"
        return f"{status_words(claim.status)}{belief}"

    @property
    def reason(self) -> str:
        """Why the machine judges so, or why it could not."""
        verdict = self.review.claim.verdict
        reason = (verdict.failure or verdict.reasoning) if verdict else ""
        return reason[:1].upper() + reason[1:]


@dataclass(frozen=True, slots=True)
class ReportedIssues:
    """The issues of one claim, or one of the whole answer; what several of them say is said once.

    ``claim`` is the number of the claim, ``None`` for the whole answer and for a claim that reviewers changed.
    """

    claim: int | None
    heading: str
    statements: tuple[str, ...]
    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """A decision in words; ``claim`` is the number of its claim, if it is about one that is there."""

    when: str
    who: str
    what: str
    note: str
    claim: int | None


NOT_CHECKED_AGAIN = "Corrected by reviewers; the corrected answer was not checked again"
PROPOSAL = "The machine’s proposal; no reviewer has taken a change"


@dataclass(frozen=True, slots=True)
class Report:
    """All that a report says. ``provenance`` and ``summary`` are rows of a name and a value."""

    title: str
    verdict: str
    corrected_verdict: CorrectedVerdict | None
    withheld: bool
    critique: Critique
    summary: tuple[tuple[str, str], ...]
    claims: tuple[ReportedClaim, ...]
    issues: tuple[ReportedIssues, ...]
    changes: tuple[OfferedHunk, ...]
    events: tuple[Event, ...]
    provenance: tuple[tuple[str, str], ...]

    @property
    def question(self) -> str:
        """The query, unless the title is all of it."""
        query = self.critique.request.query
        return "" if " ".join(query.split()) == self.title else query

    @property
    def corrected(self) -> str:
        """The draft with the changes that reviewers took; empty where none was."""
        made = taken(self.changes)
        return apply(self.critique.request.draft, made) if made else ""

    @property
    def verdicts(self) -> tuple[tuple[Recommendation | None, str], ...]:
        """What to do with the answer, in words: with the fixes that were taken, then as it came."""
        judged = self.critique.confidence_reason is None
        came = (self.critique.recommendation if judged else None, self.verdict)
        if not self.corrected:
            return (came,)
        now = self.corrected_verdict
        first = (None, NOT_CHECKED_AGAIN) if now is None else (now.recommendation, now.words)
        return first, (came[0], f"The draft as it came: {self.verdict}")

    @property
    def no_events(self) -> str:
        """Why decisions are missing from the list; empty where all are in it."""
        if self.withheld:
            return "Decisions of other reviewers are not shown until one’s own are submitted."
        return "" if self.events else "No decision was made."

    @property
    def proposal(self) -> str:
        """The machine's revised answer while no reviewer has taken a change; else empty, as ``corrected`` holds."""
        revised = self.critique.revised_draft
        return "" if self.corrected or revised is None or revised == self.critique.request.draft else revised

    @property
    def quotes(self) -> Iterator[tuple[ReportedClaim, Quote]]:
        """Every quote with its claim."""
        return ((claim, quote) for claim in self.claims for quote in claim.quotes)


def report(
    critique: Critique, decisions: Iterable[Decision] = (), *, claims: Sequence[ReviewedClaim] | None = None,
    title: str | None = None, gate: Gate | None = None, corrected: CorrectedVerdict | None = None,
    withheld: bool = False,
) -> Report:  # fmt: skip
    """What there is to report of the machine's critique and all events on it.

    ``claims`` are the claims as reviewers see them; unless given they are made from the events, and claims that
    reviewers made are unverified. ``gate`` is the one that decided, for what the labels recommend. ``corrected`` and
    ``withheld`` are those of ``ReportFile``.
    """
    events = standing(decisions)
    reviewed = fold(reshape(critique, events), events) if claims is None else claims
    reported = _claims(critique, reviewed, events)
    numbers = {one.review.claim.id: one.number for one in reported}
    query = critique.request.query.strip() or critique.request.draft
    return Report(
        title=shortened(title or query, _TITLE_LENGTH),
        verdict=_verdict(critique),
        corrected_verdict=corrected,
        withheld=withheld,
        critique=critique,
        summary=tuple(_summary(critique, reported, events, gate, corrected)),
        claims=reported,
        issues=tuple(_issues(critique, numbers)),
        changes=offered(critique, events, () if critique.revisions else proposed(critique)),
        events=tuple(_event(one, critique, numbers) for one in events),
        provenance=tuple(_provenance(critique)),
    )


def _verdict(critique: Critique) -> str:
    """What the machine advises to do with the answer; why it advises nothing where it could measure nothing."""
    if critique.confidence_reason is not None:
        return f"Not judged: {NO_CONFIDENCE_WORDS[critique.confidence_reason]}"
    advised = critique.recommendation
    return f"{ANSWER_WORDS[advised]}: the machine says that {_ADVICE[advised]}"


def change_words(change: OfferedHunk) -> str:
    """What became of a change, by whom."""
    if change.decision is not None:
        took = "taken" if change.taken else "left out"
        return f"{took} by {change.decision.reviewer}, {_time(change.decision.created_at)}"
    return "not decided" if change.helps else "not decided; it did not help when the text was checked again"


def decision_words(decision: Decision) -> str:
    """What a reviewer did, in words."""
    words = DECISION_WORDS.get(decided_as(decision)) or _ACTS.get(decision.action, decision.action)
    if decision.status is not None:
        words += f": {status_words(decision.status)}"
    if decision.answer is not None:
        words += f": {ANSWER_WORDS[decision.answer]}"
    if decision.confirmed is not None:
        words += f" ({counted(len(decision.confirmed), 'claim')} together)"
    if decision.action != "note" and decision.text:
        words += f": “{shortened(decision.text, _WORDS_LENGTH)}”"
    return words


def signed(decision: Decision) -> str:
    """Who decided and when, in UTC."""
    return f"{decision.reviewer}{_ORIGINS[decision.origin]}, {_time(decision.created_at)}"


def note_of(decision: Decision) -> str:
    """The note with a decision, or the note that it is."""
    return decision.note or (decision.text or "" if decision.action == "note" else "")


def _words(
    critique: Critique, reviewed: Sequence[ReviewedClaim], events: Sequence[Decision]
) -> dict[str, list[ReviewedClaim]]:
    """Each claim as each of its reviewers left it, by its id; the oldest word first."""
    found: dict[str, list[ReviewedClaim]] = {}
    claims = [one.claim for one in reviewed]
    for reviewer in sorted({event.reviewer for event in events if event.action in DECIDING}):
        for own in fold_claims(claims, events, critique_id=critique.id, reviewer=reviewer):
            if own.decision is not None:
                found.setdefault(own.claim.id, []).append(own)
    return {name: sorted(own, key=_sequence) for name, own in found.items()}


def _sequence(one: ReviewedClaim) -> int:
    return one.decision.sequence if one.decision is not None else 0


def _disagreed(review: ReviewedClaim, own: Sequence[ReviewedClaim]) -> bool:
    """Whether reviewers give a claim different statuses, and no one has ruled which is right."""
    ruled = review.decision is not None and review.decision.action == "adjudicate"
    return not ruled and len({said for one in own if (said := person_says(one)) is not None}) > 1


def _claims(
    critique: Critique, reviewed: Sequence[ReviewedClaim], events: Sequence[Decision]
) -> tuple[ReportedClaim, ...]:
    words = _words(critique, reviewed, events)
    sources = {source.id: (number, source) for number, source in enumerate(critique.request.sources, 1)}
    found: list[ReportedClaim] = []
    quotes = 0
    for number, review in enumerate(sorted(reviewed, key=lambda one: draft_order(one.claim)), 1):
        own: list[Quote] = []
        for evidence in review.claim.verdict.evidence if review.claim.verdict else ():
            place, source = sources.get(evidence.source_id, (None, None))
            inside = source is not None and evidence.start < min(evidence.end, len(source.content))
            linked = place if inside and evidence.match != "not_found" else None
            quotes += 1
            own.append(Quote(quotes, evidence, quote_heading(evidence, source), linked))
        text = critique.request.draft[review.claim.start : review.claim.end]
        said = words.get(review.claim.id, [])
        decisions = tuple(one.decision for one in said if one.decision is not None)
        found.append(ReportedClaim(number, review, text, tuple(own), decisions, _disagreed(review, said)))
    return tuple(found)


def _issues(critique: Critique, numbers: dict[str, int]) -> Iterator[ReportedIssues]:
    """Gravest first."""
    for claim_id, group in grouped_issues(critique):
        for issues in [group] if claim_id else [(issue,) for issue in group]:
            heading = f"{issue_kinds(issues)} · {issues[0].band} severity ({issues[0].severity:.2f})"
            yield ReportedIssues(numbers.get(claim_id or ""), heading, statements(issues), suggestions(issues))


def _summary(
    critique: Critique, claims: Sequence[ReportedClaim], decisions: Sequence[Decision], gate: Gate | None,
    corrected: CorrectedVerdict | None,
) -> Iterator[tuple[str, str]]:  # fmt: skip
    reviewed = [one.review for one in claims]
    checked, supported = critique.metadata.facts_checked, critique.metadata.facts_verified
    yield from _confidences(critique, corrected)
    if checked:
        yield "Claims", f"{supported} of {counted(checked, 'checked claim')} supported, by the machine"
    about = {issue.claim_id or f"the answer {place}" for place, issue in enumerate(critique.issues)}
    yield "Issues", f"{len(about)}"
    labelled = by_labels(critique, reviewed, gate=gate)
    if labelled is not None:
        share = f"{labelled.labelled} of {counted(labelled.checkable, 'claim')} labelled"
        if together := sum(one.confirmed for one in reviewed):
            share += f", {together} called right together"
        if disagreed := sum(one.disagreed for one in claims):
            share += f"; reviewers disagree on {counted(disagreed, 'claim')}, where the last label counts"
        yield "By reviewers’ labels", f"{ANSWER_WORDS[labelled.recommendation]}; {share}"
    for word in said_of_answer(decisions):
        if word.answer is not None:
            yield "The whole answer", f"{ANSWER_WORDS[word.answer]}, {signed(word)}"
    if reviewers := {event.reviewer for event in decisions if event.origin == "human" and event.action != "skip"}:
        yield "Reviewed by", ", ".join(sorted(reviewers))
    if critique.skipped:
        yield "Not checked", "; ".join(critique.skipped)


def _confidences(critique: Critique, corrected: CorrectedVerdict | None) -> Iterator[tuple[str, str]]:
    if corrected is not None and corrected.confidence is not None:
        yield "Confidence in the corrected answer", f"{corrected.confidence:.0%}"
    if critique.confidence_reason is None:
        name = "Confidence" if corrected is None else "Confidence in the draft as it came"
        yield name, confidence_words(critique)


def _event(decision: Decision, critique: Critique, numbers: dict[str, int]) -> Event:
    what = decision_words(decision)
    number = numbers.get(decision.claim_id or "")
    if number is None and decision.start is not None and decision.end is not None:
        words = shortened(critique.request.draft[decision.start : decision.end], _WORDS_LENGTH)
        what += f" — at “{words}”" if words else ""
    who = f"{decision.reviewer}{_ORIGINS[decision.origin]}{' (signed in)' if decision.authenticated else ''}"
    return Event(_time(decision.created_at), who, what, note_of(decision), number)


def _provenance(critique: Critique) -> Iterator[tuple[str, str]]:
    options, run, profile = critique.request.options, critique.metadata.run, critique.profile or Profile()
    yield "Critique", critique.id
    yield "Request fingerprint", critique.request.fingerprint
    yield "Verifier", critique.verifier.spec
    yield "Verifier fingerprint", critique.verifier.fingerprint
    yield "Profile", "settings" if profile.verifier_fingerprint is None else profile.name
    slices = "".join(f"; {name} from {value:g}" for name, value in sorted(profile.slices.items()))
    calibrated = "; probabilities recalibrated" if profile.calibrator else ""
    yield "Supported", f"from a probability of {profile.support_threshold:g}{slices}{calibrated}"
    yield "Policy", f"{options.policy}, confidence threshold {options.confidence_threshold:g}"
    off = [name.removeprefix("check_") for name, on in options if name.startswith("check_") and not on]
    yield "Options", f"strictness {options.strictness}" + (f"; switched off: {', '.join(off)}" if off else "")
    for stage in critique.findings.by_model:
        yield f"Stage {stage.stage} by", f"{stage.model} ({stage.fingerprint})"
    if critique.findings.notes:
        yield "Notes", "; ".join(critique.findings.notes)
    if run.started_at is not None:
        yield "Checked at", f"{run.started_at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
    yield "Run time", f"{run.milliseconds:,.0f} ms"
    yield "Report written by", f"Claimlens {installed_version()}"


def _time(when: datetime) -> str:
    return f"{when.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
