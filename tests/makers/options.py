"""Options of a critique for tests that look at a part of it: what else it checks takes most of its time."""

from critique_core.models import CritiqueOptions

STATUSES_ALONE = CritiqueOptions(
    check_completeness=False,
    check_contradictions=False,
    check_citations=False,
    check_relevance=False,
    check_usefulness=False,
)
"""For tests of the statuses of claims, which no check of the whole answer changes."""
