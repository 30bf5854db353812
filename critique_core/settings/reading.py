"""Settings: a YAML file, the environment and the command line, checked by name and value; the last of them wins.

The file is ``config.yaml`` in the user's configuration folder for Claimlens, or the one that ``CLAIMLENS_CONFIG``
names. A setting is written there by its own name, or by the seeds' names where they mean the same (``SEED_KEYS``); in
the environment as ``CLAIMLENS_`` and its name in capitals, or by the seeds' variables (``SEED_VARIABLES``). Keys of
services come from the environment only.
"""

import os
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml
from platformdirs import user_config_path
from pydantic import ValidationError

from critique_core.errors import SettingsError
from critique_core.given_files import never_ends
from critique_core.settings.values import ADDRESSES, PREFIX, SECRETS, SEED_KEYS, SEED_VARIABLES, Settings, shown

_CONFIG_VARIABLE = "CLAIMLENS_CONFIG"


def load_settings(
    environment: Mapping[str, str] | None = None,
    command_line: Mapping[str, Any] | None = None,
    *,
    file_text: str | None = None,
) -> Settings:
    """Read the settings file and the environment (the process's own by default).

    ``command_line`` holds values by setting that win over both; a fault in one names its flag, such as ``--llm-model``.
    Raises ``SettingsError`` with one line per fault, each naming the key as it was written, its value and what is
    allowed. A file that ``CLAIMLENS_CONFIG`` names must exist; the usual one may be missing. ``file_text`` is read in
    its place.
    """
    environment = os.environ if environment is None else environment
    path, must_exist = _config_path(environment)
    from_file = _read_file(path, must_exist=must_exist) if file_text is None else _read_text(file_text, path)
    from_environment = _read_environment(environment)
    given = command_line or {}
    if kept := SECRETS & given.keys():
        raise SettingsError(f"{', '.join(sorted(kept))}: keys are read from the environment only")
    from_command_line: _Written = {name: (f"--{name.replace('_', '-')}", value) for name, value in given.items()}
    written = from_file | from_environment | from_command_line
    try:
        settings = Settings.model_validate({name: value for name, (_, value) in written.items()})
    except ValidationError as error:
        faults = dict.fromkeys(_faults(error, written))
        raise SettingsError("\n".join(faults)) from None  # the cause would show a secret's value
    settings._origins.update(dict.fromkeys(from_file, "file"))  # pyright: ignore[reportPrivateUsage]
    settings._origins.update(dict.fromkeys(from_environment, "environment"))  # pyright: ignore[reportPrivateUsage]
    settings._origins.update(dict.fromkeys(from_command_line, "command line"))  # pyright: ignore[reportPrivateUsage]
    settings._written.update({name: key for name, (key, _) in written.items()})  # pyright: ignore[reportPrivateUsage]
    return settings


def config_path(environment: Mapping[str, str] | None = None) -> Path:
    """Where the settings file is looked for, whether or not it is there."""
    return _config_path(os.environ if environment is None else environment)[0]


_Written = dict[str, tuple[str, Any]]  # field -> the key as the user wrote it, and its value


def _config_path(environment: Mapping[str, str]) -> tuple[Path, bool]:
    named = environment.get(_CONFIG_VARIABLE)
    if named:
        return Path(named).expanduser(), True
    return user_config_path("claimlens", appauthor=False) / "config.yaml", False


