"""Every setting with its meaning, its bounds and its default, and what the user's own files call it."""

import getpass
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from platformdirs import user_cache_path, user_data_path
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr, SecretStr

from critique_core.http.address import without_password
from critique_core.models import CritiqueOptions, ModelStageName, PolicyName, Probability, Strictness, Value

Origin = Literal["default", "file", "environment", "command line"]
PREFIX = "CLAIMLENS_"
_CONFIG_VARIABLE = "CLAIMLENS_CONFIG"
_EMBEDDERS = ("lexical", "onnx:FOLDER", "hub:OWNER/MODEL", "openai", "ollama")


def _default_database_url() -> str:
    return f"sqlite:///{user_data_path('claimlens', appauthor=False) / 'claimlens.sqlite3'}"


def _default_reviewer() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container may run under a user id that has no name
        return "reviewer"


_STAGES: tuple[ModelStageName, ...] = get_args(ModelStageName)


def _stages(value: Any) -> Any:
    """Names as a list or with commas between; ``all`` and ``none`` stand for themselves."""
    names: Any = [name.strip() for name in value.split(",") if name.strip()] if isinstance(value, str) else value
    if names in (["all"], ["none"]):
        return _STAGES if names == ["all"] else ()
    return list(dict.fromkeys(names)) if isinstance(names, list) else names  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def _people(value: Any) -> Any:
    """E-mail addresses and the like, as a list or with commas between."""
    return [name.strip() for name in value.split(",") if name.strip()] if isinstance(value, str) else value


People = Annotated[tuple[Annotated[str, Field(min_length=1, max_length=320)], ...], BeforeValidator(_people)]


