"""Agreement coefficients against their authors' worked examples, and what reviewers changed after the reveal."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from critique_core.agreement import (
    Rating,
    Reveal,
    agreement,
    anchoring,
    cohen,
    fleiss,
    krippendorff,
    ratings_of,
    reveals_of,
)
from critique_core.agreement import coefficients as formulas
from critique_core.agreement.tables import counted
from critique_core.models import Critique
from critique_core.tuning.intervals import UNSCATTERED
from tests.makers.timeout_answer import decide, timeout_answer

STATUSES = ("supported", "partially_supported", "unsupported", "contradicted", "unverified")


@pytest.fixture
def reviewed() -> Critique:
    return timeout_answer()


def by_rater(*rows: str) -> list[Rating]:
    """One row a reviewer, one character a claim; ``*`` is no rating."""
    return [
        Rating(f"claim {place}", f"reviewer {row}", status, f"request {place}")
        for row, statuses in enumerate(rows)
        for place, status in enumerate(statuses.split())
        if status != "*"
    ]


def from_counts(table: list[list[int]]) -> list[Rating]:
    """Ratings of which only the counts by claim and status are known, as Fleiss gives them."""
    found: list[Rating] = []
    for claim, counts in enumerate(table):
        given_statuses = [STATUSES[place] for place, count in enumerate(counts) for _ in range(count)]
        found += [Rating(f"claim {claim}", f"r{rater}", one, f"q{claim}") for rater, one in enumerate(given_statuses)]
    return found


def pair_from(matrix: list[list[int]]) -> list[Rating]:
    """Two reviewers' ratings from their table of agreement."""
    cells = [(i, j) for i, row in enumerate(matrix) for j, count in enumerate(row) for _ in range(count)]
    return [
        Rating(f"claim {place}", name, STATUSES[cell[side]], f"request {place}")
        for place, cell in enumerate(cells)
        for side, name in enumerate(("ann", "ben"))
    ]


# --- published examples ------------------------------------------------------------------------------------------


def test_cohens_own_example():
    # Cohen (1960), Educational and Psychological Measurement 20:37-46, table 2: observed .70, by chance .41.
    found = cohen(pair_from([[88, 14, 18], [10, 40, 10], [2, 6, 12]]), "ann", "ben")
    assert found.value == pytest.approx((140 - 82) / (200 - 82))
    assert found.value == pytest.approx(0.492, abs=5e-4)
    assert found.observed == pytest.approx(0.70)
    # Fleiss, Cohen and Everitt (1969) give the standard error for large samples; here it is about 0.05.
    assert found.interval.high - found.interval.low == pytest.approx(4 * 0.05, rel=0.15)
    assert found.interval.low < found.value < found.interval.high


# Fleiss (1971), Psychological Bulletin 76:378-382, table 1: 30 patients, 6 psychiatrists, 5 diagnoses.
DIAGNOSES = [
    "4 4 4 4 4 4", "2 2 2 5 5 5", "2 3 3 3 3 5", "5 5 5 5 5 5", "2 2 2 4 4 4", "1 1 3 3 3 3", "3 3 3 3 5 5",
    "1 1 3 3 3 4", "1 1 4 4 4 4", "5 5 5 5 5 5", "1 4 4 4 4 4", "1 2 4 4 4 4", "2 2 2 3 3 3", "1 4 4 4 4 4",
    "2 2 4 4 4 5", "3 3 3 3 3 5", "1 1 1 4 5 5", "1 1 1 1 1 2", "2 2 4 4 4 4", "1 3 3 5 5 5", "5 5 5 5 5 5",
    "2 4 4 4 4 4", "2 2 4 5 5 5", "1 1 4 4 4 4", "1 4 4 4 4 5", "2 2 2 2 2 4", "1 1 1 1 5 5", "2 2 4 4 4 4",
    "1 3 3 3 3 3", "5 5 5 5 5 5",
]  # fmt: skip


def test_fleiss_own_example():
    table = [[patient.split().count(str(diagnosis)) for diagnosis in range(1, 6)] for patient in DIAGNOSES]
    assert np.sum(table, axis=0).tolist() == [26, 26, 30, 55, 43]  # the column totals that the paper prints
    found = fleiss(from_counts(table))
    assert found.value == pytest.approx(0.430, abs=5e-4)
    assert found.observed == pytest.approx(0.5556, abs=5e-5)
    assert found.interval.low < 0.430 < found.interval.high


