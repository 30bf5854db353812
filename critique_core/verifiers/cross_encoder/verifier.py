"""A cross-encoder as a verifier: each claim is read together with the passages found for it, in windows that fit."""

import threading
from collections.abc import Sequence
from pathlib import Path

from critique_core.models import Verdict, VerificationInput, VerifierSpec
from critique_core.verifiers.cross_encoder.asking import Question, ask
from critique_core.verifiers.cross_encoder.loading import LoadedModel, RuntimeName, chosen, load
from critique_core.verifiers.cross_encoder.quoting import evidence
from critique_core.verifiers.cross_encoder.verdicts import verdict


class CrossEncoderVerifier:
    """Judges claims with a sequence-pair or token classifier from a folder or the hub, loaded at its first use.

    P(supported) is the greatest that any window of the claim's passages gives (MiniCheck, arXiv 2404.10774), and
    P(contradicted) the greatest for that label, but at most what support leaves; two-label models contradict nothing.
    Probabilities are the model's own, uncalibrated. Every passage is read: long ones in overlapping windows. Rows are
    batched within one request alone, padded to lengths of their own, on a fixed number of threads. Safe to use from
    several threads.
    """

    def __init__(
        self,
        path_or_hub_id: str | Path,
        *,
        preset: str | None = None,
        labels: Sequence[str] | None = None,
        runtime: RuntimeName = "auto",
        revision: str | None = None,
        token: str | None = None,
        threads: int = 1,
    ) -> None:
        """``path_or_hub_id`` is a folder, a repository OWNER/MODEL of the hub, or a preset's name for its repository.

        ``preset`` says how the model was trained (a name of ``PRESETS`` or "pair"), ``labels`` what its numbers mean,
        in its order; without them the preset that belongs to the repository and the model's config.json say it.
        ``runtime`` "auto" takes model.onnx where there is one, else transformers and torch. ``token`` is for the hub.
        Raises ``SettingsError`` for a name that is not known.
        """
        self._choice = chosen(
            path_or_hub_id, preset=preset, labels=labels, runtime=runtime, revision=revision, token=token,
            threads=threads,
        )  # fmt: skip
        self._lock = threading.Lock()
        self._loaded: LoadedModel | None = None

    @property
    def spec(self) -> VerifierSpec:
        """Name of model and preset; the fingerprint covers weights, tokenizer, config, labels, preset and version.

        Loads the model. Raises ``VerifierUnavailable`` when that fails, ``SettingsError`` when its labels say nothing.
        """
        model = self._model()
        return VerifierSpec(spec=f"cross-encoder {model.name} ({model.preset.name})", fingerprint=model.fingerprint)

    def verify(self, request: VerificationInput) -> tuple[Verdict, ...]:
        """One verdict a claim, in order; one that cannot be judged says why. Raises as ``spec`` does."""
        model = self._model()
        sources = {source.id: source for source in request.sources}
        questions = [
            Question.of(claim, candidates, request, tokens=model.preset.head == "tokens")
            for claim, candidates in zip(request.claims, request.candidates, strict=True)
        ]
        readings = ask(model, questions, sources)
        quotes = evidence(model, questions, readings, sources)
        return tuple(
            verdict(model, question, reading, quotes.get(question.claim.id))
            for question, reading in zip(questions, readings, strict=True)
        )

    def _model(self) -> LoadedModel:
        with self._lock:
            if self._loaded is None:
                self._loaded = load(self._choice)
            return self._loaded
