"""Contenders on the same claims: who differs, how far they agree, what counts, what it took."""

import csv
import io
import time
from collections.abc import Collection, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.assembly.contenders import offers
from critique_core.comparing import (
    Answer,
    Comparison,
    Contender,
    Label,
    Line,
    PolicyContender,
    Said,
    Truth,
    answer_of_draft,
    answer_of_import,
    answer_of_review,
    compare_policies,
    compare_verifiers,
    comparison_csv,
    decided_by_model,
    decided_or_sure,
    outcome_words,
)
from critique_core.comparing.outcome import comparison
from critique_core.comparing.words import share_words
from critique_core.errors import InvalidInput, ModelError, VerifierUnavailable
from critique_core.examples import load_examples
from critique_core.formats.tables import unguarded
from critique_core.models import (
    Claim,
    CritiqueRequest,
    ImportedLabel,
    NewItem,
    Probabilities,
    Profile,
    Verdict,
    VerificationInput,
    parse_request,
)
from critique_core.pipeline import RULES, critique, redecide
from critique_core.settings import Settings
from critique_core.store import Store
from critique_core.text.figures import distinct_figures
from critique_core.verifiers.cascade import CascadeVerifier
from critique_core.verifiers.embedded import EmbeddedVerifier, encoder
from critique_core.verifiers.llm import LlmVerifier
from tests.makers.rows import each_of
from tests.makers.stored_reviews import event
from tests.makers.verifiers import ScriptedChatModel, ScriptedVerifier, UnreachableVerifier, believing

DRAFT = "The limit is 20 MB. Uploads expire after a week. Support answers on weekdays."
SOURCE = "The limit is 10 MB. Uploads expire after a week. Support answers on weekdays."


def request(draft: str = DRAFT, source: str = SOURCE) -> CritiqueRequest:
    return parse_request({"query": "", "draft": draft, "sources": [{"id": "1", "content": source}]})


def drafted(draft: str = DRAFT, source: str = SOURCE) -> Answer:
    return answer_of_draft(request(draft, source), title="Limits")


def doubting(word: str, supported: float = 0.1, contradicted: float = 0.8) -> ScriptedVerifier:
    return ScriptedVerifier({word: believing(supported, contradicted)}, name=f"doubts {word}")


def compared(*verifiers: ScriptedVerifier, answer: Answer | None = None) -> Comparison:
    return compare_verifiers([answer or drafted()], [Contender(one.spec.spec, one) for one in verifiers])


def line(*labels: Label | None, name: str = "1", truth: bool | None = None) -> Line:
    said = tuple(Said(label or "unverified", left_out=None if label else "failed") for label in labels)
    answer = Answer(name, "An answer", request(), group=name)
    known = None if truth is None else Truth(truth, "human")
    return Line(answer=answer, number=1, text="claim", said=said, claim_id="c", truth=known)


# --- the same claims for all --------------------------------------------------------------------------------------


def test_the_draft_is_split_once_and_all_are_asked_about_the_same_claims():
    calls: list[str] = []

    def split(draft: str, source_names: Collection[str]) -> tuple[Claim, ...]:
        calls.append(draft)
        return RULES.claims(draft, source_names)

    one, other = doubting("20 MB"), doubting("weekdays")
    compare_verifiers([drafted()], [Contender("one", one), Contender("other", other)], split=split)
    assert calls == [DRAFT]
    assert [[claim.id for claim in asked.claims] for asked in one.asked] == [
        [claim.id for claim in asked.claims] for asked in other.asked
    ]


def test_claims_that_differ_come_first_and_those_at_odds_on_support_before_all():
    found = compared(
        doubting("20 MB", 0.1, 0.8),
        ScriptedVerifier({"20 MB": believing(0.1, 0.0), "weekdays": believing(0.1, 0.8)}, name="other"),
    )
    assert [(one.number, one.differs, one.at_odds) for one in found.lines] == [
        (3, True, True),
        (1, True, False),
        (2, False, False),
    ]
    assert outcome_words(found) == "They differ on 2 of 3 claims, on 1 of these about whether it is supported."


