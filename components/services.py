"""What all sessions share, opened once a process. The only file that uses ``st.cache_resource``."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import streamlit as st

from components.work import jobs
from components.work.agreement import Agreements
from components.work.batteries import Batteries
from components.work.comparisons import Comparisons
from components.work.imports import Imports
from components.work.insights import Observed
from components.work.jobs import Jobs
from components.work.library import Additions
from components.work.new_claims import Judgements
from components.work.questions import Questions
from components.work.tuning import Tunings
from components.work.unsaved_words import UnsavedWords
from components.work.unsent_inputs import UnsentInputs
from components.work.verification import Verification
from critique_core import assembly
from critique_core.assembly import Answerer, Critic, critic, open_store
from critique_core.assembly.contenders import Offer, offers
from critique_core.errors import ClaimlensError, StoreError
from critique_core.labels.new_claims import NewClaims
from critique_core.library import Library
from critique_core.models import Gate
from critique_core.settings import Settings, load_settings
from critique_core.store import Store
from critique_core.verifiers.base import Verifier

_CHECKS_AT_ONCE = 4


@st.cache_resource(show_spinner=False)
def get_settings() -> Settings:
    """The settings of this process. Raises ``SettingsError``."""
    return load_settings()


def reload_settings() -> None:
    """Have every session read the settings again, and make what follows from them anew when it is next wanted."""
    for made in (get_settings, _get_settings_critic, _get_settings_answerer):
        made.clear()


@st.cache_resource(show_spinner="Loading the verifier")
def _get_settings_critic() -> Critic:
    return critic(get_settings())


def get_critic() -> Critic:
    """The critic that the settings describe, under the profile in use.

    Raises ``SettingsError`` and ``VerifierUnavailable``.
    """
    return critic_in_use()[0]


def get_offers() -> dict[str, Offer]:
    """The verifiers that can be run under the settings, by key, that of the settings first."""
    return {one.key: one for one in offers(get_settings(), get_critic().profile)}


def profile_notice() -> str | None:
    """Why the profile in use does not count now; ``None`` when it does, and when there is none."""
    try:
        return critic_in_use()[1]
    except ClaimlensError:
        return None


def critic_in_use() -> tuple[Critic, str | None]:
    """The critic as ``get_critic`` gives it, and what ``profile_notice`` says, in one read of the store."""
    plain = _get_settings_critic()
    try:
        return assembly.under_active_profile(plain, get_store())
    except StoreError as error:  # a draft can be checked without a store
        return plain, f"The profile in use cannot be read: {error}"


def gate() -> Gate:
    """The limits of the recommendation; the default ones while there is no critic."""
    try:
        return _get_settings_critic().gate
    except ClaimlensError:
        return Gate()


def get_verifier() -> Verifier:
    """The verifier that the settings describe. Raises ``SettingsError`` and ``VerifierUnavailable``."""
    return _get_settings_critic().verifier


def verifier_fingerprint() -> str | None:
    """Which verifier judges now; ``None`` while none can be used."""
    try:
        return get_verifier().spec.fingerprint
    except ClaimlensError:
        return None


@st.cache_resource(show_spinner=False, on_release=Store.close)
def get_store() -> Store:
    """The store that the settings name; a failed opening is tried again. Raises ``SettingsError``, ``StoreError``."""
    return open_store(get_settings())


@st.cache_resource(show_spinner=False, on_release=Library.close)
def get_library() -> Library:
    """The source library that the settings name. Raises ``SettingsError`` and ``StoreError``."""
    return assembly.open_library(get_settings())


@st.cache_resource(show_spinner=False)
def _get_settings_answerer() -> Answerer:
    return assembly.answerer(get_settings(), critic=_get_settings_critic(), library=get_library())


def get_answerer() -> Answerer:
    """The answerer: answers questions from the library and looks for better sources. Raises ``ClaimlensError``."""
    return replace(_get_settings_answerer(), critic=get_critic())


@st.cache_resource(show_spinner=False, on_release=lambda pool: pool.shutdown(wait=False, cancel_futures=True))
def get_workers() -> ThreadPoolExecutor:
    """Threads for checks, so that a session can show progress and cancel."""
    return ThreadPoolExecutor(max_workers=_CHECKS_AT_ONCE, thread_name_prefix="check")


@st.cache_resource(show_spinner=False)
def get_jobs() -> Jobs:
    """Revisions, effects of taken changes, searches and rescoring of all sessions."""
    return Jobs(get_workers())


@st.cache_resource(show_spinner=False)
def _get_new_claims() -> NewClaims:
    """Verdicts on claims that reviewers made, kept on disk; the pages and the labels share them."""
    return NewClaims(assembly.answer_cache(get_settings()))


@st.cache_resource(show_spinner=False)
def get_tunings() -> Tunings:
    """Labels prepared for tuning, of all sessions."""
    return Tunings(get_workers(), made=_get_new_claims())


@st.cache_resource(show_spinner=False)
def get_agreements() -> Agreements:
    """How far reviewers agree, of all sessions."""
    return Agreements(get_workers())


@st.cache_resource(show_spinner=False)
def get_observed() -> Observed:
    """What the store tells of its use, of all sessions."""
    return Observed(get_workers())


@st.cache_resource(show_spinner=False)
def get_judgements() -> Judgements:
    """Checks of claims that reviewers made, of all sessions."""
    return Judgements(get_workers(), _get_new_claims())


@st.cache_resource(show_spinner=False)
def get_questions() -> Questions:
    """Questions being answered and their answers, of all sessions."""
    return Questions(get_workers())


@st.cache_resource(show_spinner=False)
def get_batteries() -> Batteries:
    """The error-injection battery under way."""
    return Batteries(get_workers())


@st.cache_resource(show_spinner=False)
def get_comparisons() -> Comparisons:
    """Comparisons of all sessions."""
    return Comparisons(_get_comparer())


@st.cache_resource(show_spinner=False, on_release=lambda pool: pool.shutdown(wait=False, cancel_futures=True))
def _get_comparer() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="compare")


@st.cache_resource(show_spinner=False)
def get_additions() -> Additions:
    """The addition to the library under way. It has its own thread, so that a large folder delays no check."""
    return Additions(_get_indexer())


@st.cache_resource(show_spinner=False, on_release=lambda pool: pool.shutdown(wait=False, cancel_futures=True))
def _get_indexer() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="index")


@st.cache_resource(show_spinner=False)
def get_imports() -> Imports:
    """The import of answers under way."""
    return Imports(_get_importer())


@st.cache_resource(show_spinner=False, on_release=Verification.pause)
def get_verification() -> Verification:
    """The verification of imported answers."""
    return Verification(_get_importer(), imports=get_imports())


@st.cache_resource(show_spinner=False, on_release=lambda pool: pool.shutdown(wait=False, cancel_futures=True))
def _get_importer() -> ThreadPoolExecutor:
    """One thread for imports and one for verification, so that neither delays the other or a check."""
    return ThreadPoolExecutor(max_workers=2, thread_name_prefix="queue")


@st.cache_resource(show_spinner=False)
def get_unsent_inputs() -> UnsentInputs:
    """Inputs typed but not checked yet, of all sessions."""
    return UnsentInputs()


@st.cache_resource(show_spinner=False)
def get_unsaved_words() -> UnsavedWords:
    """Notes and wordings typed but not saved yet, of all sessions."""
    return UnsavedWords()


@st.cache_resource(show_spinner=False)
def spare_collector() -> None:
    """Call once the verifier is loaded; see ``jobs.spare_collector``."""
    jobs.spare_collector()
