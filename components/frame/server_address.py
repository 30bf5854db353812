"""What each page's HTML says before Streamlit's script runs in the browser: where its server is, and to keep keys.

That script would ask below the page's own address first (``/queue/_stcore/health``), in case the app lies in a folder
there, and leave two errors in the browser's console. A page takes seconds to draw; what is pressed meanwhile is kept.
"""

from collections.abc import Collection

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from components.frame.early_keys import SCRIPT

# A page's address is one name long, so its folder is where the app lies, behind a proxy too.
_WHERE = 'window.__streamlit={BACKEND_BASE_URL:new URL(".",location.href).href};'
_SAID = f"<head><script>{_WHERE}{SCRIPT}</script>".encode()
_UNEDITED = {b"accept-encoding", b"range"}


class ServerAddress:
    """Streamlit's server, with its own address written into the HTML of its pages.

    Streamlit knows the first page by the app's own address alone; who asks for it by its name is led there.
    """

    def __init__(self, app: ASGIApp, first: str, others: Collection[str]) -> None:
        self._app, self._first, self._pages = app, first, frozenset(["", *others])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection of the server's protocol."""
        if scope["type"] == "http" and _below(scope) == self._first:
            query = scope["query_string"].decode("latin-1")
            await RedirectResponse(f".?{query}" if query else ".")(scope, receive, send)
            return
        if scope["type"] != "http" or scope["method"] != "GET" or _below(scope) not in self._pages:
            await self._app(scope, receive, send)
            return
        head: Message | None = None
        body = bytearray()

        async def edit(message: Message) -> None:
            nonlocal head
            if message["type"] == "http.response.start" and _is_page(message):
                head = message
            elif head is None or message["type"] != "http.response.body":
                await send(message)
            else:
                body.extend(message.get("body", b""))
                if not message.get("more_body", False):
                    html = bytes(body).replace(b"<head>", _SAID, 1)
                    await send({**head, "headers": _resized(head, len(html))})
                    await send({"type": "http.response.body", "body": html})

        plain = [(name, value) for name, value in scope["headers"] if name not in _UNEDITED]
        await self._app({**scope, "headers": plain}, receive, edit)


def _below(scope: Scope) -> str:
    return scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")


def _is_page(start: Message) -> bool:
    kind = next((value for name, value in start["headers"] if name == b"content-type"), b"")
    return start["status"] == 200 and kind.startswith(b"text/html")


def _resized(start: Message, size: int) -> list[tuple[bytes, bytes]]:
    kept = [(name, value) for name, value in start["headers"] if name != b"content-length"]
    return [*kept, (b"content-length", str(size).encode())]
