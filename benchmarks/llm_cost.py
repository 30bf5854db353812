"""The cost of a model as verifier: calls, tokens and time, against the seeds' design of one call for each claim.

    python benchmarks/llm_cost.py [--claims 10] [--prefill 5000] [--decode 100] [--at-once 1] [--json OUT]

A server on loopback with OpenAI's protocol takes the place of a model. It answers by word overlap and then waits as
long as a model would take that reads ``--prefill`` tokens per second, writes ``--decode`` tokens per second, serves
``--at-once`` calls in parallel at that speed each, and caches prompts (the longest common beginning costs nothing).
Tokens are counted by the tokenizer of our encoder. Texts are made: 5 sources of 500 words (made_texts.py).

- ``seeds``: S0's design, one call that lists the claims, then one call for each claim with all sources;
- ``llm``: ours, claims in batches; ``again``: the same with the cache; ``edited``: the cache, one sentence changed;
- ``cascade``: ours, the embedded verifier first.

The time is measured over the whole critique, including our own work. ``of texts`` is prompt tokens over those of
sources and draft.
"""

import argparse
import json
import re
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from typing import Any, cast

from benchmarks.made_texts import request as made_request
from critique_core import CritiqueRequest, SourceDocument, critique
from critique_core.llm.choice import chat_model
from critique_core.models import RunMetadata
from critique_core.runs.answer_cache import AnswerCache
from critique_core.verifiers.cascade import CascadeVerifier
from critique_core.verifiers.embedded import EmbeddedVerifier
from critique_core.verifiers.embedded.windows import tokenizer_of
from critique_core.verifiers.llm import LlmVerifier

SOURCES, SOURCE_WORDS = 5, 500
_REASON = "The source states the same thing in other words, with the same numbers, names and dates as the claim does."
_S0_SCHEMA = {"type": "object"}


@dataclass(frozen=True, slots=True)
class Row:
    """One design: ``reused`` are the prompt tokens that the server had read before."""

    design: str
    calls: int
    prompt_tokens: int
    reused: int
    answer_tokens: int
    of_texts: float
    seconds: float


# --- the server ----------------------------------------------------------------------------------------------------


class _Server(ThreadingHTTPServer):
    """Counts calls and tokens, and waits as a model of the given speed would."""

    def __init__(self, prefill: float, decode: float, at_once: int) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self._slots, self._counting = threading.Semaphore(at_once), threading.Lock()
        files = resources.files("critique_core.verifiers.embedded").joinpath("encoder_files")
        self._tokenizer = tokenizer_of(files.joinpath("tokenizer.json").read_text(encoding="utf-8"))
        self.prefill, self.decode = prefill, decode
        self.last: list[int] = []
        self.start()

    def start(self) -> None:
        """Reset the counts and the prompt cache."""
        self.last = []
        self.calls = self.prompt_tokens = self.reused = self.answer_tokens = 0

    def ids(self, text: str) -> list[int]:
        return self._tokenizer.encode(text, add_special_tokens=False).ids

    def answered(self, system: str, user: str) -> tuple[str, int, int]:
        prompt = self.ids(f"{system}\n{user}")
        text = json.dumps(_answer(user))
        written = len(self.ids(text))
        with self._slots:
            last = self.last
            shared = next((at for at, (one, other) in enumerate(zip(prompt, last, strict=False)) if one != other),
                          min(len(prompt), len(last)))  # fmt: skip
            time.sleep((len(prompt) - shared) / self.prefill)
            self.last = prompt
            time.sleep(written / self.decode)
        with self._counting:
            self.calls += 1
            self.prompt_tokens += len(prompt)
            self.reused += shared
            self.answer_tokens += written
        return text, len(prompt), written


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        system, user = (message["content"] for message in asked["messages"])
        text, prompt, written = cast("_Server", self.server).answered(system, user)
        body = json.dumps({
            "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": prompt, "completion_tokens": written},
        }).encode()  # fmt: skip
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


