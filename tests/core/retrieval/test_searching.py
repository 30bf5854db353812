"""A round of searches runs side by side, ends in time and tells of each search what became of it."""

import threading
import time

import pytest

from critique_core.errors import ModelError
from critique_core.models import SourceDocument, TargetedQuery
from critique_core.retrieval.search import COOLING, TIMED_OUT, Cooldown, search_all

ONE, TWO = (TargetedQuery(text=text, reason="asked") for text in ("timeout of harbor", "owner of harbor"))


def document(name):
    return SourceDocument(id=name, content=f"text of {name}")


class Shelf:
    """Gives what it is told, after a wait."""

    def __init__(self, name, *ids, after=0.0, error=None):
        self.name, self.ids, self.after, self.error = name, ids, after, error
        self.asked = []

    def search(self, query, limit=8):
        self.asked.append((query, limit))
        time.sleep(self.after)
        if self.error:
            raise self.error
        return [document(name) for name in self.ids]


def ids(found):
    return [[source.id for source in sources] for _, sources in found]


def test_every_query_goes_to_every_retriever_and_the_order_is_theirs_not_that_of_the_answers():
    slow, quick = Shelf("slow", "a", "b", after=0.2), Shelf("quick", "c")
    found = search_all([ONE, TWO], [slow, quick], limit=5)
    told = [(search.query, search.retriever, search.source_ids, search.failure) for search, _ in found]
    assert told == [
        (query, name, given, None) for query in (ONE, TWO) for name, given in (("slow", ("a", "b")), ("quick", ("c",)))
    ]
    assert sorted(slow.asked) == sorted([(ONE.text, 5), (TWO.text, 5)])
    assert found[0][0].milliseconds >= 190


def test_the_searches_run_side_by_side():
    barrier = threading.Barrier(4)  # broken unless all four are under way at once

    class Meeting:
        name = "meeting"

        def search(self, query, limit=8):
            barrier.wait(timeout=5)
            return ()

    found = search_all([ONE, TWO], [Meeting(), Meeting()])
    assert [search.failure for search, _ in found] == [None] * 4


def test_what_came_in_time_is_used_and_the_rest_timed_out():
    begun = time.monotonic()
    found = search_all([ONE], [Shelf("hung", "a", after=5), Shelf("quick", "b")], timeout=0.3)
    assert time.monotonic() - begun < 4.5
    (hung, none), (quick, some) = found
    assert (hung.failure, none) == (TIMED_OUT, ())
    assert 250 <= hung.milliseconds < 4500
    assert (quick.failure, [source.id for source in some]) == (None, ["b"])


def test_what_had_not_begun_by_the_deadline_timed_out_too_and_is_never_begun():
    hung = Shelf("hung", after=0.5)
    queries = [TargetedQuery(text=f"query {number}", reason="") for number in range(12)]
    found = search_all(queries, [hung], timeout=0.2)
    assert [search.failure for search, _ in found] == [TIMED_OUT] * 12
    assert [search.milliseconds > 0 for search, _ in found] == [True] * 8 + [False] * 4
    time.sleep(0.6)
    assert len(hung.asked) == 8


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ModelError("tavily answered 429; wait", retryable=True), "tavily answered 429; wait"),
        (ZeroDivisionError("by zero"), "mine broke: ZeroDivisionError: by zero"),
    ],
)
def test_an_error_is_told_of_its_search_alone(error, told):
    (failed, none), (fine, some) = search_all([ONE], [Shelf("mine", error=error), Shelf("quick", "b")])
    assert (failed.failure, none) == (told, ())
    assert (fine.failure, len(some)) == (None, 1)


def test_a_source_is_given_once_though_each_search_names_what_it_found():
    found = search_all([ONE, TWO], [Shelf("x", "a", "b", "a"), Shelf("y", "b", "c")])
    assert ids(found) == [["a", "b"], ["c"], [], []]
    assert [search.source_ids for search, _ in found] == [("a", "b"), ("b", "c"), ("a", "b"), ("b", "c")]


