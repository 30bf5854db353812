"""Values to rows and back: the only place that knows which field lies in which column."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from pydantic import TypeAdapter
from sqlalchemy import Row, RowMapping

from critique_core.labels.triage import Belief, beliefs
from critique_core.metrics.usage import RunMeasures, StoredMeasures
from critique_core.models import (
    Calibrator,
    Confirmed,
    Critique,
    CritiqueRequest,
    Decision,
    DecisionDraft,
    Evidence,
    Item,
    Run,
    RunMetadata,
    Shown,
    VerifiedClaim,
)
from critique_core.store.search import searchable
from critique_core.text.shortening import shortened

_CLAIMS = TypeAdapter(tuple[VerifiedClaim, ...])
_EVIDENCE = TypeAdapter(tuple[Evidence, ...])
_CONFIRMED = TypeAdapter(tuple[Confirmed, ...])
_EXCERPT_CHARACTERS = 240
_TITLE_CHARACTERS = 80


def critique_row(critique: Critique, now: datetime) -> dict[str, Any]:
    """Lay out a critique; its claims also lie apart, without verdicts, so that a decision need not read all of it."""
    claims = tuple(claim.model_copy(update={"verdict": None}) for claim in critique.claims)
    return {
        "id": critique.id,
        "created_at": now,
        "claims": _CLAIMS.dump_json(claims).decode(),
        "body": critique.model_dump_json(),
    }


def said_by(body: str) -> dict[str, Any]:
    """Read what a critique's JSON says, its timings left out: equal for two runs that found the same."""
    critique = json.loads(body)
    critique.get("metadata", {}).pop("run", None)
    return critique


def claims_of(row: Row[Any]) -> tuple[VerifiedClaim, ...]:
    """Read the claims, without verdicts, from a row of ``critiques``."""
    return _CLAIMS.validate_json(row.claims)


def title_of(request: CritiqueRequest) -> str:
    """Name a review that was given no title: its query, else the beginning of its draft, on one line."""
    return shortened(request.query.strip() or request.draft, _TITLE_CHARACTERS)


def request_columns(request: CritiqueRequest, title: str | None) -> dict[str, Any]:
    """Lay out what lists show and search of a request."""
    title = title or title_of(request)
    return {
        "title": title,
        "draft_excerpt": shortened(request.draft, _EXCERPT_CHARACTERS),
        "search_text": searchable(title, request.query, request.draft),
    }


def summary_columns(critique: Critique, title: str) -> dict[str, Any]:
    """Lay out what lists show and search of the latest critique; counts follow from the decisions."""
    return request_columns(critique.request, title) | {
        "critique_id": critique.id,
        "recommendation": critique.recommendation,
        "confidence": critique.confidence,
        "level": critique.level,
        "verifier_fingerprint": critique.verifier.fingerprint,
        "beliefs": _beliefs_text(critique),
    }


class Beliefs(NamedTuple):
    """What uncertainty is measured from, and under which calibrator, by its key."""

    calibrator: str | None
    claims: tuple[Belief, ...]


def beliefs_of(text: str) -> Beliefs:
    """Read what was believed of an item's claims."""
    kept = json.loads(text)
    claims = tuple(Belief(probability, raw, tuple(slices)) for probability, raw, *slices in kept["claims"])
    return Beliefs(kept["calibrator"], claims)


def calibrator_key(calibrator: Calibrator | None) -> str | None:
    """Name a calibrator by its contents, which may be long."""
    if calibrator is None:
        return None
    return hashlib.sha256(json.dumps(calibrator.model_dump(mode="json"), sort_keys=True).encode()).hexdigest()


def _beliefs_text(critique: Critique) -> str:
    claims = [[one.probability, one.raw, *one.slices] for one in beliefs(critique)]
    key = calibrator_key(critique.profile.calibrator if critique.profile else None)
    return json.dumps({"calibrator": key, "claims": claims})


def item_of(row: Row[Any]) -> Item:
    """Read an item."""
    known = {name: getattr(row, name) for name in Item.model_fields if name != "imported_labels"}
    return Item(**known, imported_labels=tuple(json.loads(row.imported_labels)))


def run_row(run: Run, body: str | None, measures: RunMeasures) -> dict[str, Any]:
    """Lay out a run, with its critique's JSON if the critique of that id is another; its number is the database's."""
    columns = run.model_dump(exclude={"run"})
    return columns | {"run": run.run.model_dump_json(), "body": body, "measures": measures.model_dump_json()}


def run_of(row: RowMapping) -> Run:
    """Read a run."""
    columns = dict(row)
    del columns["sequence"], columns["body"], columns["measures"]
    columns["run"] = RunMetadata.model_validate_json(row["run"])
    return Run(**columns)


def measured(rows: Iterable[Any]) -> Iterator[tuple[Any, StoredMeasures, bool]]:
    """Rows of runs, oldest first, each with what it measured and whether anything was verified.

    A stored answer that is only decided again, as under another profile, keeps the timings of the run that judged it.
    """
    seen = set[tuple[str, str | None, str]]()
    for row in rows:
        measures = StoredMeasures.model_validate(json.loads(row.measures) | {"item_id": row.item_id})
        key = (row.item_id, measures.verifier, row.run)
        yield row, measures, measures.milliseconds is None or key not in seen
        seen.add(key)


def decision_row(draft: DecisionDraft, decision_id: str, now: datetime) -> dict[str, Any]:
    """Lay out an event; its sequence is the database's."""
    columns = draft.model_dump(exclude={"start", "end", "evidence", "shown", "confirmed"})
    return columns | {
        "id": decision_id,
        "created_at": now,
        "span_start": draft.start,
        "span_end": draft.end,
        "evidence": None if draft.evidence is None else _EVIDENCE.dump_json(draft.evidence).decode(),
        "shown": None if draft.shown is None else draft.shown.model_dump_json(),
        "confirmed": None if draft.confirmed is None else _CONFIRMED.dump_json(draft.confirmed).decode(),
    }


def decision_of(row: RowMapping) -> Decision:
    """Read an event."""
    columns = dict(row)
    start, end, evidence, shown, confirmed = (
        columns.pop(name) for name in ("span_start", "span_end", "evidence", "shown", "confirmed")
    )
    return Decision(
        **columns,
        start=start,
        end=end,
        evidence=None if evidence is None else _EVIDENCE.validate_json(evidence),
        shown=None if shown is None else Shown.model_validate_json(shown),
        confirmed=None if confirmed is None else _CONFIRMED.validate_json(confirmed),
    )
