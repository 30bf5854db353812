import pytest
from hypothesis import given
from hypothesis import strategies as st

from critique_core.models import Claim, Evidence, Finding, Probabilities, Profile, Span, Verdict
from critique_core.scoring.statuses import assign

DRAFT = "The server restarts nightly and keeps logs for ninety days."


def claim_of(draft: str = DRAFT, **fields) -> Claim:
    return Claim.of(draft, 0, len(draft), **fields)


def verdict_of(claim: Claim, supported: float, contradicted: float = 0.0, **fields) -> Verdict:
    probabilities = Probabilities(
        supported=supported, unsupported=1 - supported - contradicted, contradicted=contradicted
    )
    return Verdict(
        claim_id=claim.id, probabilities=probabilities, reasoning="because", method="typed_comparison", **fields
    )


def status(supported: float, contradicted: float = 0.0, *, draft: str = DRAFT, threshold: float = 0.5, **fields) -> str:
    claim = claim_of(draft)
    verdict = verdict_of(claim, supported, contradicted, **fields)
    [verified] = assign([claim], [verdict], Profile(support_threshold=threshold), draft=draft)
    return verified.status


def marks(*words: str, draft: str = DRAFT) -> tuple[Span, ...]:
    return tuple(Span(start=draft.index(word), end=draft.index(word) + len(word)) for word in words)


def omitted_condition() -> Finding:
    return Finding(
        kind="condition", agreement="omitted", start=0, end=5, claim_value="100MB", source_id="a",
        source_value="Free: 10MB", explanation="the Free tier has 10MB",
    )  # fmt: skip


def test_the_threshold_of_the_profile_decides_what_is_supported():
    assert status(0.62, threshold=0.6) == "supported"
    assert status(0.6, threshold=0.6) == "supported"
    assert status(0.58, threshold=0.6) == "unsupported"


def test_below_the_threshold_the_likelier_fault_names_the_status():
    assert status(0.1, contradicted=0.8) == "contradicted"
    assert status(0.1, contradicted=0.2) == "unsupported"
    assert status(0.2, contradicted=0.4) == "contradicted"


def test_what_is_likely_supported_is_not_contradicted_by_a_stricter_threshold():
    assert status(0.69, contradicted=0.25, threshold=0.71) == "unsupported"
    assert status(0.49, contradicted=0.3, threshold=0.71) == "contradicted"


def test_a_yes_before_the_claim_is_no_part_that_stands():
    draft = "Yes, sticks from outside are allowed."
    assert status(0.02, draft=draft, marked=marks("sticks from outside are allowed", draft=draft)) == "unsupported"


def test_marks_on_part_of_the_words_make_a_claim_partly_supported():
    assert status(0.3, marked=marks("keeps logs for ninety days")) == "partially_supported"


def test_marks_on_what_a_claim_of_one_part_says_leave_it_unsupported():
    draft = "The server keeps its logs for ninety days."
    for marked in (marks("keeps its logs", draft=draft), marks("ninety", draft=draft)):
        assert status(0.3, marked=marked, draft=draft) == "unsupported"


def test_marks_on_every_word_leave_a_claim_of_two_parts_unsupported():
    assert status(0.3, marked=marks(DRAFT)) == "unsupported"


@pytest.mark.parametrize(
    "draft",
    [
        "Sie startet jede Nacht neu und behält die Protokolle neunzig Tage.",
        "She led the firm, which ninety people had founded.",
        "The price is 1,870 euros because ninety people paid.",
    ],
)
def test_what_joins_two_parts_is_known_in_several_forms(draft):
    word = "neunzig" if "neunzig" in draft else "ninety"
    assert status(0.3, marked=marks(word, draft=draft), draft=draft) == "partially_supported"


def test_a_comma_within_a_number_joins_nothing():
    draft = "The price is 1,870 euros."
    assert status(0.3, marked=marks("1,870", draft=draft), draft=draft) == "unsupported"


def test_no_marks_say_nothing_about_a_part():
    assert status(0.3) == "unsupported"