def _answer(user: str) -> dict[str, Any]:
    if user.startswith("Extract the factual claims"):
        draft = user.partition("Answer: ")[2].partition("\n\nList each")[0]
        return {"claims": _sentences(draft)}
    if user.startswith("Verify if this claim"):
        claim = user.partition('Claim: "')[2].partition('"\n')[0]
        source, quote = _nearest(claim, _s0_sources(user))
        found = bool(quote)
        return {"verified": found, "confidence": 0.9, "evidence": quote, "sourcesUsed": [source] if found else [],
                "issue": "" if found else _REASON}  # fmt: skip
    sources = {
        int(number): text for number, text in re.findall(r"SOURCE (\d+)[^\n]*\n(.*?)\n\w{12}>>>", user, re.DOTALL)
    }
    claims = re.findall(r"(?m)^(\d+)\. (.*)$", user.rpartition("CLAIMS\n")[2])
    asked = [(int(number), text.partition(" (it follows:")[0]) for number, text in claims]
    return {"verdicts": [_verdict(number, text, sources) for number, text in asked]}


def _verdict(number: int, claim: str, sources: Mapping[int, str]) -> dict[str, Any]:
    source, quote = _nearest(claim, sources)
    quotes = [{"source": source, "quote": quote, "relation": "supports"}] if quote else []
    status = "supported" if quote else "unsupported"
    return {"claim": number, "reasoning": _REASON, "quotes": quotes, "status": status, "confidence": 0.9, "lacking": []}


def _s0_sources(user: str) -> dict[int, str]:
    held = user.partition("Sources:\n")[2].partition("\n\nRespond in JSON")[0]
    return {
        number: text.partition("]\n")[2] for number, text in enumerate(re.split(r"\n\n---\n\n", held), start=1)
    }  # fmt: skip


def _nearest(claim: str, sources: Mapping[int, str]) -> tuple[int, str]:
    """The sentence with most of the claim's words, if it has at least 60 % of them."""
    wanted = set(re.findall(r"\w+", claim.lower()))
    scored = [
        (len(wanted & set(re.findall(r"\w+", sentence.lower()))) / max(1, len(wanted)), number, sentence)
        for number, text in sources.items()
        for sentence in _sentences(text)
    ]
    best = max(scored, default=(0.0, 0, ""))
    return (best[1], best[2]) if best[0] >= 0.6 else (0, "")


def _sentences(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"(?<=[.!?])\s+", text) if part.strip()]


# --- the designs ---------------------------------------------------------------------------------------------------


def _seeds(of: CritiqueRequest, model: Any) -> None:
    """S0: list the claims, then ask about each one separately, followed by all sources."""
    user = (
        "Extract the factual claims from this answer that can be verified against source documents."
        f"\n\nQuery: {of.query}\n\nAnswer: {of.draft}\n\nList each verifiable factual claim on a new line."
        "\n\nClaims (one per line):"
    )
    claims = model.complete("", user, _S0_SCHEMA).content["claims"]
    sources = "\n\n---\n\n".join(
        f"[Source {number}: {source.path or source.type}]\n{source.content}"
        for number, source in enumerate(of.sources, start=1)
    )
    for claim in claims:
        model.complete(
            "",
            f'Verify if this claim is supported by the source documents.\n\nClaim: "{claim}"\n\nSources:\n{sources}\n\n'
            'Respond in JSON:\n{"verified": true/false, "confidence": 0.0-1.0, "evidence": "quote", "sourcesUsed": '
            '[1, 2], "issue": "description if not verified or partially verified"}\n\nJSON:',
            _S0_SCHEMA,
        )


def texts(claims: int) -> CritiqueRequest:
    """A request of that many claims on five sources of about 500 words, without a query."""
    drawn = made_request(claims, SOURCES * 2)
    joined = [
        " ".join(source.content for source in drawn.sources[start : start + 2]).split(" ")[:SOURCE_WORDS]
        for start in range(0, SOURCES * 2, 2)
    ]
    sources = tuple(SourceDocument(id=str(number), content=" ".join(words)) for number, words in enumerate(joined, 1))
    return drawn.model_copy(update={"sources": sources, "query": ""})


