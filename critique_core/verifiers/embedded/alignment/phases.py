"""Whether a dated or numbered event is a beginning or an end: "introduced in 2.4.0 and fixed in 2.4.3"."""

from collections.abc import Sequence

from critique_core.language.sentence import Sentence
from critique_core.language.tokens import Token
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.owner import segment_at, segments
from critique_core.verifiers.embedded.alignment.slots import Slot

_EVENTS = frozenset(("date", "version"))
_UNTIL = frozenset("to until till through".split())
_BEGINS = frozenset(
    """begin start open launch found establish introduce inaugurate commence originate appear arise emerge create break
    regress onset debut inception introduction opening launching""".split()
)
_ENDS = frozenset(
    """end close finish stop cease expire conclude terminate abolish discontinue fix repair resolve patch cure solve
    eliminate remedy correct go rid vanish disappear closure expiry fixed gone""".split()
)
_COMES = frozenset("come came comes coming".split())


def opposed(claim: Sentence, mention: Mention, slot: Slot) -> bool:
    """Whether a claim tells the end of a thing and the source's value its beginning, or the other way round."""
    if mention.kind not in _EVENTS:
        return False
    sentence = slot.alignment.scope.sentence
    before = next((t for t in reversed(sentence.tokens) if t.end <= slot.mention.start), None)
    if slot.mention.is_range or (before is not None and before.norm in _UNTIL):
        return False  # "open until May" tells an end too
    return _phase_at(claim, mention) * _phase_at(sentence, slot.mention) < 0


def _phase_at(sentence: Sentence, mention: Mention) -> int:
    here = segment_at(sentence, mention.start)
    return phase([t for t, part in zip(sentence.tokens, segments(sentence), strict=True) if part == here])


def phase(tokens: Sequence[Token]) -> int:
    """1 for words of a beginning, -1 for words of an end, 0 for neither or for both."""
    begins = any(t.keys & _BEGINS for t in tokens) or _came_in(tokens)
    ends = any(t.keys & _ENDS for t in tokens)
    return int(begins) - int(ends)


def _came_in(tokens: Sequence[Token]) -> bool:
    """Whether something "came in with 3.1.0"."""
    norms = [t.norm for t in tokens]
    return any(norms[i] in _COMES and norms[i + 1 : i + 3] == ["in", "with"] for i in range(len(norms)))
