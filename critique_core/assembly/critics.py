"""From settings to ready parts: the only wiring, used by every face."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from critique_core.embeddings import Embedder, embedder
from critique_core.errors import FormatError, ModelError, SettingsError, VerifierUnavailable
from critique_core.models import Critique, CritiqueOptions, CritiqueRequest, Gate, Hunk, Profile
from critique_core.pipeline import checking
from critique_core.pipeline.checking import Progress
from critique_core.settings import Settings
from critique_core.verifiers.base import Verifier
from critique_core.verifiers.embedded import EmbeddedVerifier
from critique_core.verifiers.similarity import SimilarityVerifier

if TYPE_CHECKING:
    from critique_core.corrective.generation import Generator
    from critique_core.corrective.loop import Judge, Limits
    from critique_core.http.json_endpoint import Patience
    from critique_core.library import Library
    from critique_core.llm.client import ChatClient
    from critique_core.model_stages import ModelStages
    from critique_core.models import CorrectiveResult
    from critique_core.retrieval.base import Retriever
    from critique_core.retrieval.search import Cooldown
    from critique_core.runs.answer_cache import AnswerCache
    from critique_core.store import Store
    from critique_core.tuning.profiles import TunedProfile


@dataclass(frozen=True, slots=True)
class Critic:
    """A verifier, a profile, the default options and the gate, ready to critique any number of requests."""

    verifier: Verifier
    profile: Profile
    options: CritiqueOptions
    gate: Gate
    stages: "ModelStages | None" = None

    def critique(self, request: CritiqueRequest, progress: Progress | None = None) -> Critique:
        """Critique the request; options that it does not set itself are taken from the settings."""
        return checking.critique(
            self._with_defaults(request),
            verifier=self.verifier,
            profile=self.profile,
            gate=self.gate,
            stages=self.stages,
            progress=progress,
        )

    def redecide(
        self, critique: Critique, *, profile: Profile | None = None, options: CritiqueOptions | None = None
    ) -> Critique:
        """Decide again from the verdicts of ``critique`` with this critic's gate, without verifying."""
        return checking.redecide(critique, profile=profile, options=options, gate=self.gate)

    def revise(
        self, critique: Critique, *, max_revisions: int | None = None, progress: Progress | None = None
    ) -> Critique:
        """Correct the draft of ``critique``; see ``pipeline.revise``."""
        return checking.revise(
            critique,
            max_revisions=max_revisions,
            verifier=self.verifier,
            gate=self.gate,
            stages=self.stages,
            progress=progress,
        )

    def with_hunks(self, critique: Critique, hunks: Sequence[Hunk], progress: Progress | None = None) -> Critique:
        """Verify the draft of ``critique`` with some changes made; see ``pipeline.with_hunks``."""
        return checking.with_hunks(
            critique, hunks, verifier=self.verifier, gate=self.gate, stages=self.stages, progress=progress
        )

    def under(self, profile: "TunedProfile") -> "Critic":
        """Put the critic under a tuned profile; raises ``SettingsError`` when it is another verifier's or nobody's."""
        return replace(self, profile=profile.fitting(self.verifier.spec))

    def _with_defaults(self, request: CritiqueRequest) -> CritiqueRequest:
        chosen = {name: getattr(request.options, name) for name in request.options.model_fields_set}
        return request.model_copy(update={"options": self.options.model_copy(update=chosen)})


def critic(settings: Settings) -> Critic:
    """The critic that the settings describe.

    Raises ``VerifierUnavailable`` when its verifier cannot be loaded, ``SettingsError`` when its settings do not fit.
    """
    model = _wanted_model(settings)
    return Critic(
        verifier=_verifier(settings, model),
        profile=Profile(support_threshold=settings.support_threshold),
        options=settings.options,
        gate=Gate(
            attempts_allowed=settings.max_attempts,
            regenerate_rate=settings.hallucination_max_rate,
            reject_rate=settings.hallucination_reject_rate,
            hallucination_threshold=settings.hallucination_threshold,
            citation_accuracy_threshold=settings.citation_accuracy_threshold,
            overall_confidence_threshold=settings.overall_confidence_threshold,
        ),
        stages=_stages(settings, model),
    )


