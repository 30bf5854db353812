"""People against the machine: where they differ, and how often a reviewer adopted its status after seeing it."""

from collections.abc import Mapping

import streamlit as st

from components.palette import STATUS_STYLES
from components.work.agreement import Gathered
from critique_core.agreement import Anchoring
from critique_core.models import Status


def draw_machine(found: Gathered) -> None:
    """Draw the shares of labels that agree with the machine, the counts behind them, and the anchoring rate."""
    total = sum(found.confusion.values())
    if total == 0:
        st.caption("No label is of a claim that the machine judged.")
        return
    same = sum(count for (said, machine), count in found.confusion.items() if said == machine)
    alike = sum(
        count for (said, machine), count in found.confusion.items() if (said == "supported") == (machine == "supported")
    )
    st.markdown(
        f"**{same / total:.0%}** of {total:,} labels have the machine's status; **{alike / total:.0%}** agree with it "
        "on whether the claim is supported."
    )
    st.caption("Labels given blind count as they were before the machine's word was shown.")
    st.html(confusion(found.confusion))
    if found.anchoring is not None:
        _draw_anchoring(found.anchoring)


def _draw_anchoring(one: Anchoring) -> None:
    st.markdown("**Anchoring**")
    if one.rate is None:
        st.caption(
            "Not computed: no label that was given blind differed from the machine's status."
            if one.revealed
            else "Not computed: no answer was labelled blind and then submitted."
        )
        return
    between = f" ({one.interval.low:.0%} to {one.interval.high:.0%})" if one.interval else ""
    st.markdown(f"**{one.rate:.0%}**{between} came round to the machine's status after it was shown")
    st.caption(
        f"{one.came_round:,} of {one.differed:,} labels that had differed from it. Of all {one.revealed:,} labels "
        f"given blind, {one.changed:,} were changed afterwards."
    )


_KINDS = {
    "same": ("=", "same status"),
    "alike": ("≈", "another status, alike on whether it is supported"),
    "other": ("≠", "at odds on whether it is supported"),
}
# Half a colour at most, so that the page's ink stays readable on it in both themes (4.5 to 1 and more).
_STYLE = """<style>
.confusion-room { overflow-x: auto; }
.confusion { border-collapse: separate; border-spacing: 3px; font-size: .875rem; font-variant-numeric: tabular-nums; }
.confusion th { font-weight: 400; padding: .2rem .5rem; } .confusion tbody th { text-align: right; }
.confusion thead th { vertical-align: bottom; max-width: 7rem; }
.confusion .party { opacity: .75; white-space: nowrap; }
.confusion td { --share: 0; min-width: 6rem; padding: .35rem .5rem; text-align: center; border-radius: .3rem; }
.confusion td b { font-size: 1.1rem; } .confusion td small { display: block; }
.confusion .none { background: rgb(128 140 152 / 10%); }
.confusion .same { background: rgb(0 114 178 / calc(12% + 38% * var(--share))); }
.confusion .alike, .confusion .other { border: 2px dashed rgb(128 140 152 / 80%); }
.confusion .alike { background: rgb(230 159 0 / calc(10% + 35% * var(--share))); }
.confusion .other {
  border-color: #d55e00;
  background: repeating-linear-gradient(
    -45deg, rgb(213 94 0 / calc(8% + 34% * var(--share))) 0 6px, rgb(213 94 0 / calc(14% + 40% * var(--share))) 6px 12px
  );
}
.confusion-room + ul { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; margin: .4rem 0 0; padding: 0; }
.confusion-room + ul li { margin: 0; font-size: .875rem; list-style: none; }
</style>"""


def confusion(counts: Mapping[tuple[Status, Status], int]) -> str:
    """People's statuses (rows) against the machine's (columns): the count, shaded by its share of the row."""
    rows: list[Status] = [status for status in STATUS_STYLES if any(said == status for said, _ in counts)]
    columns: list[Status] = [status for status in STATUS_STYLES if any(machine == status for _, machine in counts)]
    names = "".join(f'<th scope="col">{_words(column)}</th>' for column in columns)
    head = (
        f'<tr><th></th><th class="party" colspan="{len(columns)}" scope="colgroup">the machine said</th></tr>'
        f'<tr><th class="party" scope="col">people said</th>{names}</tr>'
    )
    body = "".join(
        f'<tr><th scope="row">{_words(row)}</th>{_cells(row, {one: counts.get((row, one), 0) for one in columns})}</tr>'
        for row in rows
    )
    legend = "".join(f"<li><b>{sign}</b> {words}</li>" for sign, words in _KINDS.values())
    return (
        f'{_STYLE}<div class="confusion-room"><table class="confusion"><thead>{head}</thead>'
        f"<tbody>{body}</tbody></table></div><ul>{legend}</ul>"
    )


def _cells(said: Status, numbers: Mapping[Status, int]) -> str:
    total = max(sum(numbers.values()), 1)
    return "".join(_cell(_kind(said, machine), number, number / total) for machine, number in numbers.items())


def _cell(kind: str, number: int, share: float) -> str:
    if not number:
        return '<td class="none">0</td>'
    sign, words = _KINDS[kind]
    return (
        f'<td class="{kind}" style="--share: {share:.2f}" title="{words}"><b>{sign} {number:,}</b>'
        f"<small>{share:.0%} of the row</small></td>"
    )


def _kind(said: Status, machine: Status) -> str:
    if said == machine:
        return "same"
    return "alike" if (said == "supported") == (machine == "supported") else "other"


def _words(status: Status) -> str:
    style = STATUS_STYLES[status]
    return f"{style.icon} {style.word}"
