"""A queue of short answers in RAGTruth's form, and the ways a test goes through it."""

from pathlib import Path

from streamlit.testing.v1 import AppTest

from components import services
from critique_core.batch.importing import import_file, verify_waiting
from critique_core.models import Decision, Item
from tests.makers.labelling_files import write_answers

QUEUE = "pages/queue.py"
REVIEW = "pages/review.py"


def fill_queue(folder: Path, count: int) -> None:
    """Import and verify ``count`` answers; every odd one says 30 seconds where its source says 60."""
    responses, _ = write_answers(folder, count)
    import_file(services.get_store(), responses, who="Ada")
    verify_waiting(services.get_store(), services.get_critic())


def follow(app: AppTest) -> AppTest:
    """Go to the page that the app has switched to; ``AppTest`` stays on the one it was on."""
    address = dict(app.query_params)
    app.switch_page(REVIEW if "item" in address else QUEUE)
    for name, value in address.items():
        app.query_params[name] = value
    return app.run()


def label_next(app: AppTest) -> AppTest:
    """Press “Label next” on the Queue page and open what it gives."""
    app.button(key="label_next").click().run()
    return follow(app)


def press(app: AppTest, key: str) -> AppTest:
    """Press a button of the page."""
    return app.button(key=key).click().run()


def item(number: int) -> Item:
    """The item of that number."""
    found = services.get_store().item_by_number(number)
    assert found is not None
    return found


def own(item_id: str, reviewer: str = "Ada") -> list[Decision]:
    """What a reviewer has done to an item, undone or not."""
    return [
        event
        for event in services.get_store().decisions(item_id)
        if event.origin == "human" and event.reviewer == reviewer
    ]


def toasts(app: AppTest) -> list[str]:
    """The short messages on the page."""
    return [str(toast.value).replace("\\", "") for toast in app.toast]