def edited(of: CritiqueRequest) -> CritiqueRequest:
    """The request with an extra word in the middle of its draft."""
    at = of.draft.index(" the ", len(of.draft) // 2)
    return of.model_copy(update={"draft": f"{of.draft[:at]} very{of.draft[at:]}"})


@contextmanager
def _served(prefill: float, decode: float, at_once: int) -> Generator[_Server]:
    server = _Server(prefill, decode, at_once)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def measure(claims: int, prefill: float, decode: float, at_once: int = 1) -> tuple[list[Row], RunMetadata, int]:
    """One row for each design, the cascade's own account, and the tokens of sources and draft."""
    of = texts(claims)
    embedded = EmbeddedVerifier()
    critique(of, verifier=embedded)  # loads its weights before anything is timed
    with _served(prefill, decode, at_once) as server, tempfile.TemporaryDirectory() as folder:
        address = f"http://127.0.0.1:{server.server_port}"
        model = chat_model("openai", base_url=address, model="none", at_once=at_once)
        held = len(server.ids(of.draft)) + sum(len(server.ids(source.content)) for source in of.sources)
        cache = AnswerCache(Path(folder) / "answers.sqlite3")
        cached = LlmVerifier(model, fallback=embedded, cache=cache, at_once=at_once)
        cascade = CascadeVerifier(embedded, LlmVerifier(model, fallback=embedded, at_once=at_once))
        told: list[RunMetadata] = []
        designs: dict[str, Callable[[], object]] = {
            "seeds": lambda: _seeds(of, model),
            "llm": lambda: critique(of, verifier=cached),
            "again": lambda: critique(of, verifier=cached),
            "edited": lambda: critique(edited(of), verifier=cached),
            "cascade": lambda: told.append(critique(of, verifier=cascade).metadata.run),
        }
        rows = [_timed(server, name, work, held) for name, work in designs.items()]
    return rows, told[0], held


def _timed(server: _Server, name: str, work: Callable[[], object], held: int) -> Row:
    server.start()
    begun = time.perf_counter()
    work()
    seconds = time.perf_counter() - begun
    return Row(name, server.calls, server.prompt_tokens, server.reused, server.answer_tokens,
               round(server.prompt_tokens / held, 2), round(seconds, 2))  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--claims", type=int, default=10)
    parser.add_argument("--prefill", type=float, default=5000.0, help="tokens read a second")
    parser.add_argument("--decode", type=float, default=100.0, help="tokens written a second")
    parser.add_argument("--at-once", type=int, default=1, help="calls side by side, by server and verifier alike")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    rows, run, held = measure(chosen.claims, chosen.prefill, chosen.decode, chosen.at_once)
    print(f"{chosen.claims} claims, {SOURCES} sources of {SOURCE_WORDS} words: sources and draft are {held:,} tokens; "
          f"{chosen.prefill:g} tokens read and {chosen.decode:g} written a second\n")  # fmt: skip
    print("design    calls  prompt tokens  reused  answer tokens  of texts  seconds")
    for row in rows:
        print(f"{row.design:9} {row.calls:5} {row.prompt_tokens:14,} {row.reused:7,} {row.answer_tokens:14,} "
              f"{row.of_texts:8.2f}× {row.seconds:8.2f}")  # fmt: skip
    if run.escalation:
        told = run.escalation
        print(f"\ncascade: {told.sent} of {told.claims} claims sent, {told.calls_saved} calls saved, agreed on "
              f"{told.agreed} of {told.answered}")  # fmt: skip
    if chosen.json:
        written = {"rows": [asdict(row) for row in rows], "cascade": run.model_dump(mode="json"), "text_tokens": held}
        chosen.json.write_text(json.dumps(written, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
