"""The settings as a table, and the verifier, profile and store in use."""

from collections.abc import Sequence

import streamlit as st

from components import services
from components.escape import visible
from components.review.profile_in_use import profile_name, threshold_words
from components.widgets.tables import word_table
from critique_core.settings import SettingLine, config_path

_ORIGINS = {"default": "default", "file": "settings file", "environment": "environment", "command line": "command line"}


def draw_config_path() -> None:
    """Draw where the settings file is looked for."""
    path = config_path()
    st.caption("Settings file" if path.is_file() else "Settings file, not there yet")
    st.code(visible(str(path)), language=None)


def draw_settings(lines: Sequence[SettingLine]) -> None:
    """Draw every setting with its value, the value's origin, and what it does; secrets are masked."""
    rows = [
        (
            line.name,
            line.value,
            line.set_by or "" if line.origin == "environment" else _ORIGINS[line.origin],
            line.default,
            line.meaning,
        )
        for line in lines
    ]
    heads = ("Setting", "Value", "Set by", "Default", "What it does")
    st.html(word_table("All settings with their values", heads, rows, whole=("Setting",), folds=True))


def draw_parts() -> None:
    """Draw the verifier, the profile and the store in use. Raises ``VerifierUnavailable`` and ``StoreError``."""
    critic = services.get_critic()
    profile = critic.profile
    services.get_store()
    lines = {line.name: line.value for line in services.get_settings().described()}
    st.text(f"Verifier: {critic.verifier.spec.spec}, fingerprint {critic.verifier.spec.fingerprint[:16]}")
    own = "".join(f", {visible(name)} from {at:.2f}" for name, at in profile.slices.items())
    fitted = f", recalibrated ({profile.calibrator.kind})" if profile.calibrator else ""
    st.text(f"Profile: {visible(profile_name(profile))}, supported from {threshold_words(profile)}{own}{fitted}")
    st.text(visible(f"Store: {lines['database_url']}, open"))
