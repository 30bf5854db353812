"""The default verifier: offline, no key, no download."""

from critique_core.verifiers.embedded.encoder import forget_readings
from critique_core.verifiers.embedded.verifier import EmbeddedVerifier

__all__ = ["EmbeddedVerifier", "forget_readings"]
