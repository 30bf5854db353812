"""One check of a draft in a thread, which may reuse the verdicts of a critique."""

import time
from concurrent.futures import Executor
from dataclasses import dataclass, field

from components.work.jobs import Job
from critique_core.assembly import Critic
from critique_core.models import Critique, CritiqueOptions, CritiqueRequest
from critique_core.pipeline import Progress, not_run


@dataclass
class Check:
    """A requested check; ``job`` runs it once it is begun.

    ``judged`` is a critique whose verdicts may be reused. Once the check has begun, ``redecides`` says whether they
    are. ``at_foot`` says that the button at the foot of the inputs asked for it.
    """

    request: CritiqueRequest
    judged: Critique | None = None
    redecides: bool = False
    at_foot: bool = False
    begun: float = field(default_factory=time.monotonic)
    job: Job[Critique] = field(default_factory=Job[Critique])

    def begin(self, critic: Critic, workers: Executor) -> Job[Critique]:
        """The job that makes the critique; the first call starts it."""
        if not self.job.begun:
            judged, request = self.judged, self.request
            if judged is not None and _only_options_differ(judged, request, critic):
                self.redecides = True
                self.job.begin(lambda tell: _decided_again(critic, judged, request.options, tell), workers)
            else:
                self.job.begin(lambda tell: critic.critique(request, progress=tell), workers)
        return self.job


def _decided_again(critic: Critic, judged: Critique, options: CritiqueOptions, progress: Progress) -> Critique:
    """The critique under other options; its draft is also revised if they ask for that and it was not yet."""
    decided = critic.redecide(judged, profile=critic.profile, options=options)
    if options.auto_revise and not decided.revisions:
        return critic.revise(decided, max_revisions=options.max_revisions, progress=progress)
    return decided


def _only_options_differ(judged: Critique, request: CritiqueRequest, critic: Critic) -> bool:
    """Whether the verdicts of a critique are those that a check of this request would find."""
    before = judged.request
    return (
        before.options != request.options
        and not not_run(judged, request.options)
        and (before.query, before.draft, before.sources) == (request.query, request.draft, request.sources)
        and judged.verifier == critic.verifier.spec
        and not any(claim.verdict and claim.verdict.failure for claim in judged.claims)
    )
