"""What the clients of all three protocols share: one call, its limits, its retries and the reading of its answer."""

import asyncio
import json
import re
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from itertools import chain
from typing import Any, NoReturn

import httpx2

from critique_core.errors import ModelError, SettingsError
from critique_core.http.address import host_of, is_this_machine
from critique_core.http.circuit_breaker import CircuitBreaker
from critique_core.http.json_endpoint import BrokenOff, JsonEndpoint, Patience, ServerRefused
from critique_core.llm.base import Cancelled, Completion, ModelSpec, Show, Usage
from critique_core.llm.reading import ReadObject, read_object
from critique_core.provenance import short_id

# A model on a slow machine reads a long prompt for minutes before its first word.
PATIENCE = Patience(read=300.0, whole=600.0, total=900.0, attempts=3, answer_bytes=8 * 1024 * 1024)
ANSWER_TOKENS = 4096
AT_ONCE = 4
_QUOTED = 200
_EVENT = re.compile(r"(?:data|event|id|retry)?:")
_MOST_TRIALS = 8


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked; ``schema`` is that of the answer."""

    system: str
    user: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer taken out of its protocol: the model's text, the tokens it cost, why it is short or missing.

    Raises ``TypeError`` when what was in the place of a text is none.
    """

    text: str
    prompt_tokens: int | None
    completion_tokens: int | None
    cut_off: bool = False
    refusal: str | None = None

    def __post_init__(self) -> None:
        for text in (self.text, self.refusal or ""):
            if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance] - it came from outside
                raise TypeError(f"{text!r:.100} is no text")


