"""Corrections of a draft by a model: quoted words and what to put there, placed in code, verified by the pipeline."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, cast

from critique_core.llm.base import ChatModel
from critique_core.model_stages.asking import TEXT, WHOLE, Block, ask, entries, form, line, listed, source_blocks
from critique_core.models import Hunk, Issue, SourceDocument

_MOST = 30
_LONGEST = 2000
_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_TASK = f"""\
Correct the draft where an issue says it is wrong, by the sources alone; leave every other word as it is. Give at most \
{_MOST} edits. For each: find, the words to change, copied exactly from the draft and long enough to stand there once; \
occurrence, 1 unless the same words stand in the draft before; replacement, what to write there instead, empty to \
delete; reason, one sentence."""


def revise(  # noqa: PLR0917 - what each stage found, in the order of the stages
    model: ChatModel,
    query: str,
    draft: str,
    issues: Sequence[Issue],
    sources: Sequence[SourceDocument],
    offline: Sequence[Hunk],
) -> tuple[Hunk, ...]:
    """The model's changes in order, none overlapping; ``offline`` when it fails or none of them can be placed.

    Nothing here says that a change is right: the pipeline verifies the text and keeps it only if it is better.
    """
    if not issues:
        return tuple(offline)
    told = "\n".join(_issue_in_words(issue, draft) for issue in issues)
    question: list[Block] = [("QUESTION", query)] if query.strip() else []
    blocks = [*source_blocks("revision", sources), *question, ("DRAFT", draft), ("ISSUES", told)]
    schema = form(edits=listed(form(find=TEXT, occurrence=WHOLE, replacement=TEXT, reason=TEXT)))
    return ask(model, "revision", _TASK, blocks, schema, lambda content: _hunks(content, draft)) or tuple(offline)


def _issue_in_words(issue: Issue, draft: str) -> str:
    words = draft[issue.start : issue.end] if issue.start is not None and issue.end is not None else ""
    about = f" (about “{' '.join(words.split())}”)" if words else ""
    fix = f" {issue.suggestion}." if issue.suggestion else ""
    return f"- {issue.description}{about}{fix}"


def _hunks(content: Mapping[str, Any], draft: str) -> tuple[Hunk, ...]:
    given = entries(content, "edits")
    if len(given) > _MOST:
        raise ValueError(f"there are more than {_MOST} edits")
    found = sorted((_hunk(entry, draft) for entry in given), key=lambda hunk: (hunk.start, hunk.end))
    for hunk, following in pairwise(found):
        if following.start < hunk.end:
            raise ValueError("two edits change the same words")
    return tuple(hunk for hunk in found if draft[hunk.start : hunk.end] != hunk.replacement)


def _hunk(entry: Mapping[str, Any], draft: str) -> Hunk:
    find, replacement = cast("object", entry.get("find")), cast("object", entry.get("replacement"))
    if not isinstance(find, str) or not find:
        raise ValueError("find is empty or no text")
    if not isinstance(replacement, str) or len(replacement) > _LONGEST:
        raise ValueError(f"replacement is no text of at most {_LONGEST} characters")
    starts = [match.start() for match in re.finditer(re.escape(find), draft)]
    occurrence = cast("object", entry.get("occurrence"))
    wanted = occurrence if isinstance(occurrence, int) and not isinstance(occurrence, bool) else 1
    if not 1 <= wanted <= len(starts):
        raise ValueError("find does not stand in the draft; copy the words exactly")
    start = starts[wanted - 1]
    return Hunk(
        start=start, end=start + len(find), replacement=_HIDDEN.sub("", replacement), reason=line(entry, "reason")
    )
