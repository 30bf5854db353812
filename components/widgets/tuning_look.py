"""How the strokes of the tuning charts look, and the legend that is drawn with them. No Streamlit import."""

STYLE = """<style>
.strokes { color: var(--st-text-color); font-family: var(--st-font); }
.tuning-charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 1rem; }
.tuning-charts figure { margin: 0; } .tuning-charts figcaption { font-size: .875rem; min-height: 3.2em; }
.tuning-charts figcaption small { opacity: .75; } .tuning-charts svg { width: 100%; max-width: 30rem; display: block; }
.tuning-charts text { fill: currentColor; font-size: 11px; opacity: .8; }
.tuning-charts .grid { stroke: currentColor; opacity: .13; } .strokes .line { fill: none; stroke-width: 2; }
.strokes .on { stroke: #3f8fc4; } .strokes .held { stroke: #e69f00; stroke-dasharray: 2 3; }
.strokes .constant { stroke: #8a8a8a; stroke-width: 1.2; stroke-dasharray: 7 5; }
.strokes .wanted { stroke: #cc79a7; stroke-dasharray: 1 4; stroke-width: 2; }
.strokes .band { fill: #3f8fc4; opacity: .2; } .strokes .between { fill: #cc79a7; opacity: .25; }
.strokes .best { stroke: #cc79a7; stroke-width: 2; } .strokes .here { stroke: #d55e00; stroke-width: 1.5; }
.strokes .mark { fill: #d55e00; stroke: #fff; stroke-width: 2; }
.strokes .bin { stroke-width: 1.3; fill: #3f8fc4; }
.strokes .held.bin { fill: none; stroke-dasharray: none; }
.tuning-legend { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; list-style: none; }
.tuning-legend { margin: 0 0 .6rem; padding: 0; } .tuning-legend svg { width: 26px; height: 12px; }
.tuning-legend li { display: flex; align-items: center; gap: .4rem; margin: 0; font-size: .875rem; }
</style>"""


def _dash(kind: str) -> str:
    return f'<line class="line {kind}" x1="0" x2="26" y1="6" y2="6"/>'


def _upright(kind: str) -> str:
    return f'<line class="{kind}" x1="13" x2="13" y1="0" y2="12"/>'


_MEANINGS = (
    ('<rect class="band" width="26" height="12"/>' + _dash("on"), "tuned on, with its 95 % band"),
    (_dash("held"), "held out"),
    (_dash("constant"), "one answer for every claim"),
    (_upright("here") + '<circle class="mark" cx="13" cy="6" r="5"/>', "the threshold"),
    (
        '<rect class="between" x="3" width="20" height="12"/>' + _upright("best"),
        "the best, with the interval it lies in",
    ),
)
LEGEND = "".join(
    f'<li><svg viewBox="0 0 26 12" aria-hidden="true">{drawn}</svg>{says}</li>' for drawn, says in _MEANINGS
)
"""What the strokes of the charts mean, drawn with the same strokes."""