class ChatClient(ABC):
    """A chat model behind HTTP; see ``ChatModel`` for what is promised.

    ``answer_tokens`` is the most that an answer may have. ``temperature``, 0 to 2, is how freely it is worded: at 0 the
    same question has the same answer, and a model that takes none gets none. At most ``at_once`` calls run side by
    side; unless given, one to a server on this machine, as such a one mostly takes one after another, else
    ``usual_at_once``. A server that failed five times in a row is left alone for half a minute (``breaker``).
    """

    provider: str
    default_url: str
    chat_path: str
    models_path: str
    key_header = "Authorization"
    headers: Mapping[str, str] = {}
    dropped_ends: tuple[str, ...] = ("/v1",)
    usual_at_once = AT_ONCE
    _dialect: Any = None

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        patience: Patience | None = None,
        answer_tokens: int = ANSWER_TOKENS,
        temperature: float = 0.0,
        at_once: int | None = None,
        breaker: CircuitBreaker | None = None,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        """Nothing is sent yet. Raises ``SettingsError`` for an address or key that cannot be used."""
        if answer_tokens < 1 or (at_once is not None and at_once < 1):
            raise SettingsError("answer_tokens and at_once must be at least 1")
        self._model, self._answer_tokens, self._key = model, answer_tokens, api_key
        self._temperature = temperature
        self._url = (base_url or self.default_url).rstrip("/")
        for end in self.dropped_ends:
            self._url = self._url.removesuffix(end)
        self._at_once = at_once or (1 if is_this_machine(host_of(self._url)) else self.usual_at_once)
        made = partial(
            JsonEndpoint,
            api_key=api_key,
            key_header=self.key_header,
            headers=self.headers,
            patience=patience or PATIENCE,
            transport=transport,
        )
        self._chat = made(
            self._url + self.chat_path,
            breaker=breaker or CircuitBreaker(),
            at_once=self._at_once,
            for_good=lambda told: self._looser(self._dialect, told) is not None,
        )
        self._list = made(self._url + self.models_path)
        self._threads: ThreadPoolExecutor | None = None
        self._lock = threading.Lock()

    @property
    def at_once(self) -> int:
        """How many calls run side by side at most."""
        return self._at_once

    @property
    def spec(self) -> ModelSpec:
        """The model's name; the fingerprint is of protocol, address, model, limit and temperature."""
        identity = [
            self.provider,
            self._url,
            self._model,
            self._answer_tokens,
            f"temperature {self._temperature:g}, seed 0",
        ]
        return ModelSpec(name=f"{self.provider} {self._model}", fingerprint=short_id(identity))

    def complete(
        self,
        system: str,
        user: str,
        schema: Mapping[str, Any],
        *,
        stream: Show | None = None,
        cancelled: Cancelled | None = None,
    ) -> Completion:
        """See ``ChatModel.complete``."""
        calls = 0
        while True:
            calls += 1
            dialect = self._dialect
            try:
                reply = self._replied(self._body(Prompt(system, user, schema), dialect, stream), stream, cancelled)
                return self._completion(reply, calls)
            except _Unwilling as trouble:
                if calls >= _MOST_TRIALS or not self._loosened(dialect, trouble.told):
                    raise trouble.error from None

    async def acomplete(
        self,
        system: str,
        user: str,
        schema: Mapping[str, Any],
        *,
        stream: Show | None = None,
        cancelled: Cancelled | None = None,
    ) -> Completion:
        """See ``ChatModel.acomplete``."""
        given_up = threading.Event()

        def gone() -> bool:
            return given_up.is_set() or (cancelled is not None and cancelled())

        asked = partial(self.complete, system, user, schema, stream=stream, cancelled=gone)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._workers(), asked)
        except asyncio.CancelledError:
            given_up.set()
            raise

    def models(self) -> tuple[str, ...]:
        """The names of the server's models, sorted. Raises ``ModelError``."""
        answer = self._list.get(self._list_query())
        try:
            return tuple(sorted({str(name) for name in self._listed(answer)}))
        except (KeyError, TypeError, AttributeError):
            self._refuse("listed its models in another form than this protocol's", "check the address and the provider")

    def test_connection(self) -> str:
        """One sentence that says what works. Costs no tokens. Raises ``ModelError`` when the model cannot be used."""
        names = self.models()
        if not self._is_among(names):
            close = get_close_matches(self._model, names, n=3, cutoff=0.3) or list(names[:3])
            remedy = f"choose one that it has, such as {', '.join(close)}" if close else "load a model there first"
            self._refuse(f"is not among the {len(names)} models of this server", remedy)
        return f"{self._url} answers and has the model {self._model}."

    @abstractmethod
    def _body(self, prompt: Prompt, dialect: Any, stream: Show | None) -> dict[str, Any]:
        """The body of a request, in what is known of the server's ``dialect``."""

    @abstractmethod
    def _read(self, answer: Any) -> Reply:
        """An answer that came whole; any error of a wrong shape may be raised."""

    @abstractmethod
    def _read_stream(self, lines: Iterator[str], show: Show) -> Reply:
        """An answer that comes in lines. Raises ``BrokenOff`` when it ends too early."""

    @abstractmethod
    def _listed(self, answer: Any) -> Iterator[str]:
        """The names in a list of models; any error of a wrong shape may be raised."""

    def _begins_stream(self, line: str) -> bool:
        """Whether a streamed answer begins so: by default, as server-sent events do."""
        return _EVENT.match(line) is not None

    def _list_query(self) -> Mapping[str, str]:
        return {}

    def _is_among(self, names: tuple[str, ...]) -> bool:
        return self._model in names

    def _looser(self, dialect: Any, told: str) -> Any:
        """What to ask for instead, by what the server ``told``; ``None`` when less would not help."""
        del dialect, told

    def _loosened(self, dialect: Any, told: str) -> bool:
        """Ask for less from now on, unless another call learnt the same meanwhile; ``False`` when it would not help."""
        looser = self._looser(dialect, told) if told else None
        with self._lock:
            if self._dialect == dialect and looser is not None:
                self._dialect = looser
            return self._dialect != dialect

    def _replied(self, body: dict[str, Any], stream: Show | None, cancelled: Cancelled | None) -> Reply:
        try:
            if stream is None:
                return self._understood(self._read, self._chat.post(body, cancelled=cancelled))
            read: Callable[[Iterator[str]], Reply] = partial(self._understood, partial(self._read_lines, show=stream))
            return self._chat.post_for_lines(body, read, cancelled=cancelled)
        except ServerRefused as refused:
            told = refused.told if refused.status in (400, 415, 422, 500, 501) else ""
            raise _Unwilling(refused, told) from refused

    def _read_lines(self, lines: Iterator[str], show: Show) -> Reply:
        """A streamed answer, or one that came whole because the server or what precedes it does not stream."""
        first = next((line for line in lines if line.strip()), "")
        if not first or self._begins_stream(first):
            return self._read_stream(chain([first], lines), show)
        return self._read(json.loads("\n".join([first, *lines])))

    def _understood(self, read: Callable[[Any], Reply], answer: Any) -> Reply:
        try:
            return read(answer)
        except (KeyError, TypeError, IndexError, AttributeError):
            self._refuse("answered JSON in another form than this protocol's", "check the address and the provider")

    def _completion(self, reply: Reply, calls: int) -> Completion:
        if reply.refusal is not None:
            told = f" ({self._quoted(reply.refusal)})" if reply.refusal else ""
            self._refuse(f"refused to answer{told}", "try another model, or see what in the texts it may object to")
        reading = self._reading(reply)
        usage = Usage(calls, reply.prompt_tokens, reply.completion_tokens)
        return Completion(reading.content, usage, reading.repaired, reading.cut_off or reply.cut_off)

    def _reading(self, reply: Reply) -> ReadObject:
        try:
            return read_object(reply.text)
        except ValueError as error:
            if reply.cut_off:
                what = f"stopped at its limit of {self._answer_tokens} tokens or its window before its answer had begun"
                self._refuse(what, "ask for less at once, or take a model with a longer window")
            what = f"answered {error} ({self._quoted(reply.text)})"
            trouble = self._error(what, "ask again, or try another model", retryable=True, unreadable=True)
            raise _Unwilling(trouble, "" if "{" in reply.text else "the schema was ignored") from None

    def _workers(self) -> ThreadPoolExecutor:
        with self._lock:
            if self._threads is None:
                self._threads = ThreadPoolExecutor(self._at_once, thread_name_prefix="chat-model")
            return self._threads

    def _refuse(self, what: str, remedy: str) -> NoReturn:
        raise self._error(what, remedy)

    def _error(self, what: str, remedy: str, *, retryable: bool = False, unreadable: bool = False) -> ModelError:
        told = f"{self._url} (model {self._model}) {self._hidden(what)}; {remedy}"
        return ModelError(told, retryable=retryable, hint=remedy, unreadable=unreadable)

    def _quoted(self, text: str) -> str:
        """The beginning of what a server said; the key is taken out before a cut could leave a part of it."""
        shown = " ".join(self._hidden(text).split())
        return shown if len(shown) <= _QUOTED else shown[:_QUOTED] + "…"

    def _hidden(self, text: str) -> str:
        return text.replace(self._key, "(key)") if self._key else text  # a server may say it back


class _Unwilling(Exception):
    """The server did not take the request or ignored a part of it: ``told`` says which, if anything does."""

    def __init__(self, error: ModelError, told: str) -> None:
        super().__init__(str(error))
        self.error, self.told = error, told


def broken_off(found: bool, what: str) -> None:
    """Raise ``BrokenOff`` unless the end of a streamed answer was ``found``."""
    if not found:
        raise BrokenOff(what)


def fields(value: Any) -> Mapping[str, Any]:
    """An object of an answer; nothing is one without fields. Raises ``TypeError`` for anything else."""
    if not isinstance(value, Mapping | None):
        raise TypeError(f"{value!r} is no object")
    return value or {}  # pyright: ignore[reportUnknownVariableType]


def number(value: Any) -> int | None:
    """A count of tokens; ``None`` for what is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
