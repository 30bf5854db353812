"""How a quoted passage bears on a claim: it is said to do what the claim's own reason says of it."""

import pytest

from critique_core import CritiqueRequest, SourceDocument, critique
from critique_core.models import Status, Verdict


def judged(draft: str, source: str) -> tuple[Status, Verdict]:
    sources = (SourceDocument(id="s", content=source),)
    [claim] = critique(CritiqueRequest(query="What are the rules?", draft=draft, sources=sources)).claims
    assert claim.verdict
    return claim.status, claim.verdict


@pytest.mark.parametrize(
    ("draft", "source", "condition"),
    [
        (
            "Members can bring a guest on any day.",
            "Members can bring a guest on weekdays only. Guests pay 5 euros.",
            "on weekdays only",
        ),
        (
            "The card can be used in all shops.",
            "The card can be used in shops, except on public holidays.",
            "except on public holidays",
        ),
    ],
)
def test_a_passage_that_states_a_condition_which_the_draft_leaves_out_does_not_contradict(draft, source, condition):
    status, verdict = judged(draft, source)
    assert status == "partially_supported"
    assert f"leaves the condition out: “{condition}”" in verdict.reasoning
    assert [part.relation for part in verdict.evidence] == ["context"]


def test_a_passage_with_another_value_contradicts_whatever_condition_it_states():
    _, verdict = judged(
        "The warranty covers the battery for 9 years.",
        "The warranty covers the battery for 5 years if you register it.",
    )
    assert [part.relation for part in verdict.evidence] == ["contradicts"]


def test_a_denial_rests_on_the_passage_about_its_own_subject():
    source = (
        "The municipal pool is open Monday to Friday from 6:30 to 21:00 and on Sundays from 9:00 to 17:00. A day "
        "ticket costs 6 euros, children pay 3 euros. At the beginning of last year the club had 400 members, at its "
        "end 500. The sauna is open Tuesday to Sunday."
    )
    status, verdict = judged("The sauna isn't open on Mondays.", source)
    assert status == "supported"
    assert [part.quote for part in verdict.evidence if part.relation == "supports"] == [
        "The sauna is open Tuesday to Sunday."
    ]