def test_two_texts_under_one_id_are_two_sources_and_a_blank_one_is_none():
    class Snippets:
        name = "web"

        def search(self, query, limit=8):
            texts = ("first", "second") if query == ONE.text else ("second", "  ", "third")
            return [SourceDocument(id="page", content=text) for text in texts]

    found = search_all([ONE, TWO], [Snippets()])
    assert [[(source.id, source.content) for source in sources] for _, sources in found] == [
        [("page", "first"), ("page #2", "second")],
        [("page #3", "third")],
    ]
    assert [search.source_ids for search, _ in found] == [("page", "page #2"), ("page #2", "page #3")]


def test_an_object_that_only_searches_will_do():
    class Wiki:
        def search(self, query):
            return [document(f"{query} {number}") for number in range(20)]

    ((search, sources),) = search_all([ONE], [Wiki()], limit=3)
    assert (search.retriever, len(sources)) == ("Wiki", 3)


def test_what_a_broken_retriever_says_can_always_be_written_down():
    [(search, _)] = search_all([ONE], [Shelf("x", error=ValueError("a\ud800\n\tb" + "c" * 5000))])
    assert (search.failure or "").startswith("x broke: ValueError: a? b")
    assert len(search.failure or "") < 400
    assert search.model_dump_json()


def test_what_is_no_source_is_a_failure():
    class Wrong:
        name = "wrong"

        def search(self, query, limit=8):
            return ["text"]

    ((search, sources),) = search_all([ONE], [Wrong()])
    assert (search.failure, sources) == ("wrong gave a str where a SourceDocument was expected", ())


def test_nothing_to_ask_gives_nothing():
    assert search_all([], [Shelf("x")]) == search_all([ONE], []) == ()


# --- cooldown ------------------------------------------------------------------------------------------------------


def test_the_same_query_rests_and_may_be_asked_again_after_the_cooldown():
    now = [100.0]
    cooldown = Cooldown(60, clock=lambda: now[0])
    shelf = Shelf("tavily", "a")
    search_all([ONE], [shelf], cooldown=cooldown)
    now[0] += 20
    again = TargetedQuery(text=ONE.text.upper() + " ", reason="")
    ((search, sources),) = search_all([again], [shelf], cooldown=cooldown)
    assert search.failure.startswith(COOLING)
    assert "in 40 s" in search.failure
    assert (sources, len(shelf.asked)) == ((), 1)
    now[0] += 50
    ((search, _),) = search_all([again], [shelf], cooldown=cooldown)
    assert (search.failure, len(shelf.asked)) == (None, 2)


def test_another_query_another_retriever_and_the_library_do_not_rest():
    cooldown = Cooldown(60, of=("tavily", "searxng"))
    web, other, library = Shelf("tavily", "a"), Shelf("searxng", "b"), Shelf("library", "c")
    search_all([ONE], [web, library], cooldown=cooldown)
    found = search_all([ONE, TWO], [web, other, library], cooldown=cooldown)
    assert [bool(search.failure) for search, _ in found] == [True, False, False, False, False, False]


def test_a_search_that_failed_rests_as_well_and_no_seconds_mean_no_rest():
    cooldown, failing = Cooldown(60), Shelf("tavily", error=ModelError("down"))
    search_all([ONE], [failing], cooldown=cooldown)
    ((search, _),) = search_all([ONE], [failing], cooldown=cooldown)
    assert search.failure.startswith(COOLING)
    assert Cooldown(0).ask("tavily", "x") == Cooldown(0).ask("tavily", "x") == 0


def test_one_query_asked_twice_in_a_round_goes_out_once():
    shelf = Shelf("tavily", "a")
    found = search_all([ONE, ONE], [shelf], cooldown=Cooldown(60))
    assert [bool(search.failure) for search, _ in found] == [False, True]
    assert len(shelf.asked) == 1