def _read_file(path: Path, *, must_exist: bool) -> _Written:
    if problem := never_ends(path):
        raise SettingsError(f"settings file {path}: {problem}")
    try:
        return _read_text(path.read_text(encoding="utf-8"), path)
    except FileNotFoundError:
        if must_exist:
            raise SettingsError(f"{_CONFIG_VARIABLE} names {path}, which does not exist") from None
        return {}
    except OSError as error:
        raise SettingsError(f"settings file {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"settings file {path} is not UTF-8; save it as UTF-8 text") from error


def _in_a_line(error: yaml.YAMLError) -> str:
    """What is wrong in the file, and where; the library says it in several lines, as if each were a fault."""
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
        return f"line {error.problem_mark.line + 1}: {error.problem}"
    return " ".join(str(error).split())


def _read_text(text: str, path: Path) -> _Written:
    try:
        content: Any = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise SettingsError(f"settings file {path} cannot be read: {_in_a_line(error)}") from error
    except RecursionError as error:
        raise SettingsError(f"settings file {path} is nested too deeply; write 'name: value' lines") from error
    if content is None:
        return {}
    if not isinstance(content, dict):
        raise SettingsError(f"settings file {path} must hold names and values, such as 'strictness: strict'")
    written: _Written = {}
    try:
        entries = tuple(_flat(content))  # pyright: ignore[reportUnknownArgumentType]
    except RecursionError as error:  # an alias may name the mapping that it is in
        raise SettingsError(f"settings file {path} holds itself; remove the alias (*)") from error
    for key, value in entries:
        field = _field_of(key, path)
        if field in written and written[field][1] != value:
            other, said = written[field]
            raise SettingsError(f"{key} in {path}: {value!r}, but {other} sets the same to {said!r}; keep one of them")
        written[field] = (f"{key} in {path}", value)
    return written


def _flat(content: Mapping[Any, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in content.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")  # pyright: ignore[reportUnknownArgumentType]
        else:
            yield f"{prefix}{key}", value


def _field_of(key: str, path: Path) -> str:
    field = SEED_KEYS.get(key, key)
    if field in SECRETS:
        raise SettingsError(f"{key} in {path}: keys are read from the environment only; set {PREFIX}{field.upper()}")
    if field not in Settings.model_fields:
        known = [*(name for name in Settings.model_fields if name not in SECRETS), *SEED_KEYS]
        raise SettingsError(f"{key} in {path}: unknown setting; {_nearest(key, known)}")
    return field


def _read_environment(environment: Mapping[str, str]) -> _Written:
    written: _Written = {
        field: (name, environment[name]) for name, field in SEED_VARIABLES.items() if environment.get(name)
    }
    known = {f"{PREFIX}{field.upper()}": field for field in Settings.model_fields}
    for name, value in sorted(environment.items()):
        if not name.startswith(PREFIX) or name == _CONFIG_VARIABLE:
            continue
        if name not in known:
            meant = _nearest(name.removeprefix(PREFIX), [field.upper() for field in Settings.model_fields], PREFIX)
            raise SettingsError(f"{name}: unknown setting; {meant}")
        if value:  # an empty variable is one that is not set
            written[known[name]] = (name, value)
    return written


def _nearest(name: str, known: list[str], prefix: str = "") -> str:
    close = get_close_matches(name, known, n=1, cutoff=0.6)
    return f"did you mean {prefix}{close[0]}?" if close else f"known are {', '.join(prefix + each for each in known)}"


def _faults(error: ValidationError, written: _Written) -> Iterator[str]:
    for fault in error.errors(include_url=False):
        field = str(fault["loc"][0])
        key, value = written[field]
        said = "(hidden)" if field in SECRETS else repr(shown(value) if field in ADDRESSES else value)
        yield f"{key}: {said} is not allowed; {_allowed(field, value, fault['msg'])}"


def _allowed(field: str, value: Any, message: str) -> str:
    schema: dict[str, Any] = Settings.model_json_schema()["properties"][field]
    if "enum" in schema or "allowed" in schema:
        choices = [str(choice) for choice in schema.get("enum") or schema["allowed"]]
        close = get_close_matches(str(value), choices, n=1)
        return f"allowed are {', '.join(choices)}" + (f"; did you mean {close[0]}?" if close else "")
    if schema.get("type") == "boolean":
        return "allowed are true and false"
    if schema.get("type") in ("number", "integer"):
        kind = "a whole number" if schema["type"] == "integer" else "a number"
        least, most = schema.get("minimum"), schema.get("maximum")
        between = f" from {least:g}" + (f" to {most:g}" if most is not None else "") if least is not None else ""
        return f"allowed is {kind}{between}"
    return message
