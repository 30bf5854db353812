"""OpenTelemetry: a span for each critique and each of its stages, and an event for each result.

Only the API is used: where traces and events go is the application's SDK's business. Nothing of it is imported unless
``telemetry_of`` is called. Names are those of the semantic conventions for generative AI where these have one, such as
``gen_ai.evaluation.result``; others begin with ``claimlens.``. No text of a query, draft, source or error is told
unless ``content`` is wanted.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import time_ns
from typing import TYPE_CHECKING

from critique_core.errors import SettingsError
from critique_core.installed import installed_version
from critique_core.models import Critique

if TYPE_CHECKING:
    from opentelemetry._logs import Logger
    from opentelemetry.context import Context
    from opentelemetry.trace import Tracer

EVENT = "gen_ai.evaluation.result"
_SCOPE = "claimlens"
_Attributes = dict[str, str | float | int | bool]
_watching: ContextVar["Telemetry | None"] = ContextVar("claimlens_telemetry", default=None)


@dataclass(frozen=True, slots=True)
class Telemetry:
    """Where spans and events go; ``content`` adds the reasons, which quote draft and sources."""

    tracer: "Tracer"
    logger: "Logger"
    content: bool = False

    def watched(self, name: str, run: Callable[[], Critique]) -> Critique:
        """Do ``run`` in a span of that name, with a span for each stage inside, and tell its results.

        The results belong to the span that is open around this one, which may well be the answer's own, else to this
        one.
        """
        from opentelemetry import trace  # noqa: PLC0415 - whoever has a Telemetry has the API
        from opentelemetry.context import get_current  # noqa: PLC0415

        around = get_current() if trace.get_current_span().get_span_context().is_valid else None
        with self._span(name) as describe:
            token = _watching.set(self)
            try:
                critique = run()
            finally:
                _watching.reset(token)
            describe(figures_of(critique))
            for attributes in _results(critique, content=self.content):
                self._emit(attributes, around)
        return critique

    @contextmanager
    def _span(self, name: str) -> Generator[Callable[[Mapping[str, str | float | int | bool]], None]]:
        from opentelemetry.trace import StatusCode  # noqa: PLC0415

        # The SDK would put the error's message, which may hold what was checked, into the span.
        with self.tracer.start_as_current_span(name, record_exception=False, set_status_on_exception=False) as span:
            try:
                yield span.set_attributes
            except BaseException as error:
                span.set_attribute("error.type", type(error).__qualname__)
                span.set_status(StatusCode.ERROR)
                raise

    def _emit(self, attributes: _Attributes, around: "Context | None") -> None:
        from opentelemetry._logs import LogRecord, SeverityNumber  # noqa: PLC0415

        self.logger.emit(
            LogRecord(
                timestamp=time_ns(),
                severity_number=SeverityNumber.INFO,
                event_name=EVENT,
                attributes=attributes,
                context=around,
            )
        )


def telemetry_of(*, content: bool) -> Telemetry:
    """What tells the application's OpenTelemetry. Raises ``SettingsError`` where the API is not installed."""
    try:
        from opentelemetry import trace  # noqa: PLC0415 - for those alone who want it
        from opentelemetry._logs import get_logger  # noqa: PLC0415
    except ImportError as error:
        raise SettingsError("telemetry: needs the extra: pip install 'claimlens[otel]'") from error
    version = installed_version()
    return Telemetry(trace.get_tracer(_SCOPE, version), get_logger(_SCOPE, version), content)


@contextmanager
def stage_span(name: str) -> Generator[None]:
    """A span around one stage of a run that is watched; nothing in any other."""
    telemetry = _watching.get()
    if telemetry is None:
        yield
        return
    with telemetry._span(f"claimlens.stage.{name}"):  # pyright: ignore[reportPrivateUsage]
        yield


def figures_of(critique: Critique) -> dict[str, str | float | int | bool]:
    """What a span or a log says of a critique: its id, how it ended and counts, no word of it."""
    told: _Attributes = {
        "claimlens.critique.id": critique.id,
        "claimlens.verifier": critique.verifier.spec,
        "claimlens.recommendation": critique.recommendation,
        "claimlens.is_valid": critique.is_valid,
        "claimlens.claims": len(critique.claims),
        "claimlens.claims.checked": critique.metadata.facts_checked,
        "claimlens.claims.supported": critique.metadata.facts_verified,
        "claimlens.sources": len(critique.request.sources),
    }
    if critique.confidence is not None:
        told["claimlens.confidence"] = critique.confidence
    return told


def _results(critique: Critique, *, content: bool) -> Iterator[_Attributes]:
    """The answer's result, then each claim's."""
    common = _response(critique)
    yield common | _result(
        "claimlens.grounded",
        critique.grounded_probability,
        critique.recommendation,
        " ".join(critique.suggestions) if content else "",
    )
    for claim in critique.claims:
        verdict = claim.verdict
        told = _result(
            "claimlens.claim", claim.probability, claim.status, verdict.reasoning if verdict and content else ""
        )
        if verdict is not None and verdict.failure is not None:
            told["error.type"] = "not_verified"
        yield common | told | {"claimlens.claim.id": claim.id}


def _response(critique: Critique) -> _Attributes:
    """The id of the model's response, where a source's metadata has it as ``response_id``."""
    named = (source.metadata.get("response_id") for source in critique.request.sources)
    response = next(filter(None, named), None)
    return {"gen_ai.response.id": response} if response else {}


def _result(name: str, score: float | None, label: str, explanation: str) -> _Attributes:
    told: _Attributes = {"gen_ai.evaluation.name": name, "gen_ai.evaluation.score.label": label}
    if score is not None:
        told["gen_ai.evaluation.score.value"] = score
    if explanation:
        told["gen_ai.evaluation.explanation"] = explanation
    return told
