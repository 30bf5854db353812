"""The corrective loop: each way that it can go, from a draft that its sources do not bear out."""

import time

import pytest

from critique_core import InvalidInput, ModelError, SettingsError, StoreError, parse_request
from critique_core.claims.extraction import is_abstention
from critique_core.corrective import rules
from critique_core.corrective.loop import STAGES, Judge, corrective_rag_loop
from critique_core.corrective.search import Limits
from critique_core.models import Corrections, CorrectiveResult, Evidence, Profile, SourceDocument
from critique_core.pipeline import critique
from critique_core.retrieval.search import Cooldown
from critique_core.verifiers.embedded import EmbeddedVerifier
from tests.makers.verifiers import ScriptedVerifier, believing

REFUNDS = SourceDocument(
    id="refunds",
    title="Refunds",
    content="Refunds are processed within 14 days of the return. Refunds are free of charge for every customer.",
)
SHIPPING = SourceDocument(
    id="shipping",
    title="Shipping",
    content="Parcels leave our warehouse within two days of the order. Express shipping costs 9 euros.",
)
TOWER = SourceDocument(
    id="tower", title="Eiffel Tower", content="The Eiffel Tower in Paris is 330 metres tall. It was completed in 1889."
)
WAGES = SourceDocument(
    id="wages", title="Wages", content="The committee of the union met in Leeds and spoke about wages for an hour."
)
LIBRARY = (REFUNDS, SHIPPING, TOWER, WAGES)
QUERY = "How long do refunds take?"


class Shelf:
    """Gives the documents that share the most words with a query."""

    name = "shelf"

    def __init__(self, documents: tuple[SourceDocument, ...] = LIBRARY) -> None:
        self.documents = documents
        self.asked: list[str] = []

    def search(self, query: str, limit: int = 8) -> list[SourceDocument]:
        self.asked.append(query)
        words = set(query.casefold().split())
        shared = {one.id: len(words & set(one.content.casefold().replace(".", " ").split())) for one in self.documents}
        near = [one for one in self.documents if shared[one.id]]
        return sorted(near, key=lambda one: -shared[one.id])[:limit]


class Broken(Shelf):
    """Cannot be searched."""

    name = "broken"

    def search(self, query: str, limit: int = 8) -> list[SourceDocument]:
        raise StoreError("the library's file is locked; close the other program")


class Slow(Shelf):
    """Takes longer than anyone waits."""

    name = "slow"

    def search(self, query: str, limit: int = 8) -> list[SourceDocument]:
        time.sleep(0.4)
        return super().search(query, limit)


def _request(draft: str, *sources: SourceDocument, query: str = QUERY, **options: object):
    return parse_request({"query": query, "draft": draft, "sources": sources, "options": options})


def _timeless(result: CorrectiveResult) -> str:
    """All that a result says but its times."""
    skipped = {"milliseconds": True, "searches": {"__all__": {"milliseconds"}}}
    run = {"metadata": {"run"}}
    attempt = {"milliseconds": True, "searches": {"__all__": {"milliseconds"}}, "critique": run}
    return result.model_dump_json(exclude={**skipped, "first": run, "final": run, "attempts": {"__all__": attempt}})


# --- S3's three grades ---------------------------------------------------------------------------------------------


def test_with_fitting_sources_a_wrong_value_is_corrected_and_the_rest_stays():
    draft = "Refunds are processed within 30 days of the return. Refunds are free of charge."
    result = corrective_rag_loop(_request(draft, REFUNDS), Shelf())
    [attempt] = result.attempts
    assert result.final.metadata.run.corrections == Corrections(
        attempts=1, confidence_before=result.first.confidence, confidence_after=result.final.confidence
    )
    assert (attempt.grade.quality, attempt.action) == ("correct", "refine_and_use")
    assert result.final_response == draft.replace("30", "14")
    assert (result.stopped, attempt.kept) == ("confident", True)
    assert (result.first.recommendation, result.final.recommendation) == ("reject", "accept")
    assert attempt.fixed == (result.first.claims[0].id,)
    assert attempt.sources[0] == REFUNDS


