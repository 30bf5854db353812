"""How often a run of the Review page calls the store."""

from collections import Counter
from collections.abc import Callable
from types import FunctionType

import pytest
from streamlit.testing.v1 import AppTest

from critique_core.store import Store

METHODS = [name for name, member in vars(Store).items() if isinstance(member, FunctionType) and name[0] != "_"]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each method of the store was called since the counter was last cleared."""
    counted: Counter[str] = Counter()

    def counting(name: str) -> Callable[..., object]:
        called = getattr(Store, name)

        def counts(self: Store, *given: object, **named: object) -> object:
            counted[name] += 1
            return called(self, *given, **named)

        return counts

    for name in METHODS:
        monkeypatch.setattr(Store, name, counting(name))
    return counted


@pytest.mark.parametrize("tab", ["Claims (3)", "Revision"])
def test_a_rerun_reads_the_open_answer_once(app: AppTest, calls: Counter[str], tab: str) -> None:
    app.button(key="example_04_auth_service").click().run()
    app.session_state["details"] = tab
    calls.clear()
    app.run()
    assert not app.exception
    assert calls == {"item": 1, "decisions": 1, "active_profile": 1}


def test_a_decision_reads_once_to_decide_and_once_to_draw(app: AppTest, calls: Counter[str]) -> None:
    app.button(key="example_04_auth_service").click().run()
    calls.clear()
    app.button(key="accept").click().run()
    assert not app.exception
    assert calls == {"item": 2, "decisions": 2, "append": 1, "active_profile": 1}


def test_a_page_without_an_answer_reads_the_profile_in_use(app: AppTest, calls: Counter[str]) -> None:
    calls.clear()
    app.run()
    assert not app.exception
    assert calls == {"active_profile": 1}


@pytest.mark.slow
def test_a_rerun_with_changes_taken_reads_no_more(app: AppTest, calls: Counter[str]) -> None:
    app.button(key="example_16_every_issue").click().run()
    app.session_state["details"] = "Revision"
    app.run()
    app.button(key="propose_revision").click().run()
    app.button(key="take_1").click().run()
    calls.clear()
    app.run()
    assert not app.exception
    assert calls == {"item": 1, "decisions": 1, "active_profile": 1}