def test_what_is_said_has_the_reason_and_the_probability():
    found = compared(doubting("20 MB"), ScriptedVerifier())
    first = found.lines[0]
    assert first.text == "The limit is 20 MB."
    assert [(said.label, said.probability, said.reasoning) for said in first.said] == [
        ("contradicted", 0.1, "as scripted"),
        ("supported", 0.95, "as scripted"),
    ]


def test_each_contender_decides_by_its_own_profile():
    verifier = ScriptedVerifier({"20 MB": believing(0.6)})
    strict = Contender("strict", verifier, Profile(support_threshold=0.7))
    found = compare_verifiers([drafted()], [Contender("usual", verifier), strict])
    assert [said.label for said in found.lines[0].said] == ["supported", "unsupported"]


# --- what counts --------------------------------------------------------------------------------------------------


def test_a_verifier_that_cannot_be_used_is_no_opinion():
    found = compared(ScriptedVerifier(), UnreachableVerifier(name="away"))
    assert found.differing == ()
    assert found.tallies[1].labels == {}
    assert sum(found.tallies[1].left_out.values()) == 3
    assert outcome_words(found).startswith("Nothing could be compared: the verifier away could not be used")
    assert found.pairs[0].kappa.value is None


def test_what_stood_in_for_a_model_that_failed_is_said_and_not_counted():
    model = ScriptedChatModel(ModelError("the server is away"))
    judge = LlmVerifier(model, fallback=doubting("20 MB"))
    found = compare_verifiers(
        [drafted()], [Contender("rules", ScriptedVerifier()), Contender("model", judge, left_out=decided_by_model)]
    )
    [tally] = [one for one in found.tallies if one.name == "model"]
    assert tally.labels == {}
    assert [*tally.left_out] == [
        "the model gave no answer that could be used; the embedded verifier judged in its place"
    ]
    assert any("the server is away" in note for note in tally.cost.notes)
    assert found.differing == ()


def _verdict(method: str, supported: float) -> Verdict:
    belief = Probabilities(supported=supported, unsupported=1 - supported, contradicted=0)
    return Verdict(claim_id="c", probabilities=belief, reasoning="", method=method)


@pytest.mark.parametrize(
    ("method", "supported", "counts"),
    [("llm_verification", 0.5, True), ("typed_comparison", 0.9, True), ("typed_comparison", 0.1, True),
     ("typed_comparison", 0.5, False), ("typed_comparison", 0.79, False)],
)  # fmt: skip
def test_of_a_cascade_what_the_first_was_sure_of_counts(method, supported, counts):
    assert (decided_or_sure(_verdict(method, supported)) is None) == counts


def test_a_cascade_whose_model_failed_counts_where_the_first_was_sure():
    first = ScriptedVerifier({"20 MB": believing(0.5)})
    cascade = CascadeVerifier(first, LlmVerifier(ScriptedChatModel(ModelError("away")), fallback=first))
    found = compare_verifiers(
        [drafted()], [Contender("rules", first), Contender("cascade", cascade, left_out=decided_or_sure)]
    )
    assert [one.compared for one in sorted(found.lines, key=lambda one: one.number)] == [False, True, True]


