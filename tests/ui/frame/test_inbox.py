"""Events from the browser are taken exactly once, whatever is cut short and whatever is sent."""

import secrets
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.claim_map.inbox import Inbox, MapEvent, inbox
from tests.makers.rows import each_of

CLAIMS = {"c1", "c2"}


def outbox(*events: dict[str, Any], mount: str | None = None) -> dict[str, Any]:
    """What a freshly mounted map sends."""
    return {"mount": mount or secrets.token_hex(16), "events": list(events)}


def select(serial: int, claim: str = "c1") -> dict[str, Any]:
    return {"serial": serial, "kind": "select", "claim": claim, "status": None}


def read(sent: object) -> Inbox:
    return inbox(sent, claim_ids=CLAIMS)


def taken(sent: object) -> tuple[MapEvent, ...]:
    """The events handed over for this message."""
    events: list[MapEvent] = []
    read(sent).hand_over(events.append)
    return tuple(events)


def test_events_come_in_the_order_they_happened() -> None:
    sent = outbox({"serial": 2, "kind": "relabel", "claim": "c2", "status": "contradicted"}, select(1))
    assert taken(sent) == (MapEvent("select", "c1", None, 1), MapEvent("relabel", "c2", "contradicted", 2))


def test_the_same_events_sent_again_are_not_taken_again() -> None:
    sent = outbox(select(1))
    assert len(taken(sent)) == 1
    assert taken(sent) == ()


def test_a_batch_sent_again_with_later_events_yields_only_those() -> None:
    first = outbox(select(1))
    taken(first)
    again = outbox(select(1), select(2, "c2"), mount=first["mount"])
    assert [event.serial for event in taken(again)] == [2]


def test_the_receipt_names_the_last_event_done() -> None:
    sent = outbox(select(1), select(2))
    box = read(sent)
    assert box.receipt == {"mount": sent["mount"], "serial": 0}
    box.hand_over(lambda event: None)
    assert box.receipt == {"mount": sent["mount"], "serial": 2}


def test_an_event_whose_handling_was_cut_short_comes_again() -> None:
    sent = outbox(select(1), select(2), select(3))
    handled: list[int] = []

    def cut_short(event: MapEvent) -> None:
        if event.serial == 2:
            raise KeyboardInterrupt
        handled.append(event.serial)

    with pytest.raises(KeyboardInterrupt):
        read(sent).hand_over(cut_short)
    assert read(sent).hand_over(lambda event: handled.append(event.serial)) is True
    assert handled == [1, 2, 3]


def test_handing_over_nothing_says_so() -> None:
    assert read(None).hand_over(lambda event: None) is False
    assert read(None).receipt is None


def test_two_mounts_do_not_share_their_numbers() -> None:
    assert len(taken(outbox(select(1)))) == 1
    assert len(taken(outbox(select(1)))) == 1


@each_of(
    "entry",
    [
        {"serial": 1, "kind": "drop_tables", "claim": None, "status": None},
        {"serial": 1, "kind": "accept", "claim": "another draft's claim", "status": None},
        {"serial": 1, "kind": "accept", "claim": None, "status": None},
        {"serial": 1, "kind": "relabel", "claim": "c1", "status": "excellent"},
        {"serial": 1, "kind": "relabel", "claim": "c1", "status": "unverified"},
        {"serial": 1, "kind": "accept", "claim": "c1", "status": "supported"},
        {"serial": 1, "kind": "undo", "claim": ["c1"], "status": {}},
        {"serial": True, "kind": "undo", "claim": None, "status": None},
        {"serial": -1, "kind": "undo", "claim": None, "status": None},
        "undo",
    ],
)
def test_what_no_reviewer_could_have_done_is_left_out_and_not_asked_for_again(entry: object) -> None:
    sent = {"mount": secrets.token_hex(16), "events": [entry, select(2)]}
    events = taken(sent)
    if isinstance(entry, dict) and entry["kind"] == "undo" and entry["serial"] == 1:
        events = tuple(event for event in events if event.kind != "undo")
    assert [event.serial for event in events] == [2]
    assert read(sent).receipt == {"mount": sent["mount"], "serial": 2}


names = st.sampled_from(["mount", "events", "serial", "kind", "claim", "status"])
leaves = st.none() | st.booleans() | st.integers() | st.sampled_from(["accept", "c1", "supported", ""])


@given(st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(names, inner)))
def test_no_message_breaks_the_inbox(sent: object) -> None:
    assert all(isinstance(event, MapEvent) for event in taken(sent))
