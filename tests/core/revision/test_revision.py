"""Revision of whole drafts, with the embedded verifier's own verdicts and with verdicts written down."""

from functools import cache

import pytest

from critique_core import CritiqueRequest, InvalidInput, SourceDocument, critique
from critique_core.claims.extraction import extract
from critique_core.models import (
    CitationCheck,
    Critique,
    Evidence,
    Finding,
    Hunk,
    Issue,
    Missing,
    Place,
    Probabilities,
    Span,
    Verdict,
    VerifiedClaim,
)
from critique_core.revision import ABSTENTION, apply, revise
from critique_core.revision.additions import facts
from critique_core.revision.keep import Measures, better, measures
from tests.makers.rows import each_of


def _sources(*texts: str) -> tuple[SourceDocument, ...]:
    return tuple(SourceDocument(id=str(number), content=text) for number, text in enumerate(texts, 1))


@cache
def _checked(draft: str, *texts: str, query: str = "") -> Critique:
    return critique(CritiqueRequest(query=query, draft=draft, sources=_sources(*texts)))


def _revised(draft: str, *texts: str, query: str = "") -> str:
    found = _checked(draft, *texts, query=query)
    return apply(draft, revise(draft, found.claims, found.issues, (), (), found.request.sources))


# --- on the verifier's own verdicts --------------------------------------------------------------------------------


@each_of(
    ("draft", "texts", "revised"),
    [
        ("The timeout is 30 seconds.", ("Timeout: 60 seconds",), "The timeout is 60 seconds."),
        ("The fee is $1,500 per month.", ("The fee is 2750 dollars per month.",), "The fee is $2,750 per month."),
        ("The trial lasts thirty days.", ("The trial lasts 14 days.",), "The trial lasts fourteen days."),
        (
            "The report was published on March 3, 2024.",
            ("The report was published on 2024-03-05.",),
            "The report was published on March 5, 2024.",
        ),
        (
            "The company was founded by John Smith in 1999.",
            ("The company was founded by Mary Jones in 1999.",),
            "The company was founded by Mary Jones in 1999.",
        ),
        ("The service does not support SSO.", ("The service supports SSO.",), "The service supports SSO."),
        ("Sales increased in 2023.", ("Sales decreased in 2023.",), "Sales decreased in 2023."),
        ("Model A is faster than Model B.", ("Model B is faster than Model A.",), "Model B is faster than Model A."),
        ("The tower is 300 meters tall.", ("The tower is 984 feet tall.",), "The tower is 300 meters tall."),
        ("The bridge connects Oakland to Marin County.", ("The bridge connects San Francisco to Marin County.",),
         "The bridge connects San Francisco to Marin County."),
        ("Data is stored in *Dublin*.", ("Data is stored in Frankfurt.",), "Data is stored in *Frankfurt*."),
        ("The trial was funded by Pfizer.", ("The trial was funded by the Wellcome Trust.",),
         "The trial was funded by the Wellcome Trust."),
    ],
)  # fmt: skip
def test_what_a_source_contradicts_is_put_right_and_nothing_else_changes(
    draft: str, texts: tuple[str, ...], revised: str
) -> None:
    assert _revised(draft, *texts) == revised


def test_both_tiers_are_named_where_the_draft_gives_one() -> None:
    revised = _revised(
        "The maximum file upload size is 100MB.", "Free tier: 10MB limit", "Pro tier: 100MB limit",
        query="What's the maximum file upload size?",
    )  # fmt: skip
    assert revised == "The maximum file upload size is 10MB on the Free tier and 100MB on the Pro tier."
    short = _revised("The limit is 100.", "Free: 10", "Pro: 100", query="What is the limit?")
    assert short == "The limit is 10 on Free and 100 on Pro."
    other = _revised("Delivery takes 3 days.", "Standard delivery: 5 days. Express delivery: 3 days.")
    assert other == "Delivery takes 5 days (Standard delivery) and 3 days (Express delivery)."


def test_a_revision_that_verifies_better_is_kept() -> None:
    before = _checked("The timeout is 30 seconds.", "Timeout: 60 seconds")
    after = _checked("The timeout is 60 seconds.", "Timeout: 60 seconds")
    assert better(measures(before), measures(after))[0]
    assert not better(measures(after), measures(before))[0]


# --- on verdicts written down --------------------------------------------------------------------------------------


