"""TruLens' golden sets: ``query, expected_response, expected_score, metadata``; the score is the supported share."""

from critique_core.formats import losses
from critique_core.formats.base import Format, ReviewedItem, Written
from critique_core.formats.labels import JUDGED, claim_labels

_PLACES = 4


def _write(reviewed: ReviewedItem) -> Written:
    request, item = reviewed.critique.request, reviewed.item
    judged = [label for label in claim_labels(reviewed) if label.status in JUDGED]
    supported = sum(label.status == "supported" for label in judged)
    record = {
        "query": request.query,
        "expected_response": request.draft,
        "expected_score": round(supported / len(judged), _PLACES) if judged else None,
        "metadata": {
            "number": item.number,
            "title": item.title,
            "claims": len(judged),
            "supported": supported,
            "sources": [source.content for source in request.sources],
        },
    }
    lost = ["which claims are wrong is left out: one share for the answer"] * bool(judged)
    lost += ["answers without labels have no score"] * (not judged)
    return Written((record,), (*lost, *losses.of_sources(request), *losses.of_review(reviewed)))


FORMAT = Format(
    name="trulens",
    title="TruLens golden set",
    fields=(
        (("query", "expected_response"), "query and draft"),
        (("expected_score",), "the share of labelled claims that are supported, 0 to 1; null without labels"),
        (("metadata",), "number and title of the item, counts of claims, source texts"),
    ),
    write=_write,
)
