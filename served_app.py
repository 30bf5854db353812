"""Claimlens, the review app as ``claimlens app`` serves it; with the HTTP API on the same address after ``--api``."""

import sys
from collections.abc import AsyncGenerator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from components.frame.page import FIRST, OTHERS
from components.frame.server_address import ServerAddress
from critique_core.http.ending import leaving_after_interrupt

_middleware = [Middleware(ServerAddress, first=FIRST, others=OTHERS)]
_opened: AbstractContextManager[None] = nullcontext()
if "--api" in sys.argv[1:]:
    from critique_core.cli import installed_version
    from critique_core.http_server.beside import ApiBeside, WithApi

    _api = ApiBeside(installed_version())
    _opened = _api.opened()
    _middleware.insert(0, Middleware(WithApi, api=_api))


@asynccontextmanager
async def _lifespan(_: st.App) -> AsyncGenerator[None]:
    with leaving_after_interrupt(), _opened:
        yield


# Streamlit looks for this very assignment: without it, it would run this file as a page.
app = st.App(Path(__file__).with_name("app.py"), lifespan=_lifespan, middleware=_middleware)
