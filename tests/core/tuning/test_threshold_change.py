"""What another threshold changes: errors caught, claims to read, and the very claims that flip."""

from hypothesis import given
from hypothesis import strategies as st

from critique_core.models import Calibrator, Profile
from critique_core.tuning.change import Comparison, Decided
from critique_core.tuning.labels import Label

PROBABILITIES = st.floats(0, 1).map(lambda value: round(value, 4))


def label(probability: float, *, supported: bool, claim: str = "", kind: str = "fact") -> Label:
    return Label(
        probability=probability, supported=supported, group="g", claim=claim or f"{probability}",
        slices={"claim_kind": kind},
    )  # fmt: skip


LABELS = (
    label(0.1, supported=False), label(0.55, supported=False), label(0.65, supported=False),
    label(0.6, supported=True), label(0.9, supported=True),
)  # fmt: skip


def test_a_higher_threshold_catches_errors_and_gives_more_to_read() -> None:
    change = Comparison(LABELS, Profile(support_threshold=0.5)).at(0.7)
    assert (change.labels, change.unsupported) == (5, 3)
    assert change.before == Decided(caught=1, held=1)
    assert change.after == Decided(caught=3, held=4)
    assert [(flip.kind, flip.label.claim) for flip in change.flips] == [
        ("caught", "0.55"), ("caught", "0.65"), ("alarm", "0.6"),
    ]  # fmt: skip


def test_a_lower_threshold_names_the_errors_that_it_misses_first() -> None:
    change = Comparison(LABELS, Profile(support_threshold=0.95)).at(0.5)
    assert [(flip.kind, flip.label.claim) for flip in change.flips] == [
        ("missed", "0.65"), ("missed", "0.55"), ("spared", "0.9"), ("spared", "0.6"),
    ]  # fmt: skip
    assert change.after.caught - change.before.caught == -2


def test_the_profile_in_use_decides_with_its_calibrator_and_slices_and_so_does_the_new_threshold() -> None:
    halved = Calibrator(kind="isotonic", points=((0.0, 0.0), (1.0, 0.5)))
    in_use = Profile(support_threshold=0.3, slices={"claim_kind=quote": 0.9}, calibrator=halved)
    labels = (label(0.7, supported=True), label(0.7, supported=False, claim="q", kind="quote"))
    assert Comparison(labels, in_use, halved).at(0.3, {"claim_kind=quote": 0.9}).flips == ()
    [flip] = Comparison(labels, in_use, halved).at(0.3).flips
    assert (flip.kind, flip.label.claim, flip.probability) == ("missed", "q", 0.35)
    assert [one.kind for one in Comparison(labels, in_use).at(0.8).flips] == ["alarm"]


@given(
    st.lists(st.tuples(PROBABILITIES, st.booleans()), min_size=1, max_size=40), PROBABILITIES, PROBABILITIES
)  # fmt: skip
def test_the_flips_account_for_every_difference(beliefs: list[tuple[float, bool]], before: float, after: float) -> None:
    labels = [label(p, supported=truth, claim=str(place)) for place, (p, truth) in enumerate(beliefs)]
    change = Comparison(labels, Profile(support_threshold=before)).at(after)
    kinds = [flip.kind for flip in change.flips]
    assert change.after.caught - change.before.caught == kinds.count("caught") - kinds.count("missed")
    held = kinds.count("caught") + kinds.count("alarm") - kinds.count("missed") - kinds.count("spared")
    assert change.after.held - change.before.held == held
    between = {str(place) for place, (p, _) in enumerate(beliefs) if min(before, after) <= p < max(before, after)}
    assert {flip.label.claim for flip in change.flips} == between
