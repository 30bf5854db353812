"""A block becomes a part: each row is critiqued, and one that cannot be says why."""

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Any

from critique_core.assembly import Critic, critic
from critique_core.batch.critiques.rows import Block, Row
from critique_core.batch.critiques.shapes import Shape
from critique_core.errors import ClaimlensError, SettingsError
from critique_core.installed import installed_version
from critique_core.models import Critique, parse_request
from critique_core.provenance import fingerprint
from critique_core.runs import caches
from critique_core.settings import Settings
from critique_core.tuning.profiles import read_profile
from critique_core.verifiers.run import verifier_failed

DIED = "the verifier's process ended twice at this row; it may need more memory than there is"
_SHOWN_FAULTS = 20
_REMEMBERED = 2_000  # words or sentences that each function remembers; more is memory for texts that do not come again


@dataclass(frozen=True, slots=True)
class Making:
    """All that a process needs to make its critic: the settings, and the JSON of a profile if there is one.

    ``named`` says that the user named the profile; one of the store that does not fit is left out with a notice.
    """

    settings: Settings
    profile: str | None = None
    profile_name: str = ""
    named: bool = False

    def __call__(self) -> "Ready":
        """The critic. Raises as ``assembly.critic`` and ``Critic.under`` do."""
        ready = Ready(critic(self.settings), _model_stages(self.settings))
        if self.profile is None:
            return ready
        try:
            tuned = ready.critic.under(read_profile(self.profile, file=self.profile_name))
        except ClaimlensError as error:
            if self.named:
                raise
            threshold = ready.critic.profile.support_threshold
            notice = f"{error}; claims count as supported from {threshold:g}, as in the settings"
            return replace(ready, notice=notice)
        return replace(ready, critic=tuned)


@dataclass(frozen=True, slots=True)
class Ready:
    """A critic, what does its stages where that is not the rules, and what the user should know of it."""

    critic: Critic
    stages: tuple[str, ...] = ()
    notice: str | None = None


Maker = Callable[[], Ready]
"""Makes the critic in each process; it is pickled on its way there."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who judges: what of verifier, profile and settings a critique depends on, its fingerprint, and a notice."""

    facts: dict[str, Any]
    fingerprint: str
    notice: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A judged block, as it is to be written; ``faults`` are the first of its ``errors``, by row and reason.

    ``seconds`` and ``tokens`` are what it took, and not part of what is written.
    """

    file: int
    number: int
    last: bool
    content: bytes
    rows: int
    errors: int
    faults: tuple[tuple[str, int, str], ...]
    seconds: float
    tokens: int


@dataclass(slots=True)
class _Tally:
    faults: list[tuple[str, int, str]] = field(default_factory=list[tuple[str, int, str]])
    tokens: int = 0


class Judge:
    """A critic that judges blocks, one after the other."""

    def __init__(self, make: Maker, shape: Shape) -> None:
        """Make the critic now. Raises ``ClaimlensError`` when it cannot be made."""
        ready = make()
        self._critic, self._shape = ready.critic, shape
        facts = _facts(ready)
        self.identity = Identity(facts, fingerprint(facts)[:16], ready.notice)

    def part(self, block: Block, *, lost: Collection[int] = (), begun: Callable[[int], None] | None = None) -> Part:
        """Judge the rows of a block; those at the places ``lost`` are not tried, as they ended a process before.

        ``begun`` is called with the place of each row before it is judged.
        """
        start, tally, rows = time.monotonic(), _Tally(), list[dict[str, Any]]()
        functions = caches.remembering()
        for place, row in enumerate(block.rows):
            if begun:
                begun(place)
            critique, fault = (None, DIED) if place in lost else self._judged(row, tally)
            if fault:
                tally.faults.append((block.name, row.number, fault))
            caches.forget(functions, _REMEMBERED)
            rows.append(self._shape.row(block, row, critique, fault, self.identity.fingerprint))
        return Part(
            file=block.file, number=block.number, last=block.last, content=self._shape.written(rows), rows=len(rows),
            errors=len(tally.faults), faults=tuple(tally.faults[:_SHOWN_FAULTS]),
            seconds=round(time.monotonic() - start, 3), tokens=tally.tokens,
        )  # fmt: skip

    def _judged(self, row: Row, tally: _Tally) -> tuple[Critique | None, str | None]:
        if row.request is None:
            return None, row.fault
        try:
            critique = self._critic.critique(parse_request(row.request))
        except SettingsError:  # no row could be judged, and no later one
            raise
        except ClaimlensError as error:
            return None, "; ".join(str(error).splitlines())
        except Exception as error:
            return None, f"the verifier failed: {error!r:.300}"
        tally.tokens += critique.metadata.run.tokens or 0
        return critique, verifier_failed(critique)


def _facts(ready: Ready) -> dict[str, Any]:
    """What the critique of an answer depends on; nothing of how the run is done."""
    made_by = ready.critic
    return {
        "claimlens": installed_version(),
        "verifier": made_by.verifier.spec.model_dump(mode="json"),
        "profile": made_by.profile.model_dump(mode="json"),
        "options": made_by.options.model_dump(mode="json"),
        "gate": made_by.gate.model_dump(mode="json"),
        "stages": list(ready.stages),
    }


def _model_stages(settings: Settings) -> tuple[str, ...]:
    if not settings.llm_stages:
        return ()
    temperature = settings.llm_temperature
    return (*settings.llm_stages, f"{settings.llm_provider} {settings.llm_model} at temperature {temperature:g}")
