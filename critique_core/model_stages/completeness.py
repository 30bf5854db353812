"""What the query asks for and the draft leaves out, by a model; every point is a quote that a source holds."""

from collections.abc import Mapping, Sequence
from typing import Any

from critique_core.evidence.quotes import locate, normalise
from critique_core.llm.base import ChatModel
from critique_core.model_stages.asking import TEXT, TRUTH, WHOLE, ask, entries, form, line, listed, source_blocks, whole
from critique_core.models import Missing, SourceDocument

_MOST = 10
_NEEDED, _USEFUL = 0.5, 0.3  # S0: missing information is of medium severity; what only helps is of low
_TASK = f"""\
What does the question ask for that the sources answer and the draft leaves out? Give at most {_MOST} points, \
and an empty list when nothing is missing. For each: description, one sentence on what is missing; source and \
quote, the number of the source that says it and its words, copied exactly; needed, true when the question is \
not answered without it."""


def missing(
    model: ChatModel,
    query: str,
    draft: str,
    sources: Sequence[SourceDocument],
    offline: Sequence[Missing],
) -> tuple[Missing, ...]:
    """What the model finds missing, in the order of the sources; ``offline`` when it fails.

    A point whose quote no source holds, or that the draft has word for word, does not count.
    """
    if not query.strip() or not any(source.content.strip() for source in sources):
        return tuple(offline)
    blocks = [*source_blocks("completeness", sources), ("QUESTION", query), ("DRAFT", draft)]
    schema = form(missing=listed(form(description=TEXT, source=WHOLE, quote=TEXT, needed=TRUTH)))
    found = ask(model, "completeness", _TASK, blocks, schema, lambda content: _points(content, draft, sources))
    return tuple(offline) if found is None else found


def _points(content: Mapping[str, Any], draft: str, sources: Sequence[SourceDocument]) -> tuple[Missing, ...]:
    given = entries(content, "missing")
    if len(given) > _MOST:
        raise ValueError(f"there are more than {_MOST} points")
    order = {source.id: place for place, source in enumerate(sources)}
    said = normalise(draft)
    found: dict[tuple[int, int, int], Missing] = {}
    for entry in given:
        source = sources[whole(entry, "source", len(sources)) - 1]
        located = locate(line(entry, "quote"), source.id, sources)
        if located.match == "not_found" or located.source_id is None or normalise(located.quote) in said:
            continue
        found[order[located.source_id], located.start, located.end] = Missing(
            source_id=located.source_id, start=located.start, end=located.end, quote=located.quote,
            description=line(entry, "description"), severity=_NEEDED if entry.get("needed") is True else _USEFUL,
        )  # fmt: skip
    return tuple(found[key] for key in sorted(found))
