"""Unchecked inputs lie in memory by name, a bounded number of them."""

from components.work.unsent_inputs import Desks, Inputs


def _typed(draft: str) -> Inputs:
    return Inputs(texts=(("draft", draft),), sources=())


def test_inputs_come_back_under_their_name_only() -> None:
    desks = Desks()
    desks.put("a", _typed("one"))
    assert desks.get("a") == _typed("one")
    assert desks.get("b") is None


def test_the_desk_touched_longest_ago_is_cleared_first() -> None:
    desks = Desks()
    for number in range(200):
        desks.put(str(number), _typed(str(number)))
    desks.put("0", _typed("again"))
    desks.put("one more", _typed("one more"))
    assert desks.get("1") is None
    assert desks.get("0") == _typed("again")


def test_blank_fields_are_empty() -> None:
    assert _typed("").empty
    assert not _typed("x").empty
