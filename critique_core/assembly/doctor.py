"""What works here and what does not: Python, extras, settings, store, library, folders, verifier and model.

Nothing is made or changed: a store is opened to be read, a file that is not there yet is not made.
"""

import os
import platform
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from platformdirs import user_data_path

from critique_core.assembly.parts import open_library, web_search
from critique_core.assembly.trial import try_model, try_verifier
from critique_core.embeddings.sessions import sums_are_exact
from critique_core.errors import ClaimlensError, SettingsError, StoreError, StoreOutdated
from critique_core.http.json_endpoint import Patience
from critique_core.installed import installed_version, missing_by_extra
from critique_core.settings import Settings, config_path, load_settings

State = Literal["works", "off", "fails"]
_PATIENCE = Patience(connect=3.0, read=10.0, whole=15.0, total=15.0, attempts=1)
_FOR: Mapping[str, str] = {
    "app": "the review app",
    "batch": "Parquet files and object stores",
    "nli": "cross-encoders in PyTorch, and models from the hub",
    "mcp": "claimlens mcp",
    "completion": "claimlens completion",
    "otel": "setting telemetry",
    "office": "XLSX and DOCX files",
    "postgres": "a store in PostgreSQL",
    "ray": "claimlens batch --engine ray",
    "serve": "claimlens serve",
    "sign-in": "people sign in to the app",
    "tuning": "claimlens tune",
}
_IN_MEMORY = ("sqlite://", "sqlite:///:memory:")
_CPU = Path("/proc/cpuinfo")
# The processor's instructions for products of eight bits, as Linux names them.
_INSTRUCTIONS = {"avx512_vnni": "AVX-512 VNNI", "avx_vnni": "AVX-VNNI", "amx_int8": "AMX", "asimddp": "Arm dot product"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; ``off`` is what may be missing. ``remedy`` says what to do, if anything."""

    name: str
    state: State
    said: str
    remedy: str | None = None


def examine(environment: Mapping[str, str] | None = None) -> Iterator[Finding]:
    """Look at one thing after another; what takes long, the verifier and its model, comes last."""
    yield Finding("python", "works", f"Python {platform.python_version()}, claimlens {installed_version()}")
    yield from _extras()
    yield _sqlite()
    settings: Settings | None = None
    for found in _settings(environment):
        if isinstance(found, Settings):
            settings = found
        else:
            yield found
    if settings is None:
        return
    yield _store(settings)
    yield _library(settings)
    yield from _folders(settings)
    if settings.web_search != "off":
        yield _web_search(settings)
    yield _encoder()
    model = _model(settings)
    yield model
    yield _verifier(settings, model)


def _extras() -> Iterator[Finding]:
    for extra, missing in missing_by_extra().items():
        what = f" ({_FOR[extra]})" if extra in _FOR else ""
        if missing:
            remedy = f"if you need it: pip install 'claimlens[{extra}]'"
            yield Finding(f"extra {extra}", "off", f"without {', '.join(missing)}{what}", remedy)
        else:
            yield Finding(f"extra {extra}", "works", f"installed{what}")


def _sqlite() -> Finding:
    from critique_core.library.database import sqlite_here  # noqa: PLC0415 - as in parts.py

    version, searches = sqlite_here()
    if searches:
        return Finding("sqlite", "works", f"SQLite {version} with full-text search")
    remedy = "use a Python from python.org or your system's own"
    return Finding("sqlite", "fails", f"SQLite {version} lacks full-text search (FTS5): no library", remedy)


def _settings(environment: Mapping[str, str] | None) -> Iterator[Finding | Settings]:
    """The settings, or one finding a fault."""
    path = config_path(environment)
    try:
        settings = load_settings(environment)
    except SettingsError as error:
        for fault in str(error).splitlines():
            yield Finding("settings", "fails", fault, "correct it; what depends on the settings is looked at then")
        return
    there = "is read" if path.is_file() else "is not there; the defaults hold"
    changed = sum(line.origin != "default" for line in settings.described())
    yield Finding("settings", "works", f"{path} {there}; settings that are not the default: {changed}")
    yield settings


def _store(settings: Settings) -> Finding:
    from critique_core.store import Store  # noqa: PLC0415

    if settings.database_url in _IN_MEMORY:
        return Finding("store", "works", "is in memory, so nothing is kept")
    address = next(line.value for line in settings.described() if line.name == "database_url")
    file = _file_of(settings.database_url)
    if file is not None and not file.exists():
        return _not_made("store", address, file)
    try:
        with Store.open_to_read(settings.database_url) as store:
            return Finding("store", "works", f"{address} opens; its tables are at migration {store.revision}")
    except StoreOutdated:
        return Finding("store", "works", f"{address} opens; the next use brings its tables up to date")
    except StoreError as error:
        return Finding("store", "fails", str(error), "correct database_url, or what it names")


def _file_of(url: str) -> Path | None:
    """The file of a SQLite URL; ``None`` for a server."""
    prefix = "sqlite:///"
    name = url.removeprefix(prefix).partition("?")[0]
    return Path(name) if url.startswith(prefix) else None


def _library(settings: Settings) -> Finding:
    if not settings.library_path.exists():
        return _not_made("library", str(settings.library_path), settings.library_path)
    try:
        with open_library(settings) as library:
            return Finding("library", "works", f"{settings.library_path} opens; documents: {library.count}")
    except StoreError as error:
        return Finding("library", "fails", str(error), "correct library_path, or what it names")


def _not_made(name: str, address: str, file: Path) -> Finding:
    if _can_be_made(file.parent):
        return Finding(name, "works", f"{address} is made at its first use")
    return Finding(name, "fails", f"{address} is not there and its folder cannot be written", "make it writable")


def _folders(settings: Settings) -> Iterator[Finding]:
    folders = {"data": user_data_path("claimlens", appauthor=False)}
    if settings.cache_enabled:
        folders["cache"] = settings.cache_path.parent
    for name, folder in folders.items():
        if _can_be_made(folder):
            yield Finding(f"folder {name}", "works", f"{folder} can be written")
        else:
            yield Finding(f"folder {name}", "fails", f"{folder} cannot be written", "make it writable, or name another")


def _can_be_made(folder: Path) -> bool:
    """Whether the folder can be written, or made in the nearest one that is there."""
    nearest = next(place for place in (folder.absolute(), *folder.absolute().parents) if place.exists())
    return nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)


def _web_search(settings: Settings) -> Finding:
    try:
        web_search(settings)
    except SettingsError as error:
        return Finding("web search", "fails", str(error), "or set web_search to off")
    return Finding("web search", "works", f"{settings.web_search} is set up; it was not asked")


def _encoder() -> Finding:
    from critique_core.verifiers.embedded.encoder import shipped  # noqa: PLC0415 - it takes a second to load

    begun = time.monotonic()
    try:
        shipped()
    except ClaimlensError as error:
        return Finding("encoder", "fails", str(error), "until then claims are judged without it, and less well")
    seconds = time.monotonic() - begun
    return Finding("encoder", "works", f"loaded in {seconds:.1f} s; {_speed()}")


def _speed() -> str:
    """Whether the processor has instructions for products of eight bits, without which a window takes longer."""
    try:
        flags = set(_CPU.read_text(encoding="utf-8").split())
    except OSError:
        flags = set[str]()
    names = [name for flag, name in _INSTRUCTIONS.items() if flag in flags]
    if names:
        return f"the processor multiplies eight bits at once ({', '.join(names)})"
    exact = "exact" if sums_are_exact() else "not exact without the runtime's slower mode"
    return f"no VNNI or AMX found, so checks take several times as long (docs/speed.md); products are {exact}"


def _model(settings: Settings) -> Finding:
    wanted = settings.verifier in ("llm", "cascade") or bool(settings.llm_stages)
    if settings.llm_model is None and not wanted:
        return Finding("model", "off", "no language model is named (llm_model); none is needed")
    try:
        return Finding("model", "works", try_model(settings, patience=_PATIENCE))
    except ClaimlensError as error:
        return _failed("model", error)


def _verifier(settings: Settings, model: Finding) -> Finding:
    if model.state == "fails" and settings.verifier in ("llm", "cascade"):
        return Finding("verifier", "fails", f"verifier {settings.verifier} needs the model", "see model")
    try:
        return Finding("verifier", "works", try_verifier(settings))
    except ClaimlensError as error:
        return _failed("verifier", error)


def _failed(name: str, error: ClaimlensError) -> Finding:
    hint: str | None = getattr(error, "hint", None)
    return Finding(name, "fails", str(error), None if hint and hint in str(error) else hint)
