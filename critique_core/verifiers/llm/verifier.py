"""A chat model as verifier: claims in batches, every answer checked, the embedded verifier next to it and behind it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from critique_core.errors import VerifierUnavailable
from critique_core.http.json_endpoint import LeftAlone
from critique_core.llm.base import ChatModel
from critique_core.llm.fencing import Fence
from critique_core.models import Claim, Verdict, VerificationInput, VerifierSpec
from critique_core.provenance import fingerprint
from critique_core.runs import ledger
from critique_core.verifiers.base import Verifier
from critique_core.verifiers.llm import batches, prompts, verdicts
from critique_core.verifiers.llm.answers import Judgement, from_kept
from critique_core.verifiers.llm.asking import Asked, Asking, Outcome, Standing
from critique_core.verifiers.llm.batches import Batch, Question
from critique_core.verifiers.llm.verdicts import Checked, Sources
from critique_core.verifiers.run import stood_in

_VERSION = "llm-1"
_MOST_TOLD = 3


class Cache(Protocol):
    """What is needed of ``critique_core.runs.answer_cache.AnswerCache``."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What was lost and why."""
        ...

    def get(self, keys: Sequence[str]) -> dict[str, Any]:
        """The values that are kept, by key."""
        ...

    def put(self, values: Mapping[str, Any]) -> None:
        """Keep values."""
        ...


