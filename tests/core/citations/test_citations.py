"""Citation markers: where they are, which claims they follow, whether the source they name supports those."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critique_core.citations import checks
from critique_core.citations.markers import find
from critique_core.claims.extraction import extract
from critique_core.models import (
    CitationCheck,
    Claim,
    Evidence,
    Probabilities,
    SourceDocument,
    Status,
    Verdict,
    VerifiedClaim,
)
from tests.makers.rows import each_of

FACTS = {
    "billing": ("costs 12 dollars", "Refunds", "Invoices", "退款"),
    "auth": ("Access tokens", "Sessions", "refresh token"),
    "limits": ("Free plan", "Pro plan are limited", "Plan: Pro", "Plan: Free"),
}
SOURCES = (
    SourceDocument(id="billing", title="Billing FAQ", url="https://docs.example.com/billing", content="x"),
    SourceDocument(id="auth", path="src/auth.ts", content="x"),
    SourceDocument(id="limits", path="docs/limits.md", content="x"),
)


def supporting(text: str) -> list[str]:
    return [source_id for source_id, words in FACTS.items() if any(word in text for word in words)]


def verify(claims: tuple[Claim, ...]) -> tuple[VerifiedClaim, ...]:
    found: list[VerifiedClaim] = []
    for claim in claims:
        fields = {name: getattr(claim, name) for name in Claim.model_fields}
        if not claim.checkable:
            found.append(VerifiedClaim(**fields, status="not_checkable"))
            continue
        right = supporting(claim.text)
        evidence = tuple(
            Evidence(source_id=one, start=0, end=1, quote="x", relation="supports", score=0.9) for one in right
        )
        belief = Probabilities(supported=float(bool(right)), unsupported=float(not right), contradicted=0)
        verdict = Verdict(
            claim_id=claim.id, probabilities=belief, evidence=evidence, reasoning="", method="exact_match"
        )
        status: Status = "supported" if right else "unsupported"
        found.append(VerifiedClaim(**fields, status=status, probability=float(bool(right)), verdict=verdict))
    return tuple(found)


def checked(draft: str) -> tuple[CitationCheck, ...]:
    claims = extract(draft, source_names=checks.names(SOURCES))
    verified = verify(claims)
    markers = checks.markers(draft, claims, SOURCES)
    texts = {claim.id: claim.text for claim in claims}
    statuses: dict[tuple[str, str], Status] = {
        (claim_id, source_id): "supported" if source_id in supporting(texts[claim_id]) else "unsupported"
        for claim_id, source_id in checks.to_verify(markers, verified)
    }
    return checks.check(markers, verified, statuses, SOURCES)


def said(draft: str) -> list[tuple[str, int, str | None]]:
    return [(found.verdict, found.index, found.right_source_id) for found in checked(draft)]


FORMS = {
    "Rose [1].": ["1"],
    "Rose [1, 3].": ["1", "3"],
    "Rose [2-4].": ["2-4", "2-4", "2-4"],
    "Rose.[1][2]": ["1", "2"],
    "Rose.[^1]": ["1"],
    "Rose (source 2).": ["2"],
    "Rose (Source 2, 3).": ["2", "3"],
    "Rose [source 2].": ["2"],
    "价格上涨【1】。": ["1"],
    "Rose.¹ ²": ["¹", "²"],
    "Rose (²).": ["²"],
    "Rose (see [1] and [2]).": ["1", "2"],
    "Rose [1](https://x.example/y).": ["1"],
}


@each_of(("draft", "digits"), FORMS.items())
def test_each_number_of_a_marker_has_its_own_place_and_is_no_word_of_the_claim(draft: str, digits: list[str]) -> None:
    claims = extract(draft)
    found = checks.markers(draft, claims, SOURCES)
    assert [draft[marker.start : marker.end] for marker in found] == digits
    assert [claim.text.strip(".。") for claim in claims] == ["价格上涨" if "价" in draft else "Rose"]


@each_of(
    "draft",
    ["Call a[1] now.", "`x[1]` is set.", "It takes 5 m².", "It is 10².", "- [x] Done it.", "The law [2019] is new.",
     "Values in [0, 1] are valid.", "```\na = b[1]\n```", "items[2].name is set.", "E = mc²."],
)  # fmt: skip
def test_indexes_powers_boxes_and_years_are_no_markers(draft: str) -> None:
    assert checks.markers(draft, extract(draft), SOURCES) == ()


def test_each_verdict_names_the_right_source() -> None:
    draft = (
        "The Pro plan costs 12 dollars [1]. Access tokens expire [1]. Refunds are paid [7]. "
        "Sessions are stored in Redis. The office is in Paris [2]."
    )
    assert said(draft) == [
        ("accurate", 1, None),
        ("wrong_source", 1, "auth"),
        ("nonexistent", 7, "billing"),
        ("missing", 2, "auth"),
        ("wrong_source", 2, None),
    ]
    assert checks.accuracy(checked(draft)) == 0.25


def test_raised_digits_beyond_the_last_source_are_a_row_of_numbers() -> None:
    assert [found.index for found in checked("Refunds are paid.¹³")] == [1, 3]
    assert [found.index for found in checked("Refunds are paid.¹⁴")] == [14]  # there is no fourth source


def test_without_any_marker_nothing_is_missing_and_there_is_no_accuracy() -> None:
    assert checked("Refunds are paid. Access tokens expire.") == ()
    assert checks.accuracy(()) is None


@each_of(
    ("draft", "expected"),
    [
        ("- Access tokens expire.[2][3]\n- Invoices are sent. Refunds are paid. [1]",
         [("accurate", 2, None), ("wrong_source", 3, "auth"), ("accurate", 1, None)]),
        ("| Plan | Limit |\n|---|---|\n| Free | 10MB [3] |\n| Pro | 100MB [1] |",
         [("accurate", 3, None), ("wrong_source", 1, "limits")]),
        ("Refunds are paid.[^a] Sessions are stored.[^b]\n\n[^a]: Billing FAQ\n[^b]: https://docs.example.com/billing",
         [("accurate", 1, None), ("wrong_source", 1, "auth")]),
        ("Refunds are paid ([docs](https://docs.example.com/billing)). Access tokens expire (docs/limits.md).",
         [("accurate", 1, None), ("wrong_source", 3, "auth")]),
        ("Refunds are paid.\n\nAccess tokens expire.\n\nSources: [1], [2], [9]",
         [("accurate", 1, None), ("accurate", 2, None), ("nonexistent", 9, "billing")]),
        ("The limits [3]:\n\n- The Free plan is small.\n- Access tokens expire. [2]",
         [("accurate", 3, None), ("accurate", 2, None)]),
        ("AuthService uses a refresh token [2] and stores Invoices in cookies [1].",
         [("accurate", 2, None), ("accurate", 1, None)]),
        ("退款在30天内处理。【1】价格上涨【2】。", [("accurate", 1, None), ("wrong_source", 2, None)]),
    ],
)  # fmt: skip
def test_markers_are_read_in_every_shape_of_answer(draft: str, expected: list[tuple[str, int, str | None]]) -> None:
    assert said(draft) == expected


def test_a_closing_marker_that_leaves_an_earlier_sentence_to_another_source_says_so() -> None:
    assert said("Access tokens expire. Refunds are paid [1].") == [("missing", 2, "auth"), ("accurate", 1, None)]


def test_what_the_claims_own_evidence_answers_is_not_verified_again() -> None:
    draft = "Refunds are paid [1]. Access tokens expire [1]. Nobody knows this place [2]."
    claims = extract(draft)
    asked = checks.to_verify(checks.markers(draft, claims, SOURCES), verify(claims))
    assert asked == ((claims[1].id, "billing"),)


def test_lone_support_without_a_quote_that_bears_on_it_counts_as_none() -> None:
    (claim,) = verify(extract("Refunds are paid."))
    assert claim.verdict is not None
    weak = claim.verdict.evidence[0].model_copy(update={"score": 0.0})
    doubtful = claim.model_copy(update={"verdict": claim.verdict.model_copy(update={"evidence": (weak,)})})
    assert (checks.alone(claim), checks.alone(doubtful)) == ("supported", "unsupported")


def test_lists_of_sources_at_the_end_are_no_claims() -> None:
    draft = "Refunds are paid [1].\n\nSources:\n- Billing FAQ\n- https://docs.example.com/billing"
    claims = extract(draft, source_names=checks.names(SOURCES))
    assert [claim.why for claim in claims] == [None, "lead-in", "reference", "reference"]


DRAFTS = st.lists(
    st.sampled_from(
        [
            "The fee is $5", "退款", " [1]", "[2, 3]", "【1】", " (source 2)", "¹", "[^1]", ". ", "\n\n", "- ",
            "。", " and ",
            "a[1]", "[1]: https://a.b/c\n", "`x`", "[docs](src/auth.ts)", "(src/auth.ts)", "[0]", "[[", "]",
            "| a | b |\n|---|---|\n", "😀",
        ]
    ),
    max_size=14,
).map("".join)  # fmt: skip


@given(DRAFTS)
@settings(max_examples=60, deadline=None)
def test_spans_lie_in_the_draft_and_hold_their_number(draft: str) -> None:
    claims = extract(draft, source_names=checks.names(SOURCES))
    for claim in claims:
        assert draft[claim.start : claim.end].strip() == draft[claim.start : claim.end] != ""
    for marker in checks.markers(draft, claims, SOURCES):
        written = draft[marker.start : marker.end]
        assert marker.outer.start <= marker.start < marker.end <= marker.outer.end <= len(draft)
        if written.isdigit() and written.isascii():
            assert int(written) == marker.index
        assert set(marker.claim_ids) <= {claim.id for claim in claims}


@given(DRAFTS)
@settings(max_examples=60, deadline=None)
def test_blanking_the_markers_keeps_every_other_character_in_its_place(draft: str) -> None:
    from critique_core.citations.markers import blanked  # noqa: PLC0415

    found = find(draft)
    inside = {at for marker in found for at in range(marker.start, marker.end)}
    view = blanked(draft, found)
    assert len(view) == len(draft)
    assert all(view[at] == draft[at] for at in range(len(draft)) if at not in inside)


@pytest.mark.parametrize(("marker", "numbers"), [("[3-23]", 21), ("[3-24]", 0), ("[5-3]", 0)])
def test_a_range_of_up_to_21_sources_is_a_marker_and_a_wider_one_is_a_range_of_values(
    marker: str, numbers: int
) -> None:
    assert sum(len(found.parts) for found in find(f"The ferry leaves at nine {marker}.")) == numbers
