"""One check of a draft: runs in a thread of its own, tells how far it is, and can be cancelled."""

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, wait
from dataclasses import dataclass, field
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import services, state
from components.escape import escape
from critique_core.assembly import Critic
from critique_core.errors import ClaimlensError
from critique_core.models import Critique, CritiqueOptions, CritiqueRequest
from critique_core.pipeline import Progress, not_run

STAGE_WORDS = {
    "claims": "Splitting the draft into claims",
    "evidence": "Looking for evidence in the sources",
    "verdicts": "Comparing claims with evidence",
    "citations": "Checking citations",
    "checks": "Looking for contradictions and gaps",
    "scores": "Working out scores and issues",
    "revision": "Proposing a revision",
}
_LOOK_SECONDS = 0.2
_logger = logging.getLogger(__name__)


@dataclass
class Check:
    """A check that was asked for; ``fractions`` is how much of each stage is done, 0 to 1.

    ``judged`` is a critique whose verdicts may serve again. Once the check runs, ``redecides`` tells whether they do.
    """

    request: CritiqueRequest
    judged: Critique | None = None
    redecides: bool = False
    fractions: dict[str, float] = field(default_factory=dict[str, float])
    begun: float = field(default_factory=time.monotonic)
    _cancelled: threading.Event = field(default_factory=threading.Event)
    _future: "Future[Critique] | None" = None

    def running(self) -> "Future[Critique]":
        """The critique to come; the first call starts the thread. Raises ``ClaimlensError`` without a critic."""
        if self._future is None:
            critic = services.get_critic()
            judged = self.judged
            if judged is not None and _only_options_differ(judged, self.request, critic):
                self.redecides = True
                work = partial(_decided_again, critic, judged, self.request.options, self._progress)
            else:
                work = partial(critic.critique, self.request, progress=self._progress)
            self._future = services.get_workers().submit(work)
        return self._future

    def cancel(self) -> None:
        """Let the thread stop at the next stage; its result is not used."""
        self._cancelled.set()
        if self._future is not None:
            self._future.cancel()

    def _progress(self, stage: str, done: float) -> None:
        if self._cancelled.is_set():
            raise CancelledError
        self.fractions[stage] = done


def _decided_again(critic: Critic, judged: Critique, options: CritiqueOptions, progress: Progress) -> Critique:
    """The critique under other options; its draft is revised too if they ask for that and it was not."""
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


def ask(request: CritiqueRequest) -> None:
    """Have a request checked when the page next runs; the verdicts on screen serve again where they can."""
    on_screen = state.review()
    state.begin_check(Check(request, judged=on_screen.critique if on_screen else None))


def cancel() -> None:
    """Give the running check up."""
    check: Check | None = state.running_check()
    if check is not None:
        check.cancel()
        state.end_check()


def watch(check: Check, place: DeltaGenerator, on_cancel: Callable[[], None]) -> Critique | None:
    """Draw progress in a place until the check ends, then clear it away; a failure is reported and gives ``None``.

    Any click meanwhile starts the page again, which then watches the same check. After it the page is to go on and not
    to start over: a page that starts over just when the reader goes to another one takes the other one's place.
    """
    with place.container():
        critique = _outcome(check, on_cancel)
    place.empty()  # whoever has left meanwhile goes from here
    return critique


def _outcome(check: Check, on_cancel: Callable[[], None]) -> Critique | None:
    try:
        return _watched(check, on_cancel)
    except CancelledError:
        return None
    except ClaimlensError as error:
        state.report_problem(f"The draft could not be checked. {error}")
        return None
    except Exception as error:  # a fault in our code: the page and what was typed must survive it
        _logger.exception("a check failed")
        state.report_problem(
            f"The draft could not be checked ({type(error).__name__}); the log of the app says where. "
            "Your inputs are kept."
        )
        return None


def _watched(check: Check, on_cancel: Callable[[], None]) -> Critique:
    status = st.status("Checking the draft", expanded=True)  # leaving it as a context would call it complete
    revises = check.request.options.auto_revise
    lines = {stage: status.empty() for stage in STAGE_WORDS if revises or stage != "revision"}
    words = _stage_words()
    _draw(lines, {}, words)
    future = check.running()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Cancel", key="cancel_check", icon=":material/close:", on_click=on_cancel)
        clock = st.empty()
    drawn: dict[str, float] = {}
    while not future.done():
        if drawn != check.fractions:
            drawn = dict(check.fractions)
            _draw(lines, drawn, words)
        clock.caption(f"{time.monotonic() - check.begun:.0f} s")  # a click on Cancel is noticed here
        wait([future], timeout=_LOOK_SECONDS)
    return future.result()


def _stage_words() -> dict[str, str]:
    """What is done at each stage, with the name of the model that is waited for."""
    settings = services.get_settings()
    if settings.verifier not in ("llm", "cascade"):
        return STAGE_WORDS
    return STAGE_WORDS | {"verdicts": f"{STAGE_WORDS['verdicts']}, asking {settings.llm_provider} {settings.llm_model}"}


def _draw(lines: dict[str, DeltaGenerator], fractions: dict[str, float], words: dict[str, str]) -> None:
    for stage, line in lines.items():
        done = fractions.get(stage)
        icon = "radio_button_unchecked" if done is None else "check_circle" if done >= 1 else "pending"
        share = f" · {done:.0%}" if done is not None and 0 < done < 1 else ""
        line.markdown(f":material/{icon}: {escape(words[stage] + share)}")
