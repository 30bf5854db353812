"""A model made ready: its files found, its preset and labels settled, its tokenizer and runtime loaded."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from critique_core.errors import SettingsError, VerifierUnavailable
from critique_core.provenance import fingerprint
from critique_core.verifiers.cross_encoder import hub
from critique_core.verifiers.cross_encoder.files import TOKENIZER, ModelFiles, longest_input, read_files
from critique_core.verifiers.cross_encoder.inputs import Encoder
from critique_core.verifiers.cross_encoder.labels import given_labels, labels_of
from critique_core.verifiers.cross_encoder.presets import (
    PAIR,
    PRESETS,
    Outcome,
    Preset,
    preset_named,
    preset_of_hub_id,
)
from critique_core.verifiers.cross_encoder.runtimes import OnnxRuntime, Runtime
from critique_core.verifiers.cross_encoder.torch_runtime import TorchRuntime

RuntimeName = Literal["auto", "onnx", "torch"]
_REMEDY = "name its preset (setting cross_encoder_preset)"
_VERSION = "cross-encoder-1"
_HUB_ID = re.compile(r"[\w.-]+/[\w.-]+")


@dataclass(frozen=True)
class LoadedModel:
    """All that is needed to ask one model."""

    name: str
    preset: Preset
    labels: tuple[Outcome, ...]
    longest: int
    encoder: Encoder
    runtime: Runtime
    fingerprint: str


@dataclass(frozen=True)
class Choice:
    """Which model is wanted and how it is to be read; ``None`` leaves it to the model's own files."""

    model: str
    preset: Preset | None
    labels: tuple[Outcome, ...] | None
    runtime: RuntimeName
    revision: str | None
    token: str | None
    threads: int


def chosen(
    model: str | Path,
    *,
    preset: str | None,
    labels: Sequence[str] | None,
    runtime: RuntimeName,
    revision: str | None,
    token: str | None,
    threads: int,
) -> Choice:
    """The choice that these words make. Raises ``SettingsError`` when one of them is not known."""
    named = preset_named(preset) if preset else None
    wanted = str(model)
    if not Path(wanted).expanduser().is_dir():
        if not _HUB_ID.fullmatch(wanted):
            known = _preset_of_words(wanted)
            named, wanted = named or known, known.hub_id or wanted
        named = named or preset_of_hub_id(wanted)
    if threads < 1:
        raise SettingsError(f"threads {threads} is not allowed; allowed is a whole number from 1")
    return Choice(wanted, named, given_labels(labels) if labels else None, runtime, revision, token, threads)


def _preset_of_words(words: str) -> Preset:
    try:
        return preset_named(words)
    except SettingsError as error:
        raise SettingsError(f"{words} is no folder and no repository OWNER/MODEL; {error}") from None


def load(choice: Choice) -> LoadedModel:
    """Load it. Raises ``VerifierUnavailable`` when that fails, ``SettingsError`` when its labels say nothing."""
    files = _files(choice)
    preset = choice.preset or _preset_of(files)
    labels = choice.labels or preset.labels or labels_of(files.config, files.name)
    onnx = files.onnx is not None if choice.runtime == "auto" else choice.runtime == "onnx"
    if not (files.onnx if onnx else files.weights):
        missing = "model.onnx" if onnx else "model.safetensors"
        raise VerifierUnavailable(f"{files.name} holds no {missing}; leave the runtime to it, or add the file")
    longest, encoder = longest_input(files, preset), Encoder(files, preset)
    loaded = OnnxRuntime(files, choice.threads) if onnx else TorchRuntime(files, preset.head, choice.threads)
    whole = [_VERSION, files.digest(onnx=onnx), repr(preset), labels, longest, onnx, choice.threads]
    return LoadedModel(files.name, preset, labels, longest, encoder, loaded, fingerprint(whole)[:16])


def _files(choice: Choice) -> ModelFiles:
    folder = Path(choice.model).expanduser()
    if folder.is_dir():
        return read_files(folder.resolve().name, folder)
    folder = hub.fetch(choice.model, revision=choice.revision, token=choice.token)
    tokenizer = choice.preset.tokenizer_hub_id if choice.preset else None
    elsewhere = None
    if tokenizer and not (folder / TOKENIZER).is_file():
        elsewhere = hub.fetch_tokenizer(tokenizer, token=choice.token)
    return read_files(choice.model, folder, elsewhere)


def _preset_of(files: ModelFiles) -> Preset:
    """What the model's config.json says it is, where that leaves no doubt."""
    if files.kind.startswith("HHEMv2"):  # config.json says HHEMv2Config, the class HHEMv2
        return PRESETS["hhem-2.1-open"]
    if files.is_a("ForConditionalGeneration") or files.is_a("ForCausalLM"):
        raise SettingsError(f"{files.name} writes text, and no file says in which words; {_REMEDY}")
    if files.is_a("ForTokenClassification"):
        raise SettingsError(f"{files.name} labels tokens, and no file says how it is asked; {_REMEDY}")
    return PAIR