def test_a_wrong_value_is_corrected_although_what_was_found_speaks_against_another_claim():
    """As when the library holds an older page: it is found, and claims that were supported are contradicted."""
    draft = "Refunds are processed within 30 days of the return. Refunds are free of charge. Refunds are free of forms."
    found = SourceDocument(id="fees", content="Refunds are processed in the fee office, refunds cost a fee.")

    def free(claim, given):
        known = any(source.id == "fees" for source in given.sources)
        return believing(0.3 if known else 0.94, 0.65 if known else 0.0)(claim, given)

    class Embedded(ScriptedVerifier):
        def verify(self, request):
            own = EmbeddedVerifier().verify(request)
            said = {one.claim_id: one for one in super().verify(request)}
            about = {claim.id for claim in request.claims if "free" in claim.text}
            return tuple(said[one.claim_id] if one.claim_id in about else one for one in own)

    result = corrective_rag_loop(_request(draft, REFUNDS), Shelf((found,)), judge=Judge(Embedded({"free": free})))
    assert result.final_response == draft.replace("30", "14")
    [attempt] = [one for one in result.attempts if one.kept]
    assert attempt.sources == (REFUNDS,)
    assert "the issues weigh less" in attempt.reason


def test_what_fits_only_in_part_stays_and_what_the_failing_claim_lacks_is_found():
    draft = "Refunds are processed within 14 days of the return. Parcels leave the warehouse within two days."
    asked = "How are refunds and gift cards processed?"
    result = corrective_rag_loop(_request(draft, REFUNDS, query=asked), Shelf())
    [attempt] = result.attempts
    assert (attempt.grade.quality, attempt.action) == ("ambiguous", "combine_with_web_search")
    assert [source.id for source in attempt.sources] == ["refunds", "shipping"]
    assert result.final_response == draft
    assert result.stopped == "confident"
    assert result.additional_context_used


def test_sources_that_do_not_fit_are_set_aside_and_a_claim_that_lacked_its_source_stays():
    draft = "Refunds are processed within 14 days of the return."
    result = corrective_rag_loop(_request(draft, TOWER, WAGES), Shelf())
    [attempt] = result.attempts
    assert (attempt.grade.quality, attempt.action) == ("incorrect", "trigger_web_search")
    assert [source.id for source in attempt.sources] == ["refunds"]
    assert result.final_response == draft
    assert [claim.status for claim in result.first.claims] == ["unsupported"]
    assert [claim.status for claim in result.final.claims] == ["supported"]
    assert attempt.kept
    assert attempt.confidence_after > attempt.confidence_before
    assert result.sources == (TOWER, WAGES)


def test_what_no_source_says_goes_after_a_search_and_nothing_else():
    draft = "Refunds are processed within 14 days of the return. Gift cards can be engraved with a name in Leeds."
    result = corrective_rag_loop(_request(draft, TOWER), Shelf((REFUNDS, SHIPPING)))
    assert result.final_response == "Refunds are processed within 14 days of the return."
    assert result.final.recommendation == "accept"


def test_sources_stay_where_the_draft_cites_them_by_number():
    draft = "Refunds are processed within 14 days of the return [3]. The Eiffel Tower is 330 metres tall [1]."
    result = corrective_rag_loop(_request(draft, TOWER, WAGES), Shelf())
    assert [source.id for source in result.attempts[0].sources][:2] == ["tower", "wages"]


def test_a_draft_without_sources_is_read_against_what_is_found():
    result = corrective_rag_loop(_request("Refunds are processed within 14 days of the return."), Shelf())
    assert result.first.confidence is None
    assert result.final.recommendation == "accept"
    assert result.stopped == "confident"


# --- searching -----------------------------------------------------------------------------------------------------


def test_the_failing_claim_is_searched_for_without_the_value_in_doubt():
    shelf = Shelf()
    draft = "Refunds are processed within 30 days of the return."
    result = corrective_rag_loop(_request(draft, REFUNDS), shelf)
    own, targeted = (search.query for search in result.attempts[0].searches)
    assert own.claim_id is None
    assert targeted.claim_id == result.first.claims[0].id
    assert "30" not in targeted.text
    assert "Refunds" in targeted.text
    assert len(shelf.asked) == len(set(shelf.asked))