def test_tokens_are_the_models_own_count_and_unknown_without_a_model():
    def answer(_system: str, user: str):
        return {"judgements": []}

    model = ScriptedChatModel(answer)
    found = compare_verifiers(
        [drafted()],
        [
            Contender("rules", ScriptedVerifier()),
            Contender("model", LlmVerifier(model, fallback=ScriptedVerifier()), left_out=decided_by_model),
        ],
    )
    rules, asked = (one.cost for one in found.tallies)
    assert (rules.calls, rules.tokens) == (0, None)
    assert asked.calls == len(model.asked) > 0
    assert asked.tokens == sum(len(s + u) // 4 + len(str({"judgements": []})) // 4 for s, u, _ in model.asked)


def test_nothing_to_check_and_no_sources_are_said():
    refusal = answer_of_draft(request("I don't know."), title="")
    assert outcome_words(compared(ScriptedVerifier(), doubting("x"), answer=refusal)) == (
        "There is nothing to compare: nothing in the draft can be checked."
    )
    bare = answer_of_draft(parse_request({"query": "", "draft": DRAFT, "sources": []}), title="")
    assert outcome_words(compared(ScriptedVerifier(), doubting("x"), answer=bare)) == (
        "Nothing could be compared: there are no sources to check it against."
    )


def test_one_contender_is_refused_and_so_are_two_of_one_name():
    with pytest.raises(InvalidInput, match="two contenders or more, not 1"):
        compared(ScriptedVerifier())
    with pytest.raises(InvalidInput, match="same name"):
        compared(ScriptedVerifier(), ScriptedVerifier())


def test_a_verifier_that_cannot_be_loaded_is_reported_before_any_work():
    class Broken(ScriptedVerifier):
        @property
        def spec(self):
            raise VerifierUnavailable("no model in this folder")

    fine = ScriptedVerifier()
    with pytest.raises(VerifierUnavailable, match="no model in this folder"):
        compare_verifiers([drafted()], [Contender("fine", fine), Contender("broken", Broken())])
    assert fine.asked == []


# --- turns --------------------------------------------------------------------------------------------------------


def test_nobody_is_faster_because_the_encoder_has_read_it_for_another():
    encoded: list[int] = []
    answer = drafted().request

    class Watching(EmbeddedVerifier):
        def verify(self, request):
            if request.draft == answer.draft:  # not a change of it that is tried
                encoded.append(encoder.shipped()._outputs.cache_info().currsize)
            return super().verify(request)

    compare_verifiers([drafted()], [Contender("one", Watching()), Contender("other", Watching())])
    assert encoded == [0, 0]
    assert encoder.shipped()._outputs.cache_info().currsize > 0


def test_progress_rises_to_one_and_what_it_raises_ends_the_comparison():
    told: list[float] = []
    answers = [drafted(), drafted("The limit is 5 MB.")]
    compare_verifiers(answers, [Contender("a", ScriptedVerifier()), Contender("b", ScriptedVerifier())],
                      tell=told.append)  # fmt: skip
    assert told == sorted(told)
    assert told[-1] == 1.0

    class Stop(Exception):
        pass

    def stop(done: float) -> None:
        if done > 0.5:
            raise Stop

    second = ScriptedVerifier()
    with pytest.raises(Stop):
        compare_verifiers(answers, [Contender("a", ScriptedVerifier()), Contender("b", second)], tell=stop)
    assert len(second.asked) < 2


def test_times_are_of_the_verdicts_of_all_claims():
    def slowly(claim: Claim, asked: VerificationInput) -> Verdict:
        time.sleep(0.05)
        return believing(0.95)(claim, asked)

    found = compared(ScriptedVerifier({"": slowly}, name="slow"), doubting("x"))
    assert [tally.cost.claims for tally in found.tallies] == [3, 3]
    slow, quick = (tally.cost.milliseconds for tally in found.tallies)
    assert slow >= 150
    assert quick > 0


# --- figures ------------------------------------------------------------------------------------------------------

_LABELS = st.sampled_from(["supported", "unsupported", "contradicted", "partially_supported", None])


@st.composite
def _lines(draw: st.DrawFn) -> list[Line]:
    width = draw(st.integers(2, 4))
    rows = draw(st.lists(st.tuples(*[_LABELS] * width, st.sampled_from([True, False, None])), max_size=12))
    return [line(*labels, name=str(number), truth=truth) for number, (*labels, truth) in enumerate(rows)]


def _compared(lines: Sequence[Line]) -> Comparison:
    width = len(lines[0].said) if lines else 2
    return comparison("claim", [str(place) for place in range(width)], lines, answers=len(lines))


@given(_lines())
def test_nothing_is_lost_and_disagreements_lead(lines):
    found = _compared(lines)
    assert {one.name for one in found.lines} == {one.name for one in lines}
    ranks = [(not one.at_odds, not one.differs) for one in found.lines]
    assert ranks == sorted(ranks)
    for place, tally in enumerate(found.tallies):
        assert sum(tally.labels.values()) + sum(tally.left_out.values()) == len(lines)
        known = [one for one in lines if one.truth is not None and one.said[place].left_out is None]
        assert (tally.accuracy.labelled if tally.accuracy else 0) == len(known)
    assert outcome_words(found).endswith(".")


@given(_lines())
def test_kappa_is_the_same_from_both_sides_and_one_where_all_agree(lines):
    for pair in _compared(lines).pairs:
        turned = _compared([
            line(*[one.said[at].label if one.said[at].left_out is None else None for at in (pair.second, pair.first)],
                 name=one.answer.name)
            for one in lines
        ]).pairs[0]  # fmt: skip
        assert turned.kappa.value == pytest.approx(pair.kappa.value)
        assert pair.kappa.value is not None or pair.kappa.reason
        if pair.kappa.observed == 1.0 and pair.kappa.value is not None:
            assert pair.kappa.value == pytest.approx(1.0)


def test_agreement_by_chance_alone_is_undefined_with_its_reason():
    [pair] = _compared([line("supported", "supported", name=str(n)) for n in range(3)]).pairs
    assert pair.kappa.value is None
    assert "'supported'" in pair.kappa.reason


def test_accuracy_is_against_what_people_say():
    lines = [line("supported", "unsupported", name=str(n), truth=n % 2 == 0) for n in range(10)]
    first, second = (tally.accuracy for tally in _compared(lines).tallies)
    assert (first.labelled, first.right, first.accuracy, first.balanced) == (10, 5, 0.5, 0.5)
    assert first.by_groups
    assert first.interval.low < 0.5 < first.interval.high
    assert second.balanced == 0.5


def test_of_few_answers_the_interval_is_wilsons_and_balanced_accuracy_has_none():
    lines = [line("supported", "supported", name="one", truth=True), line("supported", "supported", truth=False)]
    accuracy = _compared(lines).tallies[0].accuracy
    assert not accuracy.by_groups
    assert accuracy.interval == pytest.approx((0.0945, 0.9055), abs=1e-3)
    assert accuracy.balanced_interval is None


def test_without_any_label_there_is_no_accuracy():
    assert _compared([line("supported", "unsupported")]).tallies[0].accuracy is None


@each_of(
    ("rows", "words"),
    [
        ([("supported", "supported")], "They agree on the one claim."),
        ([("supported", "supported")] * 2, "They agree on all 2 claims."),
        ([("supported", "contradicted")], "They differ on the one claim, about whether it is supported."),
        ([("unsupported", "contradicted")], "They differ on the one claim, though not about whether it is supported."),
        ([("supported", "unsupported"), ("supported", "supported")],
         "They differ on 1 of 2 claims, about whether it is supported."),
        ([("supported", "unsupported")] * 2, "They differ on 2 of 2 claims, each time about whether it is supported."),
        ([("contradicted", "unsupported")] * 2, "They differ on 2 of 2 claims, never about whether it is supported."),
        ([("supported", "supported"), ("supported", None)],
         "They agree on the one claim. 1 claim could not be compared."),
    ],
)  # fmt: skip
def test_the_outcome_in_words(rows, words):
    assert outcome_words(_compared([line(*row, name=str(at)) for at, row in enumerate(rows)])) == words


# --- stored answers and files -------------------------------------------------------------------------------------


def test_the_claims_of_a_stored_answer_are_as_reviewers_made_them_and_their_labels_are_the_truth():
    with Store.open("sqlite://") as store:
        judged = critique(request(), verifier=ScriptedVerifier())
        item_id = store.save_review(judged, who="ann").item_id
        first, second, third = judged.claims
        place = {"critique_id": judged.id, "claim_id": first.id}
        store.append(event(item_id, "relabel", status="contradicted", **place))
        store.append(event(item_id, "merge", start=second.start, end=third.end))
        item = store.item(item_id)
        answer = answer_of_review(item, judged, store.decisions(item_id))
    assert [claim.text for claim in answer.claims] == ["The limit is 20 MB.", DRAFT[second.start : third.end]]
    assert answer.truths == {first.id: Truth(False, "human")}
    found = compared(ScriptedVerifier(), doubting("20 MB"), answer=answer)
    assert [tally.accuracy.accuracy for tally in found.tallies] == [0.0, 1.0]
    assert found.lines[0].truth == Truth(False, "human")


def test_peoples_labels_outrank_a_files():
    with Store.open("sqlite://") as store:
        label = ImportedLabel(status="unsupported", start=0, end=19)
        begun = store.begin_import("rows.jsonl", "rows", who="ann")
        store.add_items(begun.id, [NewItem(request=request(), labels=(label,), labels_complete=True)])
        [(item_id, asked)] = store.take_unverified(1)
        judged = critique(asked, verifier=ScriptedVerifier())
        store.save_review(judged, who="verifier")
        place = {"critique_id": judged.id, "claim_id": judged.claims[1].id, "shown": {"status": "supported"}}
        store.append(event(item_id, "reject", **place))
        before = answer_of_review(store.item(item_id), judged, store.decisions(item_id))
        store.append(event(item_id, "submit"))
        after = answer_of_review(store.item(item_id), judged, store.decisions(item_id))
    assert [one.origin for one in before.truths.values()] == ["imported"] * 3  # not submitted yet
    first, second, third = (after.truths[claim.id] for claim in judged.claims)
    assert (first, second, third) == (Truth(False, "imported"), Truth(False, "human"), Truth(True, "imported"))


def test_a_files_row_brings_its_labels():
    label = ImportedLabel(status="contradicted", start=0, end=19)
    answer = answer_of_import(NewItem(request=request(), labels=(label,), labels_complete=True))
    found = compared(ScriptedVerifier(), doubting("20 MB"), answer=answer)
    assert [tally.accuracy.right for tally in found.tallies] == [2, 3]


def test_an_answer_that_cannot_be_read_is_named_and_the_others_stand():
    class Choosy(ScriptedVerifier):
        def verify(self, request):
            if "5 MB" in request.draft:
                raise InvalidInput("this draft is refused")
            return super().verify(request)

    bad = answer_of_draft(request("The limit is 5 MB."), title="Bad one")
    found = compare_verifiers([bad, drafted()], [Contender("a", ScriptedVerifier()), Contender("b", Choosy())])
    assert found.failed == (("Bad one", "this draft is refused"),)
    assert len(found.lines) == 3
    assert found.answers == 2


# --- policies -----------------------------------------------------------------------------------------------------

POLICIES = [PolicyContender("Calibrated", "calibrated"), PolicyContender("Critic", "critic")]


def _asked_nothing(_request, _progress):
    raise AssertionError("a stored critique is not judged again")


def test_policies_decide_on_stored_verdicts_and_ask_no_verifier():
    leaflet = next(example for example in load_examples() if example.name == "08_medicine_leaflet")
    judged = critique(leaflet.request)
    answer = answer_of_draft(judged.request, title=leaflet.title, critique=judged)
    found = compare_policies([answer], POLICIES, judge=_asked_nothing)
    [one] = found.lines
    assert [said.label for said in one.said] == ["reject", "retry"]
    assert "mean of 6 claims" in one.said[0].reasoning
    assert "citation accuracy" in one.said[1].reasoning
    assert outcome_words(found) == "They differ: Calibrated says Block, Critic says Fix."
    assert found.tallies[0].cost is None


def test_a_draft_without_a_critique_is_judged_first():
    found = compare_policies(
        [drafted()], POLICIES, judge=lambda asked, _tell: critique(asked, verifier=ScriptedVerifier())
    )
    assert outcome_words(found) == "Both say Send."


def test_a_confidence_just_below_its_gate_does_not_read_as_the_gate():
    judged = critique(request(), verifier=doubting("limit"))
    assert judged.confidence is not None
    options = judged.request.options.model_copy(update={"confidence_threshold": judged.confidence + 0.0004})
    near = judged.model_copy(update={"request": judged.request.model_copy(update={"options": options})})
    answer = answer_of_draft(near.request, title="Limits", critique=near)
    [one] = compare_policies([answer], POLICIES, judge=_asked_nothing).lines
    share, gate = distinct_figures(judged.confidence, options.confidence_threshold, 0, "%")
    assert share_words(one.said[0]) == share
    assert float(share.rstrip("%")) < float(gate.rstrip("%"))


def test_policies_are_held_against_what_reviewers_say_of_the_answer():
    with Store.open("sqlite://") as store:
        judged = critique(request(), verifier=ScriptedVerifier())
        item_id = store.save_review(judged, who="ann").item_id
        store.append(event(item_id, "answer", answer="reject"))
        item = store.item(item_id)
        answer = answer_of_review(item, judged, store.decisions(item_id))
        store.append(event(item_id, "answer", reviewer="ben", answer="accept"))
        divided = answer_of_review(item, judged, store.decisions(item_id))
    assert answer.sent == Truth(False, "human")
    assert divided.sent is None
    found = compare_policies([answer], POLICIES, judge=_asked_nothing)
    assert [tally.accuracy.accuracy for tally in found.tallies] == [0.0, 0.0]


def test_no_policy_recommends_otherwise_under_another_strictness():
    for example in load_examples()[6:8]:
        judged = critique(example.request)
        for one in ("calibrated", "draft_critique", "critic", "self_rag", "grounded"):
            found = {
                redecide(judged, options=judged.request.options.model_copy(update={"policy": one, "strictness": how}))
                .recommendation
                for how in ("lenient", "moderate", "strict")
            }  # fmt: skip
            assert len(found) == 1


# --- the table ----------------------------------------------------------------------------------------------------


_BEGUN = st.sampled_from(["", "=", "+", "-", "@", "\t", "＝", "[", "'="])
_CELLS = st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1)


