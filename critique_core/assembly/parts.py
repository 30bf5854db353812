"""Single parts that the settings describe: verifier, model, cache, store, library, web search."""

from typing import TYPE_CHECKING

from critique_core.embeddings import Embedder, embedder
from critique_core.errors import ModelError, SettingsError, VerifierUnavailable
from critique_core.settings import Settings
from critique_core.verifiers.base import Verifier
from critique_core.verifiers.embedded import EmbeddedVerifier
from critique_core.verifiers.similarity import SimilarityVerifier

if TYPE_CHECKING:
    from critique_core.http.json_endpoint import Patience
    from critique_core.library import Library
    from critique_core.llm.client import ChatClient
    from critique_core.retrieval.base import Retriever
    from critique_core.runs.answer_cache import AnswerCache
    from critique_core.store import Store
    from critique_core.verifiers.llm import LlmVerifier


def verifier(settings: Settings, model: "ChatClient | None") -> Verifier:
    """The verifier that the settings name, with the embedded one behind it where it needs one."""
    embedded = EmbeddedVerifier()
    if settings.verifier == "embedded":
        return embedded
    if settings.verifier == "cross_encoder":
        return _cross_encoder(settings)
    asking = _asking(settings, model, embedded) if model else None
    if settings.verifier == "llm" and asking:
        return asking
    if settings.verifier == "cascade" and asking:
        from critique_core.verifiers.cascade import CascadeVerifier  # noqa: PLC0415 - only for whoever has a model

        return CascadeVerifier(embedded, asking)
    made = SimilarityVerifier(
        _embedder(settings),
        threshold=settings.similarity_threshold,
        borderline=settings.similarity_borderline,
        escalate_to=asking or embedded,
    )
    _ = made.spec  # a missing encoder is reported now, not once for each request
    return made


def wanted_model(settings: Settings) -> "ChatClient | None":
    """The model that verifier and stages share, if either wants one. Raises ``SettingsError`` when none is named.

    Verifier ``similarity`` wants one only where it is named.
    """
    if settings.verifier in ("llm", "cascade") or (settings.verifier == "similarity" and settings.llm_model):
        return chat_model(settings)
    if not settings.llm_stages:
        return None
    try:
        return chat_model(settings)
    except SettingsError as error:
        raise SettingsError(f"llm_stages: {', '.join(settings.llm_stages)} need a model; {error}") from None


def _asking(settings: Settings, model: "ChatClient", embedded: EmbeddedVerifier) -> "LlmVerifier":
    """The configured model, with the embedded verifier behind it."""
    from critique_core.verifiers.llm import LlmVerifier  # noqa: PLC0415 - only for whoever has a model

    return LlmVerifier(model, fallback=embedded, cache=answer_cache(settings), at_once=model.at_once)


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
        temperature=settings.llm_temperature,
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
    _ = made.spec  # a missing model is reported now, not once for each request
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


def open_store(settings: Settings, *, there: bool = False) -> "Store":
    """Open the store at ``database_url``, bringing tables and uncertainty up to date.

    It is made if it is not there, unless it has to be ``there``. Raises ``StoreError``.
    """
    from critique_core.store import Store  # noqa: PLC0415 - checking alone needs no database

    store = Store.open(settings.database_url, there=there)
    try:
        store.measure_uncertainty(settings.support_threshold)
    except BaseException:
        store.close()
        raise
    return store


def open_library(settings: Settings) -> "Library":
    """Open the source library at ``library_path``, making it if it is not there. Raises ``StoreError``."""
    from critique_core.library import Library  # noqa: PLC0415 - checking alone needs no library

    return Library.open(settings.library_path)


def retrievers(settings: Settings, library: "Library") -> "tuple[Retriever, ...]":
    """What is searched for sources: the library, and the web search if one is configured.

    Raises ``SettingsError`` when the web search lacks its key or address.
    """
    return (library, *web_search(settings))


def web_search(settings: Settings) -> "tuple[Retriever, ...]":
    """The web search that the settings name, if any. Raises ``SettingsError`` when it lacks its key or address."""
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
