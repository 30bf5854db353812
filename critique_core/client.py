"""A client of the HTTP API: the values that the core has, over the network.

with Client("http://127.0.0.1:8766") as claimlens:
    made = claimlens.critique(CritiqueAnswer(query="Port?", draft="It is 80.", sources=(SourceDocument(...),)))
    claimlens.decide(DecideClaim(critique_id=made.critique_id, claim_id=made.claims[0].id, action="accept"))
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar, cast
from urllib.parse import quote

import httpx2
from pydantic import ValidationError

from critique_core.errors import ClaimlensError
from critique_core.http.address import host_of, is_this_machine, usable_key
from critique_core.models import Critique, SourceDocument, Value
from critique_core.store.search import ReviewPage
from critique_core.workbench import results
from critique_core.workbench.arguments import (
    AskQuestion,
    CheckBatch,
    CritiqueAnswer,
    DecideClaim,
    FindCritiques,
    ListSources,
    SearchSources,
    ValidateAnswer,
)

_TRIED_AGAIN = frozenset({429})
_LONGEST_PAUSE = 30.0
_Answer = TypeVar("_Answer", bound=Value)


class ApiError(ClaimlensError):
    """The server did not do what was asked: ``status`` is HTTP's, 0 if it was not reached; ``problem`` what it said."""

    def __init__(self, message: str, *, status: int = 0, problem: results.Problem | None = None) -> None:
        super().__init__(message)
        self.status, self.problem = status, problem


