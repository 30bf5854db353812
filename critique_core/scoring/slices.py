"""The part of the work that a claim belongs to: what figures are broken down by and thresholds may differ by."""

from collections.abc import Sequence

from critique_core.models import Claim, SourceDocument, Verdict

SLICES = ("source_type", "claim_kind", "length")
_LENGTHS = ((60, "up to 60 characters"), (120, "61 to 120 characters"), (240, "121 to 240 characters"))


def slices_of(claim: Claim, verdict: Verdict | None, sources: Sequence[SourceDocument]) -> dict[str, str]:
    """The value of each of ``SLICES`` for a claim.

    The source type is that of the strongest evidence, else of all sources when they have one type, else ``mixed``.
    """
    types = {source.id: source.type for source in sources}
    evidence = verdict.evidence if verdict else ()
    strongest = max((one for one in evidence if one.source_id in types), key=lambda one: one.score, default=None)
    kinds = {types[strongest.source_id]} if strongest else set(types.values())
    length = len(claim.text)
    return {
        "source_type": kinds.pop() if len(kinds) == 1 else "mixed",
        "claim_kind": claim.kind,
        "length": next((name for most, name in _LENGTHS if length <= most), "over 240 characters"),
    }
