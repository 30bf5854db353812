"""Words of the Tuning page's tables and curves."""

from collections import Counter
from collections.abc import Sequence

from components.words.review import counted
from critique_core.models import QueueOrder
from critique_core.tuning.change import Change, FlipKind
from critique_core.tuning.labels import Label
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


_NOT_QUEUED = "the answer was not put into the queue"


def left_out_words(reason: str, count: int) -> str:
    """Why decided claims give no label, with the step that makes them labels where there is one."""
    told = f"{counted(count, 'decided claim')} {'gives' if count == 1 else 'give'} no label: {reason}"
    if reason != _NOT_QUEUED:
        return told
    return f"{told}. To count them, open the review (History), press More, “Put in the queue”, and submit it (s)."


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


def change_words(change: Change) -> str:
    """What the new threshold changes: errors caught and claims to read, each counted and in a hundred claims."""
    if not change.flips:
        return f"Nothing changes: the two decide alike on all {change.labels:,} labelled claims."
    errors = change.after.caught - change.before.caught
    reading = change.after.held - change.before.held
    caught = f"{counted(abs(errors), 'more error')} {'caught' if errors > 0 else 'missed'}"
    read = f"{counted(abs(reading), 'more claim' if reading > 0 else 'fewer claim')} to read"
    return ", ".join((
        f"{caught} ({_in_hundred(errors, change)} in 100 claims)" if errors else "As many errors caught",
        f"{read} ({_in_hundred(reading, change)} in 100 claims)" if reading else "as many claims to read",
    ))  # fmt: skip


def _in_hundred(count: int, change: Change) -> str:
    share = 100 * abs(count) / change.labels
    return f"{share:.0f}" if share >= 0.95 else f"{max(share, 0.1):.1f}"


FLIP_WORDS: dict[FlipKind, tuple[str, str]] = {
    "missed": ("error now missed", "errors now missed"),
    "caught": ("error now caught", "errors now caught"),
    "alarm": ("right claim now to read", "right claims now to read"),
    "spared": ("right claim no longer to read", "right claims no longer to read"),
}
"""What a flip of each kind is called: one, and several."""

_CHOSEN: dict[QueueOrder, str] = {
    "uncertain": "the most uncertain answers",
    "disagreement": "the most disputed answers",
    "severity": "the answers of highest severity",
}


def sampling_words(labels: Sequence[Label], *, left: int) -> tuple[str, str] | None:
    """How many labels came from a queue that chose what to label, and what that does to the figures.

    ``left`` counts the answers of the queue that wait for a label: without any nothing was chosen. ``None`` when
    nothing was; where several orders chose, the commonest is named.
    """
    orders = Counter[QueueOrder](order for label in labels if (order := label.order) is not None and order in _CHOSEN)
    if not orders or not left:
        return None
    [(order, _)] = orders.most_common(1)
    chosen = orders.total()
    told = f"{chosen:,} of {len(labels):,} labels ({chosen / len(labels):.0%}) are of {_CHOSEN[order]}."
    effect = (
        "Everyday answers hold fewer errors than shown here, and no promise holds. Label in random order for true "
        "figures."
    )
    return told, effect