def under_active_profile(critic: Critic, store: "Store") -> tuple[Critic, str | None]:
    """The critic under the profile that the store has in use; as it was, and why, when that one cannot be used.

    Raises ``StoreError`` when the store cannot be read.
    """
    kept = store.active_profile()
    if kept is None:
        return critic, None
    from critique_core.tuning.profiles import read_profile  # noqa: PLC0415 - only for whoever has tuned one

    try:
        return critic.under(read_profile(kept.body, file=f"profile {kept.name!r}")), None
    except (FormatError, SettingsError) as error:
        instead = f"until then claims count as supported from {critic.profile.support_threshold:g}, as in the settings"
        return critic, f"{error}; {instead}"


def _verifier(settings: Settings, model: "ChatClient | None") -> Verifier:
    if settings.verifier == "embedded":
        return EmbeddedVerifier()
    if settings.verifier in ("llm", "cascade") and model:
        return _model_verifier(settings, model)
    if settings.verifier == "cross_encoder":
        return _cross_encoder(settings)
    made = SimilarityVerifier(
        _embedder(settings),
        threshold=settings.similarity_threshold,
        borderline=settings.similarity_borderline,
        escalate_to=EmbeddedVerifier(),
    )
    _ = made.spec  # an encoder that is not there is told now, not once for each request
    return made


def _wanted_model(settings: Settings) -> "ChatClient | None":
    """The model that verifier and stages share, if either wants one. Raises ``SettingsError`` when none is named."""
    if settings.verifier in ("llm", "cascade"):
        return chat_model(settings)
    if not settings.llm_stages:
        return None
    try:
        return chat_model(settings)
    except SettingsError as error:
        raise SettingsError(f"llm_stages: {', '.join(settings.llm_stages)} need a model; {error}") from None


def _stages(settings: Settings, model: "ChatClient | None") -> "ModelStages | None":
    if model is None or not settings.llm_stages:
        return None
    from critique_core.model_stages import CachedModel, ModelStages  # noqa: PLC0415 - only for whoever has a model

    cache = answer_cache(settings)
    return ModelStages(CachedModel(model, cache) if cache else model, frozenset(settings.llm_stages))


def _model_verifier(settings: Settings, model: "ChatClient") -> Verifier:
    """The configured model with the embedded verifier behind it, or before it in a cascade."""
    from critique_core.verifiers.cascade import CascadeVerifier  # noqa: PLC0415 - only for whoever has a model
    from critique_core.verifiers.llm import LlmVerifier  # noqa: PLC0415

    embedded = EmbeddedVerifier()
    asking = LlmVerifier(model, fallback=embedded, cache=answer_cache(settings), at_once=model.at_once)
    return CascadeVerifier(embedded, asking) if settings.verifier == "cascade" else asking


def chat_model(settings: Settings, *, patience: "Patience | None" = None) -> "ChatClient":
    """The model that the settings name. Raises ``SettingsError`` when they name none that could be asked."""
    from critique_core.llm.choice import chat_model as chosen  # noqa: PLC0415 - only for whoever has a model

    own = {"openai": settings.openai_api_key, "anthropic": settings.anthropic_api_key}
    # A provider's own key goes to its usual server alone: another address may be anybody's.
    usual = own.get(settings.llm_provider) if settings.llm_base_url is None else None
    key = settings.llm_api_key or usual
    return chosen(
        settings.llm_provider,
        base_url=settings.llm_base_url,
        model=settings.llm_model,
        api_key=key.get_secret_value() if key else None,
        patience=patience,
        at_once=settings.llm_at_once,
    )


