"""A claim that its sources do not mention is never supported, however sure the encoder is."""

import json
import math

import pytest

from benchmarks.claim_suite import judge, unrelated
from critique_core import critique, parse_request
from critique_core.evidence.index import SourceIndex
from critique_core.language.sentence import analyse
from critique_core.models import Claim, SourceDocument
from critique_core.verifiers.embedded.features import STATED_PRIOR, draft_shift, judge_of
from critique_core.verifiers.embedded.reading import Reading, read
from critique_core.verifiers.embedded.surface import surface
from tests.makers.judged import judged
from tests.makers.places import DATA

TOWER = "The Eiffel Tower was completed in 1889."
UPLOADS = "Files of up to 2 GB can be uploaded from the dashboard."
QUOTE = "Washbasin: 420 euros. Mixer tap: 185 euros. Shower cabin: 735 euros. Delivery takes two weeks."
LAKE = "The lake freezes over in most winters."


def reading(claim: str, source: str, code: str = "en") -> Reading:
    documents = {"s": SourceDocument(id="s", content=source)}
    (candidates,) = SourceIndex(tuple(documents.values())).candidates((Claim.of(claim, 0, len(claim)),))
    return read(analyse(claim, code), candidates, documents)


@pytest.mark.parametrize(
    ("claim", "source", "least", "most"),
    [
        ("Refunds are free of charge.", TOWER, 0.0, 0.0),
        ("The tower was completed in 1889.", TOWER, 0.95, 1.0),
        ("The tower was completed in 1905.", TOWER, 0.95, 1.0),
        ("The three items together come to 1,340 euros.", QUOTE, 0.2, 0.5),
        ("Refunds take 30 days.", TOWER, 0.0, 0.0),
        ("It is.", TOWER, 0.0, 0.0),
    ],
    ids=["nothing", "all", "a value that conflicts is spoken of", "a derived value", "a missing value", "no content"],
)
def test_bearing_is_the_share_of_words_and_values_that_sources_speak_of(
    claim: str, source: str, least: float, most: float
) -> None:
    assert least <= reading(claim, source).bearing <= most


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Refunds are free of charge.", TOWER),
        ("Refunds are free of charge.", LAKE),
        ("Support answers on weekdays.", UPLOADS),
        ("Support answers on weekdays.", LAKE),
        ("Members pay nothing.", UPLOADS),
        ("Under-sixes do not have to pay.", TOWER),
    ],
)
def test_a_claim_that_nothing_speaks_of_is_not_supported(claim: str, source: str) -> None:
    judged = judge({"claim": claim, "sources": [{"id": "s", "content": source}]})
    assert reading(claim, source).bearing == 0
    assert judged.status != "supported"
    assert judged.verdict is not None
    assert all(quote.relation != "supports" for quote in judged.verdict.evidence)


def test_other_claims_of_a_draft_do_not_lift_one_that_nothing_speaks_of() -> None:
    draft = "Refunds take 30 days. Refunds are free of charge. Parcels leave the warehouse within 2 days."
    found = critique(parse_request({"query": "", "draft": draft, "sources": [{"id": "s", "content": TOWER}]}))
    assert [claim.status for claim in found.claims] == ["unsupported"] * 3


def test_the_rest_of_a_draft_counts_in_so_far_as_the_sources_bear_on_the_claim() -> None:
    gains: list[float] = []
    for claim in ("Refunds are free of charge.", "The Eiffel Tower was repainted in the spring."):
        found = reading(claim, TOWER)
        alone, beside = (judge_of(found, None, "alignment")(draft).supported for draft in (0.0, 1.0))
        gains.append(beside - alone)
    assert gains[0] == 0.0 < gains[1]


def test_a_sum_of_stated_values_supports_without_a_shared_word_and_quotes_no_empty_unit() -> None:
    judged = judge(
        {
            "claim": "The three items together come to 1,340 euros.",
            "sources": [{"id": "s", "content": QUOTE}],
        }
    )
    assert judged.status == "supported"
    assert judged.verdict is not None
    assert judged.verdict.evidence
    assert all(quote.score > 0 for quote in judged.verdict.evidence)


@pytest.mark.slow
@pytest.mark.parametrize(("one_sentence", "most"), [(False, 0.12), (True, 0.08)])
def test_few_claims_are_accepted_beside_sources_of_another_row(one_sentence: bool, most: float) -> None:
    rows = [json.loads(line) for line in (DATA / "claims_open_6.jsonl").read_text("utf-8").splitlines()][::2]
    judged = [judge(row) for row in unrelated(rows, one_sentence=one_sentence)]
    assert sum(claim.status == "supported" for claim in judged) / len(judged) <= most
    for claim in judged:
        supporting = [q.score for q in claim.verdict.evidence if q.relation == "supports"] if claim.verdict else []
        assert all(score > 0 for score in supporting)
        assert supporting or claim.status != "supported"