def _claims(draft: str, wrong: dict[str, dict[str, object]]) -> list[VerifiedClaim]:
    """The draft's claims, supported but for those that hold a key of ``wrong``, which says what differs."""
    found: list[VerifiedClaim] = []
    for claim in extract(draft):
        words = draft[claim.start : claim.end]
        told = next((fields for word, fields in wrong.items() if word in words), {"status": "supported"})
        fields = {name: getattr(claim, name) for name in type(claim).model_fields}
        if not claim.checkable:
            told = {"status": "not_checkable"}
        found.append(VerifiedClaim(**fields, **{"probability": 0.9, **told}))
    return found


def _issues(claims: list[VerifiedClaim]) -> list[Issue]:
    return [
        Issue(type="unsupported", severity=0.9, description="No source supports this.", claim_id=claim.id)
        for claim in claims
        if claim.status not in ("supported", "not_checkable")
    ]


GONE = {"status": "unsupported", "probability": 0.02}


def _dropping(draft: str, *words: str) -> tuple[Hunk, ...]:
    claims = _claims(draft, dict.fromkeys(words, GONE))
    return revise(draft, claims, _issues(claims), (), (), _sources("The tower is 330 m tall."))


def test_what_nothing_supports_is_dropped_with_its_reason_and_claim() -> None:
    draft = "The tower is tall. Ghosts own it. However, it is open to all."
    (hunk,) = _dropping(draft, "Ghosts")
    assert apply(draft, [hunk]) == "The tower is tall. It is open to all."
    assert hunk.claim_id == extract(draft)[1].id
    assert hunk.reason.startswith("No source supports this")


def test_what_a_source_contradicts_is_not_said_to_lack_support() -> None:
    draft = "The tower is tall. Ghosts own it."
    claims = _claims(draft, {"Ghosts": {"status": "contradicted", "probability": 0.02}})
    (hunk,) = revise(draft, claims, _issues(claims), (), (), _sources("The tower is 330 m tall."))
    assert hunk.reason.startswith("A source contradicts this")


def test_a_doubtful_claim_stands_with_its_issue() -> None:
    draft = "The tower is tall. Ghosts own it."
    claims = _claims(draft, {"Ghosts": {"status": "unsupported", "probability": 0.45}})
    assert revise(draft, claims, _issues(claims)) == ()


def test_a_claim_without_an_issue_or_with_disputing_sources_is_not_touched() -> None:
    draft = "The tower is tall. Ghosts own it."
    assert revise(draft, _claims(draft, {"Ghosts": GONE}), []) == ()
    disputed = _claims(draft, {"Ghosts": {**GONE, "disputed": True}})
    assert revise(draft, disputed, _issues(disputed)) == ()


def test_an_outdated_claim_takes_the_newer_sources_value() -> None:
    draft = "The plan costs $20 a month."
    (claim,) = _claims(draft, {"plan": {"status": "supported", "disputed": True}})
    newer = "News. The plan costs $25 a month."
    place = Place(start=6, end=len(newer), source_id="2")
    issue = Issue(type="outdated", severity=0.6, description="A newer source differs.", claim_id=claim.id,
                  source_id="2", related=(place,))  # fmt: skip
    (hunk,) = revise(draft, [claim], [issue], (), (), _sources(draft, newer))
    assert apply(draft, [hunk]) == "The plan costs $25 a month."
    assert "newer source" in hunk.reason


def test_a_draft_of_which_nothing_stands_becomes_an_abstention() -> None:
    draft = "# The tower\n\nGhosts own it. Witches built it.\n"
    hunks = _dropping(draft, "Ghosts", "Witches")
    assert apply(draft, hunks) == f"{ABSTENTION}\n"
    assert len(hunks) == 1


def _missing(source_id: str, start: int, quote: str) -> Missing:
    return Missing(source_id=source_id, start=start, end=start + len(quote), quote=quote, description="the height",
                   severity=0.5)  # fmt: skip


def test_a_missing_fact_is_added_in_its_sources_sentence_with_its_citation() -> None:
    sources = _sources("It has two doors. The tower is 330 m tall, says the guide.")
    fact = _missing("1", 18, "The tower is 330 m tall")
    draft = "The tower is open [1]."
    (hunk,) = revise(draft, _claims(draft, {}), [], (), [fact], sources)
    assert apply(draft, [hunk]) == "The tower is open [1]. The tower is 330 m tall, says the guide [1]."
    listed = "- The tower is open.\n- It is red.\n"
    (hunk,) = revise(listed, _claims(listed, {}), [], (), [fact], sources)
    assert apply(listed, [hunk]) == "- The tower is open.\n- It is red.\n- The tower is 330 m tall, says the guide.\n"


