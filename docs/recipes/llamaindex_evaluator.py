"""An evaluator of LlamaIndex: whether the claims of a response are supported by its contexts."""

import asyncio
from collections.abc import Sequence
from typing import Any

from llama_index.core.evaluation import BaseEvaluator, EvaluationResult

from critique_core import Critic, critic, load_settings, parse_request


class GroundedEvaluator(BaseEvaluator):
    def __init__(self, ready: Critic) -> None:
        self._ready = ready

    def _get_prompts(self) -> dict[str, Any]:
        return {}

    def _update_prompts(self, prompts: dict[str, Any]) -> None:
        """There are none."""

    async def aevaluate(
        self, query: str | None = None, response: str | None = None, contexts: Sequence[str] | None = None, **_: Any
    ) -> EvaluationResult:
        sources = [{"id": str(number), "content": text} for number, text in enumerate(contexts or (), 1)]
        request = parse_request({"query": query or "", "draft": response or "", "sources": sources})
        critique = await asyncio.to_thread(self._ready.critique, request)
        return EvaluationResult(
            query=query,
            response=response,
            contexts=contexts,
            passing=critique.is_grounded,
            score=critique.grounded_probability,
            feedback=" ".join(critique.suggestions),
        )


if __name__ == "__main__":
    evaluator = GroundedEvaluator(critic(load_settings()))
    for seconds in (60, 30):
        answer = f"The timeout is {seconds} seconds."
        print(evaluator.evaluate(response=answer, contexts=["The timeout is 60 seconds."]).passing)
