"""Where the words of a claim stand in the draft."""

from critique_core.models import Claim, Span


class Places:
    """Maps offsets of a claim's text to offsets of the draft, word by word when the text was made independent."""

    def __init__(self, draft: str, claim: Claim) -> None:
        self.claim = claim
        self._span = draft[claim.start : claim.end]
        self._same = self._span == claim.text

    def span(self, start: int, end: int) -> Span:
        """The draft span of ``claim.text[start:end]``; the whole claim when those words are elsewhere."""
        return self.exact(start, end) or Span(start=self.claim.start, end=self.claim.end)

    def exact(self, start: int, end: int) -> Span | None:
        """The draft span of ``claim.text[start:end]``; ``None`` when those words are not there together."""
        if self._same:
            return Span(start=self.claim.start + start, end=self.claim.start + end)
        wanted = self.claim.text[start:end]
        before = self.claim.text[:start].count(wanted) if wanted else 0
        at = -1
        for _ in range(before + 1):
            following = self._span.find(wanted, at + 1) if wanted else -1
            if following < 0:
                break
            at = following
        if at < 0:
            return None
        return Span(start=self.claim.start + at, end=self.claim.start + at + len(wanted))
