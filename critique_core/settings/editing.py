"""Writing settings into the file that they are read from: only the values change, the rest stays to the character.

Comments, order and names that mean the same (``SEED_KEYS``) stay. What is written has been read back first, so that a
file can never be left that cannot be read.
"""

import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import yaml

from critique_core.errors import SettingsError
from critique_core.settings import SEED_KEYS, Settings, config_path, load_settings

EDITABLE = ("strictness", "confidence_threshold", "verifier", "llm_provider", "llm_base_url", "llm_model")
"""What a person may change in the app. Keys of services are never written."""


def proposed(changes: Mapping[str, Any], environment: Mapping[str, str] | None = None) -> Settings:
    """The settings as they would be with these values in the file; nothing is written.

    Raises ``SettingsError`` for a value that is not allowed, for a name that is not ``EDITABLE``, and for a value that
    does not take effect because the environment or a key that is set fixes it.
    """
    return _checked(changes, environment)[1]


def save_settings(changes: Mapping[str, Any], environment: Mapping[str, str] | None = None) -> Settings:
    """Write these values into the settings file and return the settings as they are now.

    The file, and its folder, are made where there are none. Raises ``SettingsError`` as ``proposed`` does, and when the
    file cannot be written; then it stays as it was.
    """
    text, settings = _checked(changes, environment)
    path = config_path(environment)
    try:
        _write(path, text)
    except OSError as error:
        raise SettingsError(
            f"settings file {path} cannot be written: {error.strerror}; make it writable, or set CLAIMLENS_CONFIG to a "
            "file that is"
        ) from error
    return settings


def fixed_by(settings: Settings) -> dict[str, str]:
    """What cannot be changed in the file, each with the variable that fixes it.

    The model's server is fixed by a key for it, too: whoever could change the address could have the key sent there.
    """
    found = {
        line.name: line.set_by or line.origin
        for line in settings.described()
        if line.name in EDITABLE and line.origin in ("environment", "command line")
    }
    if settings.llm_api_key is not None:
        found = {"llm_provider": "CLAIMLENS_LLM_API_KEY", "llm_base_url": "CLAIMLENS_LLM_API_KEY"} | found
    return found


def changed_text(text: str, changes: Mapping[str, Any]) -> str:
    """The text of a settings file with other values. Raises ``SettingsError`` where its form does not allow that."""
    root = _root(text)
    if root is not None and not isinstance(root, yaml.MappingNode):
        raise SettingsError("the settings file must hold names and values, such as 'strictness: strict'")
    known: dict[str, list[yaml.ScalarNode]] = {}
    for field, node in _values(root, "") if root is not None else ():
        known.setdefault(field, []).append(node)
    cuts = [
        (node.start_mark.index, node.end_mark.index, _scalar(changes[field]))
        for field, nodes in known.items()
        if field in changes
        for node in nodes
    ]
    added = {field: value for field, value in changes.items() if field not in known and value is not None}
    for start, end, value in sorted(cuts, reverse=True):
        lead = "" if start == 0 or text[start - 1].isspace() else " "
        text = f"{text[:start]}{lead}{value}{text[end:]}"
    return _with_lines(text, added)


def _checked(changes: Mapping[str, Any], environment: Mapping[str, str] | None) -> tuple[str, Settings]:
    environment = os.environ if environment is None else environment
    if unknown := sorted(set(changes) - set(EDITABLE)):
        raise SettingsError(f"{', '.join(unknown)}: cannot be changed here; write it in the settings file")
    before = load_settings(environment, file_text=_text(environment))
    changes = {field: value for field, value in changes.items() if getattr(before, field) != value}
    for field, variable in fixed_by(before).items():
        if field in changes:
            raise SettingsError(f"{field}: is fixed by {variable}; change it there")
    text = changed_text(_text(environment), changes)
    by_hand = SettingsError(
        f"settings file {config_path(environment)}: its form does not let {', '.join(changes)} be changed from here; "
        "write it by hand, one 'name: value' a line"
    )
    try:
        _root(text)
    except SettingsError:  # an alias lost its anchor
        raise by_hand from None
    after = load_settings(environment, file_text=text)
    expected = {name: changes.get(name, getattr(before, name)) for name in Settings.model_fields}
    if any(getattr(after, name) != value for name, value in expected.items()):
        raise by_hand
    return text, after


def _text(environment: Mapping[str, str]) -> str:
    try:
        with config_path(environment).open(encoding="utf-8", newline="") as file:  # the ends of its lines stay
            return file.read()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"settings file {config_path(environment)} cannot be read: {error}") from error


def _root(text: str) -> yaml.Node | None:
    try:
        return cast("yaml.Node | None", yaml.compose(text, Loader=yaml.SafeLoader))  # pyright: ignore[reportUnknownMemberType]
    except yaml.YAMLError as error:
        raise SettingsError(f"the settings file cannot be read: {error}") from error


def _values(node: yaml.MappingNode, prefix: str) -> Iterator[tuple[str, yaml.ScalarNode]]:
    """Each value with the setting that it is of."""
    entries: list[tuple[Any, Any]] = node.value
    for key, value in entries:
        name = f"{prefix}{key.value}"
        if isinstance(value, yaml.MappingNode):
            yield from _values(value, f"{name}.")
        elif isinstance(value, yaml.ScalarNode):
            yield SEED_KEYS.get(name, name), value


def _scalar(value: Any) -> str:
    """A value on one line, in quotes where YAML needs them."""
    listed = yaml.safe_dump([value], default_flow_style=True, allow_unicode=True, width=1_000_000)
    return listed.strip()[1:-1]


def _with_lines(text: str, added: Mapping[str, Any]) -> str:
    if not added:
        return text
    root = _root(text)
    lines = [f"{field}: {_scalar(value)}" for field, value in added.items()]
    if isinstance(root, yaml.MappingNode) and root.flow_style:
        end = root.end_mark.index - 1
        comma = ", " if root.value else ""
        return f"{text[:end]}{comma}{', '.join(lines)}{text[end:]}"
    indent = " " * (root.start_mark.column if isinstance(root, yaml.MappingNode) else 0)
    end = "\r\n" if "\r\n" in text else "\n"
    ended = text if not text or text.endswith("\n") else f"{text}{end}"
    return ended + "".join(f"{indent}{line}{end}" for line in lines)


def _write(path: Path, text: str) -> None:
    """Put the text in the file's place at once; a link stays a link, and the file keeps its mode."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        Path(name).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
