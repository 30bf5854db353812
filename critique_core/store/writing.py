"""Steps of a writing transaction: what is added, and the item's summary kept in step with it."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from pydantic_core import PydanticSerializationError
from sqlalchemy import Connection, delete, insert, select, update

from critique_core import revision
from critique_core.errors import InvalidInput, StoreError
from critique_core.labels.fold import ReviewedClaim, fold_claims, progress
from critique_core.labels.hunks import offered, with_changed, without_half_fixed
from critique_core.labels.reshape import reshape
from critique_core.models import Critique, Decision, DecisionDraft
from critique_core.store import records
from critique_core.store.importing import has_imported_events, label_events, next_number
from critique_core.store.reading import critique_of_last_run, deciding_events, decision_by_id, decisions_of, reshaped
from critique_core.store.tables import critiques, decisions, item_reviewers, item_statuses, items


def serialised(critique: Critique, now: datetime) -> tuple[dict[str, Any], str]:
    """Lay out a critique's row and its request's fingerprint, before a transaction is begun for them."""
    try:
        return records.critique_row(critique, now), critique.request.fingerprint
    except (ValueError, PydanticSerializationError) as error:
        raise StoreError(f"critique {critique.id}: cannot be written as JSON: {error}; remove that value") from error


def put_critique(connection: Connection, row: dict[str, Any]) -> str | None:
    """Keep the critique unless its id is taken; returns its body when another one than this has the id."""
    wanted = select(critiques.c.body).where(critiques.c.id == row["id"])
    known = connection.execute(wanted).scalar_one_or_none()
    if known is None:
        connection.execute(insert(critiques).values(row))
        return None
    return None if records.said_by(known) == records.said_by(row["body"]) else row["body"]


def put_item(connection: Connection, critique: Critique, fingerprint: str, title: str | None, now: datetime) -> str:
    """Make or refresh the item of the critique's request; returns the item's id."""
    wanted = select(items.c.id, items.c.title).where(items.c.request_fingerprint == fingerprint)
    known = connection.execute(wanted).one_or_none()
    if known is not None:
        columns = records.summary_columns(critique, title or known.title)
        update_item(connection, known.id, updated_at=now, request=None, failure=None, verifying_until=None, **columns)
        return known.id
    item_id = uuid4().hex
    columns = records.summary_columns(critique, title or records.title_of(critique.request))
    connection.execute(
        insert(items).values(
            id=item_id,
            request_fingerprint=fingerprint,
            imported_labels="[]",
            state="draft",
            created_at=now,
            updated_at=now,
            decided=0,
            checkable=0,
            number=next_number(connection),
            **columns,
        )
    )
    return item_id


def update_item(connection: Connection, item_id: str, **columns: Any) -> None:
    """Set columns of an item; raises ``StoreError`` when there is none of that id."""
    if connection.execute(update(items).where(items.c.id == item_id).values(columns)).rowcount == 0:
        raise no_item(item_id)


def count_statuses(connection: Connection, item_id: str, critique_id: str) -> None:
    """Bring what lists show of the claims in step with the latest critique and all decisions."""
    row = connection.execute(select(critiques.c.claims).where(critiques.c.id == critique_id)).one()
    claims = records.claims_of(row)
    if reshaped(connection, item_id):
        events = decisions_of(connection, item_id)
        critique = critique_of_last_run(connection, item_id)
        claims = claims if critique is None else reshape(critique, events).claims
    else:
        events = deciding_events(connection, item_id)
    reviewed = fold_claims(claims, events, critique_id=critique_id)
    decided, checkable = progress(_with_fixed(connection, item_id, reviewed, events))
    update_item(connection, item_id, decided=decided, checkable=checkable)
    connection.execute(delete(item_statuses).where(item_statuses.c.item_id == item_id))
    counts = Counter(claim.status for claim in reviewed)
    if counts:
        rows = [{"item_id": item_id, "status": status, "claims": claims} for status, claims in counts.items()]
        connection.execute(insert(item_statuses), rows)


def _with_fixed(
    connection: Connection, item_id: str, reviewed: tuple[ReviewedClaim, ...], events: Sequence[Decision]
) -> tuple[ReviewedClaim, ...]:
    """The claims, those marked as fixed whose changes were all taken.

    The changes on offer are costly to propose for a long draft, so only those of claims with one taken are.
    """
    changed = with_changed(reviewed, events)
    begun = {one.claim.id for one in changed if one.fixed and one.decision is None}
    critique = critique_of_last_run(connection, item_id) if begun else None
    if critique is None:
        return changed
    claims = [claim for claim in critique.claims if claim.id in begun and not critique.revisions]
    tried = critique.findings
    proposed = revision.proposed(
        critique.request.draft, claims, critique.request.sources, fixes=tried.fixes, doubted=tried.doubted
    )
    hunks = offered(critique, events, [hunk for found in proposed.values() for hunk in found])
    return without_half_fixed(changed, hunks)


def append_event(connection: Connection, draft: DecisionDraft, event_id: str | None = None) -> Decision:
    """Number the event, store it, and bring the item's summary in step; an event of that id is not stored again."""
    kept = None if event_id is None else decision_by_id(connection, event_id)
    if kept is not None:
        return kept
    now = datetime.now(UTC)
    latest = connection.execute(select(items.c.critique_id).where(items.c.id == draft.item_id)).one_or_none()
    if latest is None:
        raise no_item(draft.item_id)
    # An event that another store has numbered is numbered anew here.
    draft = DecisionDraft(**{name: value for name, value in draft if name in DecisionDraft.model_fields})
    draft = _with_span(connection, draft)
    if draft.supersedes is not None:
        _check_superseded(connection, draft)
    row = records.decision_row(draft, event_id or uuid4().hex, now)
    sequence = connection.execute(insert(decisions).values(row).returning(decisions.c.sequence)).scalar_one()
    if draft.origin == "human":
        _remember_reviewer(connection, draft)
        _keep_in_step(connection, draft, now)
    update_item(connection, draft.item_id, updated_at=now)
    if latest.critique_id is not None:
        count_statuses(connection, draft.item_id, latest.critique_id)
    return Decision(**dict(draft), id=row["id"], sequence=sequence, created_at=now)