def test_a_search_that_fails_is_told_and_the_draft_is_left_as_it_is():
    draft = "Refunds are processed within 14 days of the return."
    verifier = ScriptedVerifier({"Refunds": believing(0.05)})
    result = corrective_rag_loop(_request(draft, TOWER), Broken(), judge=Judge(verifier))
    [attempt] = result.attempts
    assert all("locked" in search.failure for search in attempt.searches)
    assert not attempt.kept
    assert "no search could be made" in attempt.reason
    assert (result.stopped, result.final_response) == ("search_failed", draft)


def test_only_when_nothing_is_left_to_try_is_a_low_confidence_rejected():
    request = _request("Refunds are processed within 14 days of the return.", REFUNDS)
    judge = Judge(ScriptedVerifier({"Refunds": believing(0.6)}))
    ends = {
        shelf.name: corrective_rag_loop(request, shelf, judge=judge, limits=Limits(timeout=0.1))
        for shelf in (Shelf(()), Broken(), Slow())
    }
    assert {name: one.stopped for name, one in ends.items()} == {
        "shelf": "nothing_found", "broken": "search_failed", "slow": "timed_out"
    }  # fmt: skip
    assert {name: one.final.recommendation for name, one in ends.items()} == {
        "shelf": "reject", "broken": "retry", "slow": "retry"
    }  # fmt: skip


def test_one_failing_retriever_does_not_keep_another_from_being_used():
    draft = "Refunds are processed within 14 days of the return."
    result = corrective_rag_loop(_request(draft, TOWER), [Broken(), Shelf()])
    assert result.stopped == "confident"
    assert {bool(search.failure) for search in result.attempts[0].searches} == {True, False}


def test_searches_that_take_too_long_end_the_loop():
    draft = "Refunds are processed within 14 days of the return."
    result = corrective_rag_loop(_request(draft, TOWER), Slow(), limits=Limits(timeout=0.05))
    assert result.stopped == "timed_out"
    assert result.final_response == draft
    assert result.final.recommendation != "accept"


def test_the_same_is_not_searched_again_within_the_cooldown():
    shelf, cooldown = Shelf((WAGES,)), Cooldown(60)
    request = _request("Refunds are processed within 14 days of the return.", TOWER)
    first = corrective_rag_loop(request, shelf, cooldown=cooldown)
    asked = list(shelf.asked)
    again = corrective_rag_loop(request, shelf, cooldown=cooldown)
    assert asked
    assert shelf.asked == asked
    assert first.stopped != "cooldown"
    assert again.stopped == "cooldown"


def test_nothing_is_added_to_a_draft_that_says_something():
    asked = "When was the Eiffel Tower completed and how tall is it?"
    draft = "The Eiffel Tower in Paris was completed in 1899. The Eiffel Tower stands in Paris."
    request = _request(draft, REFUNDS, TOWER, query=asked)
    assert critique(request).findings.missing
    assert corrective_rag_loop(request, Shelf()).final_response == draft.replace("1899", "1889")


def test_a_source_that_the_search_finds_again_is_not_set_aside():
    asked = "How long do refunds take, and what does express shipping cost?"
    draft = "Refunds are processed within 30 days of the return."
    result = corrective_rag_loop(_request(draft, REFUNDS, query=asked), Shelf())
    assert [source.id for source in result.attempts[0].sources] == ["refunds", "shipping"]
    # Nothing of the draft stood, so what the query asks besides is said too.
    assert result.final_response == f"{draft.replace('30', '14')} Express shipping costs 9 euros."


def test_nothing_found_is_said():
    request = _request("Refunds are processed within 14 days of the return.", WAGES)
    verifier = ScriptedVerifier({"Refunds": believing(0.3, 0.6)})
    result = corrective_rag_loop(request, Shelf(()), judge=Judge(verifier))
    assert result.stopped == "nothing_found"
    assert result.final_response == request.draft
    assert result.final.recommendation == "reject"


