"""The seeds' own result shapes as views of a critique, a grade or a corrected answer (feature F2).

    from critique_core import views

    views.critique_result(critique).shape()          # S0 CritiqueResult
    views.critic_result(critique).shape()            # S1 CriticResult
    views.validation_result(critique).shape()        # S2 IValidationResult
    views.hallucination_report(critique).shape()     # S2 IHallucinationReport
    views.evaluation_result(grade).shape()           # S3 EvaluationResult
    views.verification_result(critique).shape()      # S4 VerificationResult
    views.crag_result(result).shape()                # S4 CRAGResult
    views.chat_response(result).shape()              # S4 answer with its verification block
    views.correction_result(critique).shape()        # S4 CRAGResult of a critique's own corrections

Each carries its seed's names, casing, severities and confidence; ``shape()`` is plain JSON.
"""

from critique_core.views.base import View
from critique_core.views.s0 import CritiqueResult, critique_result
from critique_core.views.s1 import CriticResult, critic_result
from critique_core.views.s2 import IHallucinationReport, IValidationResult, hallucination_report, validation_result
from critique_core.views.s3 import EvaluationResult, evaluation_result
from critique_core.views.s4 import (
    ChatResponse,
    CRAGResult,
    Verification,
    VerificationResult,
    chat_response,
    correction_result,
    crag_result,
    verification_of_correction,
    verification_result,
)

__all__ = [
    "CRAGResult",
    "ChatResponse",
    "CriticResult",
    "CritiqueResult",
    "EvaluationResult",
    "IHallucinationReport",
    "IValidationResult",
    "Verification",
    "VerificationResult",
    "View",
    "chat_response",
    "correction_result",
    "crag_result",
    "critic_result",
    "critique_result",
    "evaluation_result",
    "hallucination_report",
    "validation_result",
    "verification_of_correction",
    "verification_result",
]
