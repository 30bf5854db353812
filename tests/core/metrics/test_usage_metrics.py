from critique_core.metrics.usage import RunMeasures, StoredMeasures, measure, summarise
from critique_core.models import Corrections, CritiqueRequest, RunMetadata, SourceDocument
from critique_core.pipeline import critique
from tests.makers.verifiers import ScriptedVerifier, believing

SOURCE = SourceDocument(id="conf", content="Timeout: 60 seconds\nPort: 8080")


def measured(draft: str, **fields) -> RunMeasures:
    verifier = ScriptedVerifier({"timeout": believing(0.03, 0.95), "port": believing(0.97)})
    sources = fields.pop("sources", (SOURCE,))
    return measure(critique(CritiqueRequest(draft=draft, sources=sources, **fields), verifier=verifier))


def stored(item: str, one: RunMeasures, **fields) -> StoredMeasures:
    return StoredMeasures.model_validate(one.model_dump() | {"item_id": item} | fields)


WRONG = measured("The timeout is 30 seconds. The server runs on port 8080.")
RIGHT = measured("The server runs on port 8080.")
REFUSAL = measured("I don't have that information.")
NO_SOURCES = measured("The server runs on port 8080.", sources=())


def test_a_run_measures_its_critique():
    assert (WRONG.claims, WRONG.checked, WRONG.hallucination_score, WRONG.needs_revision) == (2, 2, 0.5, True)
    assert (WRONG.confidence, WRONG.confidence_reason, WRONG.revised) == (0.5, None, False)
    assert WRONG.milliseconds > 0
    assert (REFUSAL.checked, REFUSAL.hallucination_score, REFUSAL.confidence_reason) == (0, None, "abstained")


def test_a_run_that_was_not_timed_took_no_known_time():
    result = critique(CritiqueRequest(draft="I don't have that information."), verifier=ScriptedVerifier())
    untimed = result.metadata.model_copy(update={"run": RunMetadata()})
    assert measure(result.model_copy(update={"metadata": untimed})).milliseconds is None


def test_the_seeds_five_metrics_of_the_drafts():
    metrics = summarise([stored("a", WRONG, milliseconds=100), stored("b", RIGHT, milliseconds=50)])
    assert metrics.critique_hallucination_rate == 0.5
    assert metrics.critique_revision_rate == 0.5
    assert metrics.critique_latency_ms == 75
    assert metrics.critique_confidence_avg == 0.735
    assert metrics.claims_per_draft == 1.5


def test_what_cannot_be_measured_is_left_out_of_the_means_and_counted_apart():
    runs = [stored("a", RIGHT), stored("b", REFUSAL), stored("c", NO_SOURCES, milliseconds=None)]
    metrics = summarise(runs)
    assert (metrics.critique_hallucination_rate, metrics.critique_revision_rate) == (0, 0)
    assert metrics.critique_confidence_avg == 0.97
    assert (metrics.drafts, metrics.drafts_unchecked, metrics.runs_untimed) == (3, 2, 1)
    assert summarise([stored("a", WRONG), stored("b", REFUSAL)]).critique_revision_rate == 1
    assert metrics.without_confidence == {"abstained": 1, "no_sources": 1}


def test_a_draft_counts_once_by_its_last_run_and_every_run_has_its_time():
    runs = [stored("a", WRONG, milliseconds=100), stored("a", RIGHT, milliseconds=300, revised=True)]
    metrics = summarise(runs)
    assert (metrics.drafts, metrics.runs, metrics.revised) == (1, 2, 1)
    assert (metrics.critique_hallucination_rate, metrics.critique_confidence_avg) == (0, 0.97)
    assert metrics.critique_latency_ms == 200


def test_an_empty_store_has_no_metrics_and_no_zeros():
    metrics = summarise([])
    assert (metrics.drafts, metrics.critique_hallucination_rate, metrics.critique_latency_ms) == (0, None, None)
    assert (metrics.critique_confidence_avg, metrics.claims_per_draft, metrics.critique_revision_rate) == (None,) * 3


def test_how_often_answers_were_corrected_and_their_confidence_rose():
    def after(attempts: int, before: float | None, then: float | None) -> RunMeasures:
        done = Corrections(attempts=attempts, confidence_before=before, confidence_after=then)
        return RIGHT.model_copy(update={"corrections": done})

    ways = [after(0, 0.9, 0.9), after(1, 0.4, 0.8), after(2, 0.4, 0.4), after(1, None, 0.8), RIGHT]
    metrics = summarise([stored(str(number), one) for number, one in enumerate(ways)])
    assert (metrics.crag_drafts, metrics.crag_trigger_rate, metrics.crag_success_rate) == (4, 0.75, 0.3333)
    assert (summarise([stored("a", RIGHT)]).crag_drafts, summarise([]).crag_trigger_rate) == (0, None)
