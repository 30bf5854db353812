"""Drafts of several sentences beside their sources, as a stranger wrote them down: neighbours lift no wrong claim.

``truth`` is "supported", "wrong" (any other verdict will do) or "not_checkable". What is marked ``missed`` is not found
yet; a mend takes the mark away.
"""

import json
from typing import Any

import pytest

from critique_core import CritiqueRequest, SourceDocument, critique
from tests.makers.options import STATUSES_ALONE
from tests.makers.places import DATA

DRAFTS = [json.loads(line) for line in (DATA / "whole_drafts.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize("row", DRAFTS, ids=[row["id"] for row in DRAFTS])
def test_each_claim_of_a_draft_gets_its_verdict(row: dict[str, Any]) -> None:
    sources = tuple(SourceDocument(**one) for one in row["sources"])
    asked = CritiqueRequest(query=row["query"], draft=row["draft"], sources=sources, options=STATUSES_ALONE)
    found = {claim.text: claim.status for claim in critique(asked).claims}
    assert list(found) == [claim["text"] for claim in row["claims"]]
    amiss = [
        one["text"] for one in row["claims"] if (found[one["text"]] == "supported") != (one["truth"] == "supported")
    ]
    known = [one["text"] for one in row["claims"] if one.get("missed") and one["truth"] != "not_checkable"]
    assert amiss == known
