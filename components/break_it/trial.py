"""The trial: choose texts, change words in them, and see before and after side by side."""

import random

import streamlit as st

from components import services
from components.break_it.panes import SHOWN, draw_panes, fits, take_change
from components.escape import escape
from components.frame.messages import errors_shown
from components.review import checking
from components.review.opening import close, open_from_address
from components.review.unsent_inputs import ITEM
from components.state import breaking, inputs, keys, on_screen
from components.state.breaking import Trial
from components.words.findings import percents
from components.words.review import counted, status_words
from components.words.trial import Change, Turned, changed, places_of, read, turned, with_change, written
from critique_core.examples import load_examples
from critique_core.models import Critique, CritiqueRequest

OPEN_REVIEW = "The review that is open"
_TEXTS, _CHANGES = "texts", "changes"  # in the page's address, which a reload keeps


def draw_trial() -> None:
    """Draw the choice of texts and the trial of those chosen."""
    fresh = breaking.trial() is None
    if fresh and on_screen.review() is None:
        open_from_address()
    requests = _requests()
    if fresh and (addressed := st.query_params.get(_TEXTS)) in requests:
        inputs.set_text(keys.TRIAL_EXAMPLE, addressed)
    name = inputs.chosen(keys.TRIAL_EXAMPLE, str) or next(iter(requests))
    request = requests.get(name) or next(iter(requests.values()))
    trial = breaking.trial()
    if trial is None or trial.name != name or trial.request != request:
        with st.spinner("Checking the draft as it is"):
            breaking.begin(name, request, services.get_critic().critique(changed(request, ())))
        if fresh:
            _change_as_addressed()
    _draw_changes(tuple(requests))


def _change_as_addressed() -> None:
    """Make the changes that the address holds, each a step of its own, as before the page was loaded again."""
    for change in read(st.query_params.get(_CHANGES, "")):
        trial = breaking.trial()
        if trial is not None and st.query_params.get(_TEXTS) == trial.name and fits(trial, change):
            breaking.step(with_change(trial.changes, change))


def _write_address(trial: Trial) -> None:
    review = on_screen.review() if trial.name == OPEN_REVIEW else None
    held = {_TEXTS: trial.name, _CHANGES: written(trial.changes) if trial.changes else None,
            ITEM: review.item_id if review is not None else None}  # fmt: skip
    for name, value in held.items():
        if value is None:
            st.query_params.pop(name, None)
        elif st.query_params.get(name) != value:
            st.query_params[name] = value


def _requests() -> dict[str, CritiqueRequest]:
    current = on_screen.review()
    own = {OPEN_REVIEW: current.critique.request} if current is not None else {}
    shipped = [example for example in load_examples() if example.request.sources]
    right_first = sorted(shipped, key=lambda example: (not example.catch, len(example.planted)))
    return own | {example.title: example.request for example in right_first}


@st.fragment
def _draw_changes(names: tuple[str, ...]) -> None:
    begun = breaking.trial()
    if begun is None:
        st.rerun()
    take_change(begun, lambda change, serial: breaking.step(with_change(begun.changes, change), serial))
    with errors_shown():  # a rerun of the fragment alone is outside the page's own
        _draw_texts(breaking.trial() or begun, names)


def _draw_texts(trial: Trial, names: tuple[str, ...]) -> None:
    after = _judged(trial)
    rows = turned(trial.before, after, trial.changes)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="trial_line"):
        chosen = st.selectbox("Texts", names, key=keys.TRIAL_EXAMPLE, width=300, persist_state="session")
        st.button("Surprise me", key="surprise", icon=":material/casino:", type="primary", on_click=_surprise)
        st.button("Undo", key="trial_undo", icon=":material/undo:", on_click=breaking.undo, disabled=not trial.history)
        st.button("Put all back", key="trial_reset", icon=":material/restart_alt:", on_click=_put_back,
                  disabled=not trial.changes)  # fmt: skip
    if chosen != trial.name:
        st.rerun()
    _write_address(trial)
    told = _told(trial, after, rows)
    st.markdown(f"**{escape(told)}**")
    draw_panes(trial, after, rows, told)
    if len(rows) > SHOWN:
        st.caption(f"And {counted(len(rows) - SHOWN, 'claim')} more; see the draft.")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("Nothing here is saved.", width="content")
        if st.button("Review these texts", key="review_trial", type="tertiary", icon=":material/fact_check:"):
            _review(after.request.model_copy(update={"options": trial.request.options}))
            st.switch_page("pages/review.py")


def _judged(trial: Trial) -> Critique:
    """The critique of the texts as they are now; the verifier reads again only what a change touched."""
    if not trial.changes:
        return trial.before
    return services.get_critic().critique(changed(trial.before.request, trial.changes), before=trial.before)


def _told(trial: Trial, after: Critique, rows: tuple[Turned, ...]) -> str:
    if not trial.changes:
        return "Click any framed word in the draft or a source and change it."
    others = [row for row in rows if row.other_status]
    before, now = percents(trial.before.confidence, after.confidence)
    number = f"Confidence {before} → {now}." if before != now else f"Confidence {now}, as before."
    if not others:
        return f"{counted(len(trial.changes), 'change')}, no verdict turned. {number}"
    told = ", ".join(f"claim {row.number} is {status_words(row.after.status)}" for row in others[:3])
    more = f" and {len(others) - 3} more" if len(others) > 3 else ""
    return f"{told[:1].upper()}{told[1:]}{more}. {number}"


def _surprise() -> None:
    """Change a word of the draft at random; of a source when nothing of the draft is left."""
    trial = breaking.trial()
    if trial is None:
        return
    taken = {(change.source, change.start) for change in trial.changes}
    left = [p for p in places_of(trial.before.request) if (p.source, p.start) not in taken and p.options]
    if left:
        held = [p for p in left if p.source is None and _in_supported(trial.before, p.start)]
        place = random.choice(held or left)  # noqa: S311 - a surprise, no secret
        change = Change(place.source, place.start, place.old, random.choice(place.options))  # noqa: S311
        breaking.step(with_change(trial.changes, change))


def _in_supported(critique: Critique, at: int) -> bool:
    """Whether a place of the draft is in a claim that is supported: only there can a verdict turn for the worse."""
    return any(claim.status == "supported" and claim.start <= at < claim.end for claim in critique.claims)


def _put_back() -> None:
    breaking.step(())


def _review(request: CritiqueRequest) -> None:
    """Have the Review page check the texts as they are now; the review that was open stays in the store."""
    close()
    inputs.load_inputs(request)
    checking.ask(request)
