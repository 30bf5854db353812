"""Critics for batches that are made in other processes: each is a function with no state, found by its name."""

import os
import signal
import time
from collections.abc import Callable, Collection
from pathlib import Path

from critique_core.assembly import Critic
from critique_core.batch.critiques.judge import Judge, Part, Ready
from critique_core.batch.critiques.rows import Block
from critique_core.errors import ModelError, VerifierUnavailable
from critique_core.models import CritiqueOptions, Gate, Profile, Verdict, VerificationInput
from critique_core.verifiers.llm import LlmVerifier
from tests.makers.verifiers import ScriptedChatModel, ScriptedVerifier, believing


class Troubled(ScriptedVerifier):
    """Does what a draft says: ``CRASH`` ends the process, ``FAULT`` is an error of ours, ``DOWN`` one of the verifier.

    ``SLOW`` takes half a second. Each draft is noted in the file that ``BATCH_LOG`` names.
    """

    def verify(self, request: VerificationInput) -> tuple[Verdict, ...]:
        if log := os.environ.get("BATCH_LOG"):
            with Path(log).open("a", encoding="utf-8") as out:
                out.write(f"{request.draft}\n")
        if "CRASH" in request.draft:
            os.kill(os.getpid(), signal.SIGKILL)
        if "FAULT" in request.draft:
            raise RuntimeError("a fault of ours")
        if "DOWN" in request.draft:
            raise VerifierUnavailable("no answer from the server")
        if "SLOW" in request.draft:
            time.sleep(0.5)
        return super().verify(request)


def troubled() -> Ready:
    script = {"right": believing(0.97), "wrong": believing(0.03, 0.95)}
    return Ready(Critic(Troubled(script), Profile(), CritiqueOptions(), Gate()))


def unreached() -> Ready:
    """Asks a model that gives no answer, with the scripted verifier behind it."""
    model = ScriptedChatModel(ModelError("http://127.0.0.1:1 cannot be reached", retryable=True, hint="start it"))
    judge = LlmVerifier(model, fallback=troubled().critic.verifier)
    return Ready(Critic(judge, Profile(), CritiqueOptions(), Gate()))


def stricter() -> Ready:
    return Ready(Critic(troubled().critic.verifier, Profile(support_threshold=0.8), CritiqueOptions(), Gate()))


def doomed() -> Ready:
    """Its process ends at the first row, also where that row is passed over; ``BATCH_LOG`` notes each process."""

    def part(_: Judge, block: Block, *, lost: Collection[int], begun: Callable[[int], None]) -> Part:
        begun(0)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError(block, lost)

    Judge.part = part  # type: ignore[method-assign] - in a process of its own
    return _noted()


def dying() -> Ready:
    """Its process ends when it is given a block, before any row; ``BATCH_LOG`` notes each process."""
    Judge.part = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment,method-assign]
    return _noted()


def _noted() -> Ready:
    with Path(os.environ["BATCH_LOG"]).open("a", encoding="utf-8") as out:
        out.write("started\n")
    return troubled()


def not_there() -> Ready:
    raise VerifierUnavailable("the model is not installed")
