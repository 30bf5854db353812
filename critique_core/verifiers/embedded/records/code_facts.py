"""What code states without prose: defaults, constants, filters, the constraints of columns, what branches end in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from critique_core.language.sentence import Sentence, Word
from critique_core.models import FindingKind
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.records.fields import Field, Kind, name_words, same_word, spoken

_ALIKE = 0.7
_LITERAL = r"""(?:"[^"\n]*"|'[^'\n]*'|-?\d[\d_]*(?:\.\d+)?|[Tt]rue|[Ff]alse|None|null|nil)"""
_SIGNATURE = regex.compile(
    r"(?:\bdef|\bfunction\*?|\bfunc|\bfn|\bfun)\s+(?P<name>[\w$]+)\s*[(<]|^\s*(?:export\s+)?(?:const|let)\s+(?P<arrow>[\w$]+)\s*=\s*(?:async\s*)?\(|^\s*(?:(?:public|private|protected|static|async|final)\s+)*(?P<method>constructor|__init__|\w+)\s*\([^()]*=[^()]*\)\s*(?::[^{]*)?\{"
)
_DEFAULT = regex.compile(
    rf"(?<=[(,\s*])(?P<key>[A-Za-z_$][\w$]*)\??\s*(?::\s*[^=,()]{{1,60}}?)?\s*=\s*(?P<value>{_LITERAL})(?=\s*[,)\n])"
)
_CONSTANT = regex.compile(
    rf"^\s*(?:(?:export|public|private|static|final|readonly|const|let|var|val|int|long|float|double|bool|boolean|String|string|constexpr|auto|pub|#define)\s+)*"
    rf"(?:(?:self|this)\.)?(?P<key>[A-Za-z_$][\w$]*)\s*(?::\s*&?'?[\w\[\]<>]+\s*)?(?:=|:=|(?<=\w)\s(?=\d))\s*(?P<value>{_LITERAL})\s*[;,]?\s*(?:(?://|#).*)?$"
)
_LITERALS = regex.compile(r"(?P<name>[A-Za-z_$][\w$]*)\s*(?::[^=\n]{1,40})?=\s*\{(?P<entries>[^{}]*)\}")
_ENTRY = regex.compile(
    rf"""["']?(?P<key>[A-Za-z_$][\w$-]*)["']?\s*(?::|=>)\s*(?P<value>{_LITERAL})(?=\s*(?:[,}}\n]|$))"""
)
_FILTER = regex.compile(
    r"""\b(?:WHERE|AND|OR|HAVING|ON)\s+(?:\w+\.)?(?P<key>\w+)\s*(?:=|==|IS)\s*(?P<value>'[^']*'|TRUE|FALSE|-?\d+(?:\.\d+)?)""",
    regex.IGNORECASE,
)
_DEFAULT_CUES = frozenset(
    """default defaults defaulted unless without omitted omit unspecified unset standardly""".split()
)
_IF_NO = regex.compile(
    r"\b(?:if|when)\s+(?:no|nothing|none|you\s+(?:do\s+not|don['’]t)|not|it\s+is\s+not)\b|\b(?:not|isn['’]t|aren['’]t)\s+(?:given|specified|passed|provided|set|told|supplied)\b",
    regex.IGNORECASE,
)


def speaks_of_default(claim: Sentence) -> bool:
    """Whether a claim says what holds when nothing else is asked for."""
    return bool(claim.functions & _DEFAULT_CUES or _IF_NO.search(claim.text))


def values(claim: Sentence, alignments: Sequence[Alignment]) -> list[Field]:
    """Parameter defaults, constants and filters of the code units, as fields."""
    found: list[Field] = []
    returns = [(a.scope.source_id, a.scope.unit.label) for a in alignments if _returns(a)]
    for alignment in alignments:
        unit = alignment.scope.unit
        if unit.kind != "code":
            continue
        signature = _SIGNATURE.search(unit.text)
        if signature:
            name = signature["name"] or signature["arrow"] or signature["method"] or ""
            owner = f"{unit.label} {name}" if name in ("constructor", "__init__") else name
            found += _fields("default", _DEFAULT, alignment, owner, claim.code)
        elif not _returns(alignment) or returns.count((alignment.scope.source_id, unit.label)) == 1:
            found += _fields("constant", _CONSTANT, alignment, unit.label, claim.code)
            for literal in _LITERALS.finditer(unit.text):
                found += _fields("constant", _ENTRY, alignment, literal["name"], claim.code, literal.span("entries"))
            found += _fields("filter", _FILTER, alignment, "", claim.code)
    return found


