"""What all sessions share is let go of as one: a cleared cache leaves no database open."""

import streamlit as st
from streamlit.testing.v1 import AppTest

from components import services


def test_a_cleared_cache_closes_the_store(app: AppTest) -> None:
    store = services.get_store()
    store.reviewers()
    pool = store._database._engine.pool
    assert pool.checkedin() > 0
    st.cache_resource.clear()
    assert pool.checkedin() == 0
    assert services.get_store() is not store
