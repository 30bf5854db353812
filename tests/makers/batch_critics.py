"""Critics for batches that are made in other processes: each is a function with no state, found by its name."""

import os
import signal
import time
from pathlib import Path

from critique_core.assembly import Critic
from critique_core.batch.critiques.judge import Ready
from critique_core.errors import VerifierUnavailable
from critique_core.models import CritiqueOptions, Gate, Profile, Verdict, VerificationInput
from tests.makers.verifiers import ScriptedVerifier, believing


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


def stricter() -> Ready:
    return Ready(Critic(troubled().critic.verifier, Profile(support_threshold=0.8), CritiqueOptions(), Gate()))


def not_there() -> Ready:
    raise VerifierUnavailable("the model is not installed")
