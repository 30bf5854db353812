"""Figures of use for the Insights page: read from the store in a thread, kept while nothing changes."""

from concurrent.futures import Executor
from datetime import tzinfo

from components.work.jobs import Job, Jobs
from critique_core.examples import load_examples
from critique_core.metrics.insights import InsightFilter, Insights, Step, insights
from critique_core.metrics.observations import Observations
from critique_core.store import Store

_STORES_KEPT, _FIGURES_KEPT = 2, 20


class _Same:
    """Equal to what holds the very same observations, which it keeps, so that no others get their identity."""

    def __init__(self, found: Observations) -> None:
        self._found = found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other._found is self._found

    def __hash__(self) -> int:
        return id(self._found)


class Observed:
    """What the store tells of its use, and figures of it; share one between sessions."""

    def __init__(self, workers: Executor) -> None:
        self._observations = Jobs(workers, kept=_STORES_KEPT)
        self._insights = Jobs(workers, kept=_FIGURES_KEPT)

    def observations(self, store: Store) -> Job[Observations]:
        """What the store tells now. Raises ``StoreError``."""
        return self._observations.of((id(store), store.version()), lambda _progress: store.observations())

    def insights(self, found: Observations, wanted: InsightFilter, zone: tzinfo, step: Step) -> Job[Insights]:
        """The figures of what the filter lets through; ``found`` is what ``observations`` returned."""
        examples = frozenset(example.request.fingerprint for example in load_examples())
        return self._insights.of(
            (_Same(found), wanted, str(zone), step),
            lambda _progress: insights(found, wanted, zone=zone, step=step, examples=examples),
        )
