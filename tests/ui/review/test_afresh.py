"""An example begins afresh for each visitor; examples and pasted answers are queued only when put in."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from components import services
from critique_core.models import Decision
from critique_core.store import QueueFilter
from tests.makers.pages import open_tab

EXAMPLE = "example_04_auth_service"


def opened(app: AppTest, reviewer: str = "") -> AppTest:
    if reviewer:
        app.text_input(key="reviewer").set_value(reviewer).run()
    return app.button(key=EXAMPLE).click().run()


def events(app: AppTest) -> tuple[Decision, ...]:
    return services.get_store().decisions(str(app.query_params["item"]))


def decisions_shown(app: AppTest) -> set[str]:
    """What the table of claims says of the decisions."""
    tab = next(tab.label for tab in app.tabs if tab.label.startswith("Claims"))
    open_tab(app, tab)
    return {str(word) for table in app.dataframe for word in table.value["Decision"]}


def test_a_visitor_sees_nothing_that_others_decided_on_an_example(open_app: Callable[[], AppTest]) -> None:
    ada = opened(open_app().run(), "Ada")
    ada.button(key="accept").click().run()
    grace = opened(open_app().run(), "Grace")
    assert "Called right" not in decisions_shown(grace)
    grace.button(key="reject").click().run()
    assert [one.reviewer for one in events(grace)] == ["Ada", "Grace"]


def test_ones_own_open_work_on_an_example_is_gone_on_with(open_app: Callable[[], AppTest]) -> None:
    first = opened(open_app().run(), "Ada")
    first.button(key="accept").click().run()
    again = opened(open_app().run(), "Ada")
    assert "Called right" in decisions_shown(again)
    again.button(key="undo").click().run()
    assert [one.action for one in events(again)] == ["accept", "undo"]


def test_a_visitor_without_a_name_cannot_take_back_what_another_one_did(open_app: Callable[[], AppTest]) -> None:
    first = opened(open_app().run())
    first.button(key="accept").click().run()
    second = opened(open_app().run())
    second.button(key="undo").click().run()
    assert [one.action for one in events(second)] == ["accept"]
    assert "Called right" not in decisions_shown(second)


def test_a_reload_keeps_what_is_in_view(open_app: Callable[[], AppTest]) -> None:
    first = opened(open_app().run())
    first.button(key="accept").click().run()
    second = opened(open_app().run())
    reloaded = open_app()
    for name, value in second.query_params.items():
        reloaded.query_params[name] = value
    reloaded.run()
    assert "Called right" not in decisions_shown(reloaded)


def test_an_example_comes_into_the_queue_only_when_it_is_put_in(open_app: Callable[[], AppTest]) -> None:
    app = opened(open_app().run(), "Ada")
    store = services.get_store()
    assert store.queue(QueueFilter(queued=True)).total == 0
    app.button(key="put_in_queue").click().run()
    assert not app.exception
    [row] = store.queue(QueueFilter(queued=True)).rows
    assert row.item_id == str(app.query_params["item"])
    assert not [button for button in app.button if button.key == "put_in_queue"]
