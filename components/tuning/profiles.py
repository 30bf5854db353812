"""The kept profiles: view, compare, activate, download, delete."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Literal

import pandas as pd
import streamlit as st

from components import services
from components.escape import escape, visible
from components.frame.reviewer import reviewer_name
from components.frame.sign_in import draw_reserved, may
from components.state import keys, notices
from components.tuning.verifier_fit import Fit, save_words
from components.widgets.boxes import draw_confirmation
from components.widgets.local_time import local_time
from components.widgets.tables import table_height
from components.words.tuning import NAMES, slice_words
from components.work.tuning import ALL, Wanted
from critique_core.errors import ClaimlensError, FormatError, SettingsError
from critique_core.models import Origin, StoredProfile, VerifierSpec
from critique_core.tuning.fitting import Prepared, Tuning, measured
from critique_core.tuning.objectives import Choice
from critique_core.tuning.profiles import BothSides, Range, TunedProfile, profile_of, read_profile

_SHOWN = 20
_ORIGINS: dict[Origin, str] = {"human": "by people", "imported": "imported", "model": "by a model"}
_STALE = "it is stale: judge the answers again before one is put in use."
_BY_HAND = "chosen by hand, not the best for its objective"
_Colour = Literal["blue", "gray", "orange", "red"]


def draw_profiles(current: VerifierSpec | None) -> None:
    """Draw the kept profiles, newest first. Raises ``StoreError``."""
    kept = services.get_store().profiles()
    st.header("Profiles", anchor=False)
    if not kept:
        st.caption("None yet: a threshold that you save is kept here.")
        return
    if not any(one.active for one in kept):
        st.caption("None is in use: the threshold of the settings decides.")
    for one in kept[:_SHOWN]:
        _draw_row(one, current)
    if len(kept) > _SHOWN:
        st.caption(f"{len(kept) - _SHOWN} older ones are not shown; delete what is no longer needed.")
    if len(kept) > 1:
        _draw_comparison(kept)


def _draw_use(kept: StoredProfile, profile: TunedProfile | FormatError, why_not: str | None) -> None:
    if kept.active:
        _draw_deactivation(kept)
    else:
        _draw_activation(kept, profile.provisional if isinstance(profile, TunedProfile) else (), why_not)


def _read(kept: StoredProfile) -> TunedProfile | FormatError:
    try:
        return read_profile(kept.body, file=f"profile {kept.name!r}")
    except FormatError as error:
        return error


def _draw_row(kept: StoredProfile, current: VerifierSpec | None) -> None:
    profile = _read(kept)
    why_not = _why_not(profile, current)
    with st.container(border=True, gap="xxsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"**{escape(kept.name, 80)}**", width="content")
            for word, icon, colour in _badges(kept, profile, why_not):
                st.badge(word, icon=f":material/{icon}:", color=colour)
            with st.popover("Details", type="tertiary"):
                st.caption(escape(_facts(kept, profile)))
            st.space("stretch")
            if may("lead"):
                _draw_use(kept, profile, why_not)
            st.download_button(
                "JSON", data=partial(str, kept.body), file_name=f"profile-{kept.id[:8]}.json", mime="application/json",
                key=f"download_{kept.id}", icon=":material/download:", type="tertiary", on_click="ignore",
            )  # fmt: skip
            if may("lead") and st.button("Delete", key=f"delete_{kept.id}", icon=":material/delete:", type="tertiary"):
                _confirm_deletion(kept)
        if why_not is not None:
            st.caption(f":material/block: {escape(why_not)}")


def _why_not(profile: TunedProfile | FormatError, current: VerifierSpec | None) -> str | None:
    """Why a profile cannot be put in use; ``None`` when it can."""
    if isinstance(profile, FormatError):
        return str(profile)
    if current is None:
        return "the verifier cannot be used now"
    try:
        profile.fitting(current)
    except SettingsError as error:
        return str(error)
    return None


def _badges(
    kept: StoredProfile, profile: TunedProfile | FormatError, why_not: str | None
) -> list[tuple[str, str, _Colour]]:
    found: list[tuple[str, str, _Colour]] = [("in use", "check", "blue")] if kept.active and why_not is None else []
    if isinstance(profile, FormatError):
        return [("cannot be read", "error", "red")]
    if profile.verifier_fingerprint is None:
        found.append(("unbound", "link_off", "gray"))
    elif why_not is not None:
        found.append(("stale", "update", "orange"))
    if profile.provisional:
        found.append(("provisional", "hourglass_top", "orange"))
    return found


def _facts(kept: StoredProfile, profile: TunedProfile | FormatError) -> str:
    if isinstance(profile, FormatError):
        return f"{kept.who} · {local_time(kept.created_at)}"
    facts = [
        f"supported from {profile.threshold:.4g}{_range(profile.interval)}",
        *(f"{slice_words(name)}: {value:.4g}" for name, value in profile.slices.items()),
        str(profile.objective),
        f"recalibrated ({profile.calibrator.kind})" if profile.calibrator else "",
        f"labels: {_labels(profile)}",
        f"by {profile.author[:60]}, {local_time(profile.created_at)}",
    ]
    return " · ".join(fact for fact in facts if fact)


@st.dialog("Delete this profile?", icon=":material/delete:")
def _confirm_deletion(kept: StoredProfile) -> None:
    st.text(visible(kept.name))
    st.markdown(
        "It is in use: the settings' threshold takes its place." if kept.active else "It cannot be brought back."
    )
    draw_confirmation(("Delete for good", "confirm_profile_deletion"), ("Keep it", "keep_profile"), _delete, (kept.id,))


def _delete(profile_id: str) -> None:
    try:
        services.get_store().delete_profile(profile_id)
    except ClaimlensError as error:
        notices.report_problem(f"The profile is not deleted. {error}")
        return
    notices.forget_problem()
    notices.say("Profile deleted.")


# --- comparing two ----------------------------------------------------------------------------------------------


def _draw_comparison(kept: Sequence[StoredProfile]) -> None:
    by_id = {one.id: one for one in kept}
    chosen = st.multiselect(
        "Compare two", list(by_id), max_selections=2, key=keys.TUNING_COMPARED, placeholder="Choose two profiles",
        format_func=lambda one: f"{visible(by_id[one].name)}, {local_time(by_id[one].created_at)}",
    )  # fmt: skip
    read = [profile for one in chosen if isinstance(profile := _read(by_id[one]), TunedProfile)]
    if len(chosen) < 2:
        return
    if len(read) < 2:
        st.warning("One of the two cannot be read.")
        return
    rows = [_compared(profile) for profile in read]
    table = pd.DataFrame({
        "": list(rows[0]), visible(read[0].name): list(rows[0].values()),
        f"{visible(read[1].name)}{' ' if read[0].name == read[1].name else ''}": list(rows[1].values()),
    })  # fmt: skip
    st.dataframe(table, hide_index=True, height=table_height(len(table)), alt="Two profiles side by side")


def _compared(profile: TunedProfile) -> dict[str, str]:
    calibrator = profile.calibrator.kind if profile.calibrator else "none"
    return {
        "threshold": f"{profile.threshold:.4g}{_range(profile.interval)}",
        "slices": ", ".join(f"{visible(slice_words(name))}: {value:.4g}" for name, value in profile.slices.items())
        or "none",
        "objective": str(profile.objective),
        "objective's figure, held out": _held_out(profile.met),
        **{
            f"{NAMES[name]}, held out": _held_out(both) for name, both in profile.figures.items() if name in NAMES
        },
        "recalibration": calibrator,
        "labels": _labels(profile),
        "same labels": profile.data_fingerprint[:12],
        "verifier": f"{visible(profile.verifier or 'none named')} {(profile.verifier_fingerprint or '')[:12]}".strip(),
        "provisional": "; ".join(profile.provisional) or "no",
        "author": visible(profile.author[:80]),
    }  # fmt: skip


def _labels(profile: TunedProfile) -> str:
    return ", ".join(f"{count:,} {_ORIGINS[origin]}" for origin, count in profile.labels.items())


def _held_out(both: BothSides) -> str:
    return "none" if both.held_out is None else f"{both.held_out:.3f}{_range(both.held_out_interval)}"


def _range(limits: Range | None) -> str:
    return f" ({limits.low:.3f} to {limits.high:.3f})" if limits else ""


# --- putting one in use ------------------------------------------------------------------------------------------


def _draw_activation(kept: StoredProfile, provisional: Sequence[str], why_not: str | None) -> None:
    """Draw the button that puts a profile in use; ``why_not`` forbids it, ``provisional`` warns of it."""
    pressed = st.button(
        "Activate", key=f"activate_{kept.id}", icon=":material/check_circle:", disabled=why_not is not None,
        on_click=None if provisional else _activate, args=(kept,), help=escape(why_not) if why_not else None,
    )  # fmt: skip
    if pressed and provisional:
        _confirm(kept, tuple(provisional))


def _draw_deactivation(kept: StoredProfile) -> None:
    """Draw the button that puts the settings' threshold in use again."""
    st.button("Deactivate", key=f"deactivate_{kept.id}", on_click=_activate, args=(None,))


