"""What stands under the selected claim in the draft."""

from typing import NamedTuple

from critique_core.models import Status


class ClaimCard(NamedTuple):
    """How a claim was judged, and why; hashable, so that texts are built once.

    ``pairs`` are values of the draft with the source's own, where the two exclude each other. ``fixes`` are changes of
    the draft: start, end, the words there and those to write instead.
    """

    status: Status
    reason: str = ""
    pairs: tuple[tuple[str, str], ...] = ()
    fixes: tuple[tuple[int, int, str, str], ...] = ()
