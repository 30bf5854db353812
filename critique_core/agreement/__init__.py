"""How far reviewers agree beyond chance, and whether they agree with the machine because they have seen it."""

from critique_core.agreement.coefficients import Agreement, Coefficient, agreement, cohen, fleiss, krippendorff
from critique_core.agreement.reviewers import Anchoring, Reveal, anchoring, ratings_of, reveals_of
from critique_core.agreement.tables import Rating

__all__ = [
    "Agreement",
    "Anchoring",
    "Coefficient",
    "Rating",
    "Reveal",
    "agreement",
    "anchoring",
    "cohen",
    "fleiss",
    "krippendorff",
    "ratings_of",
    "reveals_of",
]
