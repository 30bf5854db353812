import pytest

from critique_core.errors import InvalidInput
from critique_core.metrics.injection import Supported, run, shipped
from critique_core.models import parse_request
from critique_core.verifiers.embedded import EmbeddedVerifier
from tests.makers.verifiers import ScriptedVerifier, UnreachableVerifier, believing

TEXT = "The tower in Verrick is 320 metres high. It opened on 3 May 2004 and costs $12. Dogs are not allowed."
REQUEST = {"draft": TEXT, "sources": [{"id": "a", "content": TEXT.replace("and costs $12", "Entry costs $12")}]}


@pytest.fixture
def tower() -> list[Supported]:
    return [Supported(parse_request(REQUEST))]


def by_kind(battery):
    return {one.kind: one for one in battery.kinds}


def test_a_verifier_that_accepts_all_misses_all(tower):
    battery = run(tower, ScriptedVerifier(), per_kind=4, seed=1)
    assert battery.claims >= 3
    assert (battery.false_alarms, battery.false_alarm_rate) == (0, 0.0)
    made = [one for one in battery.kinds if one.made]
    assert {"number", "unit", "date", "money", "name", "negation"} <= {one.kind for one in made}
    assert all(one.recall == 0.0 and len(one.missed) == one.made for one in made)
    assert by_kind(battery)["condition"].recall is None
    missed = by_kind(battery)["number"].missed[0]
    assert missed.old == "320"
    assert missed.new in missed.claim
    assert "320" in missed.was


def test_a_verifier_that_accepts_nothing_notices_all_and_alarms_always(tower):
    battery = run(tower, ScriptedVerifier({"": believing(0.02)}), per_kind=4, seed=1)
    assert all(one.recall == 1.0 for one in battery.kinds if one.made)
    assert battery.false_alarm_rate == 1.0
    assert [alarm.status for alarm in battery.alarms] == ["unsupported"] * battery.claims


def test_only_the_changed_claim_is_asked_about(tower):
    judge = ScriptedVerifier()
    run(tower, judge, per_kind=1, seed=1)
    first, *others = judge.asked
    assert len(first.claims) >= 3
    assert all(len(asked.claims) == 1 and asked.draft != REQUEST["draft"] for asked in others)


def test_the_same_seed_gives_the_same_battery(tower):
    first, again, other = (run(tower, ScriptedVerifier(), per_kind=3, seed=seed) for seed in (5, 5, 6))
    assert first == again
    assert first.kinds != other.kinds


def test_a_place_has_another_value_when_more_are_asked_for(tower):
    numbers = by_kind(run(tower, ScriptedVerifier(), per_kind=3, seed=2))["number"].missed
    assert len({one.new for one in numbers}) == len(numbers) > 1


def test_what_is_planted_or_may_be_true_is_no_error():
    draft = "The fee is 30 euros. It opens on Tuesday."
    request = parse_request(
        {"draft": draft, "sources": [{"id": "a", "content": "The fee is 30 euros. Open from Tuesday to Sunday."}]}
    )
    planted = Supported(request, ((0, 20),))
    kinds = by_kind(run([planted], ScriptedVerifier(), per_kind=9, seed=1))
    assert not kinds["money"].made
    assert {one.new for one in kinds["date"].missed} == {"Monday"}


def test_a_value_that_no_source_states_is_not_changed():
    request = parse_request(
        {"draft": "It costs 30 euros.", "sources": [{"id": "a", "content": "Price: thirty euros."}]}
    )
    assert not by_kind(run([Supported(request)], ScriptedVerifier(), per_kind=9, seed=1))["money"].made


def test_a_verifier_that_cannot_be_used_has_alarms_that_say_so(tower):
    battery = run(tower, UnreachableVerifier(), per_kind=1, seed=1)
    assert {alarm.status for alarm in battery.alarms} == {"unverified"}


def test_without_a_claim_there_is_nothing_to_measure():
    with pytest.raises(InvalidInput, match="no claim that sources could support"):
        run([], ScriptedVerifier())


def test_progress_counts_every_error(tower):
    told: list[tuple[int, int]] = []
    battery = run(tower, ScriptedVerifier(), per_kind=2, seed=1, tell=lambda *both: told.append(both))
    total = sum(one.made for one in battery.kinds)
    assert told == [(done, total) for done in range(1, total + 1)]


def test_the_shipped_examples_leave_out_what_is_planted():
    drafts = shipped()
    assert len(drafts) > 10
    assert all(one.request.sources for one in drafts)
    assert any(one.planted for one in drafts)


def test_the_embedded_verifier_notices_a_wrong_number(tower):
    battery = run(tower, EmbeddedVerifier(), per_kind=2, seed=1)
    assert by_kind(battery)["number"].recall == 1.0
    assert battery.false_alarms == 0
