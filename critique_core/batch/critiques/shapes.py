"""What a row of the output holds, and how the rows of a part are written: the same bytes on every engine.

What a run took, in time and tokens, is in no row; ``_progress.jsonl`` has it for each part.
"""

import io
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from critique_core.batch.critiques.rows import Block, Row
from critique_core.errors import InvalidInput
from critique_core.models import Critique, Status
from critique_core.text.harmless import harmless_json

Columns = Literal["whole", "short"]
Form = Literal["jsonl", "parquet"]
OutputRow = dict[str, Any]

_STATUSES: tuple[Status, ...] = get_args(Status)


@dataclass(frozen=True, slots=True)
class Shape:
    """``columns``: the whole critique, or a few of its columns; ``form``: the kind of file."""

    columns: Columns = "whole"
    form: Form = "jsonl"

    def row(
        self, block: Block, row: Row, critique: Critique | None, fault: str | None, identity: str
    ) -> OutputRow:  # fmt: skip
        """One row: where the answer is from, its critique or why it has none, and by whom it was judged."""
        judged = _short(critique) if self.columns == "short" else {"critique": critique and _whole(critique)}
        place = {"file": block.name, "row": row.number, "answer": row.answer, "id": row.id}
        return place | {"error": fault} | judged | {"fingerprint": identity}

    def written(self, rows: Sequence[OutputRow]) -> bytes:
        """The rows as the content of a file. Raises ``InvalidInput`` where Parquet is not installed."""
        return self._parquet(rows) if self.form == "parquet" else b"".join(_line(row) for row in rows)

    def _parquet(self, rows: Sequence[OutputRow]) -> bytes:
        arrow, parquet = pyarrow()
        out = io.BytesIO()
        flat = [row | {"critique": row.get("critique") and _json(row["critique"])} for row in rows]
        parquet.write_table(arrow.Table.from_pylist(flat, schema=_schema(arrow, self.columns)), out)
        return out.getvalue()


def pyarrow() -> tuple[Any, Any]:
    """The packages ``pyarrow`` and ``pyarrow.parquet``. Raises ``InvalidInput`` where they are not installed."""
    try:
        import pyarrow as arrow  # pyright: ignore[reportMissingTypeStubs]  # noqa: PLC0415
        from pyarrow import parquet  # pyright: ignore[reportMissingTypeStubs]  # noqa: PLC0415
    except ImportError as error:
        raise InvalidInput("Parquet needs pyarrow: pip install 'claimlens[batch]'") from error
    return arrow, parquet


def _whole(critique: Critique) -> dict[str, Any]:
    return critique.model_dump(mode="json", exclude={"metadata": {"run"}})


def _short(critique: Critique | None) -> dict[str, Any]:
    counts = Counter(claim.status for claim in critique.claims) if critique else Counter[Status]()
    return {
        "recommendation": critique and critique.recommendation,
        "confidence": critique and critique.confidence,
        **{status: counts[status] for status in _STATUSES},
        "claims": [
            {
                "start": claim.start, "end": claim.end, "text": claim.text, "status": claim.status,
                "probability": claim.probability,
            }
            for claim in (critique.claims if critique else ())
        ],
    }  # fmt: skip


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return harmless_json(text)


def _line(row: Mapping[str, Any]) -> bytes:
    return _json(row).encode("utf-8") + b"\n"


def _schema(arrow: Any, columns: Columns) -> Any:
    """Fixed, so that a part of errors alone has the columns of the others; the whole critique is JSON."""
    text, count, real = arrow.string(), arrow.int64(), arrow.float64()
    if columns == "whole":
        judged = {"critique": text}
    else:
        claim = {"start": count, "end": count, "text": text, "status": text, "probability": real}
        judged = {"recommendation": text, "confidence": real, **dict.fromkeys(_STATUSES, count)}
        judged["claims"] = arrow.list_(arrow.struct(list(claim.items())))
    return arrow.schema({
        "file": text, "row": count, "answer": count, "id": text, "error": text, **judged, "fingerprint": text,
    })  # fmt: skip