def test_krippendorffs_own_examples():
    # Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, examples A, B and C (missing ratings).
    binary = by_rater("0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0")
    assert krippendorff(binary).value == pytest.approx(0.095, abs=5e-4)
    nominal = by_rater("a a b b d c c c e d d a", "b a b b b c c c e d d d")
    assert krippendorff(nominal).value == pytest.approx(0.692, abs=5e-4)
    missing = by_rater(
        "1 2 3 3 2 1 4 1 2 * * *", "1 2 3 3 2 2 4 1 2 5 * 3", "* 3 3 3 2 3 4 2 2 5 1 *", "1 2 3 3 2 4 4 1 2 5 1 *"
    )
    found = krippendorff(missing)
    assert found.value == pytest.approx(0.743, abs=5e-4)
    assert found.claims == 11  # the last was rated by one observer alone
    assert found.interval.low < found.value <= found.interval.high


# --- laws --------------------------------------------------------------------------------------------------------

tables = st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=4), min_size=1, max_size=12)


@given(tables)
@settings(max_examples=40, deadline=None)
def test_the_resampled_formulas_are_the_libraries(rows):
    """What the intervals are made of gives the libraries' figures on the sample itself."""
    ratings = [
        Rating(f"c{claim}", f"r{rater}", str(status), f"q{claim}")
        for claim, row in enumerate(rows)
        for rater, status in enumerate(row)
    ]
    whole = pytest.MonkeyPatch()
    with whole.context() as patch:
        patch.setattr(
            formulas, "_interval", lambda _table, columns, formula, *_: float(formula(columns.sum(axis=0)[None, :])[0])
        )
        for found in (krippendorff(ratings), fleiss(ratings), cohen(ratings, "r0", "r1")):
            if found.value is not None:
                assert found.interval == pytest.approx(found.value)


def test_reviewers_who_always_agree_reach_one_and_guessers_nought():
    random = np.random.default_rng(0)
    same = [str(one) for one in random.integers(0, 3, 300)]
    found = agreement(by_rater(" ".join(same), " ".join(same)))
    assert [found.alpha.value, found.fleiss.value, found.by_pair["reviewer 0", "reviewer 1"].value] == [1, 1, 1]
    guesses = [" ".join(str(one) for one in random.integers(0, 3, 2000)) for _ in range(3)]
    found = agreement(by_rater(*guesses), resamples=200)
    for coefficient in (found.alpha, found.fleiss, *found.by_pair.values(), *found.by_status.values()):
        assert coefficient.value == pytest.approx(0, abs=0.05)
        assert coefficient.interval.high - coefficient.interval.low < 0.12
    assert len(found.by_pair) == 3


def test_claims_of_one_request_make_a_wider_interval_than_as_many_requests():
    random = np.random.default_rng(1)
    agreeing = np.repeat(random.random(60) < 0.7, 5)
    first = random.integers(0, 2, 300)
    rows = [" ".join(map(str, first)), " ".join(map(str, np.where(agreeing, first, 1 - first)))]
    apart = by_rater(*rows)
    together = [one._replace(group=f"request {int(one.claim.split()[1]) // 5}") for one in apart]
    narrow, wide = (krippendorff(ratings).interval for ratings in (apart, together))
    assert wide.high - wide.low > 1.6 * (narrow.high - narrow.low)


def test_each_status_is_measured_against_all_others():
    # They agree on what is contradicted, and are at odds over the rest.
    found = agreement(by_rater("s u c s u c s u c", "u s c u s c s s c"), resamples=50).by_status
    assert found["c"].value == 1
    assert found["s"].value < 0.2


@pytest.mark.parametrize(
    ("ratings", "reason"),
    [
        ([], "no claim was rated by two reviewers"),
        (by_rater("s u c"), "no claim was rated by two reviewers"),
        (by_rater("s u *", "* * s"), "no claim was rated by two reviewers"),
        (by_rater("s s s", "s s s"), "every rating is 's'"),
    ],
)
def test_what_is_undefined_is_none_with_its_reason(ratings, reason):
    for found in (krippendorff(ratings), fleiss(ratings)):
        assert (found.value, found.interval) == (None, None)
        assert reason in found.reason
    pair = cohen(ratings, "reviewer 0", "reviewer 1")
    assert pair.value is None
    assert pair.reason


