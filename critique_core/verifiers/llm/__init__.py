"""Verification by a chat model."""

from critique_core.verifiers.llm.verifier import LlmVerifier

__all__ = ["LlmVerifier"]
