"""What of a review a format cannot hold, in the words that an export warns with."""

from collections.abc import Mapping, Sequence

from critique_core.formats.base import ReviewedItem
from critique_core.formats.labels import ClaimLabel, claim_labels, unplaced_labels
from critique_core.labels.fold import standing
from critique_core.models import CritiqueRequest, Status

_ABOUT_WORDING = frozenset({"edit", "hunk_accept", "hunk_reject"})
LABELS = "the claims' labels are left out"


def of_review(reviewed: ReviewedItem, *, notes: bool = False) -> list[str]:
    """What no form but our own holds of the reviewers' work; ``notes`` says that this one holds those of labels."""
    events = [event for event in standing(reviewed.decisions) if event.origin == "human"]
    told = {
        "notes are left out": not notes and any(event.note for event in standing(reviewed.decisions)),
        "notes that are no label's are left out": notes and any(event.action == "note" for event in events),
        "of several reviewers' labels the last one alone is kept": len({event.reviewer for event in events}) > 1,
        "claims confirmed together are left out": any(event.action == "confirm" for event in events),
        "reviewers' wording is left out": any(event.action in _ABOUT_WORDING for event in events),
    }
    return [words for words, holds in told.items() if holds]


def of_sources(request: CritiqueRequest, *, trimmed: bool = False) -> list[str]:
    """What a list of source texts does not hold; ``trimmed`` says that white space around a text goes as well."""
    numbered = all(source.id == str(number) for number, source in enumerate(request.sources, 1))
    bare = all(set(source.model_dump(exclude_defaults=True)) <= {"id", "content"} for source in request.sources)
    texts = [source.content for source in request.sources]
    told = {
        "sources' ids and details are left out": not (numbered and bare),
        "empty sources are left out": any(not text.strip() for text in texts),
        "white space around sources is left out": trimmed and any(text != text.strip() for text in texts),
    }
    return [words for words, holds in told.items() if holds]


def of_item(reviewed: ReviewedItem, *, title: bool = False, group: bool = False, gold: bool = False) -> list[str]:
    """What a format without our own fields does not hold of the item; the flags say what this one has."""
    item = reviewed.item
    told = {
        "titles are left out": not title and item.title != title_of(reviewed.critique.request),
        "groups of items that share sources are left out": not group and item.source_group is not None,
        "marks of gold items are left out": not gold and item.gold,
    }
    return [words for words, holds in told.items() if holds]


def of_statuses(labels: Sequence[ClaimLabel], written_as: Mapping[Status, str]) -> list[str]:
    """Statuses that are written as another one, each with that."""
    return [
        f"{status.replace('_', ' ')} claims are written as {words}"
        for status, words in written_as.items()
        if any(label.status == status for label in labels)
    ]


def of_silence(reviewed: ReviewedItem, labels: Sequence[ClaimLabel]) -> list[str]:
    """For a format where what bears no label is supported."""
    spans = [(label.start, label.end) for label in labels]
    bare = [
        claim
        for claim in reviewed.critique.claims
        if claim.checkable and not any(start < claim.end and claim.start < end for start, end in spans)
    ]
    complete = reviewed.item.labels_complete and "imported" in reviewed.origins
    return ["claims without a label read as supported there"] * bool(bare and not complete)


def of_spans(reviewed: ReviewedItem) -> list[str]:
    """For a format of labelled stretches: labels of the whole answer that no claim bears."""
    return ["labels of whole answers are left out"] * bool(unplaced_labels(reviewed))


def of_labels(reviewed: ReviewedItem) -> list[str]:
    """For a format without any labels."""
    return [LABELS] * bool(claim_labels(reviewed) or unplaced_labels(reviewed))


def title_of(request: CritiqueRequest) -> str:
    """The title that an item gets by itself: its query, else the beginning of its draft, on one line."""
    line = " ".join((request.query.strip() or request.draft).split())
    return line if len(line) <= 80 else line[:79].rstrip() + "…"
