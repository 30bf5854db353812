"""The settings as a table, and the verifier, profile and store in use."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from components import services
from components.escape import visible
from components.review.profile_in_use import profile_name, threshold_words
from components.widgets.tables import table_height
from critique_core.settings import SettingLine, config_path

_ORIGINS = {"default": "default", "file": "settings file", "environment": "environment", "command line": "command line"}

_NAME_PIXELS = 250  # the longest name of a setting, whole


def draw_config_path() -> None:
    """Draw where the settings file is looked for."""
    path = config_path()
    st.caption("Settings file" if path.is_file() else "Settings file, not there yet")
    st.code(visible(str(path)), language=None)


def draw_settings(lines: Sequence[SettingLine]) -> None:
    """Draw every setting with its value, the value's origin, and what it does; secrets are masked."""
    rows = [
        {
            "Setting": line.name,
            "Value": visible(line.value),
            "Set by": visible(line.set_by or "") if line.origin == "environment" else _ORIGINS[line.origin],
            "Default": visible(line.default),
            "What it does": line.meaning,
        }
        for line in lines
    ]
    st.dataframe(
        pd.DataFrame(rows), hide_index=True, height=table_height(len(rows)), alt="All settings with their values",
        column_config={
            "Setting": st.column_config.TextColumn(width=_NAME_PIXELS),
            "Set by": st.column_config.TextColumn(width=_NAME_PIXELS),
            "What it does": st.column_config.TextColumn(width="large"),
        },
    )  # fmt: skip


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
