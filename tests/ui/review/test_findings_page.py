"""Policies, issues, citations, scores and coverage on the Review page, on an answer with every kind of issue."""

from collections.abc import Callable
from typing import get_args

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from components.state import on_screen
from components.words.findings import POLICIES, POLICY_WORDS
from components.words.review import ISSUE_WORDS
from critique_core.errors import StoreError
from critique_core.models import Critique, IssueType, Place
from critique_core.pipeline import proposed
from critique_core.store import Store
from tests.makers.pages import errors, markup, open_tab, shown

OpenApp = Callable[[], AppTest]


@pytest.fixture
def reviewed(app: AppTest) -> AppTest:
    return app.button(key="example_16_every_issue").click().run()


def critique_of(app: AppTest) -> Critique:
    return app.session_state["review"].critique


def keys(app: AppTest) -> set[str]:
    return {button.key for button in app.button if button.key}


def unfold_why(app: AppTest) -> AppTest:
    app.session_state["why"] = True
    return app.run()


def test_the_example_has_every_type_of_issue(reviewed: AppTest) -> None:
    assert {issue.type for issue in critique_of(reviewed).issues} == set(get_args(IssueType))


def test_all_types_of_issue_are_named_where_they_belong(reviewed: AppTest) -> None:
    words = shown(open_tab(reviewed, f"Issues ({len({issue.claim_id for issue in critique_of(reviewed).issues})})"))
    of_claims = {issue.type for issue in critique_of(reviewed).issues if issue.claim_id}
    for kind in of_claims:
        assert ISSUE_WORDS[kind].lower() in words.lower()
    assert "The whole answer" in words
    assert "The query is not answered" in words
    assert "Sources beside the point" in words
    assert not reviewed.exception
    assert markup(reviewed) == set()


def test_a_score_that_blocks_says_so_in_the_words_of_the_banner(reviewed: AppTest) -> None:
    assert critique_of(reviewed).scores.hallucination_band == "reject"
    [told] = [one.delta for one in open_tab(reviewed, "Scores").metric if one.label == "Hallucination score"]
    assert told == "calls for Block"


def test_an_issue_says_each_fact_once_and_what_to_do_when_asked(reviewed: AppTest) -> None:
    critique = critique_of(reviewed)
    changed = next(issue for issue in critique.issues if issue.type == "factual_error")
    words = shown(open_tab(reviewed, f"Issues ({len({issue.claim_id for issue in critique.issues})})"))
    assert changed.description in words
    for heading_already in ("contradicts this.", "No source supports this.", "Only partly supported."):
        assert heading_already not in words
    for kind_already in (
        "No passage of any source is about this statement.", "The source cited here says otherwise.",
        "This is stated without a citation.",
    ):  # fmt: skip
        assert kind_already not in words
    assert "Hallucination, no citation" in words
    assert words.count("igh severity") == 2, "the card above names it, and so does one heading for all that are alike"
    assert words.count("Folders can be shared with up to 10 people.") == 1, "what supports a claim in its own words"
    assert "Sharing and storage, 2026\n" not in words, "the Citations tab names what should be cited"
    assert words.count("How do I cancel my subscription and get my money back") == 1, "asked above"
    assert "hardly speaks of what the query asks" in words
    assert words.count("Sharing and storage, 2026 · published 2026-04-02") == 1
    assert "≠ Contradicts · Sharing and storage, 2026 · published 2026-04-02" in words
    assert "supports this, the source" not in words
    assert "Sync runs every 15 minutes" not in words, "a button leads to it"
    assert "Suggestion: " not in words
    reviewed.toggle(key="suggestions").set_value(True).run()
    assert f"Suggestion: {changed.suggestion}" in shown(reviewed)


