"""The chat model that the settings name."""

from typing import TYPE_CHECKING

from critique_core.errors import SettingsError
from critique_core.http.json_endpoint import Patience

if TYPE_CHECKING:
    from critique_core.llm.client import ChatClient

EXAMPLES = {"ollama": "qwen3:8b", "openai": "gpt-5-mini", "anthropic": "claude-haiku-4-5"}


def chat_model(
    provider: str,
    *,
    base_url: str | None = None,
    model: str | None = None,
    api_key: str | None = None,
    patience: Patience | None = None,
    answer_tokens: int | None = None,
    temperature: float = 0.0,
    at_once: int | None = None,
) -> "ChatClient":
    """The client for ``ollama``, ``openai`` or ``anthropic``; without ``base_url`` the provider's usual server.

    ``answer_tokens`` is the most that an answer may have (4096), ``temperature`` how freely it is worded (0 to 2),
    ``at_once`` the most calls side by side (1 to Ollama or a server on this machine, 4 to others). The key is sent to
    that server alone and read from nowhere else. Nothing is sent yet. Raises ``SettingsError`` naming what is unknown,
    missing or unusable.
    """
    from critique_core.llm import anthropic, client, ollama, openai  # noqa: PLC0415 - httpx2 loads only when used

    clients = {"ollama": ollama.OllamaChat, "openai": openai.OpenAIChat, "anthropic": anthropic.AnthropicChat}
    if provider not in clients:
        raise SettingsError(f"llm_provider: {provider!r} is not known; allowed are {', '.join(clients)}")
    if not model or not model.strip():
        raise SettingsError(f"provider {provider}: name its model, such as {EXAMPLES[provider]} (llm_model)")
    if provider != "ollama" and base_url is None and not api_key:
        raise SettingsError(f"provider {provider}: its usual server wants a key; set CLAIMLENS_LLM_API_KEY")
    made = clients[provider]
    return made(
        model.strip(),
        base_url=base_url,
        api_key=api_key,
        patience=patience,
        answer_tokens=answer_tokens or client.ANSWER_TOKENS,
        temperature=temperature,
        at_once=at_once,
    )
