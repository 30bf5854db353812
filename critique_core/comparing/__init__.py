"""Verifiers or policies on the same claims: where they differ, how far they agree, what they cost."""

from critique_core.comparing.answers import Answer, Truth, answer_of_draft, answer_of_import, answer_of_review
from critique_core.comparing.contenders import (
    Contender,
    PolicyContender,
    decided_by_model,
    decided_or_sure,
    first_failure,
)
from critique_core.comparing.figures import Accuracy, Pair
from critique_core.comparing.judging import compare_verifiers
from critique_core.comparing.lines import Label, Line, Said
from critique_core.comparing.outcome import Comparison, Tally, outcome_words
from critique_core.comparing.policies import compare_policies
from critique_core.comparing.table import comparison_csv, comparison_shape

__all__ = [
    "Accuracy",
    "Answer",
    "Comparison",
    "Contender",
    "Label",
    "Line",
    "Pair",
    "PolicyContender",
    "Said",
    "Tally",
    "Truth",
    "answer_of_draft",
    "answer_of_import",
    "answer_of_review",
    "compare_policies",
    "compare_verifiers",
    "comparison_csv",
    "comparison_shape",
    "decided_by_model",
    "decided_or_sure",
    "first_failure",
    "outcome_words",
]
