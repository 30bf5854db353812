"""What a classifier's labels mean: given by hand, by a preset, or read from the names in its config.json."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from critique_core.errors import SettingsError
from critique_core.verifiers.cross_encoder.presets import OUTCOMES, Outcome

_MEANINGS: Mapping[Outcome, str] = {
    "supported": "supported support supports entailment entail entails entailed consistent factual faithful grounded",
    "unsupported": "unsupported neutral none nei not_enough_info not_enough_information not_entailment non_entailment "
    "not_entailed not_supported not_factual inconsistent unfaithful hallucinated hallucination ungrounded",
    "contradicted": "contradicted contradiction contradict contradicts refuted refute refutes",
}
_OUTCOME_OF: Mapping[str, Outcome] = {word: outcome for outcome, words in _MEANINGS.items() for word in words.split()}


def given_labels(labels: Sequence[str]) -> tuple[Outcome, ...]:
    """Labels written by hand, in the model's order. Raises ``SettingsError`` when they are no meaning of two or three.

    The model's own words for the outcomes are understood too (entailment, neutral, contradiction and the like).
    """
    found = tuple(_outcome(label) for label in labels)
    if None in found:
        unknown = ", ".join(repr(label) for label, outcome in zip(labels, found, strict=True) if outcome is None)
        raise SettingsError(f"label {unknown} is not known; allowed are {', '.join(OUTCOMES)}, in the model's order")
    return _checked(cast("tuple[Outcome, ...]", found), f"the labels {', '.join(labels) or '(none)'}")


def labels_of(config: Mapping[str, Any], name: str) -> tuple[Outcome, ...]:
    """The meaning of each label by its name in ``id2label``.

    Raises ``SettingsError`` when the names say nothing ("LABEL_0"), or are not two or three that make sense together:
    a guess would turn every verdict round without a sign of it.
    """
    named = config.get("id2label")
    words = _in_order(cast("Mapping[str, Any]", named)) if isinstance(named, dict) else []
    found = [_outcome(word) for word in words]
    if not found or None in found:
        shown = f"calls its labels {', '.join(words)}" if words else "does not name its labels"
        raise SettingsError(
            f"the config.json of {name} {shown}, which does not say what they mean; name its preset, or give the "
            "labels in its order (settings cross_encoder_preset, cross_encoder_labels), such as "
            "'unsupported, supported' or 'entailment, neutral, contradiction'"
        )
    return _checked(cast("tuple[Outcome, ...]", tuple(found)), f"{name}, whose labels are {', '.join(words)},")


def _in_order(named: Mapping[str, Any]) -> list[str]:
    numbered = {int(key): str(value) for key, value in named.items() if str(key).isdecimal()}
    return [numbered[place] for place in sorted(numbered)] if sorted(numbered) == list(range(len(named))) else []


def _outcome(label: str) -> Outcome | None:
    return _OUTCOME_OF.get(re.sub(r"[\s-]+", "_", label.strip().casefold()))


def _checked(outcomes: tuple[Outcome, ...], whose: str) -> tuple[Outcome, ...]:
    if len(outcomes) not in (2, 3) or len(set(outcomes)) != len(outcomes) or "supported" not in outcomes:
        raise SettingsError(f"{whose} cannot be used: needed are two or three different ones, one of them supported")
    return outcomes
