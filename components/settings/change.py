"""The settings that a person changes: fields, what fixes them, and saving into the settings file."""

from collections.abc import Mapping
from typing import Any, get_args

import streamlit as st

from components import services
from components.escape import escape, visible
from components.state import changing, notices
from components.words.terms import STRICTNESS_WORDS
from critique_core.assembly import critic
from critique_core.errors import ClaimlensError
from critique_core.llm.choice import EXAMPLES
from critique_core.settings import Settings, config_path
from critique_core.settings.editing import EDITABLE, fixed_by, proposed, save_settings

_LABELS = {
    "strictness": "Issues shown",
    "confidence_threshold": "Gate: send from this confidence",
    "verifier": "Verifier",
    "llm_provider": "Model's provider",
    "llm_base_url": "Its address",
    "llm_model": "Model",
}
"""What the fields are called on screen."""
_MEANINGS = {name: field.description or "" for name, field in Settings.model_fields.items()}


def draw_fields(settings: Settings) -> dict[str, Any]:
    """Draw the fields; returns the values in them by setting. What the environment fixes cannot be changed."""
    fixed = fixed_by(settings)
    changing.follow({name: getattr(settings, name) for name in EDITABLE})
    left, right = st.columns(2, gap="large")
    with left:
        values: dict[str, Any] = {
            "strictness": _choice(settings, "strictness", fixed, STRICTNESS_WORDS),
            "confidence_threshold": _number(settings, "confidence_threshold", fixed),
            "verifier": _choice(settings, "verifier", fixed),
        }
    with right:
        values["llm_provider"] = _choice(settings, "llm_provider", fixed)
        values["llm_base_url"] = _text(settings, "llm_base_url", "the provider's usual one", fixed)
        example = f"{EXAMPLES[values['llm_provider']]}, for example"
        values["llm_model"] = _text(settings, "llm_model", example, fixed)
    return values


def draw_save(changes: Mapping[str, Any]) -> None:
    """Draw the button that saves what was changed."""
    st.button(
        "Save", key="save_settings", type="primary", icon=":material/save:", disabled=not changes, on_click=_save,
        args=(changes,),
    )  # fmt: skip


def changed(settings: Settings, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that are not those of the settings."""
    return {name: value for name, value in values.items() if value != getattr(settings, name)}


def _save(changes: Mapping[str, Any]) -> None:
    try:
        critic(proposed(changes))  # what no verifier can be made of must not take the place of what works
        save_settings(changes)
    except ClaimlensError as error:
        notices.report_problem(f"Nothing is saved. {error}")
        return
    services.reload_settings()
    notices.forget_problem()
    notices.say(f"Saved in {config_path().name} and in use: {named(changes)}")


def named(changes: Mapping[str, Any]) -> str:
    """The changed settings by the labels of their fields."""
    return ", ".join(_LABELS[name] for name in changes)


def _choice(settings: Settings, name: str, fixed: Mapping[str, str], words: Mapping[str, str] | None = None) -> str:
    options: list[str] = list(get_args(Settings.model_fields[name].annotation))
    value = getattr(settings, name)
    with st.container(gap="xxsmall"):
        chosen = st.selectbox(
            _LABELS[name], options, index=options.index(value), help=_MEANINGS[name], key=changing.field_key(name),
            disabled=name in fixed, format_func=lambda option: str((words or {}).get(option, option)),
        )  # fmt: skip
        _draw_fixed(name, fixed)
    return chosen


def _number(settings: Settings, name: str, fixed: Mapping[str, str]) -> float:
    with st.container(gap="xxsmall"):
        chosen = st.slider(
            _LABELS[name], 0.0, 1.0, value=float(getattr(settings, name)), step=0.01, help=_MEANINGS[name],
            key=changing.field_key(name), disabled=name in fixed,
        )  # fmt: skip
        _draw_fixed(name, fixed)
    return round(chosen, 2) if chosen != getattr(settings, name) else chosen


def _text(settings: Settings, name: str, nothing: str, fixed: Mapping[str, str]) -> str | None:
    with st.container(gap="xxsmall"):
        typed = st.text_input(
            _LABELS[name], value=getattr(settings, name) or "", max_chars=500, placeholder=visible(nothing),
            help=_MEANINGS[name], key=changing.field_key(name), disabled=name in fixed,
        )  # fmt: skip
        _draw_fixed(name, fixed)
    return typed.strip() or None


def _draw_fixed(name: str, fixed: Mapping[str, str]) -> None:
    if name in fixed:
        st.caption(f":material/lock: Fixed by {escape(fixed[name])}")