def test_marks_do_not_soften_a_contradiction():
    assert status(0.1, contradicted=0.8, marked=marks("ninety")) == "contradicted"


def test_marks_soften_what_is_contradicted_less_than_unsupported():
    assert status(0.1, contradicted=0.3, marked=marks("ninety", "days")) == "partially_supported"
    assert status(0.1, contradicted=0.6, marked=marks("ninety", "days")) == "contradicted"


def test_a_mark_on_no_word_of_content_leaves_no_part_standing():
    assert status(0.1, marked=marks("and")) == "unsupported"


def test_marks_count_single_characters_where_a_script_has_no_spaces():
    draft = "这台服务器每晚重启并保留日志九十天"
    assert status(0.3, marked=marks("九十天", draft=draft), draft=draft) == "partially_supported"
    assert (
        status(0.3, marked=marks("这台服务器每晚重启并保留日志九十", draft=draft), draft=draft) == "partially_supported"
    )
    assert status(0.3, marked=marks(draft, draft=draft), draft=draft) == "unsupported"


def test_a_left_out_condition_makes_a_claim_partly_supported():
    assert status(0.4, findings=(omitted_condition(),)) == "partially_supported"
    assert status(0.7, findings=(omitted_condition(),)) == "supported"


def test_nothing_is_called_unsupported_before_all_source_text_was_read():
    assert status(0.1, complete=False) == "unverified"
    assert status(0.3, marked=marks("keeps logs for ninety days"), complete=False) == "unverified"
    assert status(0.1, contradicted=0.8, complete=False) == "contradicted"
    assert status(0.9, complete=False) == "supported"


@pytest.mark.parametrize("kind", ["opinion", "not_checkable"])
def test_what_is_not_checkable_has_no_probability(kind):
    claim = claim_of(kind=kind)
    [verified] = assign([claim], [verdict_of(claim, 0.9)], Profile(), draft=DRAFT)
    assert (verified.status, verified.probability, verified.verdict) == ("not_checkable", None, None)


def test_a_failed_or_missing_verdict_is_unverified_and_never_a_pass():
    claim = claim_of()
    failed = Verdict(claim_id=claim.id, probabilities=None, reasoning="-", method="nli", failure="the server is away")
    guessed = verdict_of(claim, 0.99, failure="the server went away halfway")
    for verdicts in ([failed], [guessed], []):
        [verified] = assign([claim], verdicts, Profile(support_threshold=0), draft=DRAFT)
        assert (verified.status, verified.probability) == ("unverified", None)


def test_a_claim_is_disputed_only_when_two_sources_disagree():
    claim = claim_of()

    def disputed(*parts: tuple[str, str]) -> bool:
        evidence = tuple(
            Evidence(source_id=source_id, start=0, end=1, quote="T", relation=relation) for source_id, relation in parts
        )
        [verified] = assign([claim], [verdict_of(claim, 0.6, evidence=evidence)], Profile(), draft=DRAFT)
        return verified.disputed

    assert disputed(("a", "supports"), ("b", "contradicts"))
    assert not disputed(("a", "supports"), ("a", "contradicts"))
    assert not disputed(("a", "supports"), ("b", "context"))


def test_what_was_found_between_the_sources_decides_whether_a_claim_is_disputed():
    claim = claim_of()
    evidence = tuple(
        Evidence(source_id=source_id, start=0, end=1, quote="T", relation=relation)
        for source_id, relation in (("a", "supports"), ("b", "contradicts"))
    )
    verdict = verdict_of(claim, 0.6, evidence=evidence)
    for found in ({claim.id}, set()):
        [verified] = assign([claim], [verdict], Profile(), draft=DRAFT, disputed=found)
        assert verified.disputed == bool(found)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_a_stricter_threshold_never_turns_a_claim_into_supported(supported, low, high):
    low, high = sorted((low, high))
    if status(supported, threshold=low) != "supported":
        assert status(supported, threshold=high) != "supported"