def test_a_fact_from_no_known_source_is_not_added() -> None:
    assert revise("It is red.", _claims("It is red.", {}), [], (), [_missing("9", 0, "abc")], _sources("x")) == ()


def _cited(draft: str, *checks: tuple[str, int, str, str | None]) -> str:
    """The draft after revision for checks of its markers: digits as written, index, verdict, right source."""
    given = [
        CitationCheck(
            start=draft.index(digits), end=draft.index(digits) + len(digits), index=index, claim_ids=(),
            verdict=verdict, right_source_id=right,  # type: ignore[arg-type]
        )
        for digits, index, verdict, right in checks
    ]  # fmt: skip
    return apply(draft, revise(draft, _claims(draft, {}), [], given, (), _sources("a", "b")))


def test_citation_numbers_are_put_right() -> None:
    assert _cited("It is red [2].", ("2", 2, "wrong_source", "1")) == "It is red [1]."
    assert _cited("It is red².", ("²", 2, "wrong_source", "1")) == "It is red¹."
    assert _cited("It is red (source 2).", ("2", 2, "wrong_source", "1")) == "It is red (source 1)."
    assert _cited("It is red [2].", ("2", 2, "wrong_source", None)) == "It is red [2]."


def test_numbers_of_no_source_are_taken_out() -> None:
    both = _cited("It is red [2, 7].", ("2", 2, "accurate", None), ("7", 7, "nonexistent", None))
    assert both == "It is red [2]."
    assert _cited("It is red [7]. It is old.", ("7", 7, "nonexistent", None)) == "It is red. It is old."
    assert _cited("It is red [1-3].", ("1-3", 3, "nonexistent", None)) == "It is red [1, 2]."


def test_a_number_of_no_source_becomes_the_right_sources_where_that_is_known() -> None:
    assert _cited("It is red [7].", ("7", 7, "nonexistent", "2")) == "It is red [2]."
    assert _cited("It is red [1, 7].", ("7", 7, "nonexistent", "2")) == "It is red [1, 2]."
    listed = "It is red [7].\n\n[1]: the guide"
    assert _cited(listed, ("7", 7, "nonexistent", "2")) == "It is red.\n\n[1]: the guide"


def test_a_missing_citation_is_put_where_the_draft_puts_its_own() -> None:
    within = ("It is old.", 1, "missing", "1")
    assert _cited("It is red [2]. It is old.", within) == "It is red [2]. It is old [1]."
    assert _cited("It is red. [2] It is old.", within) == "It is red. [2] It is old. [1]"


def test_a_draft_with_its_own_list_of_sources_keeps_its_numbers() -> None:
    draft = "It is red [2].\n\n[2]: the guide"
    assert _cited(draft, ("2", 2, "wrong_source", "1")) == draft


def _contradicted(
    draft: str, value: str, content: str, said: str, kind: str, *, fit: float = 0.8, **more: object
) -> str:
    start, at = draft.index(value), content.index(said)
    finding = Finding(
        kind=kind,  # type: ignore[arg-type]
        agreement="conflicts", start=start, end=start + len(value), claim_value=value, source_id="1",
        source_start=at, source_end=at + len(said), source_value=said, explanation="differs",
    )  # fmt: skip
    quote = Evidence(source_id="1", start=0, end=len(content), quote=content, relation="contradicts", score=fit)
    claim_id = extract(draft)[0].id
    verdict = Verdict(claim_id=claim_id, probabilities=Probabilities(supported=0.2, unsupported=0.2, contradicted=0.6),
                      marked=(Span(start=start, end=start + len(value)),), findings=(finding,), evidence=(quote,),
                      reasoning="It differs.", method="typed_comparison")  # fmt: skip
    claims = _claims(draft, {value: {"status": "contradicted", "probability": 0.2, "verdict": verdict, **more}})
    return apply(draft, revise(draft, claims, _issues(claims), (), (), _sources(content)))


