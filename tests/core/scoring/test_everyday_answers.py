"""Some forty answers as people get them: what does not answer its question is never accepted, what does is."""

import json
from pathlib import Path
from typing import Any

import pytest

from critique_core.assembly import Critic, critic
from critique_core.models import Critique, parse_request
from critique_core.settings import load_settings
from tests.makers.rows import each_of

EVERYDAY = Path(__file__).parents[2] / "data" / "everyday"
ANSWERS: list[dict[str, Any]] = json.loads((EVERYDAY / "answers.json").read_text(encoding="utf-8"))
WATER = "What is the boiling point of water?"


@pytest.fixture(scope="module")
def critics() -> Critic:
    return critic(load_settings())


def judged(critics: Critic, query: str, draft: str, *sources: str, **options: object) -> Critique:
    listed = [{"id": str(number), "content": source} for number, source in enumerate(sources, 1)]
    return critics.critique(parse_request({"query": query, "draft": draft, "sources": listed, "options": options}))


@each_of("answer", ANSWERS)
def test_an_answer_is_accepted_where_it_answers_and_only_there(critics, answer):
    found = judged(critics, answer["query"], answer["draft"], *answer["sources"])
    if answer["gate"] == "refusal":
        assert (found.abstained, found.confidence_reason) == (True, "abstained")
    elif answer["gate"] == "not accept":
        assert found.recommendation != "accept"
    else:
        assert found.recommendation == answer["gate"]


@pytest.mark.parametrize("policy", ["calibrated", "draft_critique", "critic", "self_rag", "grounded"])
def test_no_policy_accepts_an_answer_off_the_topic(critics, policy):
    found = judged(critics, WATER, "Cats are mammals.", "Cats are mammals. They are kept as pets.", policy=policy)
    assert found.recommendation == "retry"


def test_an_answer_off_the_topic_has_an_issue_that_says_so(critics):
    found = judged(critics, WATER, "Cats are mammals.", "Cats are mammals. They are kept as pets.")
    [issue] = found.issues
    assert (issue.type, issue.band) == ("not_useful", "medium")
    assert "expects a number, and the draft gives none" in issue.description


def test_an_answer_off_the_topic_is_accepted_where_usefulness_is_switched_off(critics):
    found = judged(critics, WATER, "Cats are mammals.", "Cats are mammals.", check_usefulness=False)
    assert found.recommendation == "accept"


def test_a_summary_is_useful_as_far_as_it_rests_on_the_sources_and_these_are_relevant(critics):
    text = "The tram line opens in 2026. It costs 80 million euros."
    good = judged(critics, "Summarize the article.", "The tram line opens in 2026.", text).scores
    bad = judged(critics, "Summarize the article.", "A volcano destroyed four villages.", text).scores
    assert (good.relevance.verdict, good.usefulness.verdict) == ("relevant", "useful")
    assert (bad.relevance.verdict, bad.usefulness.verdict) == ("relevant", "not_useful")


@pytest.mark.parametrize(("draft", "source", "condition"), [
    (
        "Annual plans can be refunded within 14 days of purchase.",
        "Annual plans can be refunded within 14 days of purchase if fewer than 5 seats have been activated.",
        "if fewer than 5 seats have been activated",
    ),
    ("Parking is free.", "Parking is free for guests who stay 3 nights.", "for guests who stay 3 nights"),
])  # fmt: skip
def test_a_condition_that_is_left_out_is_quoted_to_its_end(critics, draft, source, condition):
    suggestions = {issue.suggestion for issue in judged(critics, "", draft, source).issues}
    assert f"Add “{condition}”" in suggestions
