"""Issues become changes to the draft; whether a corrected draft is kept."""

from critique_core.revision.keep import MOST_LOST, Attempt, Measures, Tried, attempt, better, measures, preferred
from critique_core.revision.reviser import ABSTENTION, DROP_UP_TO, amiss, apply, left_out, proposed, revise

__all__ = [
    "ABSTENTION",
    "DROP_UP_TO",
    "MOST_LOST",
    "Attempt",
    "Measures",
    "Tried",
    "amiss",
    "apply",
    "attempt",
    "better",
    "left_out",
    "measures",
    "preferred",
    "proposed",
    "revise",
]
