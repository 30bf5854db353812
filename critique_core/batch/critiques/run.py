"""A batch from its inputs to its output folder, on any engine."""

from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from critique_core.batch.critiques.inputs import InputFile, on_disk
from critique_core.batch.critiques.local import Engine
from critique_core.batch.critiques.output import Output, refuse_if_in_use
from critique_core.batch.critiques.rows import Job, reader_of, unread_of
from critique_core.batch.critiques.shapes import Shape, pyarrow
from critique_core.errors import FormatError, InvalidInput

DEFAULT_BLOCK = 100
"""Rows in a part, unless the user says otherwise: at most so many, for each process, are judged twice after a kill."""
_SHOWN_FAULTS = 20


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a batch is: all rows in the folder, those with errors, and those of this run alone.

    ``expected`` is how many rows there will be, ``None`` where the inputs do not say so before they are read.
    """

    rows: int
    errors: int
    judged: int
    expected: int | None


@dataclass(frozen=True, slots=True)
class BatchReport:
    """What is in the folder; ``judged`` rows are of this run, ``faults`` the first of its errors by file and row."""

    rows: int
    parts: int
    errors: int
    judged: int
    faults: tuple[tuple[str, int, str], ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A checked batch: the same plan gives the same bytes on every engine.

    ``form`` is the format of the inputs, ``None`` to detect each file's. ``retry`` judges blocks with errors again.
    """

    inputs: tuple[InputFile, ...]
    out: Path
    shape: Shape
    form: str | None = None
    block_rows: int = DEFAULT_BLOCK
    retry: bool = False

    def check(self) -> None:
        """Raise ``InvalidInput`` for what can be known to fail before any verifier is loaded."""
        if self.shape.form == "parquet":
            pyarrow()
        out = self.out.resolve()
        if within := [file for file in self.inputs if not file.remote and out in Path(file.name).resolve().parents]:
            raise InvalidInput(f"{within[0].name}: lies in the output folder {self.out}; name another --out")
        refuse_if_in_use(self.out)
        faults = [fault for fault in map(self._fault, self.inputs) if fault]
        if len(faults) == len(self.inputs):
            raise InvalidInput(f"none of the inputs can be read: {faults[0]}")

    def unread(self) -> dict[tuple[str, ...], list[str]]:
        """Fields that are not read, each set of them with the files that have it. Files fetched later are not asked."""
        found: dict[tuple[str, ...], list[str]] = {}
        for file in self.inputs:
            with suppress(FormatError, InvalidInput):  # such a file is a row with an error
                if not file.remote and (names := unread_of(Path(file.name), self.form)):
                    found.setdefault(names, []).append(file.name)
        return found

    def _fault(self, file: InputFile) -> str | None:
        if file.remote:  # fetched when its turn comes
            return None
        try:
            with on_disk(file) as path:
                reader_of(path, self.form)
        except (FormatError, InvalidInput) as error:
            return str(error)
        return None


def critique_files(plan: Plan, engine: Engine, tell: Callable[[Progress], None] | None = None) -> BatchReport:
    """Judge what is not yet in the output folder; ``tell`` is called at the beginning and after each part.

    Whatever ends it early, parts that are there stay, and the same plan goes on with the others. Raises
    ``InvalidInput`` where the folder holds another batch or another run is writing into it, and ``ClaimlensError`` when
    no critic can be made.
    """
    opened = Output.open(
        plan.out, plan.inputs, plan.shape, engine.identity(), form=plan.form, block_rows=plan.block_rows
    )
    with closing(opened) as output:
        job = Job(plan.inputs, plan.form, plan.block_rows, output.finished(retry=plan.retry))
        lines = [file.lines for file in plan.inputs]
        expected = sum(line for line in lines if line is not None) if None not in lines else None
        judged, faults = 0, list[tuple[str, int, str]]()
        if tell:
            tell(Progress(output.rows, output.errors, judged, expected))
        for part in engine.judged(job):
            output.write(part)
            judged += part.rows
            faults += part.faults[: max(0, _SHOWN_FAULTS - len(faults))]
            if tell:
                tell(Progress(output.rows, output.errors, judged, expected))
        return BatchReport(output.rows, output.parts, output.errors, judged, tuple(faults))
