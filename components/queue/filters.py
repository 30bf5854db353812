"""Which answers of the queue to label, and in what order."""

from collections import Counter
from collections.abc import Iterable

import streamlit as st

from components import services
from components.escape import visible
from components.frame.reviewer import reviewer_name
from components.review.labelling.words import ORDER_WORDS, STATE_WORDS
from components.state import keys, queueing
from components.state.queueing import Labelling
from components.words.review import WORST_FIRST, status_words
from critique_core.models import Import, ItemState, Status
from critique_core.store import QueueFilter, QueueOrder
from critique_core.text.shortening import shortened

ROWS_ON_A_PAGE = 12
_STATES: tuple[ItemState, ...] = ("pending", "draft", "submitted", "discarded")
_ORDERS: tuple[QueueOrder, ...] = ("uncertain", "disagreement", "severity", "random", "oldest")
_ONLY = ("flagged", "gold")


def draw_filters() -> Labelling:
    """Draw the filters and return what they ask for. Raises ``StoreError``.

    The page's address holds the search. ``draw_sidebar`` has the browser remember whether this reviewer labels blind.
    """
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        text = st.text_input(
            "Search", key=keys.QUEUE_TEXT, type="search", placeholder="Words of the query or answer", width=230,
            on_change=queueing.first_queue_page, persist_state="session", bind="query-params",
        )  # fmt: skip
        blind = st.toggle(
            "Blind first", key=keys.QUEUE_BLIND, persist_state="session", on_change=queueing.first_queue_page,
            help="The machine's word stays hidden until you have submitted an answer; answers come in random order.",
        )  # fmt: skip
        order = _draw_order(blind=blind)
        seed = _draw_seed() if blind or order == "random" else 0
    if blind:
        st.caption(
            ":material/visibility_off: Blind first: answers come in the random order of the seed, not in the one "
            "chosen before, and the filter by status is off. Both would tell what the machine found."
        )
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        states = st.multiselect(
            "State", _STATES, default=list(queueing.OPEN_STATES), key=keys.QUEUE_STATES, placeholder="any", width=240,
            format_func=STATE_WORDS.__getitem__, on_change=queueing.first_queue_page, persist_state="session",
            help="With submitted ones, others' finished answers are offered to you too: each is labelled by several.",
        )  # fmt: skip
        statuses = [] if blind else _draw_statuses()
        import_id = _draw_imports()
        only = st.pills(
            "Only", _ONLY, selection_mode="multi", key=keys.QUEUE_ONLY, on_change=queueing.first_queue_page,
            persist_state="session",
        )  # fmt: skip
    wanted = QueueFilter(
        text=text or "",
        states=tuple(states),
        statuses=tuple(statuses),
        import_id=import_id,
        queued=True,
        flagged=True if "flagged" in only else None,
        gold=True if "gold" in only else None,
        reviewer=reviewer_name(),
        order=order,
        seed=seed,
        limit=ROWS_ON_A_PAGE,
    )
    return Labelling(wanted=wanted, blind=blind)


def _draw_order(*, blind: bool) -> QueueOrder:
    if blind:
        return st.selectbox("Order", ("random",), format_func=ORDER_WORDS.__getitem__, width=220, disabled=True)
    return st.selectbox(
        "Order", _ORDERS, key=keys.QUEUE_ORDER, format_func=ORDER_WORDS.__getitem__, width=220,
        on_change=queueing.first_queue_page, persist_state="session",
    )  # fmt: skip


def _draw_seed() -> int:
    seed = st.number_input(
        "Seed", 0, 1_000_000, key=keys.QUEUE_SEED, width=110, on_change=queueing.first_queue_page,
        persist_state="session", help="The same number gives everyone the same random order.",
    )  # fmt: skip
    return int(seed)


def _draw_statuses() -> list[Status]:
    return st.multiselect(
        "Has a claim that is", WORST_FIRST, key=keys.QUEUE_STATUS, placeholder="any status", width=200,
        format_func=status_words, on_change=queueing.first_queue_page, persist_state="session",
    )  # fmt: skip


def _draw_imports() -> str | None:
    names = _distinct_names(one for one in services.get_store().imports() if one.imported)
    return st.selectbox(
        "Import", list(names), index=None, key=keys.QUEUE_IMPORT, placeholder="any", width=190,
        format_func=lambda one: names.get(one, ""), on_change=queueing.first_queue_page,
        persist_state="session",
    )  # fmt: skip


def _distinct_names(imports: Iterable[Import]) -> dict[str, str]:
    """The names of imports by id: Streamlit knows an option by its words alone, so a name in use gets a number."""
    words = {one.id: visible(shortened(one.name, 60)) for one in imports}
    counts = Counter(words.values())
    for key, name in words.items():  # newest first
        counts[name] -= 1
        words[key] = f"{name} ({counts[name] + 1})" if counts[name] else name
    return words