def apply_imported_labels(connection: Connection, item_id: str, critique: Critique) -> None:
    """Put the file's labels of an item on its critique's claims, once, and say how urgent the item is."""
    row = connection.execute(select(items).where(items.c.id == item_id)).one()
    events, urgency = label_events(row, critique)
    update_item(connection, item_id, **dict(urgency))
    if not has_imported_events(connection, item_id):
        for event in events:
            append_event(connection, event)


def _keep_in_step(connection: Connection, draft: DecisionDraft, now: datetime) -> None:
    """What submit, skip and flag, and taking them back, do to the item and to whom it is offered."""
    taken_back = draft.action == "undo"
    action = draft.action
    if taken_back:
        wanted = select(decisions.c.action).where(decisions.c.id == draft.supersedes)
        action = connection.execute(wanted).scalar_one()
    mine = update(item_reviewers).filter_by(item_id=draft.item_id, reviewer=draft.reviewer)
    if action == "submit":
        connection.execute(mine.values(submitted_at=None if taken_back else now))
        update_item(connection, draft.item_id, state="draft" if taken_back else "submitted")
    elif action == "skip":
        connection.execute(mine.values(skipped_at=None if taken_back else now))
    elif action == "flag":
        update_item(connection, draft.item_id, flagged=not taken_back)
    else:
        begun = update(items).where(items.c.id == draft.item_id, items.c.state == "pending")
        connection.execute(begun.values(state="draft"))


def _with_span(connection: Connection, draft: DecisionDraft) -> DecisionDraft:
    if draft.claim_id is None or draft.critique_id is None or draft.start is not None or draft.end is not None:
        return draft
    row = connection.execute(select(critiques.c.claims).where(critiques.c.id == draft.critique_id)).one_or_none()
    claims = () if row is None else records.claims_of(row)
    claim = next((claim for claim in claims if claim.id == draft.claim_id), None)
    return draft if claim is None else draft.model_copy(update={"start": claim.start, "end": claim.end})


def _check_superseded(connection: Connection, draft: DecisionDraft) -> None:
    wanted = select(decisions.c.id).where(decisions.c.id == draft.supersedes, decisions.c.item_id == draft.item_id)
    if connection.execute(wanted).one_or_none() is None:
        raise InvalidInput(
            f"decision {draft.supersedes!r} is none of item {draft.item_id!r}; name an event of that item"
        )


def _remember_reviewer(connection: Connection, draft: DecisionDraft) -> None:
    key = {"item_id": draft.item_id, "reviewer": draft.reviewer}
    known = select(item_reviewers).filter_by(**key)
    if connection.execute(known).one_or_none() is None:
        connection.execute(insert(item_reviewers).values(key))


def undoing(event: Decision, authenticated: bool) -> DecisionDraft:
    """Make the event that takes another one back, about the same claim."""
    return DecisionDraft(
        item_id=event.item_id,
        action="undo",
        reviewer=event.reviewer,
        critique_id=event.critique_id,
        claim_id=event.claim_id,
        start=event.start,
        end=event.end,
        authenticated=authenticated,
        supersedes=event.id,
    )


def check_draft(draft: DecisionDraft) -> None:
    """Refuse, with ``InvalidInput``, an event that says too little to be understood later."""
    check_texts(**{name: value for name, value in draft if isinstance(value, str)})
    if draft.action == "relabel" and draft.status is None:
        raise InvalidInput("relabel: gives no status; name the right one")
    if draft.action == "confirm" and not draft.confirmed:
        raise InvalidInput("confirm: names no claim; set confirmed to the claims that are called right together")
    if draft.action == "answer" and draft.answer is None:
        raise InvalidInput("answer: does not say what is to become of it; set answer to accept, retry or reject")
    if draft.action == "undo" and draft.supersedes is None:
        raise InvalidInput("undo: names no event; set supersedes to the id of the event to take back")


def check_texts(**texts: str) -> None:
    """Refuse on every database what one of them cannot keep."""
    for name, text in texts.items():
        if "\x00" in text or any("\ud800" <= character <= "\udfff" for character in text):
            raise InvalidInput(f"{name}: holds a NUL byte or a lone surrogate; type it again without")


def no_item(item_id: str) -> StoreError:
    """Make the error for an item that is not, or no longer, there."""
    return StoreError(f"item {item_id!r} is not in the store; it may have been deleted in another window")
