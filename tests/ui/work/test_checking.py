"""A check runs next to the page: it can be cancelled, and a failure is said."""

import threading
from concurrent.futures import CancelledError, ThreadPoolExecutor

import pytest
from streamlit.testing.v1 import AppTest

from components.review import checking
from components.work.check import Check
from components.work.jobs import Job
from critique_core.assembly import Critic
from critique_core.errors import VerifierUnavailable
from critique_core.models import Critique, CritiqueRequest
from critique_core.pipeline import Progress
from tests.makers.pages import errors, go_to, shown

REQUEST = CritiqueRequest(draft="The timeout is 60 seconds.")


class StoppingCritic:
    """Waits in the middle of its work until it is told to go on."""

    def __init__(self) -> None:
        self.halfway = threading.Event()
        self.go_on = threading.Event()
        self.finished = False

    def critique(self, request: CritiqueRequest, progress: Progress) -> None:
        progress("claims", 0.0)
        progress("claims", 1.0)
        self.halfway.set()
        assert self.go_on.wait(10)
        progress("evidence", 0.0)
        self.finished = True


def test_a_cancelled_check_stops_at_the_next_stage() -> None:
    critic = StoppingCritic()
    check = Check(REQUEST)
    with ThreadPoolExecutor(1) as workers:
        job = check.begin(critic, workers)
        assert check.begin(critic, workers) is job
        assert critic.halfway.wait(10)
        assert job.fractions == {"claims": 1.0}
        job.cancel()
        critic.go_on.set()
        with pytest.raises(CancelledError):
            job.result()
    assert not critic.finished


def test_a_second_press_leaves_a_check_alone_and_other_inputs_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Check] = []
    monkeypatch.setattr("components.state.on_screen.review", lambda: None)
    monkeypatch.setattr("components.state.running.begin_check", begun.append)
    monkeypatch.setattr("components.state.running.running_check", lambda: begun[-1] if begun else None)
    checking.ask(REQUEST)
    checking.ask(REQUEST.model_copy())
    assert [check.request for check in begun] == [REQUEST]
    other = REQUEST.model_copy(update={"draft": "The timeout is 30 seconds."})
    checking.ask(other)
    assert [check.request for check in begun] == [REQUEST, other]
    assert [check.job.done() for check in begun] == [True, False]


def test_a_check_that_fails_says_why_and_keeps_the_inputs(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Critic, request: CritiqueRequest, progress: Progress | None = None) -> Critique:
        raise VerifierUnavailable("the weights cannot be read; install claimlens again")

    app.text_area(key="draft").set_value("The timeout is 60 seconds.")
    monkeypatch.setattr(Critic, "critique", refuse)
    app.button(key="check").click().run()
    assert errors(app) == ["The draft could not be checked. the weights cannot be read; install claimlens again"]
    assert app.text_area(key="draft").value == "The timeout is 60 seconds."
    monkeypatch.undo()
    assert "Claimlens" in shown(app)


def test_a_fault_in_the_code_is_told_without_a_traceback(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(self: Critic, request: CritiqueRequest, progress: Progress | None = None) -> Critique:
        raise ZeroDivisionError

    app.text_area(key="draft").set_value("The timeout is 60 seconds.")
    monkeypatch.setattr(Critic, "critique", crash)
    app.button(key="check").click().run()
    assert not app.exception
    assert len(errors(app)) == 1
    assert "ZeroDivisionError" in errors(app)[0]
    assert "your inputs are kept" in errors(app)[0].lower()


def test_whoever_leaves_in_the_moment_that_a_check_ends_is_taken_there(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = threading.Event()

    def refuse(self: Critic, request: CritiqueRequest, progress: Progress | None = None) -> Critique:
        assert watched.wait(30)
        raise VerifierUnavailable("the weights cannot be read")

    wait = Job.done

    def click_while_waiting(self: Job[Critique], patience: float = 0.0) -> bool:
        if not watched.is_set():
            watched.set()
            assert wait(self, 30)
            go_to(app, "pages/history.py")
        return wait(self, patience)

    app.text_area(key="draft").set_value("The timeout is 60 seconds.")
    monkeypatch.setattr(Critic, "critique", refuse)
    monkeypatch.setattr(Job, "done", click_while_waiting)
    app.button(key="check").click().run()
    assert [str(title.value) for title in app.title] == ["History"]
