"""An answer about a timeout, checked by a scripted verifier, and decisions on its claims."""

from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from typing import Any

from critique_core import parse_request, pipeline
from critique_core.models import Critique, Decision
from tests.makers.verifiers import ScriptedVerifier, believing

_numbers = count(1)


@cache
def timeout_answer() -> Critique:
    """Claims about a timeout (shown contradicted, 0.1), retries (supported, 0.9) and logs (supported, 0.8)."""
    request = parse_request(
        {
            "draft": "The timeout is 30 seconds. Requests are retried twice. The logs are kept for a week.",
            "sources": [{"id": "1", "content": "The timeout is 60 seconds.", "type": "manual"}],
        }
    )
    script = {"timeout": believing(0.1, 0.8), "retried": believing(0.9), "logs": believing(0.8)}
    return pipeline.critique(request, verifier=ScriptedVerifier(script))


def decide(critique: Critique, place: int | None, action: str, **fields: Any) -> Decision:
    number = next(_numbers)
    values: dict[str, Any] = {
        "item_id": "i", "action": action, "reviewer": "ann", "id": f"d{number}", "sequence": number,
        "created_at": datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=number), "critique_id": critique.id,
    }  # fmt: skip
    if place is not None:
        claim = critique.claims[place]
        values |= {"claim_id": claim.id, "start": claim.start, "end": claim.end}
    return Decision.model_validate(values | fields)
