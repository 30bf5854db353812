"""The shared core of Claimlens: splits a draft into claims and checks each against its sources.

    from critique_core import CritiqueRequest, SourceDocument, critique

    result = critique(CritiqueRequest(
        query="What is the timeout?",
        draft="The timeout is 30 seconds.",
        sources=(SourceDocument(id="1", content="Timeout: 60 seconds"),),
    ))
    result.recommendation, result.suggestions

Names are loaded when first used, so that importing the package costs nothing.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

# From 1.30 on ONNX Runtime numbers the device when it is imported, and keeps a record of its use to send to its maker.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

if TYPE_CHECKING:
    from critique_core.assembly import Critic, critic, open_store
    from critique_core.corrective.answering import answer, verify_and_correct, verify_response
    from critique_core.corrective.loop import corrective_rag_loop
    from critique_core.errors import (
        ClaimlensError,
        FormatError,
        InvalidInput,
        ModelError,
        SettingsError,
        StoreError,
        VerifierUnavailable,
    )
    from critique_core.models import (
        Claim,
        Critique,
        CritiqueOptions,
        CritiqueRequest,
        Evidence,
        Gate,
        Issue,
        Profile,
        SourceDocument,
        Verdict,
        VerifiedClaim,
        parse_request,
    )
    from critique_core.pipeline import critique, proposed, redecide, revise, with_hunks
    from critique_core.settings import Settings, load_settings

__all__ = [
    "Claim",
    "ClaimlensError",
    "Critic",
    "Critique",
    "CritiqueOptions",
    "CritiqueRequest",
    "Evidence",
    "FormatError",
    "Gate",
    "InvalidInput",
    "Issue",
    "ModelError",
    "Profile",
    "Settings",
    "SettingsError",
    "SourceDocument",
    "StoreError",
    "Verdict",
    "VerifiedClaim",
    "VerifierUnavailable",
    "answer",
    "corrective_rag_loop",
    "critic",
    "critique",
    "load_settings",
    "open_store",
    "parse_request",
    "proposed",
    "redecide",
    "revise",
    "verify_and_correct",
    "verify_response",
    "with_hunks",
]

_HOMES = {
    "corrective.answering": ("answer", "verify_and_correct", "verify_response"),
    "corrective.loop": ("corrective_rag_loop",),
    "assembly": ("Critic", "critic", "open_store"),
    "errors": (
        "ClaimlensError", "FormatError", "InvalidInput", "ModelError", "SettingsError", "StoreError",
        "VerifierUnavailable",
    ),
    "models": (
        "Claim", "Critique", "CritiqueOptions", "CritiqueRequest", "Evidence", "Gate", "Issue", "Profile",
        "SourceDocument", "Verdict", "VerifiedClaim", "parse_request",
    ),
    "pipeline": ("critique", "proposed", "redecide", "revise", "with_hunks"),
    "settings": ("Settings", "load_settings"),
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
