"""Requests to try the critic on, one YAML file each: ``title``, ``domain``, ``about`` and the ``request`` itself.

What of a draft is untrue on purpose is listed under ``planted``.
"""

from functools import lru_cache
from importlib import resources
from typing import Any

import yaml

from critique_core.models import CritiqueRequest, Status, Value, parse_request


class Planted(Value):
    """A passage of an example's draft that is untrue, and the statuses that a reviewer may expect of its claim."""

    text: str
    statuses: tuple[Status, ...]


class Example(Value):
    """A request with a name for a button; ``about`` says in one line what there is to see.

    ``catch`` is the one fault that makes it worth trying, in the few words of a card; empty for most.
    """

    name: str
    title: str
    domain: str
    about: str
    catch: str = ""
    request: CritiqueRequest
    planted: tuple[Planted, ...] = ()


@lru_cache(maxsize=1)
def load_examples() -> tuple[Example, ...]:
    """All examples, in the order of their file names."""
    folder = resources.files(__name__)
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".yaml")), key=lambda file: file.name)
    return tuple(_read(file.name, file.read_text("utf-8")) for file in files)


def _read(file_name: str, text: str) -> Example:
    fields: dict[str, Any] = yaml.safe_load(text)
    request = parse_request(fields.pop("request"))
    return Example(name=file_name.removesuffix(".yaml"), request=request, **fields)