class Client:
    """Asks one server. Safe to share between threads; every method raises ``ApiError`` that says what to do.

    A request that finds the server busy (429) is sent again after the pause it asks for, ``attempts`` times in all.
    ``timeout`` is the seconds that one answer may take. Redirects are not followed, so the key goes to this host alone.
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:8766",
        *,
        key: str | None = None,
        timeout: float = 150.0,
        attempts: int = 5,
        transport: httpx2.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Nothing is sent yet. Raises ``SettingsError`` for an address or key that cannot be used."""
        own = is_this_machine(host_of(url))
        usable = usable_key(key, url)
        self._url, self._attempts, self._sleep = url.rstrip("/"), attempts, sleep
        self._client = httpx2.Client(
            base_url=self._url,
            headers={"Authorization": f"Bearer {usable}"} if usable else None,
            timeout=httpx2.Timeout(timeout, connect=5.0),
            transport=transport,
            trust_env=not own,  # what runs on this machine is never behind the proxy that the environment names
            follow_redirects=False,
        )

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # --- answers -----------------------------------------------------------------------------------------------------

    def critique(self, asked: CritiqueAnswer) -> results.CritiqueAnswered:
        """Check an answer against its sources; ``stored`` gives the whole of what was found."""
        return self._read(results.CritiqueAnswered, "POST", "critiques", asked)

    def validate(self, asked: ValidateAnswer) -> results.AnswerValidated:
        """Say whether sources fit a query and support the answer; ``stored`` gives the whole of what was found."""
        return self._read(results.AnswerValidated, "POST", "validations", asked)

    def stored(self, critique_id: str) -> Critique:
        """A stored critique, whole."""
        return self._read(Critique, "GET", f"critiques/{_part(critique_id)}")

    def critiques(self, wanted: FindCritiques | None = None) -> ReviewPage:
        """Stored critiques, newest work first."""
        return self._read(ReviewPage, "GET", "critiques", query=wanted)

    def ask(self, asked: AskQuestion) -> results.AnswerGiven:
        """Answer a question from sources and check the answer."""
        return self._read(results.AnswerGiven, "POST", "answers", asked)

    # --- decisions ---------------------------------------------------------------------------------------------------

    def decide(self, asked: DecideClaim) -> results.DecisionRecorded:
        """Record a decision on a claim, in the name of the key's owner."""
        return self._read(results.DecisionRecorded, "POST", "decisions", asked)

    def decisions(self, critique_id: str) -> results.DecisionsListed:
        """Every event on the answer that a critique is of."""
        return self._read(results.DecisionsListed, "GET", f"critiques/{_part(critique_id)}/decisions")

    # --- sources -----------------------------------------------------------------------------------------------------

    def add_source(self, document: SourceDocument) -> results.SourceKept:
        """Put a document into the source library; only a lead's key replaces one."""
        return self._read(results.SourceKept, "POST", "sources", document)

    def sources(self, wanted: ListSources | None = None) -> results.SourcesListed:
        """Documents of the source library, by name."""
        return self._read(results.SourcesListed, "GET", "sources", query=wanted)

    def source(self, source_id: str) -> SourceDocument:
        """A document of the source library with its text."""
        return self._read(SourceDocument, "GET", f"sources/{_part(source_id)}")

    def remove_source(self, source_id: str) -> None:
        """Take a document out of the source library; only a lead's key does."""
        self._sent("DELETE", f"sources/{_part(source_id)}")

    def passages(self, asked: SearchSources) -> results.SourcesFound:
        """Passages of the source library, best first."""
        return self._read(results.SourcesFound, "GET", "passages", query=asked)

    # --- batches -----------------------------------------------------------------------------------------------------

    def batch(self, requests: Sequence[CritiqueAnswer]) -> results.BatchTold:
        """Send answers to be checked one after another; ``events`` tells of each."""
        return self._read(results.BatchTold, "POST", "batches", CheckBatch(requests=tuple(requests)))

    def batch_told(self, batch_id: str) -> results.BatchTold:
        """How far a batch has come."""
        return self._read(results.BatchTold, "GET", f"batches/{_part(batch_id)}")

    def events(self, batch_id: str) -> Iterator[results.BatchEvent]:
        """What happens in a batch, from its beginning to its end, while it happens.

        A connection that breaks is made again, and no event is given twice.
        """
        last, lost = -1, 0
        while True:
            headers = {"Last-Event-ID": str(last)} if last >= 0 else {}
            try:
                with self._client.stream("GET", f"/v1/batches/{_part(batch_id)}/events", headers=headers) as response:
                    if response.status_code != 200:
                        response.read()
                        raise self._refusal(response)
                    for line in response.iter_lines():
                        if line.startswith("data: "):
                            event = _parsed(results.BatchEvent, line.removeprefix("data: "))
                            last, lost = event.sequence, 0
                            yield event
                            if event.kind == "end":
                                return
            except (httpx2.TimeoutException, httpx2.TransportError) as error:
                trouble = f"the events of the batch broke off ({error})"
            else:
                trouble = "the events of the batch ended before the batch did"
            lost += 1
            if lost >= self._attempts:
                raise ApiError(f"{self._url}: {trouble}; ask for the batch again")
            self._sleep(1.0)

    # --- the way there -----------------------------------------------------------------------------------------------

    def _read(
        self, model: type[_Answer], method: str, path: str, sent: Value | None = None, query: Value | None = None
    ) -> _Answer:
        return _parsed(model, self._sent(method, path, sent, query).content)

    def _sent(self, method: str, path: str, sent: Value | None = None, query: Value | None = None) -> httpx2.Response:
        given: dict[str, Any] = {}
        if sent is not None:
            # What was left out stays so: the server's settings decide it.
            given["content"] = sent.model_dump_json(by_alias=True, exclude_unset=True)
            given["headers"] = {"Content-Type": "application/json"}
        if query is not None:
            given["params"] = _parameters(query.model_dump(mode="json", by_alias=True, exclude_unset=True))
        attempt = 0
        while True:
            attempt += 1
            try:
                response = self._client.request(method, f"/v1/{path}", **given)
            except httpx2.TimeoutException as error:
                raise ApiError(f"{self._url} did not answer in time; see whether it is busy") from error
            except httpx2.InvalidURL as error:
                raise ApiError(f"{path}: the address cannot be sent ({error}); ask with fewer words") from error
            except httpx2.TransportError as error:
                raise ApiError(f"{self._url} cannot be reached ({error}); start it with claimlens serve") from error
            if response.status_code not in _TRIED_AGAIN or attempt >= self._attempts:
                break
            self._sleep(_pause(response))
        if response.is_success:
            return response
        raise self._refusal(response)

    def _refusal(self, response: httpx2.Response) -> ApiError:
        status = response.status_code
        try:
            problem = results.Problem.model_validate_json(response.content)
        except ValidationError:
            return ApiError(f"{self._url} answered {status}; check that the address is that of the API", status=status)
        return ApiError(problem.detail, status=status, problem=problem)


def _part(text: str) -> str:
    return quote(text, safe="")


def _parsed(model: type[_Answer], content: str | bytes) -> _Answer:
    try:
        return model.model_validate_json(content)
    except ValidationError as error:
        raise ApiError(
            f"the answer is no {model.__name__} ({error.error_count()} fields do not fit); use the server's own version"
        ) from error


def _parameters(query: Mapping[str, Any]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        if isinstance(value, list):
            pairs += [(name, str(one)) for one in cast("list[Any]", value)]
        elif value is not None:
            pairs.append((name, str(value)))
    return pairs


def _pause(response: httpx2.Response) -> float:
    asked = response.headers.get("Retry-After", "")
    return min(float(asked), _LONGEST_PAUSE) if asked.isdecimal() else 1.0
