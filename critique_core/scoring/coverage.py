"""What a critique leaves over: draft text that no claim covers, and which sources were used (feature A4)."""

from collections.abc import Sequence

from critique_core.models import Claim, SourceDocument, Span, VerifiedClaim


def sources_used(sources: Sequence[SourceDocument], claims: Sequence[VerifiedClaim]) -> tuple[str, ...]:
    """Ids of the sources with a quote that was found in them, in the order of ``sources``."""
    verdicts = [claim.verdict for claim in claims if claim.verdict]
    quoted = {part.source_id for verdict in verdicts for part in verdict.evidence if part.match != "not_found"}
    return tuple(source.id for source in sources if source.id in quoted)


def uncovered(draft: str, claims: Sequence[Claim]) -> tuple[Span, ...]:
    """Stretches of the draft with letters or digits that lie in no claim, without the white space around them."""
    gaps: list[Span] = []
    reached = 0
    for start, end in [*sorted((claim.start, claim.end) for claim in claims), (len(draft), len(draft))]:
        gap = draft[reached:start]
        if any(character.isalnum() for character in gap):
            first = reached + len(gap) - len(gap.lstrip())
            gaps.append(Span(start=first, end=first + len(gap.strip())))
        reached = max(reached, end)
    return tuple(gaps)
