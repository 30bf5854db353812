"""The server's application, from a workbench."""

from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig

from critique_core.http_server.admission import OPEN_PATHS, Admission
from critique_core.http_server.bodies import OnceNamed
from critique_core.http_server.openapi import document
from critique_core.http_server.problems import handle_problems
from critique_core.http_server.routes import Routes
from critique_core.http_server.running import Limits, Running
from critique_core.workbench.batches import Batches
from critique_core.workbench.workbench import Workbench

_WORDS = (
    "Check an answer claim by claim against its sources. Names are in camelCase; snake_case is taken too. "
    "Every error is a problem document (RFC 9457)."
)
# Its records would hold what is checked.
_NO_TELEMETRY: TelemetryConfig = {
    "tracing": False, "metrics": False, "logs": False, "operation_spans": False, "auto_configure": False,
}  # fmt: skip


def make_app(
    workbench: Workbench,
    version: str,
    limits: Limits,
    running: Running,
    batches: Batches,
    *,
    always_keyed: bool = False,
) -> FastAPI:
    """The application; ``running`` and ``batches`` are the caller's to end.

    With ``always_keyed`` a request needs a key also while none was made.
    """
    [described] = OPEN_PATHS
    app = FastAPI(
        title="Claimlens",
        version=version,
        description=_WORDS,
        openapi_url=described,
        docs_url=None,  # its page is made by a script from elsewhere, and this works offline
        redoc_url=None,
        redirect_slashes=False,
        telemetry=_NO_TELEMETRY,
    )
    app.router.route_class = OnceNamed
    Routes(workbench, running, batches).add_to(app)
    handle_problems(app)
    app.add_middleware(Admission, store=workbench.store, limits=limits, always_keyed=always_keyed)
    app.openapi = lambda: document(app)
    return app