def test_a_draft_that_holds_lifts_its_claims_the_more_the_longer_it_is_and_another_lowers_none():
    assert draft_shift([]) == draft_shift([0.9]) == 0.0
    assert 0.0 < draft_shift([0.9] * 3) < draft_shift([0.9] * 12) < 4.0
    assert draft_shift([0.9, 0.9, 0.05, 0.05, 0.1]) == draft_shift([0.3] * 8) == 0.0
    assert draft_shift([0.9] * 6 + [0.2]) < draft_shift([0.9] * 6)


@pytest.mark.parametrize("strength", [1.5, 4.0])
def test_the_shift_is_that_of_a_prior_that_the_claims_themselves_bear_out(strength: float) -> None:
    alone = [0.9, 0.85, 0.8, 0.7, 0.95, 0.75, 0.9, 0.6]
    shift = draft_shift(alone, strength)
    moved = [1 / (1 + (1 - p) / p * math.exp(-shift)) for p in alone]
    share = (sum(moved) + strength * STATED_PRIOR) / (len(alone) + strength)
    odds = math.log(share / (1 - share)) - math.log(STATED_PRIOR / (1 - STATED_PRIOR))
    assert shift == pytest.approx(odds, abs=0.02)


@pytest.mark.parametrize(
    ("code", "more", "bounded"),
    [("en", " The fence is 900 metres long.", False), ("de", " The fence is 900 metres long.", True), ("en", "", True)],
)
def test_bounds_loosen_over_long_sources_in_english_for_values_that_they_write(
    code: str, more: str, bounded: bool
) -> None:
    claim = "In 2019 the park had 15 rangers, 4 gates and 900 visitors."
    source = SourceDocument(id="s", content=f"In 2019 the park had 15 rangers, 4 gates and many visitors.{more}")
    found = reading(claim, source.content, code)
    (few_words,) = surface([Claim.of(claim, 0, len(claim))], claim, "", [source])
    many_words = {**few_words, "bearing_words": math.log1p(500)}
    assert judge_of(found, None, "typed", few_words)(0.0).supported < 0.5
    assert (judge_of(found, None, "typed", many_words)(0.0).supported < 0.5) == bounded


LONG = (
    "The valley lies between two ranges of hills and has been settled since the Bronze Age. Its river rises in a "
    "small lake near the northern pass and is fed by some twenty brooks. Farmers grow barley, flax and apples, "
    "and in the last decades vineyards have been planted on the southern slopes. The largest village has a church "
    "with a wooden tower, two inns and a market hall that was rebuilt after a fire. A narrow road leads from "
    "there over the hills to the coast. Every autumn the herds are driven down from the high pastures, and "
    "musicians come together to play. Painters discovered the place and founded a colony whose houses can still "
    "be seen. A quarter of the inhabitants work in tourism, many others in the timber trade. A dam that was "
    "planned in the sixties was never built, because the ground proved too soft. Botanists value the moor at the "
    "upper end for its orchids, and herons have been counted there. "
) * 2


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Today's soup was cooked by Leonie.", "Today's soup was cooked by Tomasz. The dessert is by Leonie."),
        (
            "Under section 7, the tenant pays for repairs to the heating.",
            "Section 7: the landlord pays for all repairs to the heating. The tenant pays for light bulbs.",
        ),
    ],
)
def test_a_long_source_that_hardly_speaks_of_a_claim_loosens_no_bound(claim: str, source: str) -> None:
    assert judged(claim, source).status != "supported"
    assert judged(claim, source, LONG).status != "supported"


def test_a_condition_left_out_is_as_sure_in_a_long_source() -> None:
    assert judged("The museum is free.", f"{LONG} The museum is free for children under twelve.").status == (
        "partially_supported"
    )


@pytest.mark.parametrize(
    ("right", "wrong", "source"),
    [
        (
            "Tents are stored in the attic.",
            "Bikes are stored in the attic.",
            "Tents are stored in the attic, bikes in the cellar.",
        ),
        (
            "Lemons can be pruned hard.",
            "Kumquats can be pruned hard.",
            "Kumquats should be trimmed lightly, lemons can be pruned hard.",
        ),
        (
            "Children pay 4 euros at weekends.",
            "Children pay 2 euros at weekends.",
            "Children pay 4 euros at weekends and 2 euros on weekdays.",
        ),
    ],
)
def test_what_a_sentence_pairs_is_as_sure_in_a_long_source(right: str, wrong: str, source: str) -> None:
    assert judged(right, f"{LONG} {source}").status == "supported"
    assert judged(wrong, source).status == "contradicted"
    assert judged(wrong, f"{LONG} {source}").status == "contradicted"


def test_what_is_paired_otherwise_is_told_with_its_own_pair() -> None:
    found = judged("Bikes are stored in the attic.", "Tents are stored in the attic, bikes in the cellar.").verdict
    assert found is not None
    assert found.reasoning == "For “bikes” the source says “cellar”, the draft “attic”."


def test_counted_things_are_no_verbs_that_pair_them() -> None:
    sheet = (
        "Handover sheet, maternity: 23 mothers on the ward, 21 babies in cots beside them, 4 babies in special care."
    )
    found = judged("Twenty-one of the mothers on the ward have given birth.", sheet).verdict
    assert found is not None
    assert all(finding.kind != "role" for finding in found.findings)
