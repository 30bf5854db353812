"""An output guardrail of the OpenAI Agents SDK: an answer that its sources do not support is not given out."""

import asyncio
from typing import Any

from agents import Agent, GuardrailFunctionOutput, RunContextWrapper, output_guardrail

from critique_core import critic, load_settings, parse_request

ready = critic(load_settings())


@output_guardrail
async def grounded(context: RunContextWrapper[Any], _agent: Agent[Any], output: str) -> GuardrailFunctionOutput:
    """``context.context`` is your run's context; here a mapping with the sources that the agent was given."""
    request = parse_request({"draft": output, "sources": context.context["sources"]})
    critique = await asyncio.to_thread(ready.critique, request)
    refused = [claim.text for claim in critique.claims if claim.status in ("unsupported", "contradicted")]
    return GuardrailFunctionOutput(output_info=refused, tripwire_triggered=bool(refused))


agent = Agent(name="support", instructions="Answer from the manual.", output_guardrails=[grounded])

if __name__ == "__main__":
    run = RunContextWrapper({"sources": [{"id": "manual", "content": "The timeout is 60 seconds."}]})
    for seconds in (60, 30):
        result = asyncio.run(grounded.run(run, agent, f"The timeout is {seconds} seconds."))
        print(result.output.tripwire_triggered, result.output.output_info)
