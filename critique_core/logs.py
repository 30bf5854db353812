"""A log for machines: what happened as one JSON object a line, without what was checked.

Modules log through Python's ``logging`` with ``happened``; a program with a log of its own finds the fields in a
record's ``fields``.
"""

import json
import logging
from datetime import UTC, datetime

from critique_core.errors import without_text

_LOGGERS = ("critique_core", "components")
Field = str | int | float | bool | None


def happened(logger: logging.Logger, event: str, **fields: Field) -> None:
    """Log an event at level INFO, which is not shown unless wanted. No field may hold a word of what was checked."""
    logger.info(event, extra={"fields": fields})


def write_json_lines() -> None:
    """Write what is logged from INFO on to standard error, a line each; once, however often this is called."""
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(handler.formatter, JsonLine) for handler in logger.handlers):
            handler = logging.StreamHandler()
            handler.setFormatter(JsonLine())
            logger.addHandler(handler)
            logger.setLevel(logging.INFO)


class JsonLine(logging.Formatter):
    """A record as JSON: time in UTC, level, logger, event and fields; of an error its kind and places, not its text."""

    def format(self, record: logging.LogRecord) -> str:
        """One line without its end."""
        told: dict[str, Field] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1]:
            told["error.places"] = without_text(record.exc_info[1])
        return json.dumps(told, ensure_ascii=False)