def test_one_shared_answer_has_figures_and_says_what_an_interval_needs():
    ratings = [one._replace(group="answer 1") for one in by_rater("s u s s c", "s u s u s")]
    for found in (krippendorff(ratings), fleiss(ratings), cohen(ratings, "reviewer 0", "reviewer 1")):
        assert found.value is not None
        assert found.interval is None
        assert found.groups == 1
        assert found.reason == (
            "an interval needs answers from at least 5 different sets of sources that two have judged; there is 1"
        )
    four = [one._replace(group=f"answer {min(int(one.claim[-1]), 3)}") for one in ratings]
    assert "there are 4" in krippendorff(four).reason
    five = krippendorff(by_rater("s u s s c", "s u s u s"))
    assert five.interval.high > five.interval.low
    assert five.reason is None


def test_of_two_equally_common_numbers_of_ratings_fleiss_takes_the_greater():
    ratings = by_rater("s u s s", "s u s u", "s u * *")
    assert fleiss(ratings).value == 1  # of the first two claims, with three ratings each
    assert fleiss([one for one in ratings if one.claim != "claim 0"]).value < 1


def test_complete_agreement_has_no_interval_that_would_look_certain():
    found = krippendorff(by_rater("s u s s c u", "s u s s c u"))
    assert (found.value, found.interval, found.groups) == (1, None, 6)
    assert found.reason == UNSCATTERED


# --- from decisions ----------------------------------------------------------------------------------------------


def test_ratings_come_from_each_reviewer_and_blind_ones_stand(reviewed):
    seen = {"shown": {"status": "contradicted"}}
    found = ratings_of(
        reviewed,
        [
            decide(reviewed, 0, "relabel", status="supported"),
            decide(reviewed, 0, "accept", **seen),
            decide(reviewed, 0, "accept", reviewer="ben", **seen),
            decide(reviewed, 1, "reject", reviewer="ben"),
            decide(reviewed, 2, "relabel", status="unsupported", reviewer="file", origin="imported"),
        ],
    )
    assert [(one.reviewer, one.status) for one in found] == [("ann", "supported"), ("ben", "contradicted")]
    assert {one.claim for one in found} == {f"{reviewed.request.fingerprint}/{reviewed.claims[0].id}"}


def test_answers_that_share_their_sources_are_one_group(reviewed):
    event = decide(reviewed, 0, "relabel", status="supported")
    [alone], [shared] = ratings_of(reviewed, [event]), ratings_of(reviewed, [event], source_group="manual 7")
    assert alone.group == reviewed.request.fingerprint
    assert shared == alone._replace(group="manual 7")


def test_a_reveal_counts_once_the_reviewer_has_seen_the_status(reviewed):
    blind = [
        decide(reviewed, 0, "relabel", status="supported"),
        decide(reviewed, 1, "relabel", status="unsupported"),
    ]
    assert reveals_of(reviewed, blind) == ()
    submitted = [*blind, decide(reviewed, None, "submit")]
    changed = decide(reviewed, 0, "relabel", status="contradicted", shown={"status": "contradicted"})
    assert reveals_of(reviewed, [*submitted, changed]) == (
        Reveal("supported", "contradicted", "contradicted"),
        Reveal("unsupported", "unsupported", "supported"),
    )


def test_the_anchoring_rate_is_the_share_that_came_round():
    found = anchoring(
        [
            Reveal("supported", "contradicted", "contradicted"),
            Reveal("supported", "supported", "contradicted"),
            Reveal("supported", "unsupported", "contradicted"),
            Reveal("unsupported", "unsupported", "contradicted"),
            Reveal("supported", "supported", "supported"),
        ]
    )
    assert (found.rate, found.came_round, found.differed, found.changed, found.revealed) == (0.25, 1, 4, 2, 5)
    assert found.interval == pytest.approx((0.0456, 0.6994), abs=5e-4)  # Wilson, 1 of 4
    assert anchoring([]).rate is None
    assert anchoring([Reveal("supported", "supported", "supported")]).rate is None


def test_a_claim_with_one_rating_has_no_pairs_that_could_agree():
    both = [Rating("a", "x", "supported", "g"), Rating("a", "y", "supported", "g")]
    alone = Rating("b", "x", "unsupported", "g")
    assert counted([*both, alone]).observed == counted(both).observed == 1.0
    assert counted([alone]).observed is None
