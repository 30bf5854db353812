"""The review on screen: its critique, the claim in view and the fields and places opened for it."""

import time
from dataclasses import dataclass, field, replace
from typing import Literal

from components.state.keys import DETAILS, SURGERY_MENU
from components.state.notices import forget_problem
from components.state.revision import forget_revision
from components.state.session import Entry, serial, set_widget
from critique_core.models import Critique, Place
from critique_core.provenance import fingerprint


@dataclass(frozen=True)
class Review:
    """The critique on screen; ``item_id`` is ``None`` while it could not be saved.

    ``arrival`` is a number that changes whenever a critique comes on screen.
    """

    critique: Critique
    item_id: str | None
    arrival: int


@dataclass(frozen=True)
class Selection:
    """The claim in view and when it came into view, on the monotonic clock."""

    claim_id: str | None = None
    since: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """How long the claim has been in view."""
        return round(time.monotonic() - self.since, 1)


_OpenField = tuple[Literal["edit", "note"], int]
_REVIEW = Entry[Review | None]("review", None)
_SELECTION = Entry[Selection | None]("selection", None)
_FIELD = Entry[_OpenField | None]("open_field", None)
_SPOT = Entry[tuple[Place, int] | None]("spot", None)
_IN_VIEW = Entry[frozenset[str]]("claims_in_view", frozenset())
_WANTED = Entry[str | None]("claim_wanted", None)
_HIDDEN = Entry[tuple[str, int] | None]("hidden_before", None)
_ACT = Entry[tuple[str, int] | None]("act_asked", None)


def review() -> Review | None:
    """The critique on screen; ``None`` when there is none."""
    return _REVIEW.get()


def claim_ids() -> frozenset[str]:
    """The ids of the claims in view, with those that reviewers made; empty without a review."""
    current = review()
    if current is None:
        return frozenset()
    return _IN_VIEW.get() | {claim.id for claim in current.critique.claims}


def bring_in_view(claim_ids: frozenset[str]) -> None:
    """Remember which claims were drawn, so that events on them are accepted."""
    _IN_VIEW.put(claim_ids)


def show_review(critique: Critique, item_id: str | None, selected: str | None) -> None:
    """Bring a critique on screen with one claim selected."""
    _REVIEW.put(Review(critique=critique, item_id=item_id, arrival=serial()))
    _SPOT.take()
    forget_revision()
    select(selected)
    forget_problem()


def want_claim(claim_id: str | None) -> None:
    """Have the next critique that comes on screen begin with this claim, if it has it."""
    _WANTED.put(claim_id)


def take_wanted() -> str | None:
    """The claim that the critique coming on screen is to begin with; the next call gives ``None``."""
    return _WANTED.take()


def hide_before(begun: tuple[str, int] | None) -> None:
    """Leave the events of an item up to a number out of view; ``None`` shows those of every item."""
    _HIDDEN.put(begun)


def hidden_before(item_id: str | None) -> int | None:
    """The number of the last event of this item that is left out of view; ``None`` when all are shown."""
    held = _HIDDEN.get()
    return held[1] if held is not None and held[0] == item_id else None


def put_review(critique: Critique, item_id: str | None) -> None:
    """Replace the critique on screen by another one of the same draft; the selection stays."""
    current = review()
    if current is not None:
        _REVIEW.put(replace(current, critique=critique, item_id=item_id))


def close_review() -> None:
    """Remove the critique from the screen; the store keeps it."""
    _REVIEW.take()
    _SELECTION.take()
    forget_problem()


def selection() -> Selection:
    """The selected claim."""
    return _SELECTION.get() or Selection()


def select(claim_id: str | None) -> None:
    """Select a claim; selecting it again does not restart its clock."""
    if not _SELECTION.held() or selection().claim_id != claim_id:
        _SELECTION.put(Selection(claim_id))
        _FIELD.take()


def open_field(name: Literal["edit", "note"]) -> None:
    """Unfold a text field of the selected claim's card and put the cursor there."""
    _FIELD.put((name, serial()))


def close_field() -> None:
    """Fold the text fields of the selected claim's card."""
    _FIELD.take()


def opened_field() -> _OpenField | tuple[None, int]:
    """The unfolded text field of the selected claim's card, and a number that changes with each opening."""
    return _FIELD.get() or (None, 0)


def edit_key(claim_id: str, wording: str) -> str:
    """Key of the field with another wording of a claim of the review on screen, in place of the one it has now."""
    return f"edit_{_in_review(claim_id)}_{fingerprint(wording)[:8]}"


def note_key(claim_id: str) -> str:
    """Key of the field with a note on a claim of the review on screen."""
    return f"note_{_in_review(claim_id)}"


def _in_review(claim_id: str) -> str:
    """A name of a claim that no claim of another review has; equal drafts have claims of equal ids."""
    current = review()
    return f"{current.item_id if current is not None else None}_{claim_id}"


def show_spot(place: Place) -> None:
    """Have the map scroll to a place of the draft or of a source and highlight it."""
    _SPOT.put((place, serial()))


def spot() -> tuple[Place, int] | None:
    """The place that the map was last asked to show, and a number that changes with each request."""
    return _SPOT.get()


def ask_act(name: str) -> None:
    """Have the map begin a change of a claim, and fold the menu that offers it; only in a callback."""
    _ACT.put((name, serial()))
    set_widget(SURGERY_MENU, False)


def take_act() -> tuple[str, int] | None:
    """The change that was asked for, and a number that changes with each request; the next call gives ``None``."""
    return _ACT.take()


def open_tab(label: str) -> None:
    """Open one of the tabs below the claim."""
    set_widget(DETAILS, label)
