"""What the encoder reads has each equal value in the source's words, and its marks are of the claim as written."""

from critique_core import critique
from critique_core.evidence.index import SourceIndex
from critique_core.language.sentence import analyse
from critique_core.models import Claim, CritiqueRequest, SourceDocument
from critique_core.verifiers.embedded.encoder import EncoderReading
from critique_core.verifiers.embedded.reading import read
from critique_core.verifiers.embedded.restated import Restated, restated
from tests.makers.rows import each_of


def _restated(text: str, source: str) -> Restated:
    claim = Claim.of(text, 0, len(text))
    sources = {"s": SourceDocument(id="s", content=source)}
    [candidates] = SourceIndex(tuple(sources.values())).candidates([claim])
    return restated(claim, read(analyse(text), candidates, sources))


@each_of(
    ("text", "source", "read_as"),
    [
        ("The trail is 8 km long.", "The trail is 5 miles long.", "The trail is 5 miles long."),
        ("67 % of voters agreed.", "Two thirds of voters agreed.", "Two thirds of voters agreed."),
        ("The lesson takes 30 minutes.", "The lesson lasts half an hour.", "The lesson takes half an hour."),
        (
            "Staff get 2 vacation days a month.",
            "Staff get 24 vacation days a year.",
            "Staff get 24 vacation days a year.",
        ),
        ("It costs 2 euros an hour.", "It is 1 euro per half hour.", "It costs 1 euro per half hour."),
        ("It costs 2 euros an hour.", "Pay 50 cents for every 15 minutes.", "It costs 50 cents for every 15 minutes."),
        (
            "The fee is 12 euros a year.",
            "The fee is 3 euros every three months.",
            "The fee is 3 euros every three months.",
        ),
        ("It costs 3 euros an hour.", "It is 1 euro per half hour.", "It costs 3 euros an hour."),
        ("Staff get 3 vacation days a month.", "Staff get 24 days a year.", "Staff get 3 vacation days a month."),
        ("The trail is 8 km long.", "The trail is 9 miles long.", "The trail is 8 km long."),
        ("The trail is 8 km long.", "The trail is 8 km long.", "The trail is 8 km long."),
        (
            "More than a thousand people work there.",
            "1,250 people work there.",
            "More than a thousand people work there.",
        ),
    ],
)
def test_an_equal_value_is_read_in_the_words_of_the_source(text: str, source: str, read_as: str):
    assert _restated(text, source).claim.text == read_as


def test_a_rate_is_told_with_what_it_is_by():
    source = SourceDocument(id="s", content="Parking is 1 euro per half hour.")
    told = []
    for draft in ("Parking costs 2 euros an hour.", "Parking costs 3 euros an hour."):
        [claim] = critique(CritiqueRequest(query="", draft=draft, sources=(source,))).claims
        assert claim.verdict is not None
        told.append((claim.status, claim.verdict.reasoning))
    assert told == [
        ("supported", "The source says 1 euro per half hour."),
        ("contradicted", "The source says 1 euro per half hour, the draft says 3 euros an hour."),
    ]


def test_what_is_read_of_a_word_is_told_of_it_where_it_is_written():
    text, source = "Two trails, each 8 km long, start here.", "Two trails, each 5 miles long, start here."
    told = _restated(text, source)
    other = told.claim.text
    words = [(other.index(word), other.index(word) + len(word), chance) for word, chance in
             (("trails", 0.1), ("5", 0.2), ("miles", 0.7), ("start", 0.3))]  # fmt: skip
    found = told.as_written(EncoderReading((1.0, 0.0, 0.0), tuple(words)))
    assert [(text[start:end], chance) for start, end, chance in found.words] == [
        ("trails", 0.1), ("8 km", 0.7), ("start", 0.3),
    ]  # fmt: skip


def test_a_value_in_another_unit_is_supported():
    source = SourceDocument(id="s", content="The trail to the hut is 5 miles long and starts at the car park.")
    result = critique(CritiqueRequest(query="", draft="The trail to the hut is about 8 km long.", sources=(source,)))
    assert [claim.status for claim in result.claims] == ["supported"]
