"""One question to a model about something else than verdicts: fenced data, one task, a checked answer, one retry."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from critique_core.errors import ModelError
from critique_core.llm.base import Cancelled, ChatModel, Completion, ModelSpec, Show
from critique_core.llm.fencing import Fence, one_line
from critique_core.models import ModelStageName, SourceDocument, StageModel
from critique_core.provenance import fingerprint
from critique_core.runs import ledger
from critique_core.verifiers.llm.batches import tokens
from critique_core.verifiers.llm.verifier import Cache

SOURCE_TOKENS = 6000
"""Most source text in one prompt, in ``tokens``; what is beyond is left out with a mark and a note."""
Block = tuple[str, str]
_Result = TypeVar("_Result")
_UNREADABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_LONGEST_LINE = 600
_VERSION = "stages-1"  # changes whenever the same task and texts would be put to a model in other words


@dataclass(frozen=True, slots=True)
class CachedModel:
    """A chat model whose answers to ``ask`` are kept by all that decides them, so that no question costs twice."""

    model: ChatModel
    cache: Cache

    @property
    def spec(self) -> ModelSpec:
        """That of the model."""
        return self.model.spec

    def complete(
        self, system: str, user: str, schema: Mapping[str, Any], *, stream: Show | None = None,
        cancelled: Cancelled | None = None,
    ) -> Completion:  # fmt: skip
        """What the model answers now; ``ask`` looks into the cache before."""
        return self.model.complete(system, user, schema, stream=stream, cancelled=cancelled)

    async def acomplete(
        self, system: str, user: str, schema: Mapping[str, Any], *, stream: Show | None = None,
        cancelled: Cancelled | None = None,
    ) -> Completion:  # fmt: skip
        """As ``complete``."""
        return await self.model.acomplete(system, user, schema, stream=stream, cancelled=cancelled)


def ask(  # noqa: PLR0917 - a question in the order it is put
    model: ChatModel,
    name: ModelStageName,
    task: str,
    blocks: Sequence[Block],
    schema: Mapping[str, Any],
    read: Callable[[Mapping[str, Any]], _Result],
) -> _Result | None:
    """What ``read`` makes of the answer; ``None``, with a note under ``name``, when the model gave none to use.

    ``read`` raises ``ValueError`` with the reason; the model is then asked once more, with that reason. The ledger is
    told that the model did this stage.
    """
    # The fence is another one in each process; what decides the answer is the texts inside it.
    key = fingerprint([_VERSION, name, model.spec.fingerprint, task, [list(block) for block in blocks], dict(schema)])
    kept = model.cache.get([key]).get(key) if isinstance(model, CachedModel) else None
    book, done = ledger.ledger(), StageModel(stage=name, model=model.spec.name, fingerprint=model.spec.fingerprint)
    if isinstance(kept, dict):
        with suppress(ValueError):
            found = read(cast("Mapping[str, Any]", kept))
            book.hit(1)
            book.did(done)
            return found
    answer = _asked(model, name, task, blocks, schema, read)
    if answer is None:
        return None
    content, found = answer
    book.did(done)
    if isinstance(model, CachedModel):
        model.cache.put({key: content})
        for note in model.cache.notes:
            book.note(note)
    return found


def _asked(  # noqa: PLR0917 - as above
    model: ChatModel,
    name: str,
    task: str,
    blocks: Sequence[Block],
    schema: Mapping[str, Any],
    read: Callable[[Mapping[str, Any]], _Result],
) -> tuple[Mapping[str, Any], _Result] | None:
    """The answer as it came and what ``read`` makes of it."""
    fence = Fence.around(text for _, text in blocks)
    data = "\n".join(fence.block(label, text) for label, text in blocks)
    book = ledger.ledger()
    fault = ""
    for _ in range(2):
        told = f"\nAn earlier answer could not be used: {fault}." if fault else ""
        try:
            answer = model.complete(fence.rule, f"{data}\n{task}{told}", schema, cancelled=book.cancelled)
        except ModelError as error:
            book.end_if_cancelled()
            book.spend(1, None, None)
            if error.unreadable:
                fault = "it held no JSON object"
                continue
            book.note(f"{name}: {model.spec.name} could not be used: {ledger.in_words(error)}. It was done by rules")
            return None
        book.spend(answer.usage.calls, answer.usage.prompt_tokens, answer.usage.completion_tokens)
        try:
            return answer.content, read(answer.content)
        except ValueError as error:
            fault = str(error)
    book.note(f"{name}: the answer of {model.spec.name} could not be used: {fault}. It was done by rules")
    return None


def source_blocks(name: ModelStageName, sources: Sequence[SourceDocument]) -> list[Block]:
    """Each source in a block, numbered from 1; of sources too long for a prompt an equal share of each, with a note."""
    share = SOURCE_TOKENS // max(1, len(sources))
    whole = sum(tokens(source.content) for source in sources) <= SOURCE_TOKENS
    blocks: list[Block] = []
    cut = 0
    for number, source in enumerate(sources, start=1):
        text = source.content
        if not whole and tokens(text) > share:
            text = text.encode()[: share * 4].decode(errors="ignore").rpartition(" ")[0] + " […]"
            cut += 1
        blocks.append((f"SOURCE {number}: {one_line(source.name)}", text))
    if cut:
        ledger.ledger().note(f"{name}: of {cut} sources only the beginning was shown to the model")
    return blocks


def form(**properties: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON schema of an object that holds these and nothing else."""
    return {
        "type": "object", "properties": dict(properties), "required": list(properties), "additionalProperties": False,
    }  # fmt: skip


def listed(items: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON schema of a list."""
    return {"type": "array", "items": items}


TEXT: Mapping[str, Any] = {"type": "string"}
WHOLE: Mapping[str, Any] = {"type": "integer"}
NUMBER: Mapping[str, Any] = {"type": "number"}
TRUTH: Mapping[str, Any] = {"type": "boolean"}


def entries(content: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """The objects of a list in an answer. Raises ``ValueError`` when there is no list of objects."""
    value: object = content.get(key)
    items = cast("list[object]", value) if isinstance(value, list) else None
    if items is None or not all(isinstance(item, dict) for item in items):
        raise ValueError(f"{key} is no list of objects")
    return cast("list[Mapping[str, Any]]", items)


def line(entry: Mapping[str, Any], key: str) -> str:
    """A text of an answer on one line, made harmless. Raises ``ValueError`` when there is none or it goes on and on."""
    value: object = entry.get(key)
    text = " ".join(_UNREADABLE.sub(" ", value).split()) if isinstance(value, str) else ""
    if not text:
        raise ValueError(f"{key} is empty or no text")
    if len(text) > _LONGEST_LINE:
        raise ValueError(f"{key} is longer than {_LONGEST_LINE} characters")
    return text


def whole(entry: Mapping[str, Any], key: str, most: int) -> int:
    """A number from 1 to ``most``. Raises ``ValueError`` for any other."""
    value: object = entry.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise ValueError(f"{key} is no number from 1 to {most}")
    return value


def share(entry: Mapping[str, Any], key: str) -> float:
    """A number from 0 to 1. Raises ``ValueError`` for any other."""
    value: object = entry.get(key)
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0.0 <= value <= 1.0:
        raise ValueError(f"{key} is no number from 0 to 1")
    return round(float(value), 4)
