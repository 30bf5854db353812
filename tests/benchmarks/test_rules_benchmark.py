"""What single rules are worth: a rule that a claim needs is told from one that none does."""

from types import SimpleNamespace

import pytest

from benchmarks import rules
from critique_core.verifiers.embedded import encoder
from critique_core.verifiers.embedded.encoder import EncoderReading

pytestmark = pytest.mark.slow

NEEDED = "critique_core.verifiers.embedded.checks.polarity._compare"
IDLE = "critique_core.verifiers.embedded.checks.foods.left_out"


@pytest.fixture
def silent_encoder(monkeypatch):
    """Rules count alone where the encoder cannot tell."""
    silent = SimpleNamespace(
        read=lambda claims, *_: tuple(EncoderReading((0.0, 0.0, 0.0), ()) for _ in claims), _run=tuple
    )
    monkeypatch.setattr(encoder, "shipped", lambda: silent)


@pytest.mark.usefixtures("silent_encoder")
def test_a_rule_that_a_claim_needs_is_told_from_one_that_none_does(tmp_path, monkeypatch):
    file = tmp_path / "claims.jsonl"
    file.write_text(
        '{"claim": "The museum opened on Mondays in the winter of 1998.", "label": "contradicted",'
        ' "sources": ["The museum did not open on Mondays in the winter of 1998."]}\n{"other": 1}\n',
        "utf-8",
    )
    known = {name: function for name, function in rules.functions().items() if name in (NEEDED, IDLE)}
    monkeypatch.setattr(rules, "functions", lambda: known)
    asked = rules.rows([file])
    found = {one.function: one for one in rules.worth(asked)}
    assert (found[NEEDED].matters, found[NEEDED].worse, found[NEEDED].idle) == (1, 1, False)
    assert (found[IDLE].matters, found[IDLE].worse, found[IDLE].idle) == (0, 0, True)
