"""Claims of one draft that exclude each other, by a model, next to those that the rules find."""

from collections.abc import Mapping, Sequence
from typing import Any

from critique_core.llm.base import ChatModel
from critique_core.model_stages.asking import TEXT, WHOLE, ask, entries, form, line, listed, whole
from critique_core.models import Claim, Conflict, Place

_SEVERITY = 0.7  # S1's severity of a contradiction
_MOST = 20
_TASK = f"""\
Which of the numbered claims cannot both be true? Give at most {_MOST} pairs, and an empty list when all can. \
For each: reasoning, one sentence on what excludes what; first and second, the numbers of the two claims. Claims \
about different things, times or cases do not contradict each other."""


def conflicts(model: ChatModel, claims: Sequence[Claim], offline: Sequence[Conflict]) -> tuple[Conflict, ...]:
    """``offline`` with the pairs that the model finds next to them; ``offline`` alone when it fails.

    What the rules found stays: it rests on a named difference, and a model does not outvote it.
    """
    checkable = [claim for claim in claims if claim.checkable]
    if len(checkable) < 2:
        return tuple(offline)
    numbered = "\n".join(f"{number}. {' '.join(claim.text.split())}" for number, claim in enumerate(checkable, start=1))
    schema = form(pairs=listed(form(reasoning=TEXT, first=WHOLE, second=WHOLE)))
    found = ask(
        model, "contradictions", _TASK, [("CLAIMS", numbered)], schema, lambda answer: _pairs(answer, checkable)
    )
    known = {frozenset((one.claim_id, other.claim_id)) for one in offline for other in one.related if one.in_draft}
    new = [one for one in found or () if frozenset((one.claim_id, one.related[0].claim_id)) not in known]
    return (*offline, *new)


def _pairs(content: Mapping[str, Any], claims: Sequence[Claim]) -> tuple[Conflict, ...]:
    given = entries(content, "pairs")
    if len(given) > _MOST:
        raise ValueError(f"there are more than {_MOST} pairs")
    found: dict[tuple[int, int], Conflict] = {}
    for entry in given:
        one, two = sorted((whole(entry, "first", len(claims)), whole(entry, "second", len(claims))))
        if one == two:
            raise ValueError("a claim is said to contradict itself")
        first, second = claims[one - 1], claims[two - 1]
        found[one, two] = Conflict(
            claim_id=second.id, start=second.start, end=second.end, severity=_SEVERITY,
            related=(Place(start=first.start, end=first.end, claim_id=first.id),),
            explanation=f"The draft says both “{first.text}” and “{second.text}”. {line(entry, 'reasoning')}",
        )  # fmt: skip
    return tuple(found.values())
