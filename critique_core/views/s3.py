"""S3's ``EvaluationResult``: a grade of retrieved sources as the CRAG evaluator gives it."""

from critique_core.models import RetrievalGrade
from critique_core.models.corrective import CorrectiveAction, RetrievalQuality
from critique_core.views.base import View


class EvaluationResult(View):
    """S3's result; ``confidence`` is 1 - the score when the quality is incorrect."""

    quality: RetrievalQuality
    confidence: float | None
    reasoning: str
    suggested_action: CorrectiveAction


def evaluation_result(grade: RetrievalGrade) -> EvaluationResult:
    """The grade in S3's shape; what each signal said is in ``reasoning``, where S3 has one fixed sentence a class."""
    return EvaluationResult(
        quality=grade.quality,
        confidence=grade.confidence,
        reasoning=grade.reasoning,
        suggested_action=grade.suggested_action,
    )
