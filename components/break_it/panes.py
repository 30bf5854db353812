"""Draft and sources of a trial on the screen, as a Streamlit component: words to change, statuses, evidence."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from streamlit.components.v2 import component

from components.break_it.pairs import newest_first, pair
from components.claim_map import TEXTS_SCRIPT
from components.palette import STATUS_STYLES, css_rules
from components.state import inputs, keys
from components.state.breaking import Trial
from components.words.review import draft_order
from components.words.trial import Change, Place, Turned, act_words, pieces, places
from critique_core.models import Critique, VerifiedClaim

SHOWN = 4
"""As many claims are set before and after side by side; the draft shows the others."""
_FOLDER = Path(__file__).parent
_panes = component(
    "claimlens_break_it",
    css="\n".join([css_rules(), (_FOLDER / "panes.css").read_text(encoding="utf-8")]),
    js="\n".join([TEXTS_SCRIPT, (_FOLDER / "panes.js").read_text(encoding="utf-8")]),
)


def take_change(trial: Trial, on_change: Callable[[Change, int], None]) -> None:
    """Report the change that was chosen on the screen, once, with its number; one of other texts is left out."""
    held = inputs.chosen(keys.TRIAL, Mapping) or {}
    match held.get("change"):
        case {
            "serial": int(serial),
            "source": (None | str()) as source,
            "start": int(start),
            "old": str(old),
            "new": str(new),
        }:
            change = Change(source, start, old, new)
            if serial > trial.heard and fits(trial, change):
                on_change(change, serial)
        case _:
            pass


def fits(trial: Trial, change: Change) -> bool:
    """Whether a change is of words of the trial's texts that can be changed."""
    request = trial.before.request
    texts = {None: request.draft} | {source.id: source.content for source in request.sources}
    found = places(change.source, texts[change.source]) if change.source in texts else ()
    return any((place.start, place.old) == (change.start, change.old) for place in found)


def draw_panes(trial: Trial, after: Critique, turned: tuple[Turned, ...], told: str) -> None:
    """Draw the texts as they are now; ``told`` is read out to those who do not see them."""
    request = trial.before.request
    claims = sorted(after.claims, key=draft_order)
    numbers = {row.number for row in turned if row.other_status}
    in_draft = [(claim.start, claim.end, at) for at, claim in enumerate(claims)]
    evidence = [item for row in turned for item in _evidence(row.after)]
    texts = [
        {"name": "Draft", "places": _places(places(None, request.draft)),
         "pieces": pieces(request.draft, trial.changes, None, in_draft)}
    ]  # fmt: skip
    for source in request.sources:
        spans = [(e.start, e.end, at) for at, e in enumerate(evidence) if e.source_id == source.id]
        texts.append(
            {"name": source.name, "places": _places(places(source.id, source.content)),
             "pieces": pieces(source.content, trial.changes, source.id, spans)}
        )  # fmt: skip
    _panes(
        key=keys.TRIAL,
        data={
            "texts": texts,
            "claims": [_look(number, claim, number in numbers) for number, claim in enumerate(claims, 1)],
            "relations": [item.relation for item in evidence],
            "told": told,
            "pairs": [pair(row) for row in newest_first(turned, trial.changes)[:SHOWN]],
        },
    )


def _evidence(claim: VerifiedClaim) -> list[Any]:
    found = claim.verdict.evidence if claim.verdict else ()
    return [item for item in found if item.match != "not_found"]


def _places(found: tuple[Place, ...]) -> list[dict[str, Any]]:
    return [
        {"source": p.source, "start": p.start, "old": p.old, "act": act_words(p), "options": list(p.options)}
        for p in found
    ]


def _look(number: int, claim: VerifiedClaim, turned: bool) -> dict[str, Any]:
    style = STATUS_STYLES[claim.status]
    return {"number": number, "status": claim.status, "icon": style.icon, "word": style.word, "turned": turned}
