"""Unchecked inputs lie in memory by name, a bounded number of them."""

from components.work.unsent_inputs import Inputs, UnsentInputs


def _typed(draft: str) -> Inputs:
    return Inputs(texts=(("draft", draft),), sources=())


def test_inputs_come_back_under_their_name_only() -> None:
    held = UnsentInputs()
    held.put("a", _typed("one"))
    assert held.get("a") == _typed("one")
    assert held.get("b") is None


def test_inputs_kept_longest_ago_are_forgotten_first() -> None:
    held = UnsentInputs()
    for number in range(200):
        held.put(str(number), _typed(str(number)))
    held.put("0", _typed("again"))
    held.put("one more", _typed("one more"))
    assert held.get("1") is None
    assert held.get("0") == _typed("again")


def test_blank_fields_are_empty() -> None:
    assert _typed("").empty
    assert not _typed("x").empty
