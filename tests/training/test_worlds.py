import random
import re
from itertools import islice

import pytest

from training.worlds import KINDS, MAKERS, Case, case, cases
from training.worlds_base import World, choose, difference, render
from training.worlds_people import kinship

WORDS = re.compile(r"\w+")


def made(kind: str, count: int = 60) -> list[Case]:
    return [case(kind, random.Random(seed)) for seed in range(count)]


def auroc(scored: list[tuple[float, bool]]) -> float:
    right = [score for score, supported in scored if supported]
    wrong = [score for score, supported in scored if not supported]
    return sum((r > w) + (r == w) / 2 for r in right for w in wrong) / (len(right) * len(wrong))


def overlap(source: str, claim: str) -> float:
    words = WORDS.findall(claim.lower())
    known = set(WORDS.findall(source.lower()))
    return sum(word in known for word in words) / len(words)


@pytest.mark.parametrize("kind", KINDS)
def test_true_claims_state_facts_and_false_ones_do_not(kind: str) -> None:
    for seed in range(60):
        world = MAKERS[kind](random.Random(seed))
        assert world.pairs
        for pair in world.pairs:
            assert pair.fact in world.facts
            assert pair.lie not in world.facts
            assert pair.true != pair.false


@pytest.mark.parametrize("kind", KINDS)
def test_no_claim_of_a_case_is_both_true_and_false(kind: str) -> None:
    for seed in range(60):
        world = MAKERS[kind](random.Random(seed))
        assert not {pair.true for pair in world.pairs} & {pair.false for pair in world.pairs}


@pytest.mark.parametrize("kind", KINDS)
def test_half_of_the_claims_are_supported_and_the_rest_have_marked_words(kind: str) -> None:
    for one in made(kind):
        assert 4 <= len(one.claims) <= 8
        assert sum(claim.label == "supported" for claim in one.claims) * 2 == len(one.claims)
        for claim in one.claims:
            if claim.label == "supported":
                assert (claim.start, claim.end) == (0, 0)
            else:
                assert claim.label in {"contradicted", "unsupported", "partially_supported"}
                assert 0 <= claim.start < claim.end <= len(claim.text)
                assert claim.text[claim.start : claim.end].strip()


@pytest.mark.parametrize("kind", KINDS)
def test_texts_are_filled_in_sentences(kind: str) -> None:
    for one in made(kind):
        for claim in one.claims:
            assert not re.search(r"[{}\[\]|]|  | \.|\.\.$", claim.text), claim.text
            assert claim.text.endswith((".", "?"))
            assert not claim.text[0].islower()
        if kind not in {"records", "code"}:
            assert not re.search(r"[{}\[\]]|\ba [aeio]\w+ ", one.source.replace("a one", "")), one.source


def test_the_same_seed_gives_the_same_cases() -> None:
    first, again, other = (list(islice(cases(random.Random(seed)), 2 * len(KINDS))) for seed in (7, 7, 8))
    assert first == again
    assert first != other
    assert [one.kind for one in first] == [*KINDS, *KINDS]


def test_word_overlap_tells_nothing_of_the_label() -> None:
    scored = [
        (overlap(one.source, claim.text), claim.label == "supported")
        for one in islice(cases(random.Random(3)), 2000)
        for claim in one.claims
    ]
    assert 0.35 < auroc(scored) < 0.65


@pytest.mark.parametrize("kind", KINDS)
def test_word_overlap_tells_little_within_a_kind(kind: str) -> None:
    scored = [
        (overlap(one.source, claim.text), claim.label == "supported") for one in made(kind, 150) for claim in one.claims
    ]
    assert 0.3 < auroc(scored) < 0.7


def test_what_holds_both_ways_is_never_false_when_swapped() -> None:
    swaps = 0
    for seed in range(800):
        world = MAKERS["role"](random.Random(seed))
        for pair in world.pairs:
            if pair.fact[0] in {"spouse", "sibling", "neighbour", "cowrote", "rival", "merger", "drew"}:
                swaps += 1
                assert pair.lie != (pair.fact[0], pair.fact[2], pair.fact[1])
    assert swaps > 20


def test_comparisons_agree_with_the_numbers_told() -> None:
    checked = 0
    for seed in range(200):
        world = MAKERS["comparison"](random.Random(seed))
        for pair in world.pairs:
            if pair.fact[0] != "more":
                continue
            values = []
            for thing in pair.fact[1:]:
                block = next(block for block in world.blocks if str(thing).removeprefix("the ") in block)
                values.append(int(re.findall(r"(?<![\w])\d+", block)[0]))
            assert values[0] > values[1]
            checked += 1
    assert checked > 200


def test_dates_told_bear_out_the_order_of_firms() -> None:
    checked = 0
    for seed in range(300):
        world = MAKERS["temporal"](random.Random(seed))
        years = [int(year) for block in world.blocks for year in re.findall(r"\b(1[89]\d\d|20\d\d)\b", block)]
        for pair in world.pairs:
            if pair.fact[0] == "older":
                assert years[int(str(pair.fact[1]))] < years[int(str(pair.fact[2]))]
                checked += 1
    assert checked > 20


def test_kin_are_told_apart_by_every_tie_that_follows() -> None:
    world = kinship(random.Random(1))
    ties = {fact[1:] for fact in world.facts}
    gran, mother = next(
        (a, b) for kin, a, b in ties if kin == "mother" and any(t[0] == "grandmother" and t[1] == a for t in ties)
    )
    children = [b for kin, a, b in ties if kin == "mother" and a == mother]
    for child in children:
        assert ("grandmother", gran, child) in ties
        assert not {("mother", gran, child), ("grandmother", mother, child)} & ties
    assert sum(kin == "cousin" for kin, *_ in ties) in {0, 4}


def test_a_pair_that_the_facts_do_not_bear_out_is_refused() -> None:
    world = World(random.Random(0), facts={("older", "a", "b"), ("older", "b", "c")})
    with pytest.raises(ValueError, match="bear out"):
        world.say("A is older.", "C is older.", ("older", "a", "b"), ("older", "b", "c"))
    with pytest.raises(ValueError, match="bear out"):
        world.say("C is older.", "A is older.", ("older", "c", "a"), ("older", "a", "c"))
    with pytest.raises(ValueError, match="differ"):
        world.say("A is older.", "A is older.", ("older", "a", "b"), ("older", "b", "a"))


@pytest.mark.parametrize(
    ("true", "false", "marked"),
    [
        ("It took 9 hours.", "It took 12 hours.", "12"),
        ("Ann beat Bob.", "Bob beat Ann.", "Bob beat Ann"),
        ("Ann sang alone.", "Ann sang alone in a tent.", "in a tent"),
        ("She may not swim.", "She may swim.", "may swim"),
        ("Ann sang.", "Ann sang.", ""),
    ],
)
def test_the_words_at_fault_are_those_that_differ(true: str, false: str, marked: str) -> None:
    start, end = difference(true, false)
    assert false[start:end] == marked


def test_alternatives_are_chosen_inside_out() -> None:
    seen = {render(choose("[one|two [big|small]] {x}.", random.Random(seed)), {"x": "cats"}) for seed in range(40)}
    assert seen == {"One cats.", "Two big cats.", "Two small cats."}
