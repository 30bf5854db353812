"""Web search by Tavily or SearXNG: off unless configured, its results marked as web and read as hostile text.

Tavily: POST /search with the key as bearer. SearXNG: GET /search?q=...&format=json, which the server's settings must
allow (``search.formats``).
"""

import time
from collections.abc import Callable
from typing import Any

import httpx2

from critique_core.errors import InvalidInput, ModelError
from critique_core.http.json_endpoint import JsonEndpoint, Patience, ServerRefused
from critique_core.models import SourceDocument
from critique_core.retrieval.web_results import one_line, sources

__all__ = ["PATIENCE", "SearxngSearch", "TavilySearch"]

PATIENCE = Patience(
    connect=5.0, read=10.0, whole=20.0, total=25.0, attempts=2, longest_pause=5.0, answer_bytes=8 * 1024 * 1024
)
MOST_RESULTS = 20  # Tavily's own limit
_MOST_QUERY = 400  # Tavily refuses longer ones
_REMEDIES = {
    401: "check the key",
    403: "check the key, and for SearXNG that json is among search.formats in its settings.yml",
    404: "check the address of the web search",
    429: "wait, or ask for a higher limit",
    432: "the key's plan is used up; see the account",
    433: "the limit of the pay-as-you-go plan is reached; see the account",
}


class TavilySearch:
    """Tavily's search; the key goes to ``base_url`` alone. Raises ``SettingsError`` for an bad key or address."""

    name = "tavily"

    def __init__(
        self,
        api_key: str,
        base_url: str | None = None,
        *,
        patience: Patience = PATIENCE,
        transport: httpx2.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._endpoint = JsonEndpoint(
            _address(base_url or "https://api.tavily.com"), api_key=api_key, patience=patience, transport=transport,
            sleep=sleep,
        )  # fmt: skip

    def search(self, query: str, limit: int = 8) -> tuple[SourceDocument, ...]:
        """At most ``limit`` (20) results, best first; none is a plain answer.

        Raises ``InvalidInput`` for a blank query, ``ModelError`` when the search failed.
        """
        return _searched(self.name, query, limit, self._asked)

    def _asked(self, query: str, limit: int) -> Any:
        return self._endpoint.post({"query": query, "max_results": limit, "search_depth": "basic"})


class SearxngSearch:
    """A SearXNG server's search; ``api_key`` is for one that follows a proxy which wants a bearer token."""

    name = "searxng"

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        patience: Patience = PATIENCE,
        transport: httpx2.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._endpoint = JsonEndpoint(
            _address(base_url), api_key=api_key, patience=patience, transport=transport, sleep=sleep
        )

    def search(self, query: str, limit: int = 8) -> tuple[SourceDocument, ...]:
        """At most ``limit`` (20) results of the first page, best first; none is a plain answer.

        Raises ``InvalidInput`` for a blank query, ``ModelError`` when the search failed, also when no engine behind
        the server answered.
        """
        return _searched(self.name, query, limit, self._asked)

    def _asked(self, query: str, limit: int) -> Any:
        del limit  # a page is as long as the server makes it
        answer = self._endpoint.get({"q": query, "format": "json"})
        silent = answer.get("unresponsive_engines") if isinstance(answer, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        if silent and not answer.get("results"):  # pyright: ignore[reportUnknownMemberType]
            hint = "try again later, or enable other engines there"
            raise ModelError(f"{self._endpoint.url}: none of its engines answered; {hint}", retryable=True, hint=hint)
        return answer  # pyright: ignore[reportUnknownVariableType]


def _address(base_url: str) -> str:
    base = base_url.rstrip("/")
    return base if base.endswith("/search") else f"{base}/search"


def _searched(name: str, query: str, limit: int, ask: Callable[[str, int], Any]) -> tuple[SourceDocument, ...]:
    asked = one_line(query)
    if not asked:
        raise InvalidInput(f"there is nothing to ask {name}: the query is blank")
    limit = min(limit, MOST_RESULTS)
    if limit < 1:
        return ()
    if len(asked) > _MOST_QUERY:
        asked = asked[: _MOST_QUERY + 1].rpartition(" ")[0] or asked[:_MOST_QUERY]
    try:
        answer = ask(asked, limit)
    except ServerRefused as error:
        raise _refused(name, error) from error
    results: Any = answer.get("results") if isinstance(answer, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    if not isinstance(results, list):
        hint = "check that the address is that of the search API"
        raise ModelError(f"{name} answered JSON that holds no list of results; {hint}", hint=hint)
    # SearXNG's score has no upper end, so it is no relevance.
    return sources(results, retriever=name, scored=name == TavilySearch.name)[:limit]  # pyright: ignore[reportUnknownArgumentType]


def _refused(name: str, error: ServerRefused) -> ModelError:
    remedy = _REMEDIES.get(error.status, error.hint or "try again later")
    if 300 <= error.status < 400:
        remedy = "it sends its callers elsewhere, where they are not followed; give the address it leads to"
    told = f" ({error.told[:200]})" if error.told else ""
    return ModelError(f"{name} answered {error.status}{told}; {remedy}", retryable=error.retryable, hint=remedy)
