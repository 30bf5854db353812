"""What OpenTelemetry is told, read from the SDK's exporters in memory."""

import os
import subprocess
import sys

import pytest

from critique_core import Settings, SettingsError, critic, parse_request
from critique_core.assembly import Critic
from critique_core.errors import without_text
from critique_core.models import CritiqueOptions, Gate, Profile
from critique_core.pipeline import STAGES
from critique_core.telemetry import EVENT, Telemetry, telemetry_of
from tests.makers.places import ROOT
from tests.makers.verifiers import ScriptedVerifier, UnreachableVerifier, believing

SECRETS = ("timeout", "secret", "manual")
REQUEST = {
    "query": "What is the secret timeout?",
    "draft": "The timeout is 30 seconds. The server is secret.",
    "sources": [{"id": "manual", "content": "Timeout: 60 seconds", "metadata": {"response_id": "resp-7"}}],
}


@pytest.fixture
def told():
    """``told(content)`` gives a telemetry, its spans and its events."""
    pytest.importorskip("opentelemetry.sdk", reason="opentelemetry-sdk is not installed")
    from opentelemetry.sdk._logs import LoggerProvider  # noqa: PLC0415
    from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, SimpleLogRecordProcessor  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor  # noqa: PLC0415
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter  # noqa: PLC0415

    spans, events, tracers, loggers = (
        InMemorySpanExporter(), InMemoryLogRecordExporter(), TracerProvider(), LoggerProvider(),
    )  # fmt: skip
    tracers.add_span_processor(SimpleSpanProcessor(spans))
    loggers.add_log_record_processor(SimpleLogRecordProcessor(events))

    class Told:
        tracer = tracers.get_tracer("claimlens")

        def telemetry(self, *, content=False):
            return Telemetry(self.tracer, loggers.get_logger("claimlens"), content)

        @property
        def spans(self):
            return spans.get_finished_spans()

        @property
        def events(self):
            return [one.log_record for one in events.get_finished_logs()]

        @property
        def all_text(self):
            return "".join(one.to_json() for one in self.spans) + "".join(
                one.to_json() for one in events.get_finished_logs()
            )

    yield Told()
    tracers.shutdown()
    loggers.shutdown()


def critique(telemetry, verifier=None, request=REQUEST):
    script = {"timeout": believing(0.1, 0.8, reasoning="the source says 60, a secret")}
    ready = Critic(
        verifier or ScriptedVerifier(script), Profile(), CritiqueOptions(auto_revise=True), Gate(), telemetry=telemetry
    )
    return ready.critique(parse_request(request))


def test_a_critique_is_a_span_with_a_span_for_each_stage(told):
    found = critique(told.telemetry())
    *stages, whole = told.spans
    assert whole.name == "claimlens.critique"
    outer = [one.name for one in stages if one.parent.span_id == whole.context.span_id]
    assert outer == [f"claimlens.stage.{name}" for name in STAGES]
    assert whole.attributes["claimlens.critique.id"] == found.id
    assert (whole.attributes["claimlens.claims"], whole.attributes["claimlens.claims.supported"]) == (2, 1)
    assert whole.attributes["claimlens.recommendation"] == found.recommendation


def test_each_result_is_an_event_of_the_semantic_conventions(told):
    found = critique(told.telemetry())
    answer, wrong, right = told.events
    assert {one.event_name for one in told.events} == {EVENT} == {"gen_ai.evaluation.result"}
    assert dict(answer.attributes) == {
        "gen_ai.evaluation.name": "claimlens.grounded",
        "gen_ai.evaluation.score.value": found.grounded_probability,
        "gen_ai.evaluation.score.label": found.recommendation,
        "gen_ai.response.id": "resp-7",
    }
    assert dict(wrong.attributes) == {
        "gen_ai.evaluation.name": "claimlens.claim",
        "gen_ai.evaluation.score.value": 0.1,
        "gen_ai.evaluation.score.label": "contradicted",
        "gen_ai.response.id": "resp-7",
        "claimlens.claim.id": found.claims[0].id,
    }
    assert right.attributes["gen_ai.evaluation.score.label"] == "supported"


def test_no_text_is_told_unless_it_is_wanted(told):
    critique(told.telemetry())
    assert [word for word in SECRETS if word in told.all_text] == []
    critique(told.telemetry(content=True))
    assert told.events[-2].attributes["gen_ai.evaluation.explanation"] == "the source says 60, a secret"


def test_results_belong_to_the_span_that_is_open_around(told):
    with told.tracer.start_as_current_span("chat") as chat:
        critique(told.telemetry())
    assert {one.span_id for one in told.events} == {chat.get_span_context().span_id}
    critique(told.telemetry())
    assert told.events[-1].span_id == told.spans[-1].context.span_id


def test_a_claim_that_could_not_be_verified_says_so(told):
    critique(told.telemetry(), UnreachableVerifier())
    assert told.events[1].attributes["error.type"] == "not_verified"
    assert "gen_ai.evaluation.score.value" not in told.events[1].attributes


def test_a_run_that_ends_by_an_error_says_which_kind_without_its_text(told):
    class Broken(ScriptedVerifier):
        def verify(self, request):
            raise RuntimeError(f"secret {request.draft}")

    with pytest.raises(RuntimeError):
        critique(told.telemetry(), Broken())
    failed = {one.name: one for one in told.spans if not one.status.is_ok}
    assert set(failed) == {"claimlens.stage.verdicts", "claimlens.critique"}
    assert failed["claimlens.critique"].attributes["error.type"] == "RuntimeError"
    assert "secret" not in told.all_text
    critique(None)  # the run that failed is not watched any more
    assert told.spans[-1].name == "claimlens.critique"


def test_a_critique_is_the_same_with_and_without(told):
    assert critique(told.telemetry()).id == critique(None).id


def test_the_settings_turn_it_on():
    pytest.importorskip("opentelemetry")
    assert critic(Settings()).telemetry is None
    assert critic(Settings(telemetry=True)).telemetry.content is False
    assert critic(Settings(telemetry=True, telemetry_content=True)).telemetry.content is True


def test_without_the_extra_the_setting_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(SettingsError, match=r"pip install 'claimlens\[otel\]'"):
        telemetry_of(content=False)


def test_unused_nothing_of_it_is_imported():
    code = (
        "import sys; from critique_core import Settings, critic, parse_request;"
        "request = parse_request({'draft': 'It is 5.', 'sources': [{'id': 'a', 'content': 'It: 6'}]});"
        "critic(Settings()).critique(request);"
        "print([name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_log_line_names_the_kind_and_place_of_an_error_and_not_its_text():
    try:
        parse_request({"draft": "secret " * 100_000, "sources": "no list"})
    except Exception as error:
        said = without_text(error)
    assert said.endswith(" > InvalidInput")
    assert "core/test_telemetry.py:" in said
    assert "models/request.py:" in said
    assert "secret" not in said
