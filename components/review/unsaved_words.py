"""Notes and wordings that were typed and not saved: they outlive a reload, and every claim of their review names them.

The server keeps them in memory, by the review and the name of the reviewer, whose decisions they are to become. What a
session has in a field of its own is never replaced.
"""

from components import services
from components.frame.reviewer import reviewer_name
from components.state import inputs, on_screen
from components.work.unsaved_words import ClaimField, Words


def restore_words() -> None:
    """Fill the fields of the review on screen with what was typed there in a session before; call before drawing."""
    for one in _kept():
        if inputs.chosen(one.key, str) is None:
            inputs.set_text(one.key, one.text)


def keep_words(claim_id: str, field: ClaimField, key: str, *, unsaved: bool) -> None:
    """Remember what is typed into a field of a claim, or forget it where all of it is saved."""
    review = _review()
    if review is not None:
        words = Words(claim_id, field, key, inputs.text(key)) if unsaved else None
        services.get_unsaved_words().put(review, claim_id, field, words)


def on_other_claims(claim_id: str) -> tuple[Words, ...]:
    """What was typed and not saved on the other claims of the review on screen."""
    return tuple(one for one in _kept() if one.claim_id != claim_id)


def _kept() -> tuple[Words, ...]:
    review = _review()
    return services.get_unsaved_words().get(review) if review is not None else ()


def _review() -> tuple[str, str] | None:
    """What the words of the review on screen are kept under; ``None`` while it is not in the store."""
    current = on_screen.review()
    return None if current is None or current.item_id is None else (current.item_id, reviewer_name())