def test_without_anything_to_search_in_a_draft_is_corrected_by_its_own_sources():
    result = corrective_rag_loop(_request("Refunds are processed within 30 days of the return.", REFUNDS))
    assert result.final_response == "Refunds are processed within 14 days of the return."
    left = corrective_rag_loop(_request("Refunds are processed within 14 days of the return.", TOWER))
    assert (left.stopped, left.attempts) == ("no_retriever", ())
    assert left.final_response == left.draft


def test_any_object_that_searches_is_a_retriever_and_nothing_else():
    class Own:
        def search(self, query: str) -> list[SourceDocument]:
            return [REFUNDS]

    request = _request("Refunds are processed within 14 days of the return.", TOWER)
    assert corrective_rag_loop(request, Own()).stopped == "confident"
    with pytest.raises(InvalidInput, match=r"must have search\(query\); str has none"):
        corrective_rag_loop(request, ["library"])  # type: ignore[list-item]


def test_a_found_source_never_takes_the_place_of_one_with_its_id():
    found = REFUNDS.model_copy(update={"id": TOWER.id})
    result = corrective_rag_loop(_request("Refunds are processed within 14 days [1].", TOWER), Shelf((found,)))
    [attempt] = result.attempts
    assert [source.id for source in attempt.sources] == ["tower", "found tower"]
    assert attempt.searches[0].source_ids == ("found tower",)
    assert attempt.sources[0] == TOWER


# --- how it ends ---------------------------------------------------------------------------------------------------


def test_a_draft_that_is_confident_is_left_alone():
    shelf = Shelf()
    result = corrective_rag_loop(_request("Refunds are processed within 14 days of the return.", REFUNDS), shelf)
    assert (result.stopped, result.attempts, shelf.asked) == ("confident", (), [])


def test_a_confidence_just_at_the_threshold_is_enough():
    result = critique(_request("Refunds are processed within 14 days of the return.", REFUNDS))
    assert rules.wanting(result, result.confidence) is None
    assert "is below" in rules.wanting(result, result.confidence + 0.01)


def test_a_refusal_has_nothing_to_correct():
    result = corrective_rag_loop(_request("I don't have that information.", TOWER), Shelf())
    assert (result.stopped, result.attempts) == ("nothing_found", ())
    assert "declines to answer" in result.notes[0]


def test_still_low_when_the_attempts_are_used_up_is_rejected():
    names = ("Alder", "Birch", "Cedar", "Dogwood")
    documents = tuple(SourceDocument(id=name, content=f"{name} wood dries in the northern barn.") for name in names)
    draft = " ".join(f"{name} wood dries in the northern barn." for name in names)

    def judged(claim, given):
        known = any(source.content == claim.text for source in given.sources)
        return believing(0.95 if known else 0.3, 0.0 if known else 0.6)(claim, given)

    verifier = ScriptedVerifier({"wood": judged})
    request = _request(draft, WAGES, query="")
    limits = Limits(max_attempts=2, queries=0, results=1)
    result = corrective_rag_loop(request, Shelf(documents), judge=Judge(verifier), limits=limits)
    assert result.stopped == "attempts_used"
    assert [attempt.kept for attempt in result.attempts] == [True, True]
    confidences = [result.first.confidence, *(attempt.confidence_after for attempt in result.attempts)]
    assert confidences == sorted(set(confidences))
    assert confidences[-1] < 0.7
    assert [attempt.number for attempt in result.attempts] == [1, 2]
    assert result.final.recommendation == "reject"


def test_no_attempt_is_made_when_none_is_allowed():
    request = _request("Refunds are processed within 14 days of the return.", TOWER)
    result = corrective_rag_loop(request, Shelf(), limits=Limits(max_attempts=0))
    assert (result.stopped, result.attempts) == ("attempts_used", ())


# --- a generator of one's own --------------------------------------------------------------------------------------