class Settings(BaseModel):
    """All settings with their defaults; each field's description says in one sentence what it does."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    database_url: Annotated[str, Field(
        min_length=1, default_factory=_default_database_url, repr=False,
        description="Where reviews are kept: a SQLite file or a database server, as a SQLAlchemy URL.",
    )]  # fmt: skip
    reviewer: Annotated[str, Field(
        min_length=1, max_length=200, default_factory=_default_reviewer,
        description="The name your decisions are signed with, unless you change it in the app.",
    )]  # fmt: skip
    verifier: Literal["embedded", "similarity", "llm", "cascade", "cross_encoder"] = Field(
        default="embedded",
        description="What judges the claims: embedded reads values and words; similarity compares embeddings and asks "
        "about what is borderline the model, or embedded where none is named; llm asks a model; cascade asks it about "
        "what embedded is not sure of; cross_encoder runs a model of your own.",
    )
    llm_provider: Literal["ollama", "openai", "anthropic"] = Field(
        default="ollama", description="Which protocol the model's server speaks; openai is any compatible server."
    )
    llm_base_url: Annotated[str | None, Field(
        default=None, pattern=r"^https?://[^/\s]", json_schema_extra={"allowed": ["http://HOST", "https://HOST"]},
        description="The model's server, where it is not the provider's usual one.",
    )]  # fmt: skip
    llm_model: Annotated[str | None, Field(
        default=None, min_length=1, description="The model that is asked, by the server's name for it.",
    )]  # fmt: skip
    llm_at_once: Annotated[int | None, Field(
        default=None, ge=1, le=64,
        description="Most calls to the model side by side: if not set, 1 to Ollama or to a server here, else 4.",
    )]  # fmt: skip
    llm_temperature: float = Field(
        default=0.0,
        ge=0,
        le=2,
        description="How freely the model words its answers; at 0 each question has one answer.",
    )
    llm_stages: Annotated[tuple[ModelStageName, ...], BeforeValidator(_stages), Field(
        default=(), json_schema_extra={"allowed": [*_STAGES, "all", "none"]},
        description=f"What the model does in place of the rules, beside verdicts: {', '.join(_STAGES)}; or all.",
    )]  # fmt: skip
    cross_encoder: Annotated[str | None, Field(
        default=None, min_length=1,
        description="The model of verifier cross_encoder: a folder, a hub id OWNER/MODEL or a preset's name.",
    )]  # fmt: skip
    cross_encoder_preset: Annotated[str | None, Field(
        default=None, min_length=1,
        description="How the cross-encoder was trained, by a preset's name; needed where its files do not say.",
    )]  # fmt: skip
    cross_encoder_labels: Annotated[str | None, Field(
        default=None, min_length=1,
        description="What the cross-encoder's numbers mean, in its order, such as: unsupported, supported.",
    )]  # fmt: skip
    cache_enabled: bool = Field(default=True, description="Keep what models answered, so that no question costs twice.")
    cache_path: Annotated[Path, Field(
        default_factory=lambda: user_cache_path("claimlens", appauthor=False) / "answers.sqlite3",
        description="The file that keeps what models answered.",
    )]  # fmt: skip
    library_path: Annotated[Path, Field(
        default_factory=lambda: user_data_path("claimlens", appauthor=False) / "library.sqlite3",
        description="The file that holds the source library and its full-text index.",
    )]  # fmt: skip
    web_search: Literal["off", "tavily", "searxng"] = Field(
        default="off", description="Which web search corrective retrieval may ask beside the library."
    )
    web_search_base_url: Annotated[str | None, Field(
        default=None, pattern=r"^https?://[^/\s]", json_schema_extra={"allowed": ["http://HOST", "https://HOST"]},
        description="The web search's server; searxng needs it.",
    )]  # fmt: skip
    crag_enabled: bool = Field(
        default=True, description="Look for better sources and correct the answer when its confidence is low."
    )
    crag_correct_threshold: Probability = Field(
        default=0.7, description="Grade from which retrieved sources are used as they are."
    )
    crag_incorrect_threshold: Probability = Field(
        default=0.3, description="Grade up to which retrieved sources are set aside and others searched for."
    )
    crag_strip_threshold: Probability = Field(
        default=0.5, description="Relevance from which a stretch of a source is kept."
    )
    crag_token_budget: int = Field(
        default=4096, ge=1, description="Most tokens of kept stretches that an answer is made from."
    )
    crag_cooldown: float = Field(
        default=0.0, ge=0, description="Seconds before the same query may go to the web search again."
    )
    crag_timeout: float = Field(
        default=10.0, gt=0, description="Seconds that one round of searches may take; what came by then is used."
    )
    embedder: Annotated[str, Field(
        default="lexical", pattern=r"^(?:lexical|onnx:.+|hub:.+|openai|ollama)$",
        json_schema_extra={"allowed": [*_EMBEDDERS]},
        description=f"What verifier similarity compares with: {', '.join(_EMBEDDERS)}.",
    )]  # fmt: skip
    embedder_model: Annotated[str | None, Field(
        default=None, min_length=1, description="The model that embedder openai or ollama asks its server for.",
    )]  # fmt: skip
    embedder_base_url: Annotated[str | None, Field(
        default=None, pattern=r"^https?://[^/\s]", json_schema_extra={"allowed": ["http://HOST", "https://HOST"]},
        description="The server of embedder openai or ollama, where it is not the usual one.",
    )]  # fmt: skip
    strictness: Strictness = Field(
        default="moderate", description="Which issues are shown: lenient only high, moderate not low, strict all."
    )
    check_factual: bool = Field(default=True, description="Report claims that the sources do not support.")
    check_completeness: bool = Field(
        default=True, description="Report what the query asks for and conditions that the draft leaves out."
    )
    check_contradictions: bool = Field(
        default=True, description="Report contradictions with a source, inside the draft and between sources."
    )
    check_citations: bool = Field(default=True, description="Check each citation marker against the source it names.")
    check_relevance: bool = Field(default=True, description="Check that the sources bear on the query.")
    check_usefulness: bool = Field(default=True, description="Check that the answer addresses the query.")
    auto_revise: bool = Field(default=False, description="Correct the draft after checking it.")
    max_revisions: int = Field(
        default=1, ge=0, le=10, description="Most rounds of correction, each verified again and kept only if better."
    )
    policy: PolicyName = Field(
        default="calibrated", description="The formula behind the confidence, and the rule that decides with it."
    )
    confidence_threshold: Probability = Field(
        default=0.7, description="Confidence from which the gate accepts an answer."
    )
    support_threshold: Probability = Field(
        default=0.5, description="Probability of support from which a claim counts as supported."
    )
    similarity_threshold: Probability = Field(
        default=0.8, description="Similarity to a source's sentence from which verifier similarity supports a claim."
    )
    similarity_borderline: Probability = Field(
        default=0.7, description="Similarity from which, up to the threshold, verifier similarity asks another."
    )
    hallucination_max_rate: Probability = Field(
        default=0.1, description="Share of unsupported or contradicted claims above which a new answer is asked for."
    )
    hallucination_reject_rate: Probability = Field(
        default=0.3, description="Share of unsupported or contradicted claims above which the answer is rejected."
    )
    max_attempts: int = Field(
        default=2, ge=0, le=20, description="Corrections tried before an answer of low confidence is rejected."
    )
    hallucination_threshold: Probability = Field(
        default=0.3, description="Hallucination score below which policy critic calls an answer valid."
    )
    citation_accuracy_threshold: Probability = Field(
        default=0.7, description="Citation accuracy from which policy critic calls an answer valid."
    )
    overall_confidence_threshold: Probability = Field(
        default=0.6, description="Confidence from which policy critic calls an answer valid."
    )
    verification_enabled: bool = Field(default=True, description="Check answers as they are made.")
    show_claims: bool = Field(default=False, description="Put each claim into a short answer's details.")
    min_draft_length: int = Field(
        default=50, ge=0, description="Characters below which an answer being made is not checked."
    )
    sign_in_required: bool = Field(
        default=False, description="Let no one into the app unless an identity provider is set up; see sign-in.md."
    )
    sign_in_trusts_addresses: bool = Field(
        default=False,
        description="Take the address of a token that does not say whether it is verified; only for a provider that "
        "gives out addresses itself.",
    )
    sign_in_role_claim: Annotated[str | None, Field(
        default=None, min_length=1,
        description="The claim of the identity provider's token that holds a person's role: reviewer, lead or admin.",
    )]  # fmt: skip
    sign_in_reviewers: People = Field(
        default=(), description="Who may review: addresses, @DOMAIN or subjects; if none, everyone who signs in."
    )
    sign_in_leads: People = Field(
        default=(), description="Who may also import, rule on differences, write guidelines and set thresholds."
    )
    sign_in_admins: People = Field(default=(), description="Who may also change the settings in the app.")
    telemetry: bool = Field(
        default=False, description="Tell OpenTelemetry of each critique, its stages and results; needs the extra otel."
    )
    telemetry_content: bool = Field(
        default=False, description="Tell OpenTelemetry the reasons too, which quote your drafts and sources."
    )
    structured_log: bool = Field(
        default=False,
        description="Write a line of JSON to standard error for each request, critique and fault; no text of them.",
    )
    llm_api_key: SecretStr | None = Field(
        default=None,
        description="Key for the model's server; without it the provider's own key goes to its usual address alone.",
    )
    tavily_api_key: SecretStr | None = Field(default=None, description="Key for web search by Tavily.")
    anthropic_api_key: SecretStr | None = Field(default=None, description="Key for Anthropic models.")
    openai_api_key: SecretStr | None = Field(
        default=None,
        description="Key for OpenAI or a server that speaks its protocol (embedder and llm_provider openai).",
    )

    _origins: dict[str, Origin] = PrivateAttr(default_factory=dict[str, Origin])
    _written: dict[str, str] = PrivateAttr(default_factory=dict[str, str])

    @property
    def options(self) -> CritiqueOptions:
        """The options of a request that sets none of its own."""
        return CritiqueOptions(**{name: getattr(self, name) for name in CritiqueOptions.model_fields})

    def described(self) -> "tuple[SettingLine, ...]":
        """Every setting as text for a read-only page, secrets masked, in the order of the class."""
        return tuple(
            SettingLine(
                name=name,
                value=shown(getattr(self, name)),
                default=shown(field.get_default(call_default_factory=True, validated_data={})),
                origin=self._origins.get(name, "default"),
                set_by=self._written.get(name),
                meaning=field.description or "",
            )
            for name, field in type(self).model_fields.items()
        )


class SettingLine(Value):
    """One setting for a page: ``value`` and ``default`` are text, secrets are masked.

    ``set_by`` names what set it: a variable, a key in the file, a flag.
    """

    name: str
    value: str
    default: str
    origin: Origin
    meaning: str
    set_by: str | None = None


def reference() -> str:
    """Every setting as a Markdown table, for ``docs/settings.md``: its names, its default and what it does."""
    rows = ["| setting | default | seeds' names | what it does |", "|---|---|---|---|"]
    for name, field in Settings.model_fields.items():
        seeds = [key for names in (SEED_KEYS, SEED_VARIABLES) for key, meant in names.items() if meant == name]
        default = _PERSONAL.get(name) or f"`{shown(field.default)}`"
        rows.append(f"| `{name}` | {default} | {', '.join(f'`{key}`' for key in seeds)} | {field.description} |")
    return "\n".join(rows)


_PERSONAL = {
    "database_url": "a file in your data folder",
    "reviewer": "your login name",
    "cache_path": "a file in your cache folder",
    "library_path": "a file in your data folder",
}
SECRETS = frozenset({"anthropic_api_key", "openai_api_key", "llm_api_key", "tavily_api_key"})
ADDRESSES = frozenset({"database_url", "embedder_base_url", "llm_base_url", "web_search_base_url"})

# The seeds' dotted names in the file (S0's retrieval.critique, S1's CriticConfig as critic, S4's verification) and
# variables (S2).
SEED_KEYS: Mapping[str, str] = {
    "retrieval.critique.enabled": "verification_enabled",
    "retrieval.critique.defaultStrictness": "strictness",
    "retrieval.critique.checkFactual": "check_factual",
    "retrieval.critique.checkCompleteness": "check_completeness",
    "retrieval.critique.checkContradictions": "check_contradictions",
    "retrieval.critique.autoRevise": "auto_revise",
    "retrieval.critique.maxRevisions": "max_revisions",
    "retrieval.critique.minDraftLength": "min_draft_length",
    "critic.model": "llm_model",
    "critic.base_url": "llm_base_url",
    "critic.temperature": "llm_temperature",
    "critic.hallucination_threshold": "hallucination_threshold",
    "critic.citation_accuracy_threshold": "citation_accuracy_threshold",
    "critic.overall_confidence_threshold": "overall_confidence_threshold",
    "critic.check_hallucination": "check_factual",
    "critic.check_citations": "check_citations",
    "critic.check_consistency": "check_contradictions",
    "verification.enabled": "verification_enabled",
    "verification.confidence_threshold": "confidence_threshold",
    "verification.max_crag_attempts": "max_attempts",
    "verification.show_claims": "show_claims",
}
SEED_VARIABLES: Mapping[str, str] = {
    "VALIDATION_ENABLED": "verification_enabled",
    "VALIDATION_CONFIDENCE_THRESHOLD": "confidence_threshold",
    "HALLUCINATION_DETECTION_ENABLED": "check_factual",
    "HALLUCINATION_SIMILARITY_THRESHOLD": "similarity_threshold",
    "HALLUCINATION_MAX_RATE": "hallucination_max_rate",
    "SELF_CORRECTION_ENABLED": "auto_revise",
    "SELF_CORRECTION_MAX_RETRIES": "max_attempts",
    "VALIDATION_LLM": "llm_provider",
    "VALIDATION_MODEL": "llm_model",
    "ANTHROPIC_API_KEY": "anthropic_api_key",
    "TAVILY_API_KEY": "tavily_api_key",
    "OPENAI_API_KEY": "openai_api_key",
}


def shown(value: Any) -> str:
    """A value as a person reads it; a key of a service and a password in an address are hidden."""
    if value is None:
        return "not set"
    if isinstance(value, SecretStr):
        return "set (hidden)"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(str(one) for one in value) or "none"  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    text = str(value)
    return without_password(text) if "://" in text else text
