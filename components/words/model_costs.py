"""What a run spent on models, in words: calls and tokens by stage, what the cache gave, what a cascade saved."""

from components.words.review import counted
from critique_core.models import Escalation, RunMetadata, StageCost


def cost_lines(run: RunMetadata) -> list[str]:
    """A line for each stage that called a model or its cache, and one for a cascade."""
    lines = [f"Model, {cost.stage}: {_spent(cost)}" for cost in run.costs]
    return [*lines, _shared(run.escalation)] if run.escalation else lines


def _spent(cost: StageCost) -> str:
    kept = f"{counted(cost.cache_hits, 'answer')} from the cache" if cost.cache_hits else ""
    if not cost.calls:
        return kept
    read, written = cost.prompt_tokens, cost.completion_tokens
    tokens = "tokens not told" if read is None or written is None else f"{read:,} tokens read, {written:,} written"
    return ", ".join(part for part in (counted(cost.calls, "call"), tokens, kept) if part)


def _shared(part: Escalation) -> str:
    agreed = f"; it agreed with the embedded verifier on {part.agreed} of {part.answered}" if part.answered else ""
    saved = f"{counted(part.calls_saved, 'call')} saved"
    return f"Cascade: {part.sent} of {counted(part.claims, 'claim')} went to the model, {saved}{agreed}"
