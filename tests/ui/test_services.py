"""What all sessions share is let go of as one: a cleared cache leaves no database open."""

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from components import services
from critique_core.assembly import Critic
from critique_core.errors import VerifierUnavailable
from critique_core.models import Gate


def test_a_cleared_cache_closes_the_store(app: AppTest) -> None:
    store = services.get_store()
    store.reviewers()
    pool = store._database._engine.pool
    assert pool.checkedin() > 0
    st.cache_resource.clear()
    assert pool.checkedin() == 0
    assert services.get_store() is not store


def test_without_a_critic_the_default_limits_hold(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> Critic:
        raise VerifierUnavailable("the weights cannot be read; install claimlens again")

    monkeypatch.setattr(services, "_get_settings_critic", refuse)
    assert services.gate() == Gate()
