"""Chat models behind one protocol: Ollama, OpenAI and whatever speaks its protocol, Anthropic."""

from critique_core.llm.base import Cancelled, ChatModel, Completion, ModelSpec, Show, Usage

__all__ = ["Cancelled", "ChatModel", "Completion", "ModelSpec", "Show", "Usage"]
