"""A chat model as verifier: claims in batches, every answer checked, the embedded verifier beside it and behind it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from critique_core import spending
from critique_core.errors import ModelError, VerifierUnavailable
from critique_core.fencing import Fence
from critique_core.llm.base import ChatModel, Completion
from critique_core.models import SourceDocument, Verdict, VerificationInput, VerifierSpec
from critique_core.provenance import fingerprint
from critique_core.verifiers.base import Verifier
from critique_core.verifiers.llm import batches, prompts, verdicts
from critique_core.verifiers.llm.answers import MISSING, Judgement, from_kept, read
from critique_core.verifiers.llm.batches import Batch, Question
from critique_core.verifiers.llm.verdicts import Checked, Sources

_VERSION = "llm-1"
_ANSWERED = '"status"'  # stands once in each verdict; only a progress bar rests on it


class Cache(Protocol):
    """What is needed of ``critique_core.cache.AnswerCache``."""

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


@dataclass(frozen=True, slots=True)
class _Asked:
    """One request to the verifier: what its calls share."""

    request: VerificationInput
    fence: Fence
    sources: Sources
    own: Mapping[str, Verdict]

    @property
    def documents(self) -> Sequence[SourceDocument]:
        return self.request.sources


@dataclass(frozen=True, slots=True)
class _Arriving:
    """Tells from the text of an answer as it grows how many claims of the request are answered."""

    before: int
    claims: int

    def show(self, book: spending.Ledger, text: str) -> None:
        book.arrived((self.before + text.count(_ANSWERED)) / self.claims)


class LlmVerifier:
    """Judges claims by a chat model, up to 20 in a call; see ``verdicts`` for how its answers become beliefs.

    An answer that does not fit is asked for once more, for the claims concerned and with what was wrong; a claim that
    still has none fails with the reason. When the model cannot be used, ``fallback`` (the embedded verifier) has
    judged already: its verdicts stand, and the run's ledger says why. With ``cache``, a claim is asked about once for
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
    ) -> None:
        """``prompt_tokens`` bounds the source text of one call, ``most_claims`` its claims. Nothing is sent yet."""
        self._model, self._fallback, self._cache = model, fallback, cache
        self._prompt_tokens, self._most_claims = prompt_tokens, most_claims

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
        asked = _Asked(
            request,
            Fence.around([*(source.content for source in request.sources), request.draft, request.query]),
            Sources(request.sources),
            {verdict.claim_id: verdict for verdict in own},
        )
        found: dict[str, Verdict] = {}
        unknown = [question for question in batches.questions(request) if question.claim.text.strip()]
        keys = {question.claim.id: self._key(question, request) for question in unknown}
        self._recall(asked, unknown, keys, found)
        for batch in self._batches([one for one in unknown if one.claim.id not in found], request):
            spending.ledger().arrived(len(found) / len(request.claims))
            try:
                found |= self._ask(asked, batch, keys, _Arriving(len(found), len(request.claims)))
            except ModelError as error:
                self._tell_failure(error)
                break
        return tuple(found.get(claim.id) or self._fallen_back(asked, claim.id) for claim in request.claims)

    # --- asking ------------------------------------------------------------------------------------------------------

    def _ask(self, asked: _Asked, batch: Batch, keys: Mapping[str, str], arriving: "_Arriving") -> dict[str, Verdict]:
        """A verdict for each claim of the batch. Raises ``ModelError`` when the model gives no answer at all."""
        numbered = dict(enumerate(batch.questions, start=1))
        stood, faults = self._round(asked, batch, numbered, {}, arriving)
        if faults:
            again = {number: numbered[number] for number in faults}
            try:
                late, faults = self._round(asked, batch, again, faults, None)
                stood |= late
            except ModelError as error:
                self._tell_failure(error)
                faults = {number: f"{fault}, and asking again failed" for number, fault in faults.items()}
        self._keep({keys[numbered[number].claim.id]: judged.kept() for number, (judged, _) in stood.items()})
        made = {
            numbered[number].claim.id: self._verdict(asked, numbered[number], *one) for number, one in stood.items()
        }
        for number, fault in faults.items():
            claim = numbered[number].claim
            made[claim.id] = verdicts.failed(claim, f"the answer of {self._model.spec.name} could not be used: {fault}")
        return made

    def _round(
        self,
        asked: _Asked,
        batch: Batch,
        wanted: Mapping[int, Question],
        wrong: Mapping[int, str],
        arriving: "_Arriving | None",
    ) -> tuple[dict[int, tuple[Judgement, Checked]], dict[int, str]]:
        """Ask once; the judgements that stand, and what is wrong with the others."""
        documents, query = asked.documents, asked.request.query
        user = "\n".join([
            prompts.sources_text(batch, documents, asked.fence),
            prompts.claims_text(query, wanted, asked.fence),
            prompts.task(list(wanted), wrong),
        ])  # fmt: skip
        try:
            completion = self._complete(prompts.system(asked.fence), user, arriving)
        except ModelError as error:
            if not error.unreadable:
                raise
            return {}, dict.fromkeys(wanted, "the answer held no JSON object")
        answers = read(completion.content, list(wanted), documents)
        cut_off = "the answer was cut off before its verdict; write less about each claim"
        faults = {
            n: cut_off if completion.cut_off and fault == MISSING else fault for n, fault in answers.faults.items()
        }
        stood: dict[int, tuple[Judgement, Checked]] = {}
        for number, judgement in answers.judged.items():
            checked = asked.sources.checked(judgement, wanted[number].claim)
            if checked.fault is None:
                # The fence is another one in each process; what is kept and shown must not be.
                reasoning = judgement.reasoning.replace(asked.fence.word, "")
                stood[number] = replace(judgement, reasoning=reasoning), checked
            else:
                faults[number] = checked.fault
        return stood, faults

    def _complete(self, system: str, user: str, arriving: "_Arriving | None") -> Completion:
        book = spending.ledger()
        # Only where somebody looks is the answer asked for in pieces: without, a server has less to get wrong.
        stream = partial(arriving.show, book) if arriving and book.watched else None
        try:
            answer = self._model.complete(system, user, prompts.schema(), stream=stream, cancelled=book.cancelled)
        except ModelError:
            book.end_if_cancelled()
            book.spend(1, None, None)
            raise
        book.spend(answer.usage.calls, answer.usage.prompt_tokens, answer.usage.completion_tokens)
        return answer

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

    def _recall(
        self, asked: _Asked, questions: Sequence[Question], keys: Mapping[str, str], found: dict[str, Verdict]
    ) -> None:
        """Enter the verdicts whose judgements the cache has and whose quotes still stand."""
        if self._cache is None:
            return
        kept = self._cache.get(list(keys.values()))
        for question, judgement in self._remembered(asked, questions, keys, kept):
            checked = asked.sources.checked(judgement, question.claim)
            if checked.fault is None:
                found[question.claim.id] = self._verdict(asked, question, judgement, checked)
        spending.ledger().hit(len(found))
        self._tell_of_cache()

    @staticmethod
    def _remembered(
        asked: _Asked, questions: Sequence[Question], keys: Mapping[str, str], kept: Mapping[str, Any]
    ) -> Iterator[tuple[Question, Judgement]]:
        for question in questions:
            judgement = from_kept(kept.get(keys[question.claim.id]), asked.documents)
            if judgement is not None:
                yield question, judgement

    def _keep(self, judged: Mapping[str, Any]) -> None:
        if self._cache is not None:
            self._cache.put(judged)
            self._tell_of_cache()

    def _tell_of_cache(self) -> None:
        for note in self._cache.notes if self._cache else ():
            spending.ledger().note(note)

    # --- verdicts ----------------------------------------------------------------------------------------------------

    def _verdict(self, asked: _Asked, question: Question, judgement: Judgement, checked: Checked) -> Verdict:
        left_out = f"{question.left_out} of its passages did not fit into the prompt." if question.left_out else ""
        made = verdicts.verdict(
            question.claim, asked.request.draft, judgement, checked, own=asked.own.get(question.claim.id), note=left_out
        )
        return made.model_copy(update={"complete": False}) if left_out else made

    def _fallen_back(self, asked: _Asked, claim_id: str) -> Verdict:
        """The fallback's verdict, which says by its method that the model made none."""
        own = asked.own.get(claim_id)
        if own is not None:
            return own
        claim = next(claim for claim in asked.request.claims if claim.id == claim_id)
        return verdicts.failed(claim, "neither the model nor the verifier behind it could judge it")

    def _judged_by_fallback(self, request: VerificationInput) -> tuple[Verdict, ...]:
        try:
            return self._fallback.verify(request)
        except VerifierUnavailable as error:
            spending.ledger().note(f"verdicts: the verifier behind the model could not be used: {error}")
            return ()

    def _tell_failure(self, error: ModelError) -> None:
        spending.ledger().note(
            f"verdicts: {self._model.spec.name} could not be used: {spending.told(error)}. Claims without its verdict "
            f"were judged by {self._fallback.spec.spec}"
        )
