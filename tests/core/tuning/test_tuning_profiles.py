"""Calibrators and profiles: what they do, what they refuse, and that a file holds all of it."""

from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from sklearn.metrics import log_loss as sklearn_log_loss

from critique_core.errors import FormatError, InvalidInput, SettingsError
from critique_core.metrics.accuracy import log_loss
from critique_core.models import Calibrator, Probabilities, VerifierSpec
from critique_core.tuning.calibrators import fit, recalibrate
from critique_core.tuning.fitting import tune
from critique_core.tuning.labels import Label
from critique_core.tuning.objectives import Objective
from critique_core.tuning.profiles import TunedProfile, profile_of, read_profile, write_profile

KINDS = ("platt", "isotonic")
NOW = datetime(2026, 11, 22, tzinfo=UTC)


def labels_of(count: int, *, seed: int = 0, power: float = 1.0, verifier: str | None = "v" * 64) -> list[Label]:
    """Three claims an answer; the true probability is shown to the power ``power``, so above 1 it is too timid."""
    random = np.random.default_rng(seed)
    true = random.beta(2, 1, count)
    supported = random.random(count) < true
    return [
        Label(
            probability=round(float(p) ** power, 4),
            supported=bool(s),
            group=f"request {place // 3}",
            claim=str(place),
            verifier_fingerprint=verifier,
        )
        for place, (p, s) in enumerate(zip(true, supported, strict=True))
    ]


def profile(labels: list[Label] | None = None, **options) -> TunedProfile:
    tuning = tune(labels or labels_of(600), Objective(name="cost", miss_cost=3, alarm_cost=1), resamples=50, **options)
    return profile_of(tuning, name="strict", author="ann", created_at=NOW, verifier="embedded")


# --- calibrators -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_recalibration_mends_a_timid_verifier_on_labels_it_has_not_seen(kind):
    found = recalibrate(labels_of(1500, power=3), kind, resamples=200)
    for name in ("calibration_error", "brier", "log_loss"):
        assert found.after[name] < 0.9 * found.before[name]
    assert found.after["calibration_error"] < 0.04
    assert found.brier_change.high < 0
    for true in (0.4, 0.7, 0.9):
        assert found.calibrator.apply(true**3) == pytest.approx(true, abs=0.08)


@pytest.mark.parametrize("kind", KINDS)
def test_recalibration_of_a_calibrated_verifier_is_not_praised(kind):
    found = recalibrate(labels_of(900), kind, resamples=200)
    assert found.brier_change.high > 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_label_has_no_say_in_its_own_calibration(kind):
    """Turning all labels of one answer round moves other answers' probabilities, never that answer's own."""
    labels = labels_of(150)
    turned = [
        label.model_copy(update={"supported": not label.supported}) if label.group == "request 7" else label
        for label in labels
    ]
    before, after = (recalibrate(one, kind, resamples=2).calibrated for one in (labels, turned))
    own = [place for place, label in enumerate(labels) if label.group == "request 7"]
    assert [before[place] for place in own] == [after[place] for place in own]
    assert before != after


@pytest.mark.parametrize("kind", KINDS)
def test_no_claim_overtakes_another(kind):
    calibrator = fit(labels_of(200, power=2), kind)
    shown = [calibrator.apply(place / 1000) for place in range(1001)]
    assert shown == sorted(shown)
    assert len(set(shown)) > 100
    assert 0 <= shown[0] < shown[-1] <= 1


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0.05, 2000), st.floats(-1000, 1000))
def test_platt_rises_whatever_its_parameters(one, other, slope, intercept):
    calibrator = Calibrator(kind="platt", slope=slope, intercept=intercept)
    low, high = sorted((one, other))
    assert 0 <= calibrator.apply(low) <= calibrator.apply(high) <= 1


def test_a_platt_of_slope_one_changes_nothing_and_points_are_joined_by_lines():
    assert Calibrator(kind="platt").apply(0.37) == 0.37
    broken = Calibrator(kind="isotonic", points=((0.2, 0.1), (0.4, 0.5), (0.8, 0.6)))
    assert [broken.apply(raw) for raw in (0, 0.2, 0.3, 0.4, 0.6, 0.8, 1)] == [0.1, 0.1, 0.3, 0.5, 0.55, 0.6, 0.6]
    with pytest.raises(ValidationError, match="must rise"):
        Calibrator(kind="isotonic", points=((0.2, 0.5), (0.4, 0.1)))


@pytest.mark.parametrize("kind", KINDS)
def test_the_pipeline_is_given_the_calibrator_with_the_threshold_on_its_scale(kind):
    labels = labels_of(600, power=3)
    made = profile(labels, calibrator=kind)
    given_on = made.as_profile()
    assert given_on.support_threshold == made.threshold
    for label in labels:
        raw = Probabilities(supported=label.probability, unsupported=1 - label.probability, contradicted=0)
        assert given_on.calibrated(raw).supported == made.calibrator.apply(label.probability)