class Scripted:
    """Writes what it is told; ``read`` keeps what it was given."""

    def __init__(self, *texts: str | Exception) -> None:
        self.texts = list(texts)
        self.read: list[tuple[tuple[str, ...], tuple[str, ...]]] = []

    def generate(self, query, sources, issues=()):
        self.read.append((tuple(source.id for source in sources), tuple(issue.type for issue in issues)))
        text = self.texts.pop(0)
        if isinstance(text, Exception):
            raise text
        return text


def test_a_generator_writes_the_answer_again_from_what_was_kept():
    generator = Scripted("Refunds are processed within 14 days of the return [1].")
    draft = "Refunds take half a year."
    result = corrective_rag_loop(_request(draft, TOWER), Shelf(), generator=generator)
    assert result.final_response == "Refunds are processed within 14 days of the return [1]."
    [(ids, faults)] = generator.read
    assert ids == ("refunds",)
    assert "unsupported" in faults
    assert result.final.citations[0].verdict == "accurate"


def test_a_generator_reads_only_the_strips_that_bear_on_the_query_and_its_citations_count_them():
    generator = Scripted("Refunds are processed within 14 days of the return [1].")
    result = corrective_rag_loop(_request("Refunds take half a year.", WAGES, REFUNDS), generator=generator)
    assert [ids for ids, _ in generator.read] == [("refunds",)]
    assert [source.id for source in result.final.request.sources] == ["refunds", "wages"]
    assert [check.verdict for check in result.final.citations] == ["accurate"]


def test_a_rewriting_that_is_no_better_is_not_kept():
    generator = Scripted("Refunds are paid out by the mayor of Leeds on horseback.")
    draft = "Refunds are processed within 30 days of the return. Refunds are free of charge for every customer."
    result = corrective_rag_loop(_request(draft, REFUNDS), generator=generator)
    assert result.final_response == draft
    assert not result.attempts[0].kept


def test_a_rewriting_worse_than_the_same_draft_read_again_is_not_taken():
    draft = "Alder wood dries in the barn. Birch wood dries in the attic."
    found = SourceDocument(id="alder", content="Alder wood dries in the barn.")

    def alder(claim, given):
        known = any(source.id == "alder" for source in given.sources)
        return believing(0.95 if known else 0.3, 0.0 if known else 0.6)(claim, given)

    verifier = ScriptedVerifier(
        {"Alder": alder, "Birch wood dries": believing(0.3, 0.6), "Birch": believing(0.35, 0.6)}
    )
    generator = Scripted("Birch dries in the attic all year.", "Birch dries in the attic all year.")
    request = _request(draft, WAGES, query="Where does wood dry?")
    result = corrective_rag_loop(request, Shelf((found,)), judge=Judge(verifier), generator=generator)
    assert generator.read
    assert result.final_response == draft
    assert result.attempts[0].kept


def test_a_generator_that_cannot_write_leaves_it_to_the_rules():
    generator = Scripted(ModelError("the server at localhost does not answer"))
    draft = "Refunds are processed within 30 days of the return."
    result = corrective_rag_loop(_request(draft, REFUNDS), Shelf(), generator=generator)
    assert result.final_response == "Refunds are processed within 14 days of the return."
    assert "localhost does not answer" in result.notes[0]


# --- what always holds ---------------------------------------------------------------------------------------------


def test_evidence_points_into_whole_sources_whatever_was_cut_out_of_them():
    around = (
        "Our house was founded in 1954 by two brothers from Leeds. It sells furniture made of oak and ash. "
        "The workshop employs forty people, most of them joiners. Each table is oiled twice before it is packed. "
        "The showroom in the old harbour opens on Saturdays. Visitors are offered coffee and a tour of the workshop. "
        "Chairs are sold in pairs or in sets of six. A catalogue is printed every autumn and sent out on request."
    )
    long = SourceDocument(id="long", content=f"{around} {REFUNDS.content} {around}")
    request = _request("Refunds are processed within 14 days of the return.", TOWER)
    result = corrective_rag_loop(request, Shelf((long,)), limits=Limits(token_budget=80))
    attempt = result.attempts[0]
    assert any(not strip.kept for strip in attempt.strips)
    evidence = [part for claim in result.final.claims for part in claim.verdict.evidence]
    assert {part.source_id for part in evidence} == {"long"}
    assert all(long.content[part.start : part.end] == part.quote for part in evidence)
    assert all(long.content[s.start : s.end] == s.text for s in attempt.strips if s.source_id == "long")
    assert sum(strip.tokens for strip in attempt.strips if strip.kept) <= 80


