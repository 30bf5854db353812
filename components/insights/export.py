"""The shown figures as CSV."""

import csv
import io
from collections.abc import Iterable

from critique_core.metrics.insights import Figure, Insights, Step


def figures_csv(found: Insights, step: Step) -> str:
    """One row a figure, of the whole first and then of each day or week. Shares are 0 to 1, latencies milliseconds."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("span", "start", "figure", "value", "low", "high", "n", "provisional"))
    writer.writerows(_rows("all", "", found.figures.values()))
    for point in found.points:
        writer.writerows(_rows(step, point.start.isoformat(), point.figures.values()))
    for change in found.changes:
        writer.writerow(("change", change.at.isoformat(), f"{change.what}_changed", "", "", "", "", ""))
    return out.getvalue()


def _rows(span: str, start: str, figures: Iterable[Figure]) -> Iterable[tuple[object, ...]]:
    for one in figures:
        low, high = one.interval or ("", "")
        value = "" if one.value is None else one.value
        yield span, start, one.name, value, low, high, one.n, "yes" if one.provisional else "no"
