"""When coefficients of agreement rest on too few labels, in words. No screen."""

from critique_core.agreement import Coefficient

WIDTH = 0.2
"""So wide an interval of alpha, or a wider one, cannot tell reliable labels (0.8) from unreliable ones (0.67)."""


def doubt_words(alpha: Coefficient) -> str | None:
    """Why the agreement is provisional and how many claims it needs; ``None`` when its interval is narrow enough.

    An interval narrows with the square root of how many claims it rests on.
    """
    claims = "1 claim" if alpha.claims == 1 else f"{alpha.claims:,} claims"
    if alpha.value is None:
        return None
    if alpha.interval is None:
        return f"Provisional: {claims} with two labels are too few to say how sure these figures are."
    width = alpha.interval.high - alpha.interval.low
    if width <= WIDTH:
        return None
    needed = max(10 * round(alpha.claims * (width / WIDTH) ** 2 / 10), 10)
    return (
        f"Provisional: {claims} with two labels or more leave alpha anywhere from {alpha.interval.low:.2f} to "
        f"{alpha.interval.high:.2f}. About {needed:,} of them make that interval {WIDTH:g} wide."
    )