def test_equal_input_gives_equal_results_and_nothing_given_is_changed():
    request = _request("Refunds are processed within 30 days. Express shipping costs 9 euros.", TOWER, WAGES)
    before = request.model_dump_json()
    first, again = (corrective_rag_loop(request, [Shelf(), Broken()]) for _ in range(2))
    assert _timeless(first) == _timeless(again)
    assert request.model_dump_json() == before
    assert LIBRARY == (REFUNDS, SHIPPING, TOWER, WAGES)


def test_a_critique_is_taken_as_it_is():
    request = _request("Refunds are processed within 14 days of the return.", TOWER)
    made = critique(request)
    result = corrective_rag_loop(made, Shelf())
    assert result.first == made
    assert result.stopped == "confident"


def test_progress_is_told_in_order_and_what_it_raises_ends_the_loop():
    told: list[tuple[str, float]] = []
    request = _request("Refunds are processed within 14 days of the return.", TOWER)
    corrective_rag_loop(request, Shelf(), progress=lambda stage, done: told.append((stage, done)))
    assert tuple(dict.fromkeys(stage for stage, _ in told)) == STAGES
    for stage in STAGES:
        parts = [done for name, done in told if name == stage]
        assert parts == sorted(parts)
        assert (parts[0], parts[-1]) == (0.0, 1.0)

    def cancel(stage: str, done: float) -> None:
        if stage == "correct" and done > 0.3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        corrective_rag_loop(request, Shelf(), progress=cancel)


def test_a_profile_of_another_verifier_is_refused():
    judge = Judge(profile=Profile(verifier_fingerprint="of another"))
    with pytest.raises(SettingsError):
        corrective_rag_loop(_request("Refunds take a while, they say.", TOWER), Shelf(), judge=judge)


def test_thresholds_that_make_no_sense_are_refused():
    with pytest.raises(InvalidInput, match="correct_threshold"):
        corrective_rag_loop(_request("Refunds take 14 days.", TOWER), limits=Limits(correct_threshold=0.2))


def test_a_draft_of_which_nothing_can_be_found_becomes_a_refusal():
    draft = "Gift cards can be engraved with a name in Leeds."
    result = corrective_rag_loop(_request(draft, WAGES, query="Where are gift cards engraved?"), Shelf((SHIPPING,)))
    assert is_abstention(result.final_response, result.final.claims)
    assert result.final.recommendation == "accept"


# --- which claims go ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("probability", "score", "corrected"), [(0.2, 0.9, True), (0.2, 0.75, False), (0.42, 0.9, False)]
)
def test_only_what_a_fitting_passage_clearly_contradicts_is_left_to_be_corrected(probability, score, corrected):
    quote = Evidence(source_id="refunds", start=0, end=7, quote="Refunds", relation="contradicts", score=score)
    result = critique(_request("Refunds take 30 days.", REFUNDS))
    verdict = result.claims[0].verdict.model_copy(update={"evidence": (quote,)})
    changed = {"status": "contradicted", "probability": probability, "verdict": verdict}
    claims = (result.claims[0].model_copy(update=changed),)
    seen = rules.for_reviser(result.model_copy(update={"claims": claims}))
    assert seen[0].status == ("contradicted" if corrected else "unverified")


def test_what_sources_dispute_or_the_verifier_half_believes_is_not_given_up():
    def judged(probability):
        verifier = ScriptedVerifier({"A": believing(probability)})
        [claim] = critique(_request("Alder wood dries.", REFUNDS), verifier=verifier).claims
        return claim

    low = judged(0.1)
    assert rules.given_up(low)
    assert rules.given_up(low.model_copy(update={"kind": "inference"}))
    assert not rules.given_up(low.model_copy(update={"disputed": True}))
    assert not rules.given_up(judged(0.3))
