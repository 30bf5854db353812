"""Stages that ask a chat model for what the offline stages do by rules, with the same values in and out.

Each takes the offline stage's result and gives it back when the model fails or answers what cannot be used, and the
run's ledger then says so. What a model quotes is looked up in code, and its place is never asked of it.
"""

from critique_core.model_stages.asking import CachedModel
from critique_core.model_stages.claims import llm_claims
from critique_core.model_stages.completeness import missing
from critique_core.model_stages.contradictions import conflicts
from critique_core.model_stages.drafting import ModelGenerator
from critique_core.model_stages.queries import targeted
from critique_core.model_stages.reflection import relevance, usefulness
from critique_core.model_stages.revision import revise
from critique_core.model_stages.stages import with_model

__all__ = [
    "CachedModel",
    "ModelGenerator",
    "conflicts",
    "llm_claims",
    "missing",
    "relevance",
    "revise",
    "targeted",
    "usefulness",
    "with_model",
]  # fmt: skip
