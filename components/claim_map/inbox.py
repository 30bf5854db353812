"""The reviewer's events from the browser, each handled exactly once.

The browser keeps every event until its receipt arrives and sends all open events each time, so an interrupted rerun
loses nothing. Events are numbered within one mount of the map, and this module remembers the last number done for each
mount. It does so for the process, not in the session state, because a run can be interrupted wherever it reads that.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from components.palette import STATUS_KEYS
from critique_core.models import Relation, Status

MapEventKind = Literal[
    "select", "accept", "reject", "relabel", "fix", "edit", "note", "undo", "next_item", "search", "submit", "skip",
    "flag", "confirm", "split", "merge", "respan", "missed", "evidence",
]  # fmt: skip

_KINDS = frozenset(get_args(MapEventKind))
_STATUSES = frozenset(STATUS_KEYS.values())
_ABOUT_A_CLAIM = frozenset(
    {"select", "accept", "reject", "relabel", "fix", "edit", "note", "split", "merge", "respan", "evidence"}
)
_WITH_A_SPAN = frozenset({"split", "respan", "missed", "evidence"})
_RELATIONS = frozenset(get_args(Relation))
_MOUNTS_REMEMBERED = 100_000


@dataclass(frozen=True)
class MapSpan:
    """Words that the reviewer pointed to, in code points of the draft, or of the source with that place in the list.

    ``text`` is what the browser took them to be; for a split it is the claim's words before the cut.
    """

    start: int
    end: int
    text: str
    source: int | None = None
    relation: Relation | None = None


@dataclass(frozen=True)
class MapEvent:
    """One act of the reviewer: ``status`` is set for ``relabel``, ``span`` where words were pointed to.

    ``serial`` counts from 1 within a mount.
    """

    kind: MapEventKind
    claim_id: str | None
    status: Status | None
    serial: int
    span: MapSpan | None = None


class _Memory:
    """The last serial done for each mount, oldest mounts forgotten first."""

    def __init__(self, size: int) -> None:
        self._done: OrderedDict[str, int] = OrderedDict()
        self._size = size
        self._lock = threading.Lock()

    def last(self, mount: str) -> int:
        with self._lock:
            return self._done.get(mount, 0)

    def done(self, mount: str, serial: int) -> None:
        with self._lock:
            self._done[mount] = max(serial, self._done.get(mount, 0))
            self._done.move_to_end(mount)
            while len(self._done) > self._size:
                self._done.popitem(last=False)


_memory = _Memory(_MOUNTS_REMEMBERED)


class Inbox:
    """The events one mount has open, oldest first."""

    def __init__(self, mount: str, events: tuple[MapEvent, ...], last_serial: int) -> None:
        self._mount = mount
        self._events = events
        self._last_serial = last_serial

    @property
    def receipt(self) -> dict[str, Any] | None:
        """Which events the browser may forget."""
        return {"mount": self._mount, "serial": _memory.last(self._mount)} if self._mount else None

    def hand_over(self, on_event: Callable[[MapEvent], None]) -> bool:
        """Call ``on_event`` for each event not yet done, done once its call returned; returns whether there was one."""
        last = _memory.last(self._mount)
        fresh = [event for event in self._events if event.serial > last]
        for event in fresh:
            on_event(event)
            _memory.done(self._mount, event.serial)
        if self._mount:
            # Refused events count as done too, or the browser would send them for ever.
            _memory.done(self._mount, self._last_serial)
        return bool(fresh)


def inbox(outbox: object, *, claim_ids: Set[str]) -> Inbox:
    """Read what the browser sent, without entries that no reviewer of these claims could have made."""
    if not isinstance(outbox, Mapping):
        return Inbox("", (), 0)
    content = cast("Mapping[str, object]", outbox)
    mount, entries = content.get("mount"), content.get("events")
    if not isinstance(mount, str) or not 0 < len(mount) <= 64 or not isinstance(entries, list):
        return Inbox("", (), 0)
    found = [_event(entry, claim_ids) for entry in cast("list[object]", entries)]
    events = sorted((event for event in found if event), key=lambda event: event.serial)
    serials = [_serial(entry) for entry in cast("list[object]", entries)]
    return Inbox(mount, tuple(events), max(serials, default=0))


def _serial(entry: object) -> int:
    serial = cast("Mapping[str, object]", entry).get("serial") if isinstance(entry, Mapping) else None
    return serial if isinstance(serial, int) and not isinstance(serial, bool) and serial > 0 else 0


def _event(entry: object, claim_ids: Set[str]) -> MapEvent | None:
    serial = _serial(entry)
    if not serial:
        return None
    content = cast("Mapping[str, object]", entry)
    kind, claim_id, status = (content.get(name) for name in ("kind", "claim", "status"))
    if not isinstance(kind, str) or kind not in _KINDS:
        return None
    known_claim = isinstance(claim_id, str) and claim_id in claim_ids
    known_status = isinstance(status, str) and status in _STATUSES
    if known_claim != (kind in _ABOUT_A_CLAIM) or known_status != (kind == "relabel"):
        return None
    span = _span(content, of_source=kind == "evidence") if kind in _WITH_A_SPAN else None
    if (span is None) == (kind in _WITH_A_SPAN):
        return None
    return MapEvent(
        cast("MapEventKind", kind), cast("str | None", claim_id), cast("Status | None", status), serial, span
    )


def _span(content: Mapping[str, object], *, of_source: bool) -> MapSpan | None:
    start, end, source = (_count(content.get(name)) for name in ("start", "end", "source"))
    text, relation = content.get("text"), content.get("relation")
    if start is None or end is None or end < start or not isinstance(text, str):
        return None
    if not of_source:
        return MapSpan(start, end, text)
    if source is None or not isinstance(relation, str) or relation not in _RELATIONS:
        return None
    return MapSpan(start, end, text, source, cast("Relation", relation))


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
