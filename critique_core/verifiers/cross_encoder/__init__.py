"""Cross-encoders of your own as verifiers: sequence-pair classifiers and token classifiers, run on this machine."""

from critique_core.verifiers.cross_encoder.presets import PRESETS, Preset
from critique_core.verifiers.cross_encoder.verifier import CrossEncoderVerifier

__all__ = ["PRESETS", "CrossEncoderVerifier", "Preset"]
