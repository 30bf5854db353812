"""Work next to the page: begun once a key, told how far it is, given up when asked."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor

import pytest

from components.work.jobs import Jobs

Progress = Callable[[str, float], None]


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    with ThreadPoolExecutor(2) as workers:
        yield Jobs(workers)


def test_the_same_key_is_worked_on_once(jobs: Jobs) -> None:
    done: list[int] = []
    for _ in range(3):
        job = jobs.of("key", lambda progress: done.append(1) or len(done))
        assert job.done(10)
    assert job.result() == 1


def test_a_forgotten_key_begins_anew(jobs: Jobs) -> None:
    assert jobs.of("key", lambda progress: 1).done(10)
    jobs.forget("key")
    job = jobs.of("key", lambda progress: 2)
    assert job.done(10)
    assert job.result() == 2


def test_it_says_how_far_it_is_and_stops_at_its_next_stage_when_given_up(jobs: Jobs) -> None:
    halfway, go_on = threading.Event(), threading.Event()

    def work(progress: Progress) -> str:
        progress("revision", 0.5)
        halfway.set()
        assert go_on.wait(10)
        progress("revision", 0.6)
        return "never"

    job = jobs.of("key", work)
    assert halfway.wait(10)
    assert (job.stage, job.fraction) == ("revision", 0.5)
    assert not job.done(0.01)
    jobs.forget("key")
    go_on.set()
    assert job.done(10)
    with pytest.raises(CancelledError):
        job.result()


def test_what_failed_raises_where_it_is_asked_for(jobs: Jobs) -> None:
    def fail(progress: Progress) -> None:
        raise ValueError("no")

    job = jobs.of("key", fail)
    assert job.done(10)
    with pytest.raises(ValueError, match="no"):
        job.result()


def test_only_work_that_has_ended_is_forgotten_for_others() -> None:
    go_on = threading.Event()

    def work(progress: Progress) -> str:
        assert go_on.wait(10)
        progress("nearly", 0.9)
        return "done"

    with ThreadPoolExecutor(2) as workers:
        few = Jobs(workers, kept=2)
        long = few.of("long", work)
        for number in range(5):
            assert few.of(number, lambda progress: 1).done(10)
        assert few.find("long") is long
        assert few.find(4) is not None
        assert few.find(0) is None
        go_on.set()
        assert long.done(10)
    assert long.result() == "done"


def test_work_that_is_looked_at_is_kept_longer() -> None:
    with ThreadPoolExecutor(1) as workers:
        few = Jobs(workers, kept=2)
        for key in ("one", "two"):
            assert few.of(key, lambda progress: 1).done(10)
        assert few.find("one") is not None
        assert few.of("three", lambda progress: 1).done(10)
        assert (few.find("one") is None, few.find("two") is None) == (False, True)


def test_work_just_asked_for_is_kept_although_all_others_still_run() -> None:
    go_on = threading.Event()
    with ThreadPoolExecutor(3) as workers:
        few = Jobs(workers, kept=1)
        ended = few.of("ended", lambda progress: 1)
        assert ended.done(10)
        running = [few.of(number, lambda progress: go_on.wait(10)) for number in range(2)]
        again = few.of("ended", lambda progress: 2)
        assert again.done(10)
        assert few.of("ended", lambda progress: 3) is again
        go_on.set()
        assert all(job.result() for job in running)
