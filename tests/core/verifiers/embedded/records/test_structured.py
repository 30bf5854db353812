"""Claims about records, tables and code, against the right field of the right record."""

import pytest

from critique_core.evidence.units import cut
from critique_core.models import SourceDocument
from critique_core.verifiers.embedded import records
from critique_core.verifiers.embedded.records.fields import in_words
from tests.makers.alignments import laid

ORDERS = (
    '{"orders": [{"id": 58212, "status": "paid", "total": 129.90, "currency": "EUR"}, {"id": 58213, '
    '"status": "pending_payment", "total": 74.50, "currency": "EUR"}]}'
)


def test_an_observation_quotes_the_value_at_its_place() -> None:
    sentence, alignments = laid("Order 58213 has been paid.", ORDERS)
    ((alignment, seen),) = records.observe(sentence, alignments)
    assert sentence.text[seen.start : seen.end] == seen.claim_value == "paid"
    assert alignment.scope.unit.text[seen.source_start : seen.source_end].strip('"') == "pending_payment"


def test_prose_alone_says_nothing_here() -> None:
    assert records.observe(*laid("The tower is online.", "The tower was online all day. It has 3 masts.")) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("max_poolSize", "max pool Size"),
        ("RestaurantsTakeOut", "Restaurants Takeout"),
        ("K-19", "K-19"),
        ("log.level", "log level"),
    ],
)
def test_names_are_read_as_words(name: str, words: str) -> None:
    assert in_words(name) == words


def test_a_row_that_does_not_fit_its_header_is_left_alone() -> None:
    source = "| Room | Capacity |\n|---|---|\n| Birch | 12 | yes |\n"
    assert cut(SourceDocument(id="t", content=source))
    assert records.observe(*laid("Birch has a capacity of 40.", source)) == []


def test_a_value_whose_words_the_claim_has_in_another_order_spans_them_all():
    source = '{"name": "Blue Heron", "location": "old harbour Lagos"}'
    sentence, found = laid("In Lagos, its location is the old harbour.", source)
    (told,) = [seen for _, seen in records.observe(sentence, found)]
    assert told.agreement == "agrees"
    assert sentence.text[told.start : told.end] == "Lagos, its location is the old harbour"


@pytest.mark.parametrize("said", ["is not included", "is currently not included"])
def test_a_denial_a_few_words_behind_a_field_denies_it(said: str) -> None:
    found = records.observe(*laid(f"SSO {said}.", '{"plan": "Pro", "sso": true, "audit": false}'))
    assert [seen.agreement for _, seen in found] == ["conflicts"]
