"""Trying settings out: the model is asked whether it is there, and the verifier is given a planted error."""

import time
from typing import TYPE_CHECKING

from critique_core.assembly.critics import critic
from critique_core.assembly.parts import chat_model
from critique_core.errors import VerifierUnavailable
from critique_core.models import CritiqueOptions, parse_request
from critique_core.settings import Settings

if TYPE_CHECKING:
    from critique_core.http.json_endpoint import Patience

_REQUEST = {
    "query": "",
    "draft": "The gateway times out after 30 seconds.",
    "sources": [{"id": "1", "content": "The gateway times out after 60 seconds."}],
}
_OPTIONS = CritiqueOptions(
    check_completeness=False, check_citations=False, check_contradictions=False, check_relevance=False,
    check_usefulness=False,
)  # fmt: skip


def try_out(settings: Settings, *, patience: "Patience | None" = None) -> tuple[str, ...]:
    """Ask the model, where one is named, and the verifier; one sentence for each that worked.

    Raises as ``try_model`` and ``try_verifier`` do.
    """
    told = (try_model(settings, patience=patience),) if settings.llm_model is not None else ()
    return (*told, try_verifier(settings))


def try_model(settings: Settings, *, patience: "Patience | None" = None) -> str:
    """Ask the model's server whether the model is there; costs no tokens. Raises ``ClaimlensError`` with what to do."""
    return chat_model(settings, patience=patience).test_connection()


def try_verifier(settings: Settings) -> str:
    """Give the verifier a planted error; says in one sentence that it was found, and in what time.

    The cascade asks its model only what embedded is not sure of, which the planted error is not. Nothing is taken from
    the cache. Raises ``ClaimlensError`` with what to do where it does not work, and ``VerifierUnavailable`` where the
    verifier passes the error, or the model's part fell to the embedded verifier.
    """
    settings = settings.model_copy(update={"cache_enabled": False, "llm_stages": ()})
    verifying = critic(settings)
    begun = time.monotonic()
    judged = verifying.critique(parse_request(_REQUEST).model_copy(update={"options": _OPTIONS}))
    seconds = time.monotonic() - begun
    [claim] = judged.claims
    verdict = claim.verdict
    if verdict is None or verdict.failure is not None:
        raise VerifierUnavailable(f"verifier {settings.verifier}: {verdict.failure if verdict else 'gave no verdict'}")
    if settings.verifier == "llm" and verdict.method != "llm_verification":
        raise VerifierUnavailable(
            f"verifier llm: {settings.llm_model} gave no verdict that could be used, so that the embedded verifier "
            "stood in for it; choose a model that follows a JSON schema"
        )
    if claim.status == "supported":
        raise VerifierUnavailable(
            f"verifier {settings.verifier}: it passed a planted error, 30 seconds where the source says 60; choose "
            "another one"
        )
    return (
        f"Verifier {settings.verifier} found a planted error, 30 seconds where the source says 60, in {seconds:.1f} s."
    )
