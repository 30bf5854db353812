"""The best threshold by each objective: against trying all, against known truth, and what cannot be chosen."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from critique_core.errors import InvalidInput
from critique_core.tuning.curves import Curves
from critique_core.tuning.fitting import LEAST_OF_EACH, data_fingerprint, fitted, objective_met, prepare, tune
from critique_core.tuning.intervals import LEAST_GROUPS, UNSCATTERED
from critique_core.tuning.labels import Label
from critique_core.tuning.objectives import Objective, choose

OBJECTIVES = [
    Objective(),
    Objective(name="f_beta", beta=0.5),
    Objective(name="balanced_accuracy"),
    Objective(name="cost", miss_cost=3, alarm_cost=1),
    Objective(name="precision_floor", floor=0.8),
]

rows = st.lists(st.tuples(st.integers(0, 20).map(lambda place: place / 20), st.booleans()), min_size=2, max_size=40)


def labels_of(listed, *, group_size: int = 1, verifier: str | None = "v") -> list[Label]:
    return [
        Label(
            probability=probability,
            supported=supported,
            group=f"request {place // group_size}",
            claim=str(place),
            verifier_fingerprint=verifier,
            slices={"claim_kind": "fact" if place % 2 else "inference"},
        )
        for place, (probability, supported) in enumerate(listed)
    ]


def drawn(count: int, seed: int = 0) -> list[tuple[float, bool]]:
    """Labels of a verifier whose probabilities are true."""
    random = np.random.default_rng(seed)
    probability = random.beta(2, 1, count).round(4)
    return list(zip(probability.tolist(), (random.random(count) < probability).tolist(), strict=True))


def curves_of(listed, resamples: int = 20) -> Curves:
    return Curves.of(labels_of(listed), resamples=resamples)


def value_at(curves: Curves, objective: Objective, threshold: float) -> float:
    """The objective as something to maximise; a precision below the floor does not count."""
    reading = curves.at(threshold)
    if objective.name == "precision_floor" and (reading.figures["precision"].value or 0) < objective.floor - 1e-9:
        return float("-inf")
    value = objective_met(curves, objective, threshold).value
    return float("-inf") if value is None else -value if objective.name == "cost" else value


@pytest.mark.parametrize("objective", OBJECTIVES, ids=str)
@given(listed=rows)
@settings(max_examples=25)
def test_no_other_threshold_does_better(objective, listed):
    if len({supported for _, supported in listed}) < 2:
        return
    curves = curves_of(listed, resamples=2)
    everything = [value_at(curves, objective, place / 20) for place in range(21)]
    try:
        found = choose(curves, objective)
    except InvalidInput:
        assert max(everything) == float("-inf")
    else:
        assert value_at(curves, objective, found.threshold) == pytest.approx(max(everything))
        assert found.above <= found.threshold <= found.up_to


def test_the_middle_of_the_widest_stretch_of_equal_thresholds_is_taken():
    # F1 is best for every threshold in (0.3, 0.7]; one more label at 0.31 would not move it far.
    assert choose(curves_of([(0.2, False), (0.3, False), (0.7, True), (0.8, True)]), Objective()).threshold == 0.5
    # Balanced accuracy is 3/4 in (0.1, 0.2] and in (0.6, 0.9]: the wider stretch is the steadier choice.
    listed = [(0.1, False), (0.2, True), (0.6, False), (0.9, True)]
    assert choose(curves_of(listed), Objective(name="balanced_accuracy")).threshold == 0.75
    listed = [(0.1, False), (0.5, True), (0.8, False), (0.9, True)]
    assert choose(curves_of(listed), Objective(name="balanced_accuracy")).threshold == 0.3


def test_a_threshold_lies_on_the_right_side_even_between_close_neighbours():
    found = choose(curves_of([(0.30001, False), (0.30002, True)]), Objective())
    assert 0.30001 < found.threshold <= 0.30002


@pytest.mark.parametrize("place", [1000, 1001, 3000, 5003, 9998])
def test_a_threshold_between_neighbours_in_the_last_place_holds_the_lower_one_back(place):
    held_back, passed = place / 10_000, (place + 1) / 10_000
    found = choose(curves_of([(held_back, False), (passed, True)]), Objective())
    assert held_back < found.threshold <= passed


def test_when_misses_cost_far_more_every_claim_is_held_back():
    listed = [(0.9, False), (0.8, True), (0.2, False)]
    found = choose(curves_of(listed), Objective(name="cost", miss_cost=100, alarm_cost=1))
    assert 0.9 < found.threshold <= 1
    dear_alarms = choose(curves_of(listed), Objective(name="cost", miss_cost=1, alarm_cost=100))
    assert dear_alarms.threshold <= 0.8


# --- known truth -------------------------------------------------------------------------------------------------

# With true probabilities, cost is least at miss / (miss + alarm) (Elkan 2001), balanced accuracy best at the share of
# supported claims, and F1 best at half its own maximum (Lipton, Elkan and Naryanaswamy 2014). P ~ Beta(2, 1) has a mean
# of 2/3; its F1 at t is 2 (1 - t^3) 2/3 / ((1 - t^2) + 2/3), best at the square root of 2 less 1.
OPTIMA = [
    (Objective(name="cost", miss_cost=3, alarm_cost=1), 0.75),
    (Objective(name="balanced_accuracy"), 2 / 3),
    (Objective(), 2**0.5 - 1),
]


def test_the_closed_form_of_the_best_f1_is_right():
    thresholds = np.linspace(0.001, 0.999, 9981)
    f1 = 2 * (1 - thresholds**3) * 2 / 3 / ((1 - thresholds**2) + 2 / 3)
    assert thresholds[f1.argmax()] == pytest.approx(2**0.5 - 1, abs=2e-4)
    assert f1.max() / 2 == pytest.approx(2**0.5 - 1, abs=2e-4)


@pytest.mark.parametrize(("objective", "optimum"), OPTIMA, ids=[str(objective) for objective, _ in OPTIMA])
def test_the_tuner_finds_the_optimum_within_its_interval(objective, optimum):
    """30 sets of 800 labels of a calibrated verifier: nearly all intervals hold the truth, and it is near."""
    found = [choose(curves_of(drawn(800, seed), resamples=200), objective) for seed in range(30)]
    inside = sum(one.interval.low <= optimum <= one.interval.high for one in found)
    assert inside >= 26
    assert np.mean([one.threshold for one in found]) == pytest.approx(optimum, abs=0.03)
    assert max(abs(one.threshold - optimum) for one in found) < 0.2
    assert np.mean([one.interval.high - one.interval.low for one in found]) < 0.25


def test_what_is_told_of_the_held_out_part_is_not_flattered():
    """Over many small sets the figure on the tuning part is too good, and the one held out is not."""
    objective, told, flattered, true = Objective(name="balanced_accuracy"), [], [], []
    for seed in range(60):
        found = tune(labels_of(drawn(150, seed)), objective, resamples=2)
        t = found.choice.threshold
        flattered.append(found.met.value)
        told.append(found.held_out_met.value)
        true.append(((1 - t**3) + (3 * t**2 - 2 * t**3)) / 2)
    assert np.mean(flattered) - np.mean(true) > 0.015
    assert np.mean(told) == pytest.approx(np.mean(true), abs=0.015)


# --- what cannot be chosen ---------------------------------------------------------------------------------------


def test_labels_of_one_side_choose_nothing():
    with pytest.raises(InvalidInput, match="all 2 labels to tune on are supported"):
        choose(curves_of([(0.2, True), (0.9, True)]), Objective())
    with pytest.raises(InvalidInput, match="there are no labels"):
        choose(curves_of([]), Objective())


def test_a_floor_that_no_threshold_reaches_says_what_can_be_had():
    with pytest.raises(InvalidInput, match=r"precision of 0.9 .*the best is 0.667"):
        choose(curves_of([(0.9, False), (0.8, True), (0.7, True)]), Objective(name="precision_floor", floor=0.9))


@pytest.mark.parametrize(
    ("given_fields", "message"),
    [
        ({"name": "conformal"}, "objective conformal needs alpha"),
        ({"name": "cost", "miss_cost": 1}, "objective cost needs alarm_cost"),
        ({"name": "cost", "miss_cost": 0, "alarm_cost": 0}, "needs a cost above 0"),
        ({"name": "f1", "alpha": 0.1}, "objective f1 does not use alpha"),
        ({"name": "f_beta", "beta": 0}, "greater than 0"),
        ({"name": "conformal", "alpha": 1}, "less than 1"),
    ],
)
def test_an_objective_says_which_parameter_is_wrong(given_fields, message):
    with pytest.raises(ValidationError, match=message):
        Objective.model_validate(given_fields)


@pytest.mark.parametrize(
    ("objective", "words"),
    [
        (Objective(), "best F1"),
        (Objective(name="f_beta", beta=0.5), "best F-beta, with beta 0.5"),
        (Objective(name="balanced_accuracy"), "best balanced accuracy"),
        (Objective(name="cost", miss_cost=5, alarm_cost=1), "least cost: 5 a miss, 1 a false alarm"),
        (Objective(name="precision_floor", floor=0.95), "most supported claims at a precision of 0.95 or more"),
        (
            Objective(name="conformal", alpha=0.1),
            "promise: an expected share of missed unsupported claims of 0.1 at most",
        ),
    ],
)
def test_an_objective_reads_as_plain_words(objective, words):
    assert str(objective) == words


def test_labels_of_two_verifiers_are_not_mixed():
    mixed = labels_of(drawn(20)) + labels_of(drawn(20), verifier="another")
    with pytest.raises(InvalidInput, match="come from 2 verifiers"):
        tune(mixed, Objective(), resamples=2)
    assert tune(labels_of(drawn(40), verifier=None), Objective(), resamples=2).verifier_fingerprint is None


# --- how much to trust it ----------------------------------------------------------------------------------------


def test_few_labels_make_a_provisional_threshold_and_enough_do_not():
    few = tune(labels_of(drawn(60)), Objective(), resamples=200)
    assert any("is" in reason and "wide" in reason for reason in few.provisional)
    assert any(f"fewer than {LEAST_OF_EACH}" in reason for reason in few.provisional)
    assert few.needed > 150
    many = tune(labels_of(drawn(3000)), Objective(), resamples=200)
    assert many.provisional == ()
    assert many.needed < 3000
    assert tune(labels_of(drawn(3000)), Objective(), width=0.01, resamples=200).needed > 3000


def test_too_few_held_out_answers_make_a_threshold_provisional_however_many_labels_there_are():
    found = tune(labels_of(drawn(1200), group_size=150), Objective(), resamples=50)
    held = found.held_out.replicates.groups
    assert held < LEAST_GROUPS
    assert found.held_out_met.interval is None
    assert f"held-out answers from different sources: {held}, and an interval needs 5" in found.provisional
    assert found.needed > 1200


def test_no_error_among_few_held_out_labels_is_no_proof():
    right = [(0.9, True), (0.1, False)] * 100
    few = tune(labels_of(right), Objective(name="cost", miss_cost=1, alarm_cost=1), resamples=50)
    assert few.held_out_met.value == 0
    assert few.provisional == (f"{UNSCATTERED}, on the labels held out",)
    assert few.needed == 385
    many = tune(labels_of(right * 2), Objective(name="cost", miss_cost=1, alarm_cost=1), resamples=50)
    assert many.provisional == ()


def test_the_number_of_labels_still_needed_is_right():
    """With as many labels as it asks for, the held-out interval is about as wide as was wished."""
    widths = []
    for seed in range(8):
        asked = tune(labels_of(drawn(600, seed)), Objective(), width=0.07, resamples=200).needed
        found = tune(labels_of(drawn(asked, seed=100 + seed)), Objective(), resamples=200).held_out_met.interval
        widths.append(found.high - found.low)
    assert np.mean(widths) == pytest.approx(0.07, rel=0.15)


def test_a_slice_gets_its_own_threshold_when_it_has_labels_enough():
    shifted = [(p / 2 if place % 2 else p, supported) for place, (p, supported) in enumerate(drawn(1200))]
    objective = Objective(name="balanced_accuracy")
    found = tune(labels_of(shifted), objective, by="claim_kind", resamples=50).slices
    assert found["claim_kind=fact"] == pytest.approx(1 / 3, abs=0.12)
    assert found["claim_kind=inference"] == pytest.approx(2 / 3, abs=0.12)
    assert tune(labels_of(shifted[:150]), objective, by="claim_kind", resamples=50).slices == {}


def test_the_fingerprint_of_labels_knows_their_truth_and_not_their_order():
    labels = labels_of(drawn(30))
    assert data_fingerprint(labels) == data_fingerprint(labels[::-1])
    changed = [labels[0].model_copy(update={"supported": not labels[0].supported}), *labels[1:]]
    assert data_fingerprint(labels) != data_fingerprint(changed)
    assert data_fingerprint(labels) == data_fingerprint([one.model_copy(update={"answer": "a"}) for one in labels])


@pytest.mark.parametrize(("wrong", "told"), [(LEAST_OF_EACH, False), (LEAST_OF_EACH - 1, True)])
def test_a_threshold_needs_enough_labels_of_each_kind_and_no_more(wrong, told):
    prepared = prepare(labels_of(drawn(600)), resamples=20)
    unsupported = [label for label in prepared.on if not label.supported]
    on = (*(label for label in prepared.on if label.supported), *unsupported[:wrong])
    assert len(unsupported) > wrong
    found = fitted(replace(prepared, on=on), Objective())
    assert any(reason.startswith("unsupported labels to tune on") for reason in found.provisional) is told
