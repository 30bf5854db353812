"""A draft written from sources by a model; whether it is true is for the verification that follows."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

from critique_core.llm.base import ChatModel
from critique_core.model_stages.asking import TEXT, Block, ask, form, source_blocks
from critique_core.models import MAX_DRAFT_CHARACTERS, Issue, SourceDocument

_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_MARKER = re.compile(r"\[(\d{1,4})\]")
_TASK = """\
Answer the question by the sources alone. Cite the source of each statement by its number in brackets, such as [1]. If \
the sources do not answer it, say exactly: I don't have that information. Give the answer as text."""
_BETTER = " The last answer had the issues listed; do not repeat them."


class Generates(Protocol):
    """What is needed of ``generation.Generator``."""

    def generate(self, query: str, sources: Sequence[SourceDocument], issues: Sequence[Issue] = ()) -> str:
        """An answer to ``query`` from ``sources``."""
        ...


class ModelGenerator:
    """Writes answers by a model; keeps the protocol of ``generation.Generator``.

    ``fallback`` writes when the model fails, such as ``generation.ExtractiveGenerator``.
    """

    def __init__(self, model: ChatModel, fallback: Generates) -> None:
        self._model, self._fallback = model, fallback

    def generate(self, query: str, sources: Sequence[SourceDocument], issues: Sequence[Issue] = ()) -> str:
        """An answer with citations of ``sources`` by number; what cites a source that is not there is refused."""
        told = "\n".join(f"- {issue.description}" for issue in issues)
        listed: list[Block] = [("ISSUES", told)] if told else []
        blocks = [*source_blocks("generation", sources), ("QUESTION", query), *listed]
        task = _TASK + (_BETTER if told else "")
        text = ask(self._model, "generation", task, blocks, form(answer=TEXT), lambda one: _answer(one, len(sources)))
        return self._fallback.generate(query, sources, issues) if text is None else text


def _answer(content: Mapping[str, Any], sources: int) -> str:
    value = cast("object", content.get("answer"))
    text = _HIDDEN.sub("", value).strip() if isinstance(value, str) else ""
    if not text or len(text) > MAX_DRAFT_CHARACTERS:
        raise ValueError("answer is empty, no text or too long")
    if any(not 1 <= int(number) <= sources for number in _MARKER.findall(text)):
        raise ValueError(f"it cites a source that is not there; the sources are 1 to {sources}")
    return text
