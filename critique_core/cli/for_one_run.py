"""Arguments that stand for settings in one run of a command, and for the profile."""

import argparse
from typing import Any

_NAMES = ("verifier", "llm_provider", "llm_base_url", "llm_model", "llm_stages", "cache_enabled")


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add them; no key is among them, since others see a command line."""
    threshold = parser.add_mutually_exclusive_group()
    threshold.add_argument(
        "--profile", metavar="FILE", help="decide by this profile of claimlens tune, not by the one in use"
    )
    threshold.add_argument(
        "--no-profile", action="store_true", help="decide by the settings, whatever profile the store has in use"
    )
    told = "settings for this run, over those of file and environment; a key goes into CLAIMLENS_LLM_API_KEY"
    group = parser.add_argument_group("verifier and model", told)
    for name, metavar, meaning in (
        ("verifier", "NAME", "embedded, similarity, llm, cascade or cross_encoder"),
        ("llm_provider", "NAME", "ollama, openai or anthropic"),
        ("llm_base_url", "URL", "the model's server"),
        ("llm_model", "NAME", "the model, by the server's name for it"),
        ("llm_stages", "NAMES", "what else the model does, such as relevance,revision; or all"),
    ):
        group.add_argument(
            f"--{name.replace('_', '-')}", dest=name, metavar=metavar, default=argparse.SUPPRESS, help=meaning
        )
    group.add_argument(
        "--no-cache", dest="cache_enabled", action="store_false", default=argparse.SUPPRESS,
        help="ask the model anew, and keep none of its answers",
    )  # fmt: skip


def given_settings(chosen: argparse.Namespace) -> dict[str, Any]:
    """The settings that were given, by name."""
    return {name: getattr(chosen, name) for name in _NAMES if hasattr(chosen, name)}
