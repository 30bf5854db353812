"""A claim as the embedded verifier judges it beside its sources."""

from benchmarks.claim_suite import judge
from critique_core.models import VerifiedClaim


def judged(text: str, *sources: str) -> VerifiedClaim:
    """The claim with its verdict; the sources are s0, s1 and so on."""
    return judge({"claim": text, "sources": [{"id": f"s{n}", "content": source} for n, source in enumerate(sources)]})
