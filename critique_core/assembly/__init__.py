"""From settings to ready parts: the only wiring, used by every face."""

from critique_core.assembly.active_profile import stored_profile, under_active_profile, under_stored_profile
from critique_core.assembly.answerers import Answerer, answerer
from critique_core.assembly.critics import Critic, critic
from critique_core.assembly.parts import answer_cache, chat_model, open_library, open_store, retrievers
from critique_core.assembly.trial import try_out

__all__ = [
    "Answerer",
    "Critic",
    "answer_cache",
    "answerer",
    "chat_model",
    "critic",
    "open_library",
    "open_store",
    "retrievers",
    "stored_profile",
    "try_out",
    "under_active_profile",
    "under_stored_profile",
]