def test_the_card_below_gives_a_suggestion_only_where_the_draft_offers_no_fix(reviewed: AppTest) -> None:
    critique = critique_of(reviewed)
    mended = {hunk.claim_id for hunk in proposed(critique)}
    found = {issue.claim_id: issue.claim_id not in mended for issue in critique.issues if issue.claim_id}
    assert set(found.values()) == {True, False}
    for claim_id, suggested in found.items():
        reviewed.session_state["selection"] = on_screen.Selection(claim_id)
        reviewed.run()
        assert ("Suggestion: " in shown(reviewed)) == suggested


def test_the_card_below_does_not_repeat_a_claim_for_its_citation(reviewed: AppTest) -> None:
    words = "The free plan keeps deleted files for 60 days"
    assert f"{words} [2]." in critique_of(reviewed).request.draft
    assert f"{words}." in [claim.text for claim in critique_of(reviewed).claims]
    assert words not in shown(reviewed)


def test_what_excludes_each_other_leads_from_one_to_the_other(reviewed: AppTest) -> None:
    critique = critique_of(reviewed)
    issue = next(issue for issue in critique.issues if issue.related and issue.related[0].claim_id)
    other = issue.related[0].claim_id
    open_tab(reviewed, f"Issues ({len({issue.claim_id for issue in critique.issues})})")
    reviewed.button(key=f"issue_claim_{issue.claim_id}").click().run()
    assert reviewed.session_state["selection"].claim_id == issue.claim_id
    assert "The draft contradicts itself" in shown(reviewed)
    reviewed.button(key="related_card_0").click().run()
    assert reviewed.session_state["selection"].claim_id == other
    assert "The draft contradicts itself" in shown(reviewed), "the other one tells of it too"


def test_sources_that_disagree_are_quoted_with_their_dates_and_lead_to_their_place(reviewed: AppTest) -> None:
    critique = critique_of(reviewed)
    disputed = next(claim for claim in critique.claims if claim.disputed)
    reviewed.session_state["selection"] = on_screen.Selection(disputed.id)
    reviewed.run()
    words = shown(reviewed)
    assert "⇄ disputed: the sources disagree" in words.replace("**", "")
    assert "Sharing and storage, 2023 · published 2023-02-10" in words
    assert "Sharing and storage, 2026 · published 2026-04-02" in words
    assert "Folders can be shared with up to 25 people." in words
    reviewed.button(key="related_card_0").click().run()
    spot, _ = reviewed.session_state["spot"]
    assert spot == Place(start=0, end=43, source_id="sharing-2026")


def test_citations_are_listed_with_their_verdicts_and_the_right_source(reviewed: AppTest) -> None:
    open_tab(reviewed, f"Citations ({len(critique_of(reviewed).citations)})")
    table = reviewed.dataframe[0].value
    rows = {row["Words"]: row for row in table.to_dict("records")}
    encrypted = rows["Files are encrypted with AES-256 on the servers."]
    assert (encrypted["Marker"], encrypted["Verdict"]) == ("[5]", "∅ non-existent")
    assert encrypted["Right source"] == "[3] Sharing and storage, 2026"
    assert rows["Folders can be shared with up to 10 people."]["Verdict"] == "● accurate"
    assert "Citation accuracy" in shown(reviewed)
    assert list(table["Verdict"])[-1] == "● accurate", "those to mend come first"


def test_citations_that_were_not_checked_say_so(app: AppTest) -> None:
    app.text_area(key="draft").set_value("The timeout is 30 seconds [1].")
    app.text_area(key="paste_text").set_value("Timeout: 60 seconds")
    app.pills(key="checks").set_value(["check_factual"])
    app.button(key="check").click().run()
    assert "Citations were not checked: switched off." in shown(open_tab(app, "Citations (0)"))


