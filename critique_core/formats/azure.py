"""Azure AI Content Safety's groundedness result; offsets in bytes of UTF-8, UTF-16 code units and code points."""

from typing import Any

from critique_core.formats import losses
from critique_core.formats.base import Format, ReviewedItem, Written
from critique_core.formats.labels import ClaimLabel, claim_labels
from critique_core.formats.utf16 import Utf16, utf8_bytes
from critique_core.models import Status

_UNGROUNDED: tuple[Status, ...] = ("unsupported", "contradicted", "partially_supported")
_PLACES = 4


def _write(reviewed: ReviewedItem) -> Written:
    draft = reviewed.critique.request.draft
    labels = claim_labels(reviewed)
    found = [label for label in labels if label.status in _UNGROUNDED]
    units = Utf16(draft)
    covered = {place for label in found for place in range(label.start, label.end)}
    record = {
        "ungroundedDetected": bool(found),
        "ungroundedPercentage": round(len(covered) / len(draft), _PLACES),
        "ungroundedDetails": [_detail(draft, units, label) for label in found],
    }
    lost = [
        "contradicted and unsupported are not told apart: both are ungrounded",
        "query, draft and sources are left out",
        *losses.of_statuses(labels, {"partially_supported": "ungrounded"}),
        *losses.of_silence(reviewed, labels),
        *losses.of_spans(reviewed),
        *losses.of_review(reviewed, notes=True),
    ]
    return Written((record,), tuple(lost))


def _detail(draft: str, units: Utf16, label: ClaimLabel) -> dict[str, Any]:
    start, end = label.start, label.end
    first = {"utf8": utf8_bytes(draft[:start]), "utf16": units.units(start), "codePoint": start}
    length = {
        "utf8": utf8_bytes(draft[start:end]),
        "utf16": units.units(end) - units.units(start),
        "codePoint": end - start,
    }
    return {"text": label.text, "offset": first, "length": length, "reason": label.note or label.reasoning}


FORMAT = Format(
    name="azure",
    title="Azure groundedness",
    fields=(
        (("ungroundedDetected",), "whether a claim is unsupported, contradicted or partly supported"),
        (("ungroundedPercentage",), "the share of the draft's characters in such claims, 0 to 1, as Azure gives it"),
        (("ungroundedDetails",), "ungroundedDetails[].text, offset, length: the claim, in all three units"),
        (("ungroundedDetails",), "ungroundedDetails[].reason: the label's note, else the verifier's reasoning"),
    ),
    write=_write,
)