def _cross_encoder(settings: Settings) -> Verifier:
    from critique_core.verifiers.cross_encoder import CrossEncoderVerifier  # noqa: PLC0415 - only for whoever has one

    if settings.cross_encoder is None:
        raise SettingsError(
            "verifier: cross_encoder needs cross_encoder: a folder, a hub id OWNER/MODEL or a preset's name"
        )
    labels = settings.cross_encoder_labels
    made = CrossEncoderVerifier(
        settings.cross_encoder,
        preset=settings.cross_encoder_preset,
        labels=labels.split(",") if labels else None,
    )
    _ = made.spec  # a model that is not there is told now, not once for each request
    return made


def answer_cache(settings: Settings) -> "AnswerCache | None":
    """What keeps models' answers; ``None`` when the settings want none."""
    from critique_core.runs.answer_cache import AnswerCache  # noqa: PLC0415 - only for whoever has a model

    return AnswerCache(settings.cache_path) if settings.cache_enabled else None


def _embedder(settings: Settings) -> Embedder:
    key = settings.openai_api_key if settings.embedder == "openai" else None  # no other service is to see it
    try:
        return embedder(
            settings.embedder,
            base_url=settings.embedder_base_url,
            model=settings.embedder_model,
            api_key=key.get_secret_value() if key else None,
        )
    except ModelError as error:
        raise VerifierUnavailable(str(error)) from error


def open_store(settings: Settings) -> "Store":
    """Open the store at ``database_url``, bringing tables and uncertainty up to date. Raises ``StoreError``."""
    from critique_core.store import Store  # noqa: PLC0415 - checking alone needs no database

    store = Store.open(settings.database_url)
    try:
        store.measure_uncertainty(settings.support_threshold)
    except BaseException:
        store.close()
        raise
    return store


# --- answers from sources ------------------------------------------------------------------------------------------


def open_library(settings: Settings) -> "Library":
    """Open the source library at ``library_path``, making it if it is not there. Raises ``StoreError``."""
    from critique_core.library import Library  # noqa: PLC0415 - checking alone needs no library

    return Library.open(settings.library_path)


def retrievers(settings: Settings, library: "Library") -> "tuple[Retriever, ...]":
    """What is searched for sources: the library, and the web search if one is configured.

    Raises ``SettingsError`` when the web search lacks its key or address.
    """
    return (library, *_web_search(settings))


def _web_search(settings: Settings) -> "tuple[Retriever, ...]":
    if settings.web_search == "off":
        return ()
    from critique_core.retrieval.web import SearxngSearch, TavilySearch  # noqa: PLC0415 - only where the web is searched

    if settings.web_search == "searxng":
        if settings.web_search_base_url is None:
            raise SettingsError("web_search: searxng needs web_search_base_url, the address of your SearXNG server")
        return (SearxngSearch(settings.web_search_base_url),)
    if settings.tavily_api_key is None:
        raise SettingsError("web_search: tavily needs its key; set CLAIMLENS_TAVILY_API_KEY or TAVILY_API_KEY")
    return (TavilySearch(settings.tavily_api_key.get_secret_value(), settings.web_search_base_url),)


@dataclass(frozen=True, slots=True)
class Answerer:
    """A critic beside retrievers, ready to answer any number of questions and to find better sources for any draft.

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
            self._generator(),
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
            generator=self._generator(),
            cooldown=self.cooldown,
            progress=progress,
        )

    def _generator(self) -> "Generator | None":
        """The model's, if it is to write; else whoever is asked uses the extractive one."""
        stages = self.critic.stages
        if stages is None or "generation" not in stages.names:
            return None
        from critique_core.corrective.generation import ExtractiveGenerator  # noqa: PLC0415 - as above
        from critique_core.model_stages import ModelGenerator  # noqa: PLC0415

        return ModelGenerator(stages.model, ExtractiveGenerator())

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

    web = _web_search(settings)
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
