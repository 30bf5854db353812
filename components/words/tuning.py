"""Words of the Tuning page's tables and curves."""

from critique_core.tuning.readings import Figure

NAMES = {
    "precision": "precision of passed",
    "recall": "supported passed (recall)",
    "f1": "F1 of supported",
    "balanced_accuracy": "balanced accuracy",
    "accuracy": "accuracy",
    "miss_rate": "unsupported passed (missed)",
    "alarm_rate": "supported held back",
    "coverage": "claims passed",
}


SLICE_WORDS = {"source_type": "Source type", "claim_kind": "Claim kind", "verifier": "Verifier", "length": "Length"}


def slice_words(name: str) -> str:
    """A slice of a profile, ``claim_kind=fact``, as words."""
    kind, _, value = name.partition("=")
    return f"{SLICE_WORDS.get(kind, kind)} {value}".strip()


def words(figure: Figure | None) -> str:
    """A figure with its interval, as text."""
    if figure is None or figure.value is None:
        return "none"
    if figure.interval is None:
        return number(figure.value)
    return f"{number(figure.value)} ({number(figure.interval.low)} to {number(figure.interval.high)})"


def number(value: float | None) -> str:
    """A figure with three decimals, a dash where there is none."""
    return "–" if value is None else f"{value:.3f}"
