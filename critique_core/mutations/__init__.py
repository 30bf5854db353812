"""Changes of a text that change what it says: values, names, negations, quantifiers, directions, conditions."""

from critique_core.mutations.choosing import choices, mutations
from critique_core.mutations.mutation import KINDS, Kind, Mutation

__all__ = ["KINDS", "Kind", "Mutation", "choices", "mutations"]