@pytest.mark.parametrize(
    ("draft", "value", "content", "said", "kind"),
    [
        ("Postage is $0.49 + $0.22 = $0.71.", "$0.71", "Letters cost $0.48 to send.", "$0.48", "currency"),
        ("Postage is $0.71 + $0.22 for each ounce.", "$0.71", "Letters cost $0.48 to send.", "$0.48", "currency"),
        ("Let it sit for 2-3 minutes.", "2-3 minutes", "Let the mask sit for 20 minutes.", "20 minutes", "range"),
        ("Let it sit for 2-3 minutes.", "3", "Let the mask sit for 20 minutes.", "20", "number"),
        ("It has 6 doors.", "6", "It has 4 doors, the annex has 6 doors.", "4", "number"),
    ],
)
def test_a_value_of_a_sum_or_range_or_that_the_source_states_elsewhere_is_left(
    draft: str, value: str, content: str, said: str, kind: str
) -> None:
    assert _contradicted(draft, value, content, said, kind) == draft


@pytest.mark.parametrize(
    ("draft", "value", "content", "said", "kind", "revised"),
    [
        ("- $5 a month.", "$5", "It costs $9 a month.", "$9", "currency", "- $9 a month."),
        ("It takes 2-3 days.", "2-3 days", "It takes 4-5 days.", "4-5 days", "range", "It takes 4-5 days."),
        ("It has 6 doors.", "6", "It has 4 doors and 6 windows.", "4", "number", "It has 4 doors."),
        ("It costs **$5**.", "$5", "It costs $9.", "$9", "currency", "It costs **$9**."),
        ("Every 4 hours.", "4 hours", "Every 6 hours, for 24 hours.", "6 hours", "quantity", "Every 6 hours."),
        ("Open 10:00 to 16:00.", "10:00 to 16:00", "Open 10:00 to 14:00.", "10:00 to 14:00", "range",
         "Open 10:00 to 14:00."),
        ("It can hold up to 120 cars.", "120", "The ferry carries up to 102 cars.", "102", "number",
         "It can hold up to 102 cars."),
    ],
)  # fmt: skip
def test_a_list_mark_a_range_for_a_range_another_unit_and_another_verb_that_measures_bar_no_correction(
    draft: str, value: str, content: str, said: str, kind: str, revised: str
) -> None:
    assert _contradicted(draft, value, content, said, kind) == revised


def test_an_antonym_beside_a_negation_is_no_conflict_to_correct() -> None:
    draft = "Leaders had encouraged others not to run against him."
    said = "Leaders have tried to discourage others from running against him."
    assert _contradicted(draft, "encouraged", said, "discourage", "antonym") == draft


def test_a_source_wording_that_leaves_the_conflict_is_not_taken() -> None:
    draft = "It is said that the council encouraged the young members of the city."
    said = "It is said that the council tried hard with the young members of the city, but discourage is the word."
    assert _contradicted(draft, "encouraged", said, "discourage", "antonym") == draft


def test_a_name_is_no_verb_to_deny() -> None:
    draft = "It was founded on January 3, after Wayne sold his share."
    said = "It was founded on January 3, without Wayne, who sold his share."
    assert _contradicted(draft, "Wayne", said, "Wayne", "negation") == draft


def test_evidence_that_fits_badly_corrects_nothing() -> None:
    claim = "It has 6 doors."
    assert _contradicted(claim, "6", "It has 4 doors.", "4", "number", fit=0.55) == claim
    assert _contradicted(claim, "6", "It has 4 doors.", "4", "number", fit=0.65) == "It has 4 doors."


def test_the_article_follows_the_new_value() -> None:
    assert _contradicted("It is an 8 hour trip.", "8 hour", "The trip takes 5 hours.", "5 hours", "quantity") == (
        "It is a 5 hour trip."
    )


def test_a_piece_of_a_longer_name_is_no_value_to_take() -> None:
    draft = "The limit of the plan is 2 a year."
    assert _contradicted(draft, "2", "See the 403(b) plan, its limit a year.", "403", "number") == draft


@pytest.mark.parametrize("named", ["(Passage 2)", "(see No. 2)", "by no. 2"])
def test_a_number_that_names_a_passage_is_left(named: str) -> None:
    draft = f"Your limit is higher {named}."
    assert _contradicted(draft, "2", "The limit is 5 a year.", "5", "number") == draft


def test_a_field_that_says_what_the_draft_says_changes_nothing() -> None:
    draft = "They have no street or valet parking."
    assert _contradicted(draft, "valet", '"valet": false', "false", "negation", probability=0.02) == draft


def test_a_field_that_denies_a_member_of_a_list_takes_it_out() -> None:
    draft = "They are known for WiFi, street parking, and valet."
    assert _contradicted(draft, "valet", '"valet": false', "false", "negation") == (
        "They are known for WiFi and street parking."
    )


