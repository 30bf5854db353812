"""Statistics libraries, imported when a figure needs them: checking an answer must not wait for them."""

from importlib import import_module
from typing import Any

from critique_core.errors import InvalidInput


def library(name: str) -> Any:
    """Import a module of scikit-learn, scipy, statsmodels or NLTK; raises ``InvalidInput`` with what to install."""
    try:
        return import_module(name)
    except ImportError as error:
        raise InvalidInput(
            f"tuning and agreement need {name.split('.', maxsplit=1)[0]}; pip install 'claimlens[tuning]'"
        ) from error
