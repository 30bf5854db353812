"""What answers a question from retrieved sources: a critic, retrievers and the limits of the settings."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from critique_core.assembly.critics import Critic
from critique_core.assembly.parts import web_search
from critique_core.models import Critique
from critique_core.pipeline import Progress
from critique_core.settings import Settings

if TYPE_CHECKING:
    from critique_core.corrective.loop import Judge, Limits
    from critique_core.library import Library
    from critique_core.models import CorrectiveResult
    from critique_core.retrieval.base import Retriever
    from critique_core.retrieval.search import Cooldown


@dataclass(frozen=True, slots=True)
class Answerer:
    """A critic next to retrievers, ready to answer any number of questions and to find better sources for any draft.

    ``local`` never leaves this machine, ``web`` does. Methods take the settings' choices where nothing else is said.
    """

    critic: Critic
    local: "tuple[Retriever, ...]"
    web: "tuple[Retriever, ...]"
    limits: "Limits"
    cooldown: "Cooldown"
    verifies: bool
    corrects: bool
    min_draft_length: int

    def answer(
        self,
        query: str,
        *,
        draft: str | None = None,
        verify: bool | None = None,
        correct: bool | None = None,
        web: bool = True,
        attempts: int | None = None,
        min_draft_length: int | None = None,
        progress: Progress | None = None,
    ) -> "CorrectiveResult":
        """Answer from what the retrievers find; see ``answering.answer``.

        ``web`` off asks only what stays on this machine. A ``draft`` of one's own is never too short to be checked.
        """
        from critique_core.corrective.answering import answer  # noqa: PLC0415 - checking alone answers nothing

        return answer(
            query,
            self._searched(web=web),
            self.critic.writer,
            draft=draft,
            options=self.critic.options,
            enable_verification=self.verifies if verify is None else verify,
            enable_crag=self.corrects if correct is None else correct,
            min_draft_length=self._shortest(draft, min_draft_length),
            judge=self._judge(attempts),
            limits=self._limits(attempts),
            cooldown=self.cooldown,
            progress=progress,
        )

    def correct(
        self, critique: Critique, *, web: bool = True, attempts: int | None = None, progress: Progress | None = None
    ) -> "CorrectiveResult":
        """Find better sources for a critique and correct its draft; see ``corrective.corrective_rag_loop``."""
        from critique_core.corrective.loop import corrective_rag_loop  # noqa: PLC0415 - checking alone corrects nothing

        return corrective_rag_loop(
            critique,
            self._searched(web=web),
            judge=self._judge(attempts),
            limits=self._limits(attempts),
            generator=self.critic.writer,
            cooldown=self.cooldown,
            progress=progress,
        )

    def _shortest(self, draft: str | None, given: int | None) -> int:
        if given is not None:
            return given
        return self.min_draft_length if draft is None else 0

    def _searched(self, *, web: bool) -> "tuple[Retriever, ...]":
        return (*self.local, *self.web) if web else self.local

    def _judge(self, attempts: int | None) -> "Judge":
        from critique_core.corrective.loop import Judge  # noqa: PLC0415 - as above

        gate = self.critic.gate
        if attempts is not None:
            gate = gate.model_copy(update={"attempts_allowed": attempts})
        return Judge(verifier=self.critic.verifier, profile=self.critic.profile, gate=gate, stages=self.critic.stages)

    def _limits(self, attempts: int | None) -> "Limits":
        return self.limits if attempts is None else replace(self.limits, max_attempts=attempts)


def answerer(settings: Settings, *, critic: Critic, library: "Library") -> Answerer:
    """What answers from ``library`` and, if configured, the web, with ``critic`` judging.

    Raises ``SettingsError`` when the web search lacks its key or address.
    """
    from critique_core.corrective.loop import Limits  # noqa: PLC0415 - checking alone needs none of it
    from critique_core.retrieval.search import Cooldown  # noqa: PLC0415

    web = web_search(settings)
    return Answerer(
        critic=critic,
        local=(library,),
        web=web,
        limits=Limits(
            correct_threshold=settings.crag_correct_threshold,
            incorrect_threshold=settings.crag_incorrect_threshold,
            strip_threshold=settings.crag_strip_threshold,
            token_budget=settings.crag_token_budget,
            max_attempts=settings.max_attempts,
            timeout=settings.crag_timeout,
        ),
        cooldown=Cooldown(settings.crag_cooldown, of=tuple(one.name for one in web)),
        verifies=settings.verification_enabled,
        corrects=settings.crag_enabled,
        min_draft_length=settings.min_draft_length,
    )
