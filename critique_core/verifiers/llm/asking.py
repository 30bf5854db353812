"""Batches of claims put to a model side by side: each answer checked, what does not fit asked for once more.

Each batch is by itself: one that the server refuses leaves the others their answers. Only a server that turns the
key, the model or the address away (401, 403, 404) is not asked about the rest, as it would say the same again; one that
is down is left alone by its client's circuit breaker.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial

from critique_core.errors import ModelError
from critique_core.http.json_endpoint import ServerRefused
from critique_core.llm.base import ChatModel, Completion
from critique_core.llm.fencing import Fence
from critique_core.models import SourceDocument, VerificationInput
from critique_core.runs import ledger
from critique_core.verifiers.llm import prompts
from critique_core.verifiers.llm.answers import MISSING, Judgement, read
from critique_core.verifiers.llm.batches import Batch, Question
from critique_core.verifiers.llm.verdicts import Checked, Sources

_ANSWERED = '"status"'  # stands once in each verdict; only a progress bar rests on it
_FOR_ALL = frozenset({401, 403, 404})
_CUT_OFF = "the answer was cut off before its verdict; write less about each claim"

Standing = tuple[Judgement, Checked]


@dataclass(frozen=True, slots=True)
class Asked:
    """One request to the verifier: what its calls share."""

    request: VerificationInput
    fence: Fence
    sources: Sources
    book: ledger.Ledger

    @property
    def documents(self) -> Sequence[SourceDocument]:
        """The sources of the request."""
        return self.request.sources


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a batch, by claim id: judgements that stand, and what is wrong with the others.

    Both are empty where the model gave no answer at all; ``error`` says why.
    """

    stood: Mapping[str, Standing] = field(default_factory=dict[str, Standing])
    faults: Mapping[str, str] = field(default_factory=dict[str, str])
    error: ModelError | None = None


class Asking:
    """Puts the batches of one request to a model; made for one use."""

    def __init__(self, model: ChatModel, asked: Asked, *, known: int, keep: Callable[[Outcome], None]) -> None:
        """``known`` claims of the request need no answer any more; ``keep`` is called with each answer as it comes."""
        self._model, self._asked, self._keep = model, asked, keep
        self._known = known
        self._answered: dict[int, int] = {}
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._refused: ModelError | None = None

    def outcomes(self, batches: Sequence[Batch], at_once: int) -> list[Outcome]:
        """What became of each batch, in order. Raises what the run's ledger was cancelled by."""
        if not batches:
            return []
        self._arrived(0, 0)
        with ThreadPoolExecutor(min(at_once, len(batches)), thread_name_prefix="verdicts") as threads:
            waiting = [threads.submit(self._outcome, place, batch) for place, batch in enumerate(batches)]
            try:
                return [each.result() for each in waiting]
            except BaseException:
                self._over.set()  # calls that wait for their server end at their next glance
                threads.shutdown(wait=False, cancel_futures=True)
                raise

    def _outcome(self, place: int, batch: Batch) -> Outcome:
        if self._refused is not None:
            return Outcome(error=self._refused)
        if self._cancelled():  # a thread whose call was given up would begin the next
            self._asked.book.end_if_cancelled()
            return Outcome()
        try:
            outcome = self._answer(batch, partial(self._show, place, len(batch.questions)))
        except ModelError as error:
            if isinstance(error, ServerRefused) and error.status in _FOR_ALL:
                self._refused = error
            return Outcome(error=error)
        self._keep(outcome)
        self._arrived(place, len(batch.questions))
        return outcome

    def _answer(self, batch: Batch, show: Callable[[str], None]) -> Outcome:
        """Raises ``ModelError`` when the model gives no answer at all."""
        numbered = dict(enumerate(batch.questions, start=1))
        stood, faults = self._round(batch, numbered, {}, show)
        if faults:
            again = {number: numbered[number] for number in faults}
            try:
                late, faults = self._round(batch, again, faults, None)
                stood |= late
            except ModelError as error:
                told = f"verdicts: {self._model.spec.name} could not be asked again: {ledger.in_words(error)}"
                self._asked.book.note(f"{told}. Its claims are left unverified")
                faults = {number: f"{fault}, and asking again failed" for number, fault in faults.items()}
        return Outcome(
            {numbered[number].claim.id: one for number, one in stood.items()},
            {numbered[number].claim.id: fault for number, fault in faults.items()},
        )

    def _round(
        self, batch: Batch, wanted: Mapping[int, Question], wrong: Mapping[int, str], show: Callable[[str], None] | None
    ) -> tuple[dict[int, Standing], dict[int, str]]:
        """Ask once; the judgements that stand, and what is wrong with the others."""
        fence, documents = self._asked.fence, self._asked.documents
        user = "\n".join([
            prompts.sources_text(batch, documents, fence),
            prompts.claims_text(self._asked.request.query, wanted, fence),
            prompts.task(list(wanted), wrong),
        ])  # fmt: skip
        try:
            completion = self._complete(prompts.system(fence), user, show)
        except ModelError as error:
            if not error.unreadable:
                raise
            return {}, dict.fromkeys(wanted, "the answer held no JSON object")
        answers = read(completion.content, list(wanted), documents)
        faults = {
            number: _CUT_OFF if completion.cut_off and fault == MISSING else fault
            for number, fault in answers.faults.items()
        }
        stood: dict[int, Standing] = {}
        for number, judgement in answers.judged.items():
            checked = self._asked.sources.checked(judgement, wanted[number].claim)
            if checked.fault is None:
                # The fence is another one in each process; what is kept and shown must not be.
                stood[number] = replace(judgement, reasoning=judgement.reasoning.replace(fence.word, "")), checked
            else:
                faults[number] = checked.fault
        return stood, faults

    def _complete(self, system: str, user: str, show: Callable[[str], None] | None) -> Completion:
        book = self._asked.book
        # Only where somebody looks is the answer asked for in pieces: without, a server has less to get wrong.
        stream = show if book.watched else None
        try:
            answer = self._model.complete(system, user, prompts.schema(), stream=stream, cancelled=self._cancelled)
        except ModelError:
            book.end_if_cancelled()
            book.spend(1, None, None)
            raise
        book.spend(answer.usage.calls, answer.usage.prompt_tokens, answer.usage.completion_tokens)
        return answer

    def _cancelled(self) -> bool:
        return self._over.is_set() or self._asked.book.cancelled()

    def _show(self, place: int, claims: int, text: str) -> None:
        """Tell from the text of an answer as it grows how many claims of its batch are answered."""
        self._arrived(place, min(text.count(_ANSWERED), claims))

    def _arrived(self, place: int, answered: int) -> None:
        with self._lock:
            self._answered[place] = answered
            known = self._known + sum(self._answered.values())
        self._asked.book.arrived(known / len(self._asked.request.claims))
