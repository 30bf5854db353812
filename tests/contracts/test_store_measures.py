"""What runs measured, kept next to them and read without opening a critique."""

from alembic import command

from critique_core.metrics.usage import StoredMeasures, measure, summarise
from critique_core.models import RunMetadata, Scores
from critique_core.store import Store
from critique_core.store.database import Database, _config
from tests.makers.stored_reviews import critique_of


def test_each_run_keeps_what_it_measured_oldest_first(store: Store) -> None:
    right = critique_of("The port is 8080.", needs_revision=False, confidence=0.9,
                        scores=Scores(hallucination_score=0.0))  # fmt: skip
    wrong = critique_of(scores=Scores(hallucination_score=0.5), revised_draft="The timeout is 60 seconds.")
    runs = [store.save_review(critique, who="ann") for critique in (wrong, right)]
    expected = tuple(
        StoredMeasures(**dict(measure(critique)), item_id=run.item_id)
        for critique, run in zip((wrong, right), runs, strict=True)
    )
    assert store.measures() == expected
    metrics = summarise(store.measures())
    assert (metrics.drafts, metrics.critique_hallucination_rate, metrics.critique_revision_rate) == (2, 0.5, 0.5)
    assert (metrics.revised, metrics.critique_latency_ms) == (1, 1.2)


def test_a_deleted_review_is_measured_no_more(store: Store) -> None:
    run = store.save_review(critique_of(), who="ann")
    store.delete_item(run.item_id)
    assert store.measures() == ()


def test_runs_of_an_older_store_are_measured_when_it_is_opened(url: str) -> None:
    critique = critique_of(scores=Scores(hallucination_score=0.25), confidence=None, confidence_reason="no_sources")
    untimed = critique.model_copy(
        update={"id": "x" * 64, "metadata": critique.metadata.model_copy(update={"run": RunMetadata()})}
    )
    with Store.open(url) as store:
        for one in (critique, untimed):
            store.save_review(one, who="ann")
        before = store.measures()
    database = Database(url)
    with database.writing() as connection:
        command.downgrade(_config(connection), "0002")
    database.close()
    with Store.open(url) as store:
        assert store.measures() == before
