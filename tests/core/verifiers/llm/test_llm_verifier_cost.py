"""What the verifier costs on a server of its own: the limits that docs/llm-verifier.md states."""

from functools import cache, partial

import pytest

from benchmarks.llm_cost import measure

pytestmark = pytest.mark.slow
measured = cache(partial(measure, 10, prefill=1e7, decode=1e7))


def test_the_cost_stays_within_what_the_documentation_promises():
    rows, _, _ = measured()
    by_design = {row.design: row for row in rows}
    assert by_design["seeds"].calls == 11
    assert by_design["llm"].calls <= 2
    assert by_design["llm"].of_texts <= 1.5
    assert by_design["again"].calls == 0
    assert by_design["edited"].calls == 1
    assert by_design["edited"].prompt_tokens < by_design["llm"].prompt_tokens / 2


def test_a_cascade_sends_the_claims_that_the_embedded_verifier_is_not_sure_of():
    rows, run, _ = measured()
    by_design = {row.design: row for row in rows}
    assert by_design["cascade"].prompt_tokens < by_design["llm"].prompt_tokens
    assert run.escalation
    assert 0 < run.escalation.sent < run.escalation.claims == 10
    assert run.costs[0].prompt_tokens == by_design["cascade"].prompt_tokens
