"""Claimlens, the review app with the HTTP API on the same address: what ``claimlens app --api`` starts."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from critique_core.cli import installed_version
from critique_core.http_server.beside import ApiBeside, WithApi

api = ApiBeside(installed_version())


@asynccontextmanager
async def _lifespan(_: st.App) -> AsyncGenerator[None]:
    with api.opened():
        yield


app = st.App(Path(__file__).with_name("app.py"), lifespan=_lifespan, middleware=[Middleware(WithApi, api=api)])
