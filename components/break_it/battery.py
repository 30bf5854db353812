"""The error battery: errors of every kind put into the shipped examples, and which of them are noticed."""

from concurrent.futures import CancelledError

import streamlit as st

from components import services
from components.escape import escape, visible
from components.frame.messages import failure, paragraphs
from components.frame.waiting import follow
from components.state import inputs, keys
from components.widgets.battery_chart import recall_chart
from components.widgets.tables import word_table
from components.words.review import counted, status_words
from components.work.batteries import Run
from critique_core.metrics.injection import Battery, Judgement

_MOST_SHOWN = 200


def draw_battery() -> None:
    """Draw what to run, the run under way with its progress, and the last result."""
    st.caption(
        "Changes one number, date, name or “not” at a time in right claims of the examples and counts the changes "
        "that are noticed. The same seed draws the same errors."
    )
    run = services.get_batteries().current()
    under_way = run is not None and run.under_way
    known = services.get_offers()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.selectbox("Verifier", list(known), key=keys.BATTERY_VERIFIER, width=220, persist_state="session",
                     format_func=lambda key: visible(known[key].name))  # fmt: skip
        st.number_input("Errors of each kind", 1, 100, 10, key=keys.BATTERY_SIZE, width=170, persist_state="session")
        st.number_input("Seed", 0, 1_000_000, 0, key=keys.BATTERY_SEED, width=130, persist_state="session")
        st.button("Run the battery", key="run_battery", type="primary", icon=":material/bolt:", on_click=_begin,
                  disabled=under_way)  # fmt: skip
        if under_way:
            st.button("Cancel", key="cancel_battery", icon=":material/close:", on_click=services.get_batteries().stop)
    if run is not None:
        _draw_run(run)


def _begin() -> None:
    known = services.get_offers()
    chosen = known.get(inputs.chosen(keys.BATTERY_VERIFIER, str) or "") or next(iter(known.values()))
    services.get_batteries().begin(
        chosen.name,
        chosen.make,
        per_kind=inputs.chosen(keys.BATTERY_SIZE, int) or 10,
        seed=inputs.chosen(keys.BATTERY_SEED, int) or 0,
    )


def _draw_run(run: Run) -> None:
    if run.under_way:
        follow(run.job, st.empty(), "Putting errors into the examples")
        st.rerun()
    try:
        _draw_result(run.result(), run.verifier)
    except CancelledError:
        st.caption("Cancelled.")
    except Exception as error:
        st.error(paragraphs(failure("The battery could not be run", error)), icon=":material/error:")


def _draw_result(battery: Battery, verifier: str) -> None:
    made, caught = sum(kind.made for kind in battery.kinds), sum(kind.caught for kind in battery.kinds)
    low, high = battery.false_alarm_interval or (0.0, 0.0)
    st.markdown(
        f"**{caught} of {made} errors noticed** · {battery.false_alarms} of {counted(battery.claims, 'right claim')} "
        f"not called supported ({battery.false_alarm_rate or 0:.0%}, 95 % interval {low:.0%} to {high:.0%}) · "
        f"{escape(verifier, 60)}, seed {battery.seed}"
    )
    st.plotly_chart(
        recall_chart(battery), key="battery_chart", config={"displayModeBar": False, "staticPlot": True},
        alt="Share of errors noticed, by kind; the table below has the figures",
    )  # fmt: skip
    with st.expander("As a table"):
        st.html(word_table("Errors noticed by kind", ("Kind", "Noticed", "Of", "95 % interval"), _figures(battery),
                           numbers=("Noticed", "Of", "95 % interval")))  # fmt: skip
    missed = [(kind.kind, one) for kind in battery.kinds for one in kind.missed]
    if missed:
        with st.expander(f"Not noticed ({len(missed)})"):
            rows = [(kind, one.old, one.new or "(taken out)", one.claim) for kind, one in missed[:_MOST_SHOWN]]
            st.html(word_table("Errors not noticed", ("Kind", "Was", "Became", "Claim"), rows))
    if battery.alarms:
        with st.expander(f"Right claims that were not called supported ({len(battery.alarms)})"):
            st.html(word_table("False alarms", ("Status", "Claim"), [_alarm(one) for one in battery.alarms]))


def _figures(battery: Battery) -> list[tuple[str, str, str, str]]:
    return [
        (k.kind, str(k.caught), str(k.made), f"{k.interval[0]:.0%} to {k.interval[1]:.0%}" if k.interval else "")
        for k in battery.kinds
    ]


def _alarm(one: Judgement) -> tuple[str, str]:
    return status_words(one.status), one.claim
