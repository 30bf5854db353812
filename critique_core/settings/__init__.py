"""Settings: read from a file, the environment and the command line, and written back into the file."""

from critique_core.settings.reading import config_path, load_settings
from critique_core.settings.values import SEED_KEYS, SEED_VARIABLES, SettingLine, Settings, reference

__all__ = ["SEED_KEYS", "SEED_VARIABLES", "SettingLine", "Settings", "config_path", "load_settings", "reference"]
