"""A sentence does not conflict with itself, whatever its words would mean elsewhere."""

import pytest

from benchmarks.claim_suite import judge

SENTENCES = [
    "The bats leave in waves: mothers first, then the old males, then, an hour after dark, the young of the year.",
    "Copper fell on Thursday, losing 1.4 per cent to $8,310 a tonne in London, its lowest since February.",
    "Dab povidone on the wound, rinse after 30 seconds, cover with paste.",
    "Cover for illnesses starts after 14 days, for accidents after 48 hours, and for hip problems after six months.",
]
NEAR = {1: "Zinc lost 0.6 per cent and lead 0.2 per cent."}


@pytest.mark.parametrize("place", range(len(SENTENCES)))
def test_a_claim_that_a_source_says_word_for_word_is_supported(place: int):
    content = " ".join([SENTENCES[place], NEAR.get(place, "")]).strip()
    found = judge({"claim": SENTENCES[place], "sources": [{"id": "s1", "content": content}]})
    assert found.status == "supported"
    assert not [finding for finding in found.verdict.findings if finding.agreement == "conflicts"]
