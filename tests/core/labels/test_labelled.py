"""What reviewers' labels make of an answer: the machine's rule on people's words, the rest as it was."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from critique_core import CritiqueRequest, SourceDocument, critique
from critique_core.labels.answer_label import by_labels
from critique_core.labels.fold import ReviewedClaim, fold
from critique_core.labels.new_claims import NewClaims
from critique_core.labels.reshape import reshape
from critique_core.models import Action, Conflict, Critique, Decision, Gate, Place, PolicyName, Status
from tests.makers.rows import each_of
from tests.makers.verifiers import ScriptedVerifier, believing

NAMES = ("one", "two", "three", "four", "five", "six", "seven")
DRAFT = " ".join(f"Lamp {name} weighs 3 kg." for name in NAMES)
SOURCES = (SourceDocument(id="a", content="Lamps weigh 3 kg."),)
SURE, WRONG = believing(0.95), believing(0.02, 0.95)


def judged(
    faults: Sequence[str] = (), policy: PolicyName = "calibrated", *, check_contradictions: bool = False
) -> Critique:
    beliefs = {f"Lamp {name} ": WRONG if name in faults else SURE for name in NAMES}
    request = CritiqueRequest(query="", draft=DRAFT, sources=SOURCES)
    options = request.options.model_copy(update={"policy": policy, "check_contradictions": check_contradictions})
    return critique(request.model_copy(update={"options": options}), verifier=ScriptedVerifier(beliefs))


def labelled(critique: Critique, labels: dict[int, Status | None]) -> tuple[ReviewedClaim, ...]:
    """The claims with a status for some of them by place; ``None`` stands for a bare reject."""
    return fold(
        critique,
        [
            Decision(
                item_id="i", action="reject" if status is None else "relabel", status=status, reviewer="Ada",
                critique_id=critique.id, claim_id=critique.claims[place].id, id=f"d{place}", sequence=place + 1,
                created_at=datetime.now(UTC),
            )
            for place, status in labels.items()
        ],
    )  # fmt: skip


def test_without_a_label_there_is_nothing_to_say() -> None:
    answer = judged()
    assert by_labels(answer, fold(answer, ())) is None


def test_one_contradicted_claim_of_seven_bars_acceptance_and_three_of_them_reject() -> None:
    answer = judged()
    assert answer.recommendation == "accept"
    one = by_labels(answer, labelled(answer, {0: "contradicted", 1: "supported"}))
    assert one is not None
    assert (one.labelled, one.checkable, one.recommendation) == (2, 7, "retry")
    assert one.counts == {"contradicted": 1, "supported": 1}
    three = by_labels(answer, labelled(answer, dict.fromkeys(range(3), "unsupported")))
    assert three is not None
    assert three.recommendation == "reject"


def test_claims_that_a_person_calls_supported_win_the_answer_back() -> None:
    answer = judged(faults=NAMES[:3])
    assert answer.recommendation == "reject"
    verdict = by_labels(answer, labelled(answer, dict.fromkeys(range(3), "supported")))
    assert verdict is not None
    assert verdict.recommendation == "accept"


def test_a_bare_reject_turns_the_machines_word_round() -> None:
    answer = judged(faults=NAMES[:1])
    verdict = by_labels(answer, labelled(answer, {0: None, 1: None}))
    assert verdict is not None
    assert verdict.counts == {"supported": 1, "unsupported": 1}


@each_of("policy", ["calibrated", "draft_critique", "critic", "self_rag", "grounded"])
@each_of("faults", [0, 1, 3, 7])
def test_labels_that_say_what_the_machine_says_recommend_what_it_does(policy: PolicyName, faults: int) -> None:
    answer = judged(NAMES[:faults], policy)
    same = by_labels(answer, labelled(answer, {at: one.status for at, one in enumerate(answer.claims)}))
    assert same is not None
    assert same.recommendation == answer.recommendation


@pytest.mark.parametrize(
    ("policy", "recommended"),
    [  # of one and of three contradicted claims of seven, and of seven that are supported in part
        ("calibrated", ("retry", "reject", "retry")),
        ("draft_critique", ("retry", "retry", "accept")),
        ("critic", ("accept", "retry", "accept")),
        ("self_rag", ("retry", "retry", "retry")),
        ("grounded", ("accept", "retry", "retry")),
    ],
)
def test_the_policy_that_decides_decides_here_too(policy: PolicyName, recommended: tuple[str, ...]) -> None:
    answer = judged(policy=policy)
    labels: list[dict[int, Status | None]] = [
        dict.fromkeys(range(1), "contradicted"),
        dict.fromkeys(range(3), "contradicted"),
        dict.fromkeys(range(7), "partially_supported"),
    ]
    verdicts = [by_labels(answer, labelled(answer, one)) for one in labels]
    assert tuple(one.recommendation for one in verdicts if one) == recommended


def test_the_gate_says_how_many_faults_are_too_many() -> None:
    answer = judged()
    claims = labelled(answer, {0: "unsupported"})
    strict = by_labels(answer, claims, gate=Gate(reject_rate=0.1))
    assert strict is not None
    assert strict.recommendation == "reject"


def act(critique: Critique, number: int, action: Action, **fields: Any) -> Decision:
    return Decision(
        item_id="i", action=action, reviewer="Ada", critique_id=critique.id, id=f"act{number}", sequence=100 + number,
        created_at=datetime.now(UTC), **fields,
    )  # fmt: skip


def reshaped(answer: Critique, action: Action) -> Critique:
    """The answer with its first claim split, moved, or merged with the second."""
    first, second = answer.claims[:2]
    places = {
        "split": (first.start + 8, first.start + 8),
        "respan": (first.start, first.end - 1),
        "merge": (first.start, second.end),
    }
    start, end = places[action]
    return reshape(answer, [act(answer, 1, action, claim_id=first.id, start=start, end=end)])


@pytest.mark.parametrize("action", ["split", "respan", "merge"])
def test_labels_win_the_answer_back_where_the_claim_was_split_moved_or_merged(action: Action) -> None:
    answer = judged(faults=NAMES[:2], check_contradictions=True)
    assert answer.recommendation != "accept"
    seen = reshaped(answer, action)
    assert answer.claims[0].id not in {claim.id for claim in seen.claims}
    verdict = by_labels(answer, labelled(seen, dict.fromkeys(range(len(seen.claims)), "supported")))
    assert verdict is not None
    assert verdict.recommendation == "accept"


def test_a_conflict_of_a_claim_that_was_split_is_over_when_its_parts_are_labelled() -> None:
    draft = "The lamp weighs 3 kg. The lamp weighs 9 kg. The lamp is red."
    answer = critique(CritiqueRequest(draft=draft, sources=SOURCES))
    assert any(conflict.in_draft for conflict in answer.findings.conflicts)
    splits = [
        act(answer, place, "split", claim_id=one.id, start=one.start + 8, end=one.start + 8)
        for place, one in enumerate(answer.claims[:2])
    ]
    seen = reshape(answer, splits)
    verdict = by_labels(answer, labelled(seen, dict.fromkeys(range(len(seen.claims)), "supported")))
    assert verdict is not None
    assert verdict.recommendation == "accept"


def test_a_conflict_of_the_draft_counts_until_one_of_its_two_statements_is_labelled_otherwise_than_supported() -> None:
    answer = judged(policy="critic")
    first, second = answer.claims[:2]
    conflict = Conflict(
        start=first.start, end=first.end, claim_id=first.id, severity=0.7, explanation="",
        related=(Place(start=second.start, end=second.end, claim_id=second.id),),
    )  # fmt: skip
    answer = answer.model_copy(update={"findings": answer.findings.model_copy(update={"conflicts": (conflict,)})})
    labels: list[dict[int, Status | None]] = [
        {2: "supported"}, {0: "supported", 1: "supported"}, {0: "not_checkable"}, {1: "not_checkable"},
    ]  # fmt: skip
    strict = Gate(overall_confidence_threshold=0.97)
    verdicts = [by_labels(answer, labelled(answer, one), gate=strict) for one in labels]
    assert [one.recommendation for one in verdicts if one] == ["retry", "retry", "accept", "accept"]


def test_the_machines_word_on_a_new_claim_counts_until_it_has_a_label() -> None:
    answer = judged(policy="draft_critique")
    added = act(answer, 1, "missed", start=DRAFT.index("one weighs"), end=DRAFT.index("one weighs") + 16)
    seen = NewClaims().reshaped(answer, [added], ScriptedVerifier({"one weighs 3 kg": WRONG, "": SURE}))
    [new] = [place for place, one in enumerate(seen.claims) if one.status == "contradicted"]
    without = by_labels(answer, labelled(seen, {6: "supported"}))
    with_one = by_labels(answer, labelled(seen, {6: "supported", new: "supported"}))
    assert without is not None
    assert with_one is not None
    assert (without.recommendation, with_one.recommendation) == ("retry", "accept")


def test_a_claim_called_not_checkable_counts_no_more() -> None:
    answer = judged(faults=NAMES[:1])
    verdict = by_labels(answer, labelled(answer, {0: "not_checkable"}))
    assert verdict is not None
    assert verdict.recommendation == "accept"