@given(st.tuples(_BEGUN, _CELLS).map("".join))
def test_no_cell_of_the_table_is_a_formula_and_each_reads_back(text):
    made = Line(
        answer=Answer("1", text, request(), group="1"), number=1, text=text,
        said=(Said("supported", 0.5, text), Said("unsupported", None, "", left_out=text)), claim_id="c",
    )  # fmt: skip
    found = comparison("claim", ["=one", "other"], [made], answers=1)
    heads, row = csv.reader(io.StringIO(comparison_csv(found), newline=""))
    assert not any(cell[:1] in ("=", "+", "-", "@", "\t", "\r") for cell in (*heads, *row))
    cells = dict(zip(map(unguarded, heads), map(unguarded, row), strict=True))
    assert cells["answer"] == cells["claim"] == cells["=one reason"] == cells["other left out"] == text
    assert (cells["differs"], cells["=one probability"], cells["other probability"]) == ("no", "0.5000", "")


# --- what there is to compare -------------------------------------------------------------------------------------


def test_without_a_model_four_verifiers_can_be_compared_and_the_settings_own_leads():
    assert [one.key for one in offers(Settings())] == ["embedded", "rules", "words", "similarity"]
    assert offers(Settings(verifier="similarity"))[0].key == "similarity"


def test_models_that_the_settings_name_are_offered_and_their_stand_ins_not_counted():
    found = {
        one.key: one for one in offers(Settings(llm_model="m", cross_encoder="/models/mine/", cache_enabled=False))
    }
    assert found["cross_encoder"].name == "Cross-encoder mine"
    assert found["llm"].make().left_out is decided_by_model
    assert found["cascade"].make().left_out is decided_or_sure


def test_the_profile_in_use_decides_for_the_verifier_that_it_was_tuned_on_alone():
    settings = Settings(support_threshold=0.4)
    tuned = Profile(name="mine", support_threshold=0.8, verifier_fingerprint=EmbeddedVerifier().spec.fingerprint)
    found = {one.key: one.make().profile for one in offers(settings, tuned) if one.key != "similarity"}
    assert found["embedded"] == tuned
    assert {found[key].support_threshold for key in ("rules", "words")} == {0.4}


def test_the_lexical_baseline_passes_what_the_embedded_verifier_contradicts():
    made = {one.key: one.make() for one in offers(Settings())}
    found = compare_verifiers([drafted()], [made["embedded"], made["words"]])
    [differing] = found.differing
    assert [said.label for said in differing.said] == ["contradicted", "supported"]
