"""Coefficients of agreement in words: how sure they are, and when they have too few labels. No Streamlit."""

from components.words.review import counted
from critique_core.agreement import Coefficient

WIDTH = 0.2
"""An interval of alpha this wide or wider cannot separate reliable labels (0.8) from unreliable ones (0.67)."""
_SURE = 30
"""Answers. If this many all agree, at most a tenth can differ in truth (rule of three: 3 / 30, at 95 %)."""


def scale_words() -> str:
    """What the values of a coefficient mean."""
    return "1 is complete agreement, 0 what chance would give. From 0.8 on labels count as reliable, below 0.67 not."


def figure_words(value: float | None) -> str:
    """A coefficient or an end of its interval; what rounds to zero has no sign."""
    return "–" if value is None else f"{value:z.2f}"


def coefficient_lines(one: Coefficient) -> list[str]:
    """The lines below a coefficient: its interval or why there is none, and what it was computed from."""
    if one.value is None:
        return [f"Not computed: {one.reason}"]
    agreed = "" if one.observed is None else f" · {one.observed:.0%} of pairs agree"
    rests = f"{counted(one.claims, 'claim')}{agreed}"
    if one.interval is not None:
        return [f"{figure_words(one.interval.low)} to {figure_words(one.interval.high)} · {rests}"]
    reason = one.reason or "no interval"
    return [rests, reason[0].upper() + reason[1:]]


def doubt_words(alpha: Coefficient) -> str | None:
    """Why the agreement is provisional and how many claims it needs; ``None`` when its interval is narrow enough.

    An interval narrows with the square root of the number of claims.
    """
    if alpha.value is None:
        return None
    if alpha.interval is None:
        if alpha.groups >= _SURE:
            return None
        claims = counted(alpha.claims, "claim")
        return f"Provisional: two labels on {claims} are too few to say how sure these figures are."
    width = alpha.interval.high - alpha.interval.low
    if width <= WIDTH:
        return None
    needed = max(10 * round(alpha.claims * (width / WIDTH) ** 2 / 10), 10)
    return (
        f"Provisional: {counted(alpha.claims, 'claim')} with two labels or more leave alpha anywhere from "
        f"{figure_words(alpha.interval.low)} to {figure_words(alpha.interval.high)}. "
        f"About {needed:,} of them make that interval {WIDTH:g} wide."
    )