def _returns(alignment: Alignment) -> bool:
    return alignment.scope.unit.text.lstrip().startswith("return")


def _fields(  # noqa: PLR0917 - what, how it is written, where, whose
    kind: Kind, pattern: "regex.Pattern[str]", alignment: Alignment, owner: str, code: str,
    within: tuple[int, int | None] = (0, None),
) -> Iterator[Field]:  # fmt: skip
    for match in pattern.finditer(alignment.scope.unit.text, *within):
        value = match["value"]
        yield Field(
            kind,
            alignment,
            name_words(match["key"], code),
            name_words(owner, code) if owner else (),
            match["key"],
            value.strip("\"'"),
            match.start("value"),
            match.end("value"),
        )


def observe(claim: Sentence, alignments: Sequence[Alignment]) -> list[tuple[Alignment, Observation]]:
    """What column constraints and branches say to a claim."""
    return [*_columns(claim, alignments), *_branches(claim, alignments)]


# --- columns of a schema -------------------------------------------------------------------------------------------

_TABLE = regex.compile(
    r"\bCREATE\s+(?:TEMP(?:ORARY)?\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?[\"`\[]?(?P<table>[\w.]+)[\"`\]]?\s*\(",
    regex.IGNORECASE,
)
_COLUMN = regex.compile(
    r"^\s*[\"`\[]?(?P<name>[A-Za-z_]\w*)[\"`\]]?\s+(?P<type>(?:BIG|SMALL|TINY|MEDIUM)?INT(?:EGER)?|(?:BIG|SMALL)?SERIAL|TEXT|(?:VAR)?CHAR|CHARACTER|BOOL(?:EAN)?|DATE|"
    r"TIME(?:STAMP(?:TZ)?)?|DATETIME|NUMERIC|DECIMAL|REAL|FLOAT|DOUBLE|UUID|JSONB?|BLOB|BYTEA|MONEY|ENUM)\b(?P<rest>[^\n]*)",
    regex.IGNORECASE | regex.MULTILINE,
)
_MAY_LACK = regex.compile(
    r"\b(?:can|may|could|is allowed to|are allowed to|might)\s+(?:also\s+)?(?:be\s+)?(?:left\s+)?"
    r"(?:null|empty|blank|missing|omitted|unset)|\bnullable\b|\boptional\b|\ballows?\s+null"
    r"|\b(?:need|does|do)(?:\s+not|n['’]t)\s+(?:need\s+to\s+)?(?:be\s+(?:set|filled|given|present)|have)"
    r"|\bnot\s+(?:required|mandatory)|\bwithout\s+an?\b",
    regex.IGNORECASE,
)
_MUST_HAVE = regex.compile(
    r"\b(?:can\s*not|cannot|can['’]t|may\s+not|must\s+not|mustn['’]t|never)\s+(?:be\s+)?(?:left\s+)?"
    r"(?:null|empty|blank|missing|omitted|unset)|\bnot\s+null|\bnot\s+nullable|\bnon-?null|\brequired\b|\bmandatory\b"
    r"|\bmust\s+(?:be\s+(?:set|given|present|filled)|have)|\bnot\s+optional",
    regex.IGNORECASE,
)
_NO = regex.compile(r"\b(?:no|not|n['’]t|never|without|cannot)\b", regex.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Column:
    """One column of a table with its constraints as written, at offsets of its unit's text."""

    alignment: Alignment
    table: str
    name: str
    constraints: str
    start: int
    end: int

    @property
    def required(self) -> bool:
        return bool(regex.search(r"\bNOT\s+NULL\b|\bPRIMARY\s+KEY\b", self.constraints, regex.IGNORECASE))


def is_schema(alignment: Alignment) -> bool:
    """Whether a unit that passes for prose defines a table."""
    return bool(_TABLE.search(alignment.scope.unit.text))


def _read_columns(alignments: Sequence[Alignment]) -> Iterator[_Column]:
    for alignment in alignments:
        text = alignment.scope.unit.text
        tables = [(m.start(), m["table"]) for m in _TABLE.finditer(text)]
        if not tables and alignment.scope.unit.kind != "code":
            continue
        for match in _COLUMN.finditer(text):
            table = next((name for at, name in reversed(tables) if at < match.start()), alignment.scope.unit.label)
            yield _Column(alignment, table, match["name"], match["rest"], match.start("name"), match.end())


def _columns(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    columns = list(_read_columns(alignments))
    if not columns:
        return
    yield from _cascades(claim, columns)
    said = spoken(claim)
    named = [c for c in columns if _says(name_words(c.name, claim.code), said, claim.code)]
    owned = [c for c in named if _says(name_words(c.table, claim.code), said, claim.code)] or (
        named if len({c.table for c in named}) <= 1 else []
    )
    longest = max((len(name_words(c.name, claim.code)) for c in owned), default=0)
    owned = [c for c in owned if len(name_words(c.name, claim.code)) == longest]
    if len(owned) != 1:
        return
    column = owned[0]
    for pattern, holds in (
        (_MAY_LACK, not column.required),
        (_MUST_HAVE, column.required),
    ):
        match = pattern.search(claim.text)
        if match:
            yield _seen(
                claim,
                column.alignment,
                (match.start(), match.end()),
                (column.start, column.end),
                agrees=holds,
                kind="negation",
                sureness=0.85,
            )
            return


def _says(words: Sequence[Word], said: Sequence[Word], code: str) -> bool:
    return bool(words) and all(any(same_word(w, s, code) >= 0.95 for s in said) for w in words)


def _cascades(claim: Sentence, columns: Sequence[_Column]) -> Iterator[tuple[Alignment, Observation]]:
    """Check "deleting a customer also deletes its invoices" against ON DELETE."""
    verb = regex.search(r"\b(?:delet|remov|drop)\w*", claim.text, regex.IGNORECASE)
    if verb is None:
        return
    said = spoken(claim)
    for column in columns:
        match = regex.search(
            r"REFERENCES\s+[\"`]?(\w+).*?(?:ON\s+DELETE\s+(CASCADE|RESTRICT|SET\s+NULL|NO\s+ACTION)|$)",
            column.constraints,
            regex.IGNORECASE,
        )
        if not match or not (
            _says(name_words(match[1], claim.code), said, claim.code)
            and _says(name_words(column.table, claim.code), said, claim.code)
        ):
            continue
        cascades = (match[2] or "").upper() == "CASCADE"
        denied = bool(_NO.search(claim.text)) or bool(
            regex.search(r"\b(?:keep|kept|keeps|remain|remains|stay|stays|leaves?)\b", claim.text)
        )
        yield _seen(
            claim,
            column.alignment,
            (verb.start(), verb.end()),
            (column.start, column.end),
            agrees=cascades != denied,
            kind="negation",
            sureness=0.8,
        )
        return


# --- what branches end in ------------------------------------------------------------------------------------------

_END = regex.compile(
    rf"\b(?:(?P<raises>raise|throw(?:\s+new)?|panic!?|panic\()\s*\(?(?P<error>[\w.]*)|return\s+(?P<value>{_LITERAL}|\[\]|\{{\}}|\w+)\s*[;\n}}]?\s*\}}?\s*$)"
)
_CONDITION = regex.compile(r"\b(?:if|elif|else\s+if|unless|case|when|except|catch)\b(?P<test>[^{}:]*|.*)")
_CLAIMED = regex.compile(
    r"\b(?:(?P<raises>rais(?:es?|ing)|throws?|throwing|fails?\s+with|rejects?\s+with)\s+(?:an?\s+)?`?(?P<error>[A-Z]\w*)?"
    r"|(?:returns?|gives?\s+back|yields?)\s+(?:an?\s+)?`?(?P<value>-?\d+(?:\.\d+)?|true|false|none|null|nil|zero|one"
    r"|undefined|\"[^\"]*\"|'[^']*'|empty\s+\w+)`?)",
    regex.IGNORECASE,
)
_WHEN = regex.compile(r"\b(?:if|when|for|on|unless|whenever|given|in case)\b(?P<condition>.*)", regex.IGNORECASE)
_WORDS_OF_NUMBERS = {"zero": "0", "one": "1"}
_CLEAR, _LEAD = 0.5, 0.2


@dataclass(frozen=True, slots=True)
class _Ending:
    """What a branch of a function ends in, with the words of its condition."""

    alignment: Alignment
    raises: bool
    value: str
    words: tuple[Word, ...]


def _endings(function: str, alignments: Sequence[Alignment], code: str) -> list[_Ending]:
    units = [a for a in alignments if a.scope.unit.kind == "code" and function in a.scope.unit.label.split()]
    units.sort(key=lambda a: a.scope.unit.start)
    found: list[_Ending] = []
    for position, alignment in enumerate(units):
        text = alignment.scope.unit.text
        match = _END.search(text)
        if match is None:
            continue
        condition = _CONDITION.search(text)
        before = units[position - 1].scope.unit.text if position and condition is None else ""
        if condition is None:
            condition = _CONDITION.search(before) if not _END.search(before) else None
        said = text[: match.start()] + text[match.end() :] if condition else ""
        words = name_words(regex.sub(r"[^\w\s]", " ", f"{condition['test'] if condition else ''} {said}"), code)
        found.append(
            _Ending(alignment, bool(match["raises"]), (match["error"] or match["value"] or "").strip("\"'"), words)
        )
    return found


def _branches(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """Check "returns 0 for a value that is not a number" against the branch whose condition mentions that."""
    claimed, when = _CLAIMED.search(claim.text), _WHEN.search(claim.text)
    function = next((m.text.strip("()") for m in claim.mentions if m.kind == "identifier"), "")
    if claimed is None or when is None or not function:
        return
    condition = [
        w
        for w in spoken(claim)
        if w.token.start >= when.start("condition") and not claimed.start() <= w.token.start < claimed.end()
    ]
    scored = sorted(
        ((_condition_named(condition, e.words, claim.code), e) for e in _endings(function, alignments, claim.code)),
        key=lambda s: -s[0],
    )
    if not scored or scored[0][0] < _CLEAR:
        return
    best = scored[0][1]
    rivals = [
        e
        for score, e in scored[1:]
        if score > scored[0][0] - _LEAD and (e.raises, e.value) != (best.raises, best.value)
    ]
    if rivals:
        return
    agrees = _same_ending(claimed, best)
    yield _seen(
        claim,
        best.alignment,
        (claimed.start(), claimed.end()),
        (0, len(best.alignment.scope.unit.text)),
        agrees=agrees,
        kind="condition",
        sureness=0.8,
    )


def _condition_named(condition: Sequence[Word], words: Sequence[Word], code: str) -> float:
    """Share of the claim's condition that a branch's condition mentions."""
    telling = [w for w in condition if w.weight > 0.5 or w.token.kind == "number"]
    return sum(any(same_word(w, o, code) >= _ALIKE for o in words) for w in telling) / len(telling) if telling else 0.0


def _same_ending(claimed: "regex.Match[str]", ending: _Ending) -> bool:
    if claimed["raises"]:
        return ending.raises and (
            not claimed["error"] or claimed["error"].casefold() == ending.value.rsplit(".", 1)[-1].casefold()
        )
    value = (claimed["value"] or "").strip("\"'").casefold()
    return not ending.raises and _WORDS_OF_NUMBERS.get(value, value) == ending.value.casefold()


def _seen(
    claim: Sentence,
    alignment: Alignment,
    span: tuple[int, int],
    source: tuple[int, int],
    *,
    agrees: bool,
    kind: FindingKind,
    sureness: float,
) -> tuple[Alignment, Observation]:
    quote = " ".join(alignment.scope.unit.text[slice(*source)].split())[:120]
    return alignment, Observation(
        kind,
        "agrees" if agrees else "conflicts",
        *span,
        claim.text[slice(*span)],
        *source,
        quote,
        f"the source's code says “{quote}”",
        sureness,
    )