@st.dialog("Put a provisional profile in use?", icon=":material/hourglass_top:")
def _confirm(kept: StoredProfile, provisional: Sequence[str]) -> None:
    st.text(visible(kept.name))
    st.markdown("It would decide which claims count as supported, everywhere. It is provisional because:")
    st.markdown("\n".join(f"- {escape(reason)}" for reason in provisional))
    draw_confirmation(("Use it all the same", "confirm_activation"), ("Leave it", "leave_profile"), _activate, (kept,))


def _activate(kept: StoredProfile | None) -> None:
    try:
        services.get_store().activate_profile(
            kept.id if kept else None, support_threshold=services.get_settings().support_threshold
        )
    except ClaimlensError as error:
        notices.report_problem(f"The profile in use is not changed. {error}")
        return
    notices.forget_problem()
    notices.say(f"Profile {kept.name} is in use." if kept else "The settings' threshold is in use again.")


# --- keeping a new one -------------------------------------------------------------------------------------------


def draw_save(
    prepared: Prepared, tuning: Tuning, wanted: Wanted, threshold: float, *, verifier: str | None, fit: Fit | None
) -> None:
    """Draw the field for a name, the button that saves the threshold, and how its labels fit the verifier."""
    if draw_reserved("lead", "saves a threshold and puts it in use"):
        return
    stale = fit is not None and fit.stale
    told = save_words(fit) if fit else None
    if told is not None:
        st.markdown(f":material/update: {told}")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        name = st.text_input(
            "Name of the profile", key=keys.TUNING_NAME, max_chars=200, placeholder="careful", persist_state="session",
        )  # fmt: skip
        label = f"Save {threshold:.4g}{', stale' if stale else ''}"
        kind = "secondary" if stale else "primary"
        saved = st.button(label, key="save_profile", type=kind, icon=":material/save:")
    if not saved:
        return
    if not name.strip():
        st.warning("Give the profile a name first.")
        return
    author = reviewer_name()
    kept = tuning if threshold == tuning.choice.threshold else _by_hand(prepared, tuning, wanted, threshold)
    profile = profile_of(
        kept, name=name.strip(), author=author, created_at=datetime.now(UTC),
        verifier=None if wanted.verifier == ALL else verifier,
    )  # fmt: skip
    try:
        services.get_store().save_profile(profile.name, profile.model_dump_json(indent=2), who=author)
    except ClaimlensError as error:
        notices.report_problem(f"The profile is not saved. {error}")
    else:
        notices.forget_problem()
        notices.say(f"Profile {profile.name} saved; {_STALE if stale else 'activate it below to put it in use.'}")
    st.rerun()


def _by_hand(prepared: Prepared, tuning: Tuning, wanted: Wanted, threshold: float) -> Tuning:
    """A tuning for a threshold set by hand on the slider: without slices and interval, and always provisional."""
    choice = Choice(threshold, threshold, threshold, None)
    found = measured(
        prepared, tuning.objective, choice, verifier=tuning.verifier_fingerprint, slices={}, width=wanted.width
    )
    return replace(found, provisional=(*found.provisional, _BY_HAND))
