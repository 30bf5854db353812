"""What to search for when claims have failed, by a model (S4's targeted queries)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from critique_core.llm.base import ChatModel
from critique_core.model_stages.asking import TEXT, WHOLE, Block, ask, entries, form, line, listed, whole
from critique_core.models import TargetedQuery, VerifiedClaim

_FAILED = ("contradicted", "unsupported", "partially_supported")
_LONGEST = 300
_NOT_WORDS = re.compile(r"[^\w\s.,'’/%€$£°+-]|(?<!\w)-(?=\w)|\b(?:AND|OR|NOT|NEAR)\b")
_TASK = """\
The numbered claims are in doubt. Write for each, where a search could help, one query for a search engine that \
finds what is true about it: its subject and what is asked of it, without the value that is in doubt. For each \
give claim, its number; text, the query in a few words; reason, one sentence. The most doubtful come first; give \
at most {limit}."""


def targeted(
    model: ChatModel, query: str, claims: Sequence[VerifiedClaim], offline: Sequence[TargetedQuery], *, limit: int = 4
) -> tuple[TargetedQuery, ...]:
    """At most ``limit`` distinct queries, of words alone; ``offline`` when the model fails or gives none."""
    failed = [claim for claim in claims if claim.status in _FAILED]
    if not failed:
        return tuple(offline)
    numbered = "\n".join(f"{number}. {' '.join(claim.text.split())}" for number, claim in enumerate(failed, start=1))
    question: list[Block] = [("QUESTION", query)] if query.strip() else []
    schema = form(queries=listed(form(claim=WHOLE, text=TEXT, reason=TEXT)))
    task = _TASK.replace("{limit}", str(limit))
    found = ask(model, "queries", task, [*question, ("CLAIMS", numbered)], schema, lambda answer: _read(answer, failed))
    return (found or tuple(offline))[:limit]


def _read(content: Mapping[str, Any], failed: Sequence[VerifiedClaim]) -> tuple[TargetedQuery, ...]:
    found: dict[str, TargetedQuery] = {}
    for entry in entries(content, "queries"):
        claim = failed[whole(entry, "claim", len(failed)) - 1]
        # What a search engine reads as an operator must not come from a draft by way of a model.
        text = " ".join(_NOT_WORDS.sub(" ", line(entry, "text")).split())
        if not text or len(text) > _LONGEST:
            raise ValueError(f"text is no query of at most {_LONGEST} characters")
        found.setdefault(text.casefold(), TargetedQuery(text=text, claim_id=claim.id, reason=line(entry, "reason")))
    return tuple(found.values())