def test_log_loss_is_scikit_learns():
    labels = labels_of(200)
    truth, probability = [one.supported for one in labels], [one.probability for one in labels]
    assert log_loss(truth, probability) == pytest.approx(sklearn_log_loss(truth, probability))
    assert log_loss([True, False], [0.0, 0.5]) == pytest.approx((np.log(1e6) + np.log(2)) / 2)
    assert log_loss([], []) is None


@pytest.mark.parametrize("kind", KINDS)
def test_labels_that_speak_against_the_verifier_make_no_calibrator(kind):
    turned = [label.model_copy(update={"supported": not label.supported}) for label in labels_of(300)]
    with pytest.raises(InvalidInput, match="a higher probability does not mean"):
        fit(turned, kind)
    with pytest.raises(InvalidInput, match="supported and unsupported labels"):
        fit([label for label in turned if label.supported], kind)


@pytest.mark.parametrize("kind", KINDS)
def test_perfectly_separated_labels_make_a_finite_calibrator(kind):
    labels = [
        label.model_copy(update={"supported": label.probability > 0.6}) for label in labels_of(120) if label.probability
    ]
    calibrator = fit(labels, kind)
    assert calibrator.apply(0.1) < 0.1
    assert calibrator.apply(0.95) > 0.9
    assert kind == "isotonic" or calibrator.slope < 15  # Platt's targets; without them it grows without end
    assert (
        read_profile(profile().model_copy(update={"calibrator": calibrator}).model_dump_json()).calibrator == calibrator
    )


# --- profiles ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"calibrator": "platt"}, {"calibrator": "isotonic"}], ids=str)
def test_a_profile_survives_its_file(options, tmp_path):
    made = profile(**options)
    path = tmp_path / "profile.json"
    write_profile(made, path)
    assert read_profile(path.read_bytes(), file=str(path)) == made
    assert f'"threshold": {made.threshold}' in path.read_text(encoding="utf-8")


def test_a_profile_says_what_it_rests_on():
    made = profile()
    assert made.labels == {"human": 600}
    assert 0 < made.labels_held_out < 600
    assert made.interval.low <= made.threshold <= made.interval.high
    assert made.met.held_out is not None
    assert made.figures["precision"].tuning_interval.low <= made.figures["precision"].tuning
    assert (made.author, made.created_at, made.verifier_fingerprint) == ("ann", NOW, "v" * 64)
    assert made.data_fingerprint != profile(labels_of(600, seed=1)).data_fingerprint


def test_the_threshold_is_on_the_calibrated_scale():
    timid = labels_of(1500, power=3)
    raw, calibrated = profile(timid), profile(timid, calibrator="platt")
    assert raw.threshold == pytest.approx(0.75**3, abs=0.12)  # cost 3 to 1: pass from a true probability of 0.75 on
    assert calibrated.threshold == pytest.approx(0.75, abs=0.08)
    passed = calibrated.figures["coverage"]
    assert passed.held_out == pytest.approx(passed.tuning, abs=0.1)  # the held-out labels are on that scale as well


def test_the_pipeline_gets_a_profile_of_its_own_verifier_only():
    made = profile()
    given_on = made.fitting(VerifierSpec(spec="embedded", fingerprint="v" * 64))
    assert (given_on.name, given_on.support_threshold, given_on.verifier_fingerprint) == (
        "strict", made.threshold, "v" * 64,
    )  # fmt: skip
    with pytest.raises(SettingsError, match=r"'strict' is stale: it was tuned on embedded .* and another .* is in use"):
        made.fitting(VerifierSpec(spec="another", fingerprint="w" * 64))


def test_an_unbound_profile_can_be_looked_at_but_not_activated():
    unbound = profile(labels_of(600, verifier=None))
    assert unbound.threshold > 0
    with pytest.raises(SettingsError, match="bound to no verifier"):
        unbound.as_profile()
    with pytest.raises(SettingsError, match="bound to no verifier"):
        unbound.fitting(VerifierSpec(spec="embedded", fingerprint="v" * 64))


def test_a_file_that_is_no_profile_is_refused_by_name(tmp_path):
    with pytest.raises(FormatError, match=r"mine.json: is no profile: .*threshold"):
        read_profile('{"name": "x"}', file="mine.json")
    with pytest.raises(FormatError, match="is no profile"):
        read_profile("{")
    with pytest.raises(InvalidInput, match="cannot be written"):
        write_profile(profile(), tmp_path / "no such folder" / "profile.json")
