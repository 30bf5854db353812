"""S2's relevance and usefulness by a model; support follows from the verdicts and needs no further question."""

from collections.abc import Mapping, Sequence
from typing import Any

from critique_core.evidence.quotes import locate
from critique_core.llm.base import ChatModel
from critique_core.model_stages.asking import NUMBER, TEXT, WHOLE, ask, form, line, share, source_blocks, whole
from critique_core.models import Reflection, ReflectionVerdict, SourceDocument

_FROM = 0.5
_RELEVANT = """\
Do the sources bear on the question? Give reasoning in one sentence; source and quote, the number of the source that \
speaks of it most and a sentence copied from it word for word (of the nearest one if none does); score, from 0 (none \
speaks of it) to 1 (one answers it)."""
_USEFUL = """\
Does the answer give what the question asks for, whether or not it is true? Give reasoning in one sentence, and score, \
from 0 (not at all) to 1 (all of it). An answer that says it does not know gives nothing."""


def relevance(
    model: ChatModel, query: str, sources: Sequence[SourceDocument], offline: Reflection | None
) -> Reflection | None:
    """ISREL by the model, relevant from 0.5 (S2), with a quote that a source holds; ``offline`` when it fails.

    ``None`` stays ``None``: without a question or a source there is nothing to judge.
    """
    if offline is None:
        return None
    blocks = [*source_blocks("relevance", sources), ("QUESTION", query)]
    schema = form(reasoning=TEXT, source=WHOLE, quote=TEXT, score=NUMBER)
    return ask(model, "relevance", _RELEVANT, blocks, schema, lambda content: _relevant(content, sources)) or offline


def usefulness(model: ChatModel, query: str, draft: str, offline: Reflection | None) -> Reflection | None:
    """ISUSE by the model, useful from 0.5 (S2); ``offline`` when it fails, ``None`` when there is nothing to judge."""
    if offline is None:
        return None
    blocks = [("QUESTION", query), ("ANSWER", draft)]
    schema = form(reasoning=TEXT, score=NUMBER)
    return ask(model, "usefulness", _USEFUL, blocks, schema, _useful) or offline


def _relevant(content: Mapping[str, Any], sources: Sequence[SourceDocument]) -> Reflection:
    source = sources[whole(content, "source", len(sources)) - 1]
    score, quote = share(content, "score"), line(content, "quote")
    found = locate(quote, source.id, sources)
    if score >= _FROM and found.match == "not_found":
        raise ValueError("the quote is in no source; copy it word for word")
    shown = f" “{source.name}” says: “{found.quote}”" if found.match != "not_found" else ""
    verdict: ReflectionVerdict = "relevant" if score >= _FROM else "irrelevant"
    return Reflection(score=score, verdict=verdict, reasoning=f"{line(content, 'reasoning')}{shown}")


def _useful(content: Mapping[str, Any]) -> Reflection:
    score = share(content, "score")
    verdict: ReflectionVerdict = "useful" if score >= _FROM else "not_useful"
    return Reflection(score=score, verdict=verdict, reasoning=line(content, "reasoning"))
