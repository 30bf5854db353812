"""Retrieved sources are graded by what they say of the query, and the grade says why."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.errors import InvalidInput
from critique_core.models import SourceDocument
from critique_core.retrieval.grade import grade
from tests.makers.copies import ran
from tests.makers.places import ROOT

QUERY = "How long is the session timeout of the Harbor gateway?"
TIMEOUT = (
    "The Harbor gateway closes an idle session after 30 minutes. The session timeout can be set in gateway.toml, and "
    "administrators may raise it to two hours."
)
SECOND = (
    "In the Harbor gateway, sessions that stay idle are closed after 30 minutes. Administrators change the session "
    "timeout in gateway.toml."
)
BREAD = "Knead the dough for ten minutes, let it rise for an hour and bake the bread until its crust is brown."
BIRDS = "Swallows return in April and nest under the eaves of barns, where they feed their young on insects."

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60) | st.sampled_from(
    ["session timeout gateway", "The gateway has a session timeout of 5 minutes.", "gateway gateway"]
)
OPENINGS = ("Look into the archive. ", "Much is known. ", "Read on. ")


def documents(*texts):
    return tuple(SourceDocument(id=f"s{number}", content=text) for number, text in enumerate(texts, 1))


def signal(found, name):
    return next(one for one in found.signals if one.name == name)


# --- what is graded ------------------------------------------------------------------------------------------------


def test_sources_that_speak_of_the_query_and_agree_are_correct_and_are_to_be_refined():
    found = grade(QUERY, documents(TIMEOUT, SECOND))
    assert (found.quality, found.suggested_action) == ("correct", "refine_and_use")
    assert found.confidence == found.score >= 0.7
    assert "“s1”" in found.reasoning


def test_sources_about_other_things_are_incorrect_and_something_else_is_to_be_searched_for():
    found = grade(QUERY, documents(BREAD, BIRDS))
    assert (found.quality, found.suggested_action) == ("incorrect", "trigger_web_search")
    assert found.score <= 0.3
    assert found.confidence == pytest.approx(1 - found.score)


def test_sources_that_speak_of_a_part_of_the_query_are_ambiguous_and_are_to_be_combined():
    found = grade(QUERY, documents("The Harbor gateway is sold in two colours.", BIRDS))
    assert (found.quality, found.suggested_action) == ("ambiguous", "combine_with_web_search")
    assert "“timeout”" in found.reasoning


def test_one_good_source_among_others_is_not_thrown_away():
    assert grade(QUERY, documents(BREAD, BIRDS, TIMEOUT, BREAD + " Serve it warm.")).quality != "incorrect"


def test_words_that_only_hold_a_question_together_find_nothing():
    # S3 counts "how", "is", "the" and "of" wherever their letters stand: it would call this half covered.
    found = grade("How is the tide of it?", documents("This is how the bread of the baker rises."))
    assert found.quality == "incorrect"


def test_a_word_is_met_in_another_form_but_not_as_letters_of_another_word():
    assert grade("closing idle sessions", documents(TIMEOUT)).quality == "correct"
    assert grade("rat", documents("The administration demonstrates its operations.")).quality == "incorrect"


def test_a_title_may_name_what_the_text_does_not():
    text = "Idle sessions are closed after 30 minutes; this timeout can be changed."
    bare = SourceDocument(id="a", content=text)
    titled = bare.model_copy(update={"title": "Harbor gateway"})
    assert signal(grade(QUERY, [titled]), "coverage").value > signal(grade(QUERY, [bare]), "coverage").value


def test_words_scattered_over_a_long_document_cover_less_than_words_that_stand_together():
    filler = BREAD + " " + BIRDS + " "
    scattered = "A session was held. " + filler * 5 + "The timeout was short. " + filler * 5 + "Harbor has a gateway."
    together = filler * 5 + TIMEOUT + filler * 5
    apart, near = (signal(grade(QUERY, documents(text)), "coverage").value for text in (scattered, together))
    assert apart < near


def test_a_source_without_the_kind_of_answer_asked_for_covers_less_than_where_no_kind_is_asked_for():
    sold = documents("The Harbor gateway is sold widely.")
    queries = ("When was the Harbor gateway sold?", "Was the Harbor gateway sold?")
    lacking, whole = (signal(grade(query, sold), "coverage") for query in queries)
    assert lacking.value < whole.value
    assert "names no date" in lacking.reasoning


# --- the signals ---------------------------------------------------------------------------------------------------


def test_the_weights_are_the_seeds_and_are_scaled_when_a_signal_is_missing():
    full = grade(QUERY, documents(TIMEOUT, SECOND), rerank_scores=[0.9, 0.8])
    assert [round(one.weight, 4) for one in full.signals] == [0.4, 0.3, 0.3]
    without = grade(QUERY, documents(TIMEOUT, SECOND))
    assert [one.weight for one in without.signals] == [0, 0.5, 0.5]
    alone = grade(QUERY, documents(TIMEOUT), rerank_scores=[0.9])
    assert [round(one.weight, 4) for one in alone.signals] == [0.5714, 0.4286, 0]
    told = [one for one in alone.signals if one.value is not None]
    assert alone.score == pytest.approx(math.fsum(one.weight * one.value for one in told), abs=1e-4)


def test_the_first_three_rerank_scores_count():
    found = grade(QUERY, documents(TIMEOUT, SECOND, BREAD, BIRDS), rerank_scores=[0.9, 0.6, 0.3, 0.0])
    assert signal(found, "rerank").value == pytest.approx(0.6)


def test_the_sources_own_scores_serve_when_every_source_has_one_from_0_to_1():
    scored = [one.model_copy(update={"relevance_score": 0.8}) for one in documents(TIMEOUT, SECOND)]
    assert signal(grade(QUERY, scored), "rerank").value == pytest.approx(0.8)
    unscaled = [scored[0], scored[1].model_copy(update={"relevance_score": 12.5})]
    assert signal(grade(QUERY, unscaled), "rerank").value is None
    assert signal(grade(QUERY, [scored[0], *documents(SECOND)]), "rerank").value is None


def test_documents_that_say_the_same_agree_more_than_documents_that_only_share_the_subject():
    other = "The Harbor gateway has a session timeout page. Its colours, fonts and logo come from the branding guide."
    same = signal(grade(QUERY, documents(TIMEOUT, SECOND)), "agreement").value
    assert same > signal(grade(QUERY, documents(TIMEOUT, other)), "agreement").value + 0.2


def test_documents_that_state_two_values_of_one_thing_do_not_agree_and_the_values_are_named():
    other = SECOND.replace("30 minutes", "45 minutes")
    one, two = (signal(grade(QUERY, documents(TIMEOUT, text)), "agreement") for text in (SECOND, other))
    assert two.value < one.value - 0.2
    assert "30 minutes" in two.reasoning
    assert "45 minutes" in two.reasoning


def test_documents_agree_in_other_forms_of_the_same_words():
    texts = [
        "The gateway closes a session; administrators raise limits.",
        "Session: gateways closed it; an administrator raised the limit.",
    ]
    assert "share many words" in signal(grade(QUERY, documents(*texts)), "agreement").reasoning


def test_agreement_tells_the_same_from_other_things_and_these_from_a_clash():
    query = "When is the town library open on Saturdays?"
    hours = "The town library is open on Saturdays from 9 am to 5 pm."
    others = {
        "same": "On Saturdays the town library is open between 9 am and 5 pm.",
        "other": "The town library is open to dogs, and its Saturdays belong to chess.",
        "clash": "The town library is open on Saturdays from 10 am to 8 pm.",
    }
    found = {kind: signal(grade(query, documents(hours, text)), "agreement") for kind, text in others.items()}
    assert found["same"].value > 0.7 > 0.35 > found["other"].value > found["clash"].value == 0
    assert "only words of the query in common" in found["other"].reasoning
    assert "do not agree: “s1” says “9 am to 5 pm”, “s2” “10 am to 8 pm”" in found["clash"].reasoning


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("The shop is open 9-5.", "The shop is open 10-8.", "“s1” says “9-5”, “s2” “10-8”"),
        ("The shop is open from 9 to 5.", "The shop is open from 10 to 8.", "“s1” says “9 to 5”, “s2” “10 to 8”"),
    ],
)
def test_both_ends_of_a_range_are_one_difference(first, second, said):
    found = signal(grade("When is the shop open?", documents(first, second)), "agreement")
    assert found.value == 0
    assert said in found.reasoning


@pytest.mark.parametrize(
    ("query", "first", "second"),
    [
        ("How much food does a dog need?", "A 20 kg dog needs 200 g of food.", "A 30 kg dog needs 300 g of food."),
        ("What do rooms cost?", "Small rooms cost 80 euros.", "Large rooms cost 120 euros."),
    ],
)
def test_values_of_two_cases_are_no_clash(query, first, second):
    found = signal(grade(query, documents(first, second)), "agreement")
    assert found.value > 0
    assert "do not agree" not in found.reasoning


def test_a_short_pair_that_gives_the_kind_of_answer_asked_for_in_other_words_is_correct():
    query = "How much does parking cost?"
    priced = grade(query, documents("Parking is 2 euros an hour.", "Parking: 2 euros per hour."))
    assert priced.quality == "correct"
    placed = grade(query, documents("Parking is by the hall.", "Parking lies behind the hall."))
    assert placed.quality != "correct"
    assert "but names no number near them" in placed.reasoning


def test_a_number_in_the_next_sentence_is_near_the_words_of_the_question():
    hut = "People sleep in bunks in the hut. Members pay 12 euros a night, guests pay 20 euros."
    found = grade("How much does it cost to sleep in the hut?", documents(hut))
    assert "names no number" not in found.reasoning
    assert found.quality == "correct"
    opens = documents("The hut is small. June is its start.")
    assert "names no date" not in grade("When does the hut open?", opens).reasoning
    far = "The hut lies at the lake. It is small. It is old. A train ride is 20 euros."
    assert "names no number near them" in grade("How much does it cost to sleep in the hut?", documents(far)).reasoning


def test_a_deadline_is_a_date_or_a_period():
    for answer in ("Applications are due by 15 May.", "Applications are sent within 14 days."):
        assert "names no" not in grade("What is the deadline for applications?", documents(answer)).reasoning


@pytest.mark.parametrize(("query", "first", "second", "clash"), [
    ("What is the state of the road?", "The road is dry.", "The road is wet.", True),
    ("Can I use the pool in winter?", "The pool is open in winter.", "The pool is closed in winter.", True),
    ("Where did Mozart die?", "Mozart died in Vienna.", "Mozart died in Prague.", True),
    ("What is the state of the road?", "The road is dry.", "The road is icy.", False),
    ("Where did Mozart live?", "Mozart lived in Vienna.", "Mozart lived in Salzburg.", False),
    ("Can I swim all year?", "The pool is open in summer.", "The pool is closed in winter.", False),
])  # fmt: skip
def test_short_documents_that_part_in_the_one_word_next_to_the_query_clash(query, first, second, clash):
    assert ("do not agree" in signal(grade(query, documents(first, second)), "agreement").reasoning) is clash


def test_step_numbers_are_no_disagreement():
    found = grade(
        "replace the filter of the pump",
        documents("1 Remove the filter of the pump.", "2 Remove the filter of the pump."),
    )
    assert "differ" not in signal(found, "agreement").reasoning


def test_agreement_takes_two_documents_that_speak_of_the_query():
    for sources in (documents(TIMEOUT), documents(TIMEOUT, BREAD, BIRDS)):
        agreement = signal(grade(QUERY, sources), "agreement")
        assert (agreement.value, agreement.weight) == (None, 0)
        assert "one source" in agreement.reasoning
    assert signal(grade(QUERY, documents(*[TIMEOUT, SECOND] * 10)), "agreement").value is not None


# --- nothing to tell by --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["", "   ", "how is it?", "?!"])
def test_without_a_query_to_judge_by_nothing_is_made_up(query):
    found = grade(query, documents(TIMEOUT, SECOND))
    assert (found.quality, found.score, found.confidence) == ("ambiguous", None, None)
    assert "cannot be told" in found.reasoning


def test_rerank_scores_tell_without_a_query():
    assert grade("", documents(TIMEOUT), rerank_scores=[0.95]).score == pytest.approx(0.95)


@pytest.mark.parametrize(("sources", "reason"), [((), "no source was found"), (documents(" \n"), "hold no text")])
def test_without_source_text_retrieval_is_incorrect(sources, reason):
    found = grade(QUERY, sources)
    assert (found.quality, found.score) == ("incorrect", None)
    assert reason in found.reasoning


# --- thresholds and what is refused --------------------------------------------------------------------------------


def test_the_thresholds_part_the_qualities_and_belong_to_the_outer_ones():
    def quality(score, **thresholds):
        return grade("", documents(TIMEOUT), rerank_scores=[score], **thresholds).quality

    assert [quality(score) for score in (0.7, 0.69, 0.31, 0.3)] == ["correct", "ambiguous", "ambiguous", "incorrect"]
    assert quality(0.6, correct_threshold=0.6) == "correct"
    assert quality(0.4, incorrect_threshold=0.4) == "incorrect"


@pytest.mark.parametrize("score", [1.01, -0.1, math.nan, math.inf])
def test_a_score_outside_0_to_1_is_refused_by_value(score):
    with pytest.raises(InvalidInput, match=rf"rerank_scores\[1\] is {score:g}"):
        grade(QUERY, documents(TIMEOUT, SECOND), rerank_scores=[0.5, score])


def test_other_counts_of_scores_and_crossed_thresholds_are_refused():
    with pytest.raises(InvalidInput, match="3 rerank_scores for 2 sources"):
        grade(QUERY, documents(TIMEOUT, SECOND), rerank_scores=[0.5, 0.5, 0.5])
    with pytest.raises(InvalidInput, match=r"correct_threshold 0.3 must lie above incorrect_threshold 0.7"):
        grade(QUERY, documents(TIMEOUT), correct_threshold=0.3, incorrect_threshold=0.7)


@given(
    query=TEXT,
    texts=st.lists(TEXT, max_size=4),
    scores=st.lists(st.floats(0, 1), min_size=4, max_size=4) | st.none(),
)
def test_any_text_gets_a_grade_whose_score_is_the_weighted_mean_of_its_signals(query, texts, scores):
    sources = documents(*texts)
    found = grade(query, sources, rerank_scores=scores[: len(texts)] if scores else None)
    told = [one for one in found.signals if one.value is not None]
    assert all(one.weight == 0 for one in found.signals if one.value is None)
    if found.score is not None:
        assert found.score == pytest.approx(math.fsum(one.weight * one.value for one in told), abs=1e-4)
        assert math.fsum(one.weight for one in found.signals) == pytest.approx(1)


@pytest.mark.slow
def test_the_benchmark_grades_good_and_bad_retrieval_and_counts_strips(tmp_path):
    told = "Early records say how the history of {} began and who took part in it."
    topics = ["glacier retreat", "copper mining", "bread baking", "violin making", "orchid care", "harbour tides"]
    rows = [
        {
            "task": "qa",
            "query": f"history of {topic}",
            "source_group": number,
            "sources": [{"id": str(k), "content": opening + told.format(topic)} for k, opening in enumerate(OPENINGS)],
            "draft": f"Early records say how the history of {topic} began.",
            "spans": [],
        }
        for number, topic in enumerate(topics)
    ]
    data, out = tmp_path / "rows.jsonl", tmp_path / "out.json"
    data.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    command = ["benchmarks/retrieval_grade.py", "--data", data, "--half", "all", "--json", out]
    done = ran(*map(str, command), "--quick", cwd=ROOT)
    assert done.returncode == 0, done.stderr
    found = json.loads(out.read_text(encoding="utf-8"))
    assert found["grades"]["grade"]["good"]["correct"] == 1
    assert found["grades"]["grade"]["random"]["correct"] == 0
    assert found["strips"]["4096"]["recall"] == 1
    assert found["time"]["grade_ms_p50"] > 0
