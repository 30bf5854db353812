"""``python -m tests.makers.held_server COMMAND …``: a server whose verifier says "asked" and computes for a minute."""

import sys
import time
from typing import NoReturn

from critique_core import cli
from critique_core.assembly import Critic
from critique_core.http_server import serving
from critique_core.models import CritiqueOptions, Gate, Profile, VerificationInput
from critique_core.workbench import opening
from tests.makers.verifiers import ScriptedVerifier


class _Computing(ScriptedVerifier):
    def verify(self, request: VerificationInput) -> NoReturn:
        sys.stderr.write("asked\n")
        time.sleep(60)
        raise AssertionError("no one waits for this")


if __name__ == "__main__":
    opening.critic = lambda _: Critic(_Computing(), Profile(), CritiqueOptions(), Gate())
    serving._PATIENCE = 60  # who waited for anything when the server ends would be seen to
    sys.exit(cli.main())