# --- hunks and the rule of the loop --------------------------------------------------------------------------------


def test_any_subset_of_the_hunks_can_be_taken() -> None:
    draft = "The tower is tall.\n\n- Ghosts own it.\n- It is red, and it was built by witches.\n- It is old.\n"
    hunks = _dropping(draft, "Ghosts", "witches")
    texts = {apply(draft, chosen) for chosen in ([], hunks[:1], hunks[1:], hunks)}
    assert texts == {
        draft,
        draft.replace("- Ghosts own it.\n", ""),
        draft.replace(", and it was built by witches", ""),
        "The tower is tall.\n\n- It is red.\n- It is old.\n",
    }


def test_hunks_that_overlap_or_lie_outside_are_refused() -> None:
    first, second = (Hunk(start=start, end=start + 3, replacement="", reason="") for start in (0, 2))
    with pytest.raises(InvalidInput, match="overlaps"):
        apply("abcdef", [first, second])
    with pytest.raises(InvalidInput, match="outside"):
        apply("a", [first])


BEFORE = Measures(severity=2.0, confidence=0.5, unsupported=("The timeout is 30 seconds.",))


@each_of(
    ("after", "kept", "reason"),
    [
        (Measures(1.0, 0.6, ()), True, "weigh less"),
        (Measures(1.0, 0.6, ("The timeout is 60 seconds.",)), True, "weigh less"),
        (Measures(2.0, 0.9, ()), False, "weigh as much"),
        (Measures(1.0, 0.48, ()), True, "from 0.50 to 0.48"),
        (Measures(2.0, 0.49, ()), False, "weigh as much"),
        (Measures(1.0, 0.479, ()), False, "confidence falls"),
        (Measures(1.0, None, ()), True, "no confidence to compare"),
        (Measures(1.0, 0.6, ("Ghosts own the tower by the river.",)), False, "brings in"),
    ],
)
def test_a_revision_is_kept_only_when_it_is_better(after: Measures, kept: bool, reason: str) -> None:
    assert better(BEFORE, after)[0] is kept
    assert reason in better(BEFORE, after)[1]


def test_a_value_that_the_source_states_too_or_in_another_unit_is_left() -> None:
    both = "Change them every 6 to 8 weeks."
    said = "Beginners change them every 6 to 8 weeks, others every 4 to 6 weeks."
    assert _contradicted(both, "6 to 8 weeks", said, "4 to 6 weeks", "range") == both
    warm = "In winter it is 52℉."
    assert _contradicted(warm, "52", "In winter it is 11 degrees.", "11", "number") == warm


def test_one_of_several_records_with_a_key_corrects_nothing() -> None:
    draft = "It was rated 10 stars."
    assert _contradicted(draft, "10", '"stars": 1.0, "stars": 3.0', "1.0", "number") == draft


def test_a_common_word_beside_the_key_of_a_table_is_no_name_to_correct() -> None:
    draft = "Two in ten groups are held out."
    assert _contradicted(draft, "groups", "label: true when supported", "label", "name") == draft


def test_a_record_is_not_added_to_a_draft_as_if_it_were_a_sentence() -> None:
    record = '{"name": "Oliver", "address": "1198 Coast Village Rd", "hours": {"Monday": "17:0-22:0"}}'
    draft = "Oliver serves lunch."
    missing = Missing(source_id="1", start=0, end=len(record), quote=record, description="the query asks for details",
                      severity=0.5)  # fmt: skip
    assert apply(draft, revise(draft, _claims(draft, {}), [], (), [missing], _sources(record))) == draft
    told = "Oliver opens at five."
    plain = missing.model_copy(update={"end": len(told), "quote": told})
    assert apply(draft, revise(draft, _claims(draft, {}), [], (), [plain], _sources(told))) == f"{draft} {told}"


def test_rows_of_a_table_are_no_sentences_to_add() -> None:
    table = "| Plan | Price |\n|---|---|\n| Grow | €9 |\n| Titan | €79 |"
    asked = CritiqueRequest(
        query="What does it cost?", draft="Titan costs €79.", sources=(SourceDocument(id="s", content=table),)
    )
    found = critique(asked)
    assert [one.quote for one in found.findings.missing] == ["| Grow | €9 |"], "the row of heads is no answer"
    assert facts(asked.draft, found.findings.missing, asked.sources) == ()
