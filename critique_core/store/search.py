"""The list of stored reviews: what it can be asked for, what a row shows, and how it is read from the tables."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import AwareDatetime, Field
from sqlalchemy import ColumnElement, Connection, Row, Table, func, select

from critique_core.errors import InvalidInput
from critique_core.models import ItemState, Level, Offset, Probability, Recommendation, Status, Value
from critique_core.store.tables import item_reviewers, item_statuses, items

_LONGEST_SEARCH = 5_000
_MARKS = ".,;:!?\"'()[]“”„‘’«»…"
_MOST_WORDS = 200  # well within the depth that SQLite allows an expression
_SUMMARY_COLUMNS = [column for column in items.columns if column.name != "search_text"]


class ReviewFilter(Value):
    """Which reviews to list; what is left out does not narrow the list.

    Each word of ``text`` occurs in title, query or draft, in any order and case. ``statuses`` are those that a
    claim has now, reviewers' corrections included: one claim with one of them is enough. ``reviewer`` has decided
    something. ``since`` (inclusive) and ``until`` (exclusive) find reviews that were begun or worked on in between.
    """

    text: str = ""
    statuses: tuple[Status, ...] = ()
    reviewer: str | None = None
    since: AwareDatetime | None = None
    until: AwareDatetime | None = None
    recommendation: Recommendation | None = None
    limit: int = Field(default=50, ge=1, le=1_000)
    offset: Offset = 0


class ReviewSummary(Value):
    """One row of the list: the item with its latest critique and how far its review has come.

    ``status_counts`` counts claims by their status now, reviewers' corrections included. ``decided`` of the
    ``checkable`` claims carry a standing decision; ``reviewers`` are all who acted on the item, by name.
    """

    item_id: str
    critique_id: str
    title: str
    draft_excerpt: str
    created_at: AwareDatetime
    updated_at: AwareDatetime
    recommendation: Recommendation
    confidence: Probability | None
    level: Level | None
    status_counts: dict[Status, int]
    decided: int
    checkable: int
    reviewers: tuple[str, ...]
    verifier_fingerprint: str
    state: ItemState


class ReviewPage(Value):
    """A stretch of the list, newest work first; ``total`` counts all that the filter lets through."""

    total: int
    rows: tuple[ReviewSummary, ...]


def searchable(*texts: str) -> str:
    """Fold texts to the form that search compares: one case, one way to write a character, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", " ".join(texts)).casefold().split())


def search_reviews(connection: Connection, wanted: ReviewFilter) -> ReviewPage:
    """List the reviews that the filter lets through; raises ``InvalidInput`` when its text is too long to look for."""
    conditions = _conditions(wanted)
    total = connection.execute(select(func.count()).select_from(items).where(*conditions)).scalar_one()
    newest_first = (items.c.updated_at.desc(), items.c.id.desc())
    page = select(*_SUMMARY_COLUMNS).where(*conditions).order_by(*newest_first)
    rows = connection.execute(page.limit(wanted.limit).offset(wanted.offset)).all()
    ids = [row.id for row in rows]
    counts = _by_item(connection, item_statuses, ids)
    reviewers = _by_item(connection, item_reviewers, ids)
    return ReviewPage(
        total=total,
        rows=tuple(_summary(row, counts.get(row.id, []), reviewers.get(row.id, [])) for row in rows),
    )


def words_in(text: str) -> tuple[str, ...]:
    """The different words to look for, folded by ``searchable``; raises ``InvalidInput`` when there are too many.

    The marks of a sentence around a word are no part of it, unless it is nothing else.
    """
    words = searchable(text)
    if len(words) > _LONGEST_SEARCH:
        raise InvalidInput(
            f"search text: {len(words):,} characters, {_LONGEST_SEARCH:,} allowed; search for a shorter part of it"
        )
    distinct = tuple(dict.fromkeys(word.strip(_MARKS) or word for word in words.split()))
    if len(distinct) > _MOST_WORDS:
        raise InvalidInput(f"search text: {len(distinct):,} different words, {_MOST_WORDS} allowed; search for fewer")
    return distinct


def _conditions(wanted: ReviewFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [items.c.critique_id.is_not(None)]
    distinct = words_in(wanted.text)
    conditions.extend(items.c.search_text.contains(word, autoescape=True) for word in distinct)
    if wanted.statuses:
        with_status = select(item_statuses.c.item_id).where(item_statuses.c.status.in_(wanted.statuses))
        conditions.append(items.c.id.in_(with_status))
    if wanted.reviewer is not None:
        by_reviewer = select(item_reviewers.c.item_id).where(item_reviewers.c.reviewer == wanted.reviewer)
        conditions.append(items.c.id.in_(by_reviewer))
    if wanted.since is not None:
        conditions.append(items.c.updated_at >= wanted.since)
    if wanted.until is not None:
        conditions.append(items.c.created_at < wanted.until)
    if wanted.recommendation is not None:
        conditions.append(items.c.recommendation == wanted.recommendation)
    return conditions


def _by_item(connection: Connection, table: Table, ids: Sequence[str]) -> dict[str, list[Row[Any]]]:
    found: dict[str, list[Row[Any]]] = {}
    for row in connection.execute(select(table).where(table.c.item_id.in_(ids))):
        found.setdefault(row.item_id, []).append(row)
    return found


def _summary(row: Row[Any], counts: Iterable[Row[Any]], reviewers: Iterable[Row[Any]]) -> ReviewSummary:
    return ReviewSummary(
        item_id=row.id,
        critique_id=row.critique_id,
        title=row.title,
        draft_excerpt=row.draft_excerpt,
        created_at=row.created_at,
        updated_at=row.updated_at,
        recommendation=row.recommendation,
        confidence=row.confidence,
        level=row.level,
        status_counts={count.status: count.claims for count in counts},
        decided=row.decided,
        checkable=row.checkable,
        reviewers=tuple(sorted(reviewer.reviewer for reviewer in reviewers)),
        verifier_fingerprint=row.verifier_fingerprint,
        state=row.state,
    )
