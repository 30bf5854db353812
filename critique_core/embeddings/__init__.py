"""Texts as vectors whose cosine says how close they are in meaning: offline by default, by a model when one is named.

``LexicalEmbedder`` needs nothing; ``OnnxEmbedder`` reads a sentence encoder from a folder or the Hugging Face hub;
``OpenAIEmbedder`` and ``OllamaEmbedder`` ask a server. ``embedder`` makes the one that a setting names.
"""

from critique_core.embeddings.base import Embedder, EmbedderSpec, Vectors
from critique_core.embeddings.choice import embedder
from critique_core.embeddings.lexical import LexicalEmbedder

__all__ = ["Embedder", "EmbedderSpec", "LexicalEmbedder", "Vectors", "embedder"]
