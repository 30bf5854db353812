"""Passages for a query: candidates by the full-text index, ranked with BM25 over all of the query's terms."""

import json
import sqlite3
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from critique_core.library.ranking import Statistics, rarest, relevance
from critique_core.library.terms import query_terms
from critique_core.models import PROBABILITY_PLACES, SourceDocument

CANDIDATE_ROWS = 10_000
"""The rarest terms are looked up that together occur in at most this many passages."""
CANDIDATES = 200
_MOST_TERMS = 64


@dataclass(frozen=True, slots=True)
class _Candidate:
    number: int
    score: float
    relevance: float


def search(connection: sqlite3.Connection, query: str, limit: int) -> tuple[SourceDocument, ...]:
    """The best passages for a query, best first; each text once, from the document that was added first."""
    totals = connection.execute("SELECT stemmer, passages, terms FROM totals WHERE passages > 0").fetchall()
    terms = {stemmer: query_terms(query, stemmer) for stemmer, _, _ in totals}
    everything = {term for both in terms.values() for terms_ in both for term in terms_}
    if not everything:
        return ()
    statistics = _statistics(connection, totals, everything)
    if not any(term in statistics.frequencies for _, telling in terms.values() for term in telling):
        return ()
    looked_up = rarest(sorted(everything), statistics.frequencies, CANDIDATE_ROWS, _MOST_TERMS)
    ranked: list[_Candidate] = []
    for number, held, stemmer in _candidates(connection, looked_up, max(CANDIDATES, 4 * limit)):
        of_query, telling = terms[stemmer]
        if set(telling).isdisjoint(of_passage := held.split()):
            continue  # it shares only words that hold a sentence together
        score, share = relevance(of_query, of_passage, statistics)
        ranked.append(_Candidate(number, score, share))
    ranked.sort(key=lambda found: (-round(found.score, 9), found.number))
    return _first_of_each_text(_passages(connection, ranked), limit)


def _statistics(connection: sqlite3.Connection, totals: list[Any], terms: Iterable[str]) -> Statistics:
    passages = sum(count for _, count, _ in totals)
    wanted = sorted(terms)
    marks = ", ".join("?" * len(wanted))
    rows = connection.execute(f"SELECT term, passages FROM frequencies WHERE term IN ({marks})", wanted)  # noqa: S608
    return Statistics(passages, sum(terms for _, _, terms in totals) / passages, dict(rows.fetchall()))


def _candidates(connection: sqlite3.Connection, terms: list[str], limit: int) -> list[tuple[int, str, str]]:
    """Passages that hold any of the terms, those first that the engine ranks highest for them.

    Every term is quoted, and none can hold a quotation mark (``terms.py``): a query is words and nothing else.
    """
    expression = " OR ".join(f'"{term}"' for term in terms)
    return connection.execute(
        "SELECT f.rowid, f.terms, d.stemmer FROM "
        "(SELECT rowid, terms FROM passage_terms WHERE passage_terms MATCH ? ORDER BY rank LIMIT ?) AS f "
        "JOIN passages AS p ON p.number = f.rowid JOIN documents AS d ON d.number = p.document",
        (expression, limit),
    ).fetchall()


def _passages(connection: sqlite3.Connection, ranked: list[_Candidate]) -> Iterable[SourceDocument]:
    for candidate in ranked:
        row = connection.execute(
            "SELECT d.id, d.record, d.page_starts, p.start, p.stop, p.section, p.text "
            "FROM passages AS p JOIN documents AS d ON d.number = p.document WHERE p.number = ?",
            (candidate.number,),
        ).fetchone()
        yield _passage(row, candidate.relevance)


def _passage(row: Any, share: float) -> SourceDocument:
    document_id, record, page_starts, start, stop, section, text = row
    whole = SourceDocument.model_validate(json.loads(record) | {"content": text})
    place = {"origin": "library", "document_id": document_id, "start": str(start), "end": str(stop)}
    return whole.model_copy(
        update={
            "id": passage_id(document_id, start, stop),
            "chunk_id": f"{start}-{stop}",
            "page": bisect_right(json.loads(page_starts), start) if page_starts else whole.page,
            "section": whole.section or section or None,
            "relevance_score": round(share, PROBABILITY_PLACES),
            "metadata": whole.metadata | place,
        }
    )


def passage_id(document_id: str, start: int, stop: int) -> str:
    """The id of a passage: the same as long as the document's text is; at most 500 characters."""
    place = f"#{start}-{stop}"
    return document_id[: 500 - len(place)] + place


def _first_of_each_text(passages: Iterable[SourceDocument], limit: int) -> tuple[SourceDocument, ...]:
    found: dict[str, SourceDocument] = {}
    for passage in passages:
        found.setdefault(" ".join(passage.content.split()), passage)
        if len(found) == limit:
            break
    return tuple(found.values())
