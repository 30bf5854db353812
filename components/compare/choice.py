"""What to compare, and on which texts: one draft, saved reviews, or a file of answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, cast, get_args

import streamlit as st
from streamlit.typing import UploadedFile

from components import services
from components.escape import escape, visible
from components.review.open_review import OpenReview, read_open
from components.state import comparing, inputs, keys, notices
from components.state.comparing import What
from components.widgets.sources import draw_faults
from components.words.findings import POLICIES, POLICY_RULES, POLICY_WORDS
from components.words.review import counted
from components.work.comparisons import (
    Compared,
    Gather,
    Gathered,
    Which,
    access_to,
    policies_compared,
    stored,
    verifiers_compared,
)
from components.work.dropped_files import save_dropped
from components.work.jobs import Progress
from critique_core.batch.importing import preview
from critique_core.comparing import Answer, PolicyContender, answer_of_draft, answer_of_import, answer_of_review
from critique_core.errors import ClaimlensError, InvalidInput
from critique_core.examples import load_examples
from critique_core.models import CritiqueRequest, parse_request
from critique_core.store import ReviewFilter
from critique_core.text.shortening import shortened

On = Literal["draft", "saved", "file"]
MOST = 4
"""Contenders side by side; more have no room on a screen."""
_MOST_ANSWERS, _USUAL_ANSWERS = 500, 50
_MEGABYTES = 200
OPEN_REVIEW, OWN_TEXT = "The review that is open", "A text of your own"
_IN_A_SENTENCE = {OPEN_REVIEW: "the review that is open", OWN_TEXT: "your text"}
_WHAT_WORDS: dict[What, str] = {"verifiers": "Verifiers", "policies": "Policies"}
_ON_WORDS: dict[On, str] = {"draft": "One draft", "saved": "Saved reviews", "file": "A file of answers"}
_NO_MODEL = "A language model joins them once one is named on the Settings page."
_USUAL_VERIFIERS, _USUAL_POLICIES = ("embedded", "words"), ("calibrated", "critic")


def draw_choice() -> None:
    """Draw contenders, texts and the button that begins. Raises ``ClaimlensError``."""
    what = cast("What", st.segmented_control(
        "Compare", get_args(What), key=keys.COMPARE_WHAT, default="verifiers", format_func=_WHAT_WORDS.__getitem__,
        persist_state="session", required=True, label_visibility="collapsed",
    ))  # fmt: skip
    chosen = _draw_verifiers() if what == "verifiers" else _draw_policies()
    on = cast("On", st.segmented_control(
        "On", get_args(On), key=keys.COMPARE_ON, default="draft", format_func=_ON_WORDS.__getitem__,
        persist_state="session", required=True, label_visibility="collapsed",
    ))  # fmt: skip
    {"draft": _draw_draft, "saved": _draw_saved, "file": _draw_file}[on]()
    draw_faults("compare")
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button("Compare", key="begin_comparison", type="primary", icon=":material/compare_arrows:",
                  on_click=_begin, args=(what, on), disabled=not 2 <= len(chosen) <= MOST)  # fmt: skip
        if len(chosen) < 2:
            st.caption("Choose two of them or more." if not chosen else "Choose a second one to compare it with.")
        elif len(chosen) > MOST:
            st.caption(f"At most {MOST} at once; take {counted(len(chosen) - MOST, 'one')} away.")


# --- contenders --------------------------------------------------------------------------------------------------


def _draw_verifiers() -> list[str]:
    known = services.get_offers()
    chosen = st.pills(
        "Verifiers to compare", list(known), selection_mode="multi", key=keys.COMPARE_VERIFIERS,
        default=[key for key in _USUAL_VERIFIERS if key in known], persist_state="session",
        format_func=lambda key: escape(known[key].name, 60), label_visibility="collapsed",
    )  # fmt: skip
    told = "; ".join(f"{known[key].name}: {known[key].about}" for key in chosen)
    named = services.get_settings().llm_model is not None
    st.caption(escape(told) + ("" if named else f"  \n{_NO_MODEL}"))
    return list(chosen)


def _draw_policies() -> list[str]:
    chosen = st.pills(
        "Policies to compare", POLICIES, selection_mode="multi", key=keys.COMPARE_POLICIES,
        default=list(_USUAL_POLICIES), persist_state="session", format_func=POLICY_WORDS.__getitem__,
        label_visibility="collapsed",
    )  # fmt: skip
    rules = {POLICY_WORDS[name]: POLICY_RULES[name] for name in POLICIES if name in chosen}
    st.caption(escape("; ".join(f"{name}: {rule[:1].lower()}{rule[1:]}" for name, rule in rules.items())))
    return list(chosen)


# --- texts -------------------------------------------------------------------------------------------------------


def _draw_draft() -> None:
    names = list(_texts())
    chosen = st.selectbox("Draft", names, key=keys.COMPARE_TEXT, width=360, persist_state="session",
                          label_visibility="collapsed")  # fmt: skip
    if chosen == OWN_TEXT:
        left, right = st.columns(2, gap="small")
        left.text_area("Draft", key=keys.COMPARE_DRAFT, height=160, persist_state="session",
                       placeholder="Paste the answer")  # fmt: skip
        right.text_area("Source", key=keys.COMPARE_SOURCE, height=160, persist_state="session",
                        placeholder="Paste what it should rest on")  # fmt: skip


def _texts() -> dict[str, Callable[[], Gathered]]:
    """What one draft may be, by name; each is read when a comparison begins."""
    current = read_open()
    found: dict[str, Callable[[], Gathered]] = {}
    if current is not None and not current.blind:
        found[OPEN_REVIEW] = lambda: _of_open(current)
    shipped = [example for example in load_examples() if example.request.sources]
    for example in sorted(shipped, key=lambda example: (not example.catch, -len(example.request.draft))):
        found[example.title] = lambda example=example: _of_request(example.request, example.title)
    found[OWN_TEXT] = _of_own_text
    return found


def _of_open(current: OpenReview) -> Gathered:
    item = services.get_store().item(current.item_id) if current.item_id is not None else None
    if item is None:
        return Gathered((answer_of_draft(current.critique.request, title=OPEN_REVIEW, critique=current.critique),))
    answer = answer_of_review(item, current.critique, current.events)
    return Gathered((answer,), {answer.name: access_to(item, services.get_store().decisions(item.id))})


def _of_request(request: CritiqueRequest, title: str) -> Gathered:
    return Gathered((answer_of_draft(request, title=title),))


def _of_own_text() -> Gathered:
    source = inputs.text(keys.COMPARE_SOURCE)
    sources = [{"id": "1", "title": "Source", "content": source}] if source.strip() else []
    request = parse_request({"query": "", "draft": inputs.text(keys.COMPARE_DRAFT), "sources": sources})
    return _of_request(request, "Your text")


def _draw_saved() -> None:
    kinds = _kinds()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.selectbox("Reviews", list(kinds), key=keys.COMPARE_SAVED, width=360, persist_state="session",
                     format_func=lambda kind: visible(kinds[kind]))  # fmt: skip
        _draw_most()
    if not services.get_store().search(ReviewFilter(limit=1)).total:
        st.caption("Nothing is saved yet: review an answer, or import some on the Queue page.")


def _kinds() -> dict[str, str]:
    """Which reviews, by a key: all, labelled ones, or the id of an import."""
    imports = services.get_store().imports()
    return {"all": "All, last worked on first", "labelled": "With labels by people"} | {
        one.id: f"Imported: {shortened(one.name, 60)}" for one in imports
    }


def _draw_file() -> None:
    st.file_uploader(
        "Answers with their sources, in any format that the Queue imports; nothing of it is saved",
        key=keys.COMPARE_FILE, accept_multiple_files=True, max_upload_size=_MEGABYTES,
    )  # fmt: skip
    _draw_most()


def _draw_most() -> None:
    st.number_input("Answers, at most", 1, _MOST_ANSWERS, _USUAL_ANSWERS, key=keys.COMPARE_MOST, width=150,
                    persist_state="session")  # fmt: skip


# --- beginning ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Texts:
    """What to compare on, and its name."""

    gather: Gather
    name: str


def _begin(what: What, on: On) -> None:
    inputs.set_faults("compare", ())
    try:
        texts = {"draft": _one_draft, "saved": _saved, "file": _file}[on]()
        work = _work(what, texts.gather)
    except InvalidInput as error:
        inputs.set_faults("compare", tuple(line[:1].upper() + line[1:] for line in str(error).splitlines()))
        return
    except ClaimlensError as error:
        notices.report_problem(f"Nothing could be compared. {error}")
        return
    notices.forget_problem()
    services.get_comparisons().begin(comparing.ask(what, texts.name).number, work)


def _work(what: What, gather: Gather) -> Callable[[Progress], Compared]:
    critic = services.get_critic()
    if what == "verifiers":
        known, chosen = services.get_offers(), inputs.chosen(keys.COMPARE_VERIFIERS, list) or []
        return verifiers_compared(gather, [offer for key, offer in known.items() if key in chosen], critic)
    chosen = inputs.chosen(keys.COMPARE_POLICIES, list) or []
    policies = [PolicyContender(POLICY_WORDS[name], name) for name in POLICIES if name in chosen]
    return policies_compared(gather, policies, critic)


def _one_draft() -> _Texts:
    texts = _texts()
    name = inputs.chosen(keys.COMPARE_TEXT, str) or next(iter(texts))
    if name not in texts:
        raise InvalidInput(f"{name} is there no more; choose another text")
    found = texts[name]()
    return _Texts(lambda _tell: found, _IN_A_SENTENCE.get(name, found.answers[0].title))


def _saved() -> _Texts:
    kinds = _kinds()
    kind = inputs.chosen(keys.COMPARE_SAVED, str) or "all"
    which: Which = "all" if kind == "all" else "labelled" if kind == "labelled" else "import"
    return _Texts(stored(services.get_store(), which, kind, _most()), f"saved reviews ({kinds.get(kind, kind)})")


def _file() -> _Texts:
    files = [one for one in inputs.chosen(keys.COMPARE_FILE, list) or [] if isinstance(one, UploadedFile)]
    if not files:
        raise InvalidInput("no file yet: drop one above")
    try:
        dropped = save_dropped([(file.name, file.getvalue()) for file in files])
    except OSError as error:
        raise InvalidInput(f"the files cannot be kept on this machine: {error.strerror}") from error
    answers: dict[str, Answer] = {}
    refused = 0
    for path in dropped.paths:
        found = preview(path, records=_most())
        refused += len(found.rejected)
        answers |= {answer.name: answer for answer in map(answer_of_import, found.items)}
    dropped.forget()
    names = ", ".join(path.name for path in dropped.paths)
    kept = tuple(answers.values())[: _most()]
    if not kept:
        raise InvalidInput(f"{names or files[0].name}: no answer could be read; import it on the Queue page to see why")
    told = f"{names}, {counted(refused, 'row')} refused" if refused else names
    return _Texts(lambda _tell: Gathered(kept), told)


def _most() -> int:
    return inputs.chosen(keys.COMPARE_MOST, int) or _USUAL_ANSWERS
