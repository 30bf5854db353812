"""Made events: the same event in any form is supported, doer and receiver exchanged is not."""

from random import Random

from tests.makers.rows import each_of
from training.roles import Event, parties, shared_work, window

BEAT = Event("Ann Lee", "Bo Dahl", "beat", "lost to", " in Oslo")


def test_every_form_of_an_event_says_the_same_and_every_exchanged_one_the_opposite():
    same = {BEAT.told(Random(seed)) for seed in range(40)}
    assert same == {
        "Ann Lee beat Bo Dahl in Oslo.", "Bo Dahl lost to Ann Lee in Oslo.", "It was Ann Lee who beat Bo Dahl in Oslo.",
    }  # fmt: skip
    other = {BEAT.told(Random(seed), exchanged=True) for seed in range(40)}
    assert other == {
        "Bo Dahl beat Ann Lee in Oslo.", "Ann Lee lost to Bo Dahl in Oslo.", "It was Bo Dahl who beat Ann Lee in Oslo.",
    }  # fmt: skip


@each_of("seed", range(40))
def test_parties_differ_and_claims_are_about_them(seed):
    rng = Random(seed)
    names = parties(rng, 6)
    assert len(set(names)) == 6
    told, claims = window(rng)
    assert 1 <= len(told) <= 3
    for claim in claims:
        assert (claim.label == "supported") == (claim.spans == ())
        if claim.label != "supported":
            assert claim.text not in told


def test_claims_are_about_half_supported():
    claims = [claim for seed in range(400) for claim in window(Random(seed))[1]]
    assert 0.4 < sum(claim.label == "supported" for claim in claims) / len(claims) < 0.6
    assert {claim.label for claim in claims} == {"supported", "contradicted", "unsupported"}


@each_of("seed", range(60))
def test_a_part_of_a_work_is_supported_with_its_own_doer_alone(seed):
    told, claims = shared_work(Random(seed))
    for claim in claims:
        active = claim.text.casefold().rstrip(".")
        if " was " not in active and " the " not in active[4:]:  # with its own object, not "it"
            assert (active in told[0].casefold()) == (claim.label == "supported")
    assert {claim.label for claim in claims} <= {"supported", "contradicted"}