class LlmVerifier:
    """Judges claims by a chat model, up to 15 in a call; see ``verdicts`` for how its answers become beliefs.

    An answer that does not fit is asked for once more, for the claims concerned and with what was wrong; a claim that
    still has none fails with the reason. Where a call fails, ``fallback`` (the embedded verifier) has judged its claims
    already: those verdicts stand, and the run's ledger says why. With ``cache``, a claim is asked about once for
    its words, the sentence it follows, its passages, the query and the model.
    """

    def __init__(
        self,
        model: ChatModel,
        *,
        fallback: Verifier,
        cache: Cache | None = None,
        prompt_tokens: int = batches.PROMPT_TOKENS,
        most_claims: int = batches.MOST_CLAIMS,
        at_once: int = 1,
    ) -> None:
        """``prompt_tokens`` bounds the source text of one call, ``most_claims`` its claims. Nothing is sent yet.

        At most ``at_once`` calls run side by side; an answer does not depend on it.
        """
        self._model, self._fallback, self._cache = model, fallback, cache
        self._prompt_tokens, self._most_claims, self._at_once = prompt_tokens, most_claims, at_once

    @property
    def spec(self) -> VerifierSpec:
        """Name and fingerprint of the model, the prompts and the verifier behind."""
        model = self._model.spec
        parts = [_VERSION, prompts.VERSION, model.fingerprint, self._fallback.spec.fingerprint,
                 self._prompt_tokens, self._most_claims]  # fmt: skip
        return VerifierSpec(spec=f"llm ({model.name})", fingerprint=fingerprint(parts)[:16])

    @property
    def alone(self) -> Verifier:
        """What reads claims against one source alone or against each other: those checks must not multiply calls."""
        return self._fallback

    def calls_for(self, request: VerificationInput) -> int:
        """How many calls the claims of ``request`` take, when none of them is in the cache and each answer fits."""
        return len(self._batches(batches.questions(request), request))

    def verify(self, request: VerificationInput) -> tuple[Verdict, ...]:
        """One verdict a claim, in order; its ``method`` says who judged it.

        Raises ``VerifierUnavailable`` when neither model nor fallback can be used.
        """
        return self.verify_beside(request, self._judged_by_fallback(request))

    def verify_beside(self, request: VerificationInput, own: Sequence[Verdict]) -> tuple[Verdict, ...]:
        """As ``verify``, with the fallback's verdicts on these claims already known."""
        book = ledger.ledger()
        fence = Fence.around([*(source.content for source in request.sources), request.draft, request.query])
        asked = Asked(request, fence, Sources(request.sources), book)
        by_fallback = {verdict.claim_id: verdict for verdict in own}
        every = batches.fitted(batches.questions(request), request.sources, self._prompt_tokens)
        questions = {one.claim.id: one for one in every if one.claim.text.strip()}
        keys = {claim_id: self._key(question, request) for claim_id, question in questions.items()}
        stood = self._recalled(asked, questions, keys)
        left = self._batches([one for claim_id, one in questions.items() if claim_id not in stood], request)
        asking = Asking(self._model, asked, known=len(stood), keep=partial(self._keep, keys, book))
        outcomes = asking.outcomes(left, self._at_once)
        self._tell_failures(book, left, outcomes, by_fallback, len(request.claims))
        faults: dict[str, str] = {}
        for outcome in outcomes:
            stood |= outcome.stood
            faults |= outcome.faults
        return tuple(
            self._verdict(request, questions[claim.id], *stood[claim.id], by_fallback.get(claim.id))
            if claim.id in stood
            else self._without(claim, faults.get(claim.id), by_fallback.get(claim.id))
            for claim in request.claims
        )

    def _batches(self, asked: Sequence[Question], request: VerificationInput) -> tuple[Batch, ...]:
        """What is asked in one prompt each; without any source to show there is nothing to ask."""
        made = batches.batches(asked, request.sources, prompt_tokens=self._prompt_tokens, most_claims=self._most_claims)
        return tuple(batch for batch in made if batch.stretches)

    # --- what is known already ---------------------------------------------------------------------------------------

    def _key(self, question: Question, request: VerificationInput) -> str:
        """Identity of all that decides the answer; the fence is none of it."""
        documents = {source.id: source for source in request.sources}
        passages = [
            [one.source_id, documents[one.source_id].name, documents[one.source_id].content[one.start : one.end]]
            for one in question.passages
        ]
        return fingerprint([
            _VERSION, prompts.VERSION, self._model.spec.fingerprint, request.query, question.claim.text,
            question.context, passages,
        ])  # fmt: skip

    def _recalled(
        self, asked: Asked, questions: Mapping[str, Question], keys: Mapping[str, str]
    ) -> dict[str, Standing]:
        """The judgements that the cache has and whose quotes still stand, by claim id."""
        if self._cache is None:
            return {}
        kept = self._cache.get(list(keys.values()))
        stood: dict[str, Standing] = {}
        for claim_id, question in questions.items():
            judgement = from_kept(kept.get(keys[claim_id]), asked.documents)
            checked = asked.sources.checked(judgement, question.claim) if judgement else None
            if judgement and checked and checked.fault is None:
                stood[claim_id] = judgement, checked
        asked.book.hit(len(stood))
        self._tell_of_cache(asked.book)
        return stood

    def _keep(self, keys: Mapping[str, str], book: ledger.Ledger, outcome: Outcome) -> None:
        if self._cache is not None:
            self._cache.put({keys[claim_id]: judgement.kept() for claim_id, (judgement, _) in outcome.stood.items()})
            self._tell_of_cache(book)

    def _tell_of_cache(self, book: ledger.Ledger) -> None:
        for note in self._cache.notes if self._cache else ():
            book.note(note)

    # --- verdicts ----------------------------------------------------------------------------------------------------

    @staticmethod
    def _verdict(
        request: VerificationInput, question: Question, judgement: Judgement, checked: Checked, own: Verdict | None
    ) -> Verdict:
        left_out = f"{question.left_out} of its passages did not fit into the prompt." if question.left_out else ""
        made = verdicts.verdict(question.claim, request.draft, judgement, checked, own=own, note=left_out)
        return made.model_copy(update={"complete": False}) if left_out else made

    def _without(self, claim: Claim, fault: str | None, own: Verdict | None) -> Verdict:
        """The verdict on a claim without a judgement: the fallback's, unless the model did answer."""
        if fault is not None:
            return verdicts.failed(claim, f"the answer of {self._model.spec.name} could not be used: {fault}")
        return own or verdicts.failed(claim, "neither the model nor the verifier behind it could judge it")

    def _judged_by_fallback(self, request: VerificationInput) -> tuple[Verdict, ...]:
        try:
            return self._fallback.verify(request)
        except VerifierUnavailable as error:
            ledger.ledger().note(f"verdicts: the verifier behind the model could not be used: {error}")
            return ()

    def _tell_failures(
        self,
        book: ledger.Ledger,
        asked: Sequence[Batch],
        outcomes: Sequence[Outcome],
        own: Mapping[str, Verdict],
        claims: int,
    ) -> None:
        """Say once why batches have no answer; that the server was left alone after it failed adds nothing."""
        failed = [(batch, one.error) for batch, one in zip(asked, outcomes, strict=True) if one.error]
        if not failed:
            return
        first = [error for _, error in failed if not isinstance(error, LeftAlone)] or [error for _, error in failed]
        told = "; also: ".join(list(dict.fromkeys(map(ledger.in_words, first)))[:_MOST_TOLD])
        left = [own.get(question.claim.id) for batch, _ in failed for question in batch.questions]
        count = sum(verdict is not None and verdict.probabilities is not None for verdict in left)
        book.note(stood_in(self._fallback.spec.spec, count, claims, model=self._model.spec.name, why=told))
