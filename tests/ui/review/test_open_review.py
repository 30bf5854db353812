"""What the Review page reads from the store for the answer that is open."""

from collections import Counter
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from critique_core.store import Store

READS = ("item", "decisions", "submitters", "latest_critique")


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each read of the store was made since the counter was last cleared."""
    counted: Counter[str] = Counter()

    def counting(name: str) -> Callable[..., object]:
        read = getattr(Store, name)

        def counts(self: Store, *given: object, **named: object) -> object:
            counted[name] += 1
            return read(self, *given, **named)

        return counts

    for name in READS:
        monkeypatch.setattr(Store, name, counting(name))
    return counted


@pytest.mark.parametrize("tab", ["Claims (3)", "Revision"])
def test_a_rerun_reads_the_open_answer_once(app: AppTest, reads: Counter[str], tab: str) -> None:
    app.button(key="example_04_auth_service").click().run()
    app.session_state["details"] = tab
    reads.clear()
    app.run()
    assert not app.exception
    assert reads == {"item": 1, "decisions": 1}


def test_a_decision_reads_once_to_decide_and_once_to_draw(app: AppTest, reads: Counter[str]) -> None:
    app.button(key="example_04_auth_service").click().run()
    reads.clear()
    app.button(key="accept").click().run()
    assert not app.exception
    assert reads == {"item": 2, "decisions": 2}
