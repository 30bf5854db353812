"""What a source states is checked, whatever form it has in the draft."""

import pytest

from critique_core.claims.extraction import extract
from critique_core.evidence.index import SourceIndex
from critique_core.models import CritiqueRequest, SourceDocument
from critique_core.pipeline import critique
from critique_core.pipeline.stated import with_stated
from tests.makers.rows import each_of

GUIDE = SourceDocument(
    id="guide",
    content="You should back up your data every week. Restoring a backup overwrites the current workspace. "
    "Never store the disks in a garage or shed. The view from the rooms is beautiful. The lake is near the great old "
    "hotel. Le personnel est très sympathique.",
)


@each_of(
    ("draft", "kind"),
    [
        ("You should back up your data.", "fact"),
        ("You should not back up your data every week.", "fact"),
        ("The view is beautiful.", "fact"),
        ("Le personnel est sympathique.", "fact"),
        ("## Restoring a backup overwrites the current workspace", "fact"),
        ("It is best to store the disks in a garage.", "fact"),
        ("I would recommend restoring a backup.", "opinion"),
        ("You should call a lawyer.", "opinion"),
        ("The hotel is great.", "opinion"),
        ("## The current workspace", "not_checkable"),
        ("Should you back up your data every week?", "not_checkable"),
    ],
)
def test_what_a_source_states_is_a_fact(draft: str, kind: str) -> None:
    claims = with_stated(extract(draft), SourceIndex((GUIDE,)))
    assert [claim.kind for claim in claims] == [kind]
    assert claims[0].why is None or kind != "fact"


def test_advice_against_what_a_source_advises_is_contradicted() -> None:
    drafted = "You should back up your data every week. You should not back up your data every week."
    result = critique(CritiqueRequest(query="", draft=drafted, sources=(GUIDE,)))
    assert [claim.status for claim in result.claims] == ["supported", "contradicted"]


@each_of(
    ("draft", "status"),
    [
        ("No information is available about the fees.", "supported"),
        ("No information about parking is given online.", "contradicted"),
        ("No information is available about the opening hours.", "not_checkable"),
        ("The documents do not mention the fees.", "not_checkable"),
        ("I don't have that information.", "not_checkable"),
    ],
)
def test_a_refusal_in_the_words_of_a_source_is_checked(draft: str, status: str) -> None:
    content = (
        "No information is available about the fees. Information about parking is given online. "
        "I don't have that information, the porter said."
    )
    source = SourceDocument(id="notice", content=content)
    result = critique(CritiqueRequest(query="What are the fees?", draft=draft, sources=(source,)))
    assert [claim.status for claim in result.claims] == [status]
    assert result.abstained is (status == "not_checkable")


@pytest.mark.parametrize(
    ("draft", "wrong"),
    [
        ("The hotel offers free parking, a golf course and a heated pool.", [1]),
        ("Oslo, the capital of Sweden, has 700,000 people.", [0]),
        ("Oslo, the capital of Norway, has 200,000 people.", [1]),
        ("The clock weighs 3 kg, costs $90 and ships in June.", [1]),
        ("The hotel offers free parking, a sauna and a heated pool.", []),
        ("The clock weighs 3 kg, costs $40 and ships in June.", []),
    ],
)
def test_the_wrong_part_of_a_sentence_is_found_alone(draft: str, wrong: list[int]) -> None:
    content = (
        "The hotel offers free parking, a sauna and a heated pool. Oslo is the capital of Norway and has 700,000 "
        "people. The clock weighs 3 kg. Its price is $40. It ships in June."
    )
    source = SourceDocument(id="1", content=content)
    claims = critique(CritiqueRequest(query="", draft=draft, sources=(source,))).claims
    assert len(claims) > 1
    assert [place for place, claim in enumerate(claims) if claim.status != "supported"] == wrong
