"""Reviewers in several processes and threads decide at once: nothing is lost, and no one sees an error."""

import threading
import time

import pytest

from benchmarks.store_load import load
from critique_core.store.turns import Turns


@pytest.mark.slow
def test_many_reviewers_lose_nothing_and_see_no_error(url: str) -> None:
    found = load(url, reviewers=12, decisions=5, processes=2)
    assert found.errors == []
    assert found.acknowledged == 60
    assert (found.lost, found.unasked, found.out_of_order, found.wrong_lists) == (0, 0, 0, 0)


def test_writers_get_their_turn_in_the_order_in_which_they_asked() -> None:
    turns, served = Turns(), list[int]()

    def write(number: int) -> None:
        with turns.taken(60) as mine:
            assert mine
            served.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(20)]
    with turns.taken(60):
        for waiting, thread in enumerate(threads, start=2):
            thread.start()
            while len(turns._waiting) < waiting:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert served == list(range(20))


def test_a_turn_that_does_not_come_is_given_up_and_the_others_go_on() -> None:
    turns = Turns()
    with turns.taken(1) as first:
        assert first
        with turns.taken(0.01) as second:
            assert not second
    with turns.taken(1) as third:
        assert third