def test_reflection_and_source_quality_are_told_with_their_reasons(reviewed: AppTest) -> None:
    words = shown(open_tab(reviewed, "Scores"))
    scores = critique_of(reviewed).scores
    assert scores.relevance is not None
    assert "○ irrelevant" in words
    assert scores.relevance.reasoning in words
    assert "○ not useful" in words
    assert "◐ partial" in words
    quality = reviewed.dataframe[0].value
    assert list(quality["Source"]) == ["Upload limits", "Sharing and storage, 2023", "Sharing and storage, 2026"]
    assert quality["Agreement"].isna().tolist() == [True, False, False]
    assert [metric.value for metric in reviewed.metric][-1] == "factual"


def test_without_a_query_reflection_says_why_it_is_missing(app: AppTest) -> None:
    app.text_area(key="draft").set_value("The timeout is 60 seconds.")
    app.text_area(key="paste_text").set_value("Timeout: 60 seconds")
    app.button(key="check").click().run()
    words = shown(open_tab(app, "Scores"))
    assert "Relevance · not measured: no query" in words
    assert "0.00" not in [metric.value for metric in app.metric][3:]


def test_what_is_left_over_is_listed(app: AppTest) -> None:
    app.text_area(key="draft").set_value("The timeout is 60 seconds [7].")
    app.text_area(key="paste_text").set_value("Timeout: 60 seconds")
    app.button(key="add_source").click().run()
    app.text_area(key="paste_text").set_value("Bananas grow in the tropics.")
    app.button(key="check").click().run()
    words = shown(open_tab(app, "What was checked"))
    assert "Sources not used" in words
    assert "Citations to nothing\n" in words.replace("**", "") + "\n"
    assert "• [7]" in words


def test_the_fold_shows_each_term_and_all_five_policies(reviewed: AppTest) -> None:
    assert "choose_critic" not in keys(reviewed), "folded away at first"
    unfold_why(reviewed)
    by_policy = critique_of(reviewed).scores.by_policy
    words = shown(reviewed)
    for name in POLICIES:
        assert f"**{POLICY_WORDS[name]}**" in words
        assert f"{by_policy[name].confidence:.0%}" in words
    assert [name for name in POLICIES if f"choose_{name}" not in keys(reviewed)] == ["calibrated"]
    assert ":blue-badge[:material/check: Decides]" in words
    assert "Block: It must not go out." in words
    assert not reviewed.exception


def test_another_policy_decides_without_verifying(reviewed: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    verifier = services.get_critic().verifier
    verify = verifier.verify
    monkeypatch.setattr(type(verifier), "verify", lambda _self, given: (asked.append(given), verify(given))[1])
    before = critique_of(reviewed)
    selected = reviewed.session_state["selection"].claim_id
    unfold_why(reviewed)
    reviewed.button(key="choose_grounded").click().run()
    after = critique_of(reviewed)
    assert asked == []
    assert after.request.options.policy == "grounded"
    assert after.confidence == before.scores.by_policy["grounded"].confidence
    assert reviewed.session_state["selection"].claim_id == selected
    assert [name for name in POLICIES if f"choose_{name}" not in keys(reviewed)] == ["grounded"], "still unfolded"
    assert len(services.get_store().runs(reviewed.query_params["item"])) == 2
    stored = services.get_store().latest_critique(reviewed.query_params["item"])
    assert stored is not None
    assert stored.request.options.policy == "grounded"


def test_a_policy_that_cannot_be_stored_is_said(reviewed: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise StoreError("reviews.db: disk is full; free some disk space and try again")

    unfold_why(reviewed)
    with monkeypatch.context() as broken:
        broken.setattr(Store, "save_review", refuse)
        reviewed.button(key="choose_critic").click().run()
    assert any("free some disk space" in message for message in errors(reviewed))
    reviewed.button(key="save_again").click().run()
    assert errors(reviewed) == []


def test_a_refusal_shows_no_confidence_with_its_reason(app: AppTest) -> None:
    app.button(key="example_14_refusal").click().run()
    unfold_why(app)
    words = shown(app)
    assert "none (a refusal)" in words
    assert "No confidence to explain: a refusal." in words
