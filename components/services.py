"""The parts that all sessions share, opened once a process: the only ``st.cache_resource``."""

import gc
from concurrent.futures import ThreadPoolExecutor

import streamlit as st

from components.desks import Desks
from components.jobs import Jobs
from critique_core.assembly import Critic, critic, open_store
from critique_core.errors import ClaimlensError
from critique_core.settings import Settings, load_settings
from critique_core.store import Store

_CHECKS_AT_ONCE = 4


@st.cache_resource(show_spinner=False)
def get_settings() -> Settings:
    """The settings of this process. Raises ``SettingsError``."""
    return load_settings()


@st.cache_resource(show_spinner="Loading the verifier")
def get_critic() -> Critic:
    """The critic that the settings describe. Raises ``SettingsError`` and ``VerifierUnavailable``."""
    return critic(get_settings())


def verifier_fingerprint() -> str | None:
    """Which verifier judges now; ``None`` while none can be used."""
    try:
        return get_critic().verifier.spec.fingerprint
    except ClaimlensError:
        return None


@st.cache_resource(show_spinner=False, on_release=Store.close)
def get_store() -> Store:
    """The store that the settings name; a failed opening is tried again. Raises ``SettingsError``, ``StoreError``."""
    return open_store(get_settings())


@st.cache_resource(show_spinner=False, on_release=lambda pool: pool.shutdown(wait=False, cancel_futures=True))
def get_workers() -> ThreadPoolExecutor:
    """Threads that check drafts, so that a session can show progress and be cancelled meanwhile."""
    return ThreadPoolExecutor(max_workers=_CHECKS_AT_ONCE, thread_name_prefix="check")


@st.cache_resource(show_spinner=False)
def get_jobs() -> Jobs:
    """Revisions under way and texts with some changes taken, of all sessions."""
    return Jobs(get_workers())


@st.cache_resource(show_spinner=False)
def get_desks() -> Desks:
    """Inputs typed but not checked yet, of all sessions."""
    return Desks()


@st.cache_resource(show_spinner=False)
def spare_collector() -> None:
    """Take what lives as long as the process out of the garbage collector's sight.

    Streamlit collects all generations after every script run; with the verifier's caches in sight that alone takes
    longer than the run (measured: 0.4 s against 0.08 s).
    """
    gc.collect()
    gc.freeze()
