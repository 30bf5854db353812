"""What the encoder reads at once: claims, then the source units that concern them.

The same code cuts the windows in training, with up to three neighbouring claims, and at run time, with one.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tokenizers import Encoding, Tokenizer

from critique_core.models import Claim, ClaimCandidates, Unit
from critique_core.verifiers.embedded import bearing_units
from critique_core.verifiers.relating import TextRelation

MAX_TOKENS = 384
MAX_CLAIM_TOKENS = 96
CLAIMS_A_WINDOW = 3
READ_TOKENS, READ_TOGETHER = 256, 1
"""The longest window and the claims in it when a draft is read: fewer than the model was trained on (decision 3)."""
_LEAST_CUT = 16  # a unit too long for what is left is cut, unless fewer tokens than this would remain of it
_MARKERS = ("[unused0]", "[unused1]", "[unused2]")  # one before each claim
RELATION_MARKERS: dict[TextRelation, str] = {
    "bears": "[unused3]", "answers": "[unused4]", "excludes": "[unused5]", "supports": _MARKERS[0]
}  # fmt: skip


@dataclass(frozen=True)
class Layout:
    """The token ids that frame a window: ``<s> claims </s></s> evidence </s>``, as MPNet was trained.

    ``part``, the same ``</s>``, separates two sources.
    """

    opening: int
    between: tuple[int, ...]
    part: int
    markers: tuple[int, ...]
    relations: dict[TextRelation, int]

    @property
    def frame(self) -> int:
        """How many tokens the frame takes besides the claims' markers."""
        return 2 + len(self.between)


def layout_of(tokenizer: Tokenizer) -> Layout:
    """The layout in a vocabulary's numbers; raises ``ValueError`` when it lacks a token of the frame or a marker."""

    def number(token: str) -> int:
        found = tokenizer.token_to_id(token)
        if found is None:
            raise ValueError(f"the tokenizer's vocabulary lacks {token}")
        return found

    part = number("</s>")
    return Layout(
        opening=number("<s>"),
        between=(part, part),
        part=part,
        markers=tuple(number(marker) for marker in _MARKERS),
        relations={relation: number(marker) for relation, marker in RELATION_MARKERS.items()},
    )


def tokenizer_of(text: str) -> Tokenizer:
    """The tokenizer that a ``tokenizer.json`` describes, without the truncation and padding that it may ask for.

    A "</s>" written in a draft or a source is read as those letters: text from outside cannot part the window.
    """
    tokenizer = Tokenizer.from_str(text)
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.encode_special_tokens = True
    return tokenizer


@dataclass(frozen=True)
class Window:
    """Token ids of one model input, and which claim each token belongs to.

    ``owner`` holds, for each token, the place of its claim in ``claims`` or -1; the marker before a claim belongs to
    it, with the empty character span (0, 0). ``spans`` are code points of that claim's text.
    """

    claims: tuple[int, ...]
    ids: tuple[int, ...]
    owner: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]


def groups(
    claims: Sequence[Claim], counts: Sequence[int], together: int = CLAIMS_A_WINDOW
) -> Iterator[tuple[int, ...]]:
    """Indexes of neighbouring claims that share a window: at most ``together``, and at most 96 tokens."""
    group: list[int] = []
    for index in range(len(claims)):
        if group and (len(group) == together or sum(counts[i] for i in [*group, index]) > MAX_CLAIM_TOKENS):
            yield tuple(group)
            group = []
        group.append(index)
    if group:
        yield tuple(group)


def windows(
    tokenizer: Tokenizer,
    claims: Sequence[Claim],
    candidates: Sequence[ClaimCandidates],
    order: Sequence[str],
    *,
    longest: int = MAX_TOKENS,
    together: int = CLAIMS_A_WINDOW,
) -> list[Window]:
    """The windows of all ``claims``, in order, each of at most ``longest`` tokens and ``together`` claims.

    ``order`` names the sources' ids as they are in the request. A claim longer than 96 tokens has a window of its own
    and is cut there. A claim that is read alone has only those units beside it that bear on it, unless its passages
    are so long that their ranking has chosen already.
    """
    encoded = tokenizer.encode_batch([claim.text for claim in claims], add_special_tokens=False)
    layout = layout_of(tokenizer)
    reader, near = _Units(tokenizer, layout, order), bearing_units.Bearing()
    found: list[Window] = []
    for group in groups(claims, [len(claim.ids) for claim in encoded], together):
        if together == 1 and reader.size(candidates[group[0]]) <= longest:
            chosen = near.units(claims[group[0]].text, candidates[group[0]])
        else:
            chosen = _in_turn([candidates[index] for index in group])
        found.append(window(layout, group, encoded, reader.evidence(budget(layout, group, encoded, longest), chosen)))
    return found


def budget(layout: Layout, group: Sequence[int], encoded: Sequence[Encoding], longest: int = MAX_TOKENS) -> int:
    """How many tokens of evidence fit next to the claims of ``group`` in a window of ``longest`` tokens."""
    return longest - layout.frame - sum(1 + min(len(encoded[index].ids), MAX_CLAIM_TOKENS) for index in group)


def window(layout: Layout, group: tuple[int, ...], encoded: Sequence[Encoding], evidence: Sequence[int]) -> Window:
    """One model input: the claims of ``group``, each after its marker, then the evidence."""
    ids, owner, spans = [layout.opening], [-1], [(0, 0)]
    for place, index in enumerate(group):
        claim = encoded[index]
        tokens = claim.ids[:MAX_CLAIM_TOKENS]
        ids += [layout.markers[place], *tokens]
        owner += [place] * (1 + len(tokens))
        spans += [(0, 0), *claim.offsets[:MAX_CLAIM_TOKENS]]
    rest = [*layout.between, *evidence, layout.part]
    return Window(
        claims=group, ids=(*ids, *rest), owner=(*owner, *[-1] * len(rest)), spans=(*spans, *[(0, 0)] * len(rest))
    )


def pairs(tokenizer: Tokenizer, relation: TextRelation, asked: str, text: str) -> Iterator[Window]:
    """Windows that hold ``asked``, its first 96 tokens, as if it were a claim, and ``text`` as its evidence.

    A text that is too long for one window is cut into several.
    """
    first, second = tokenizer.encode_batch([asked, text], add_special_tokens=False)
    layout = layout_of(tokenizer)
    ids = first.ids[:MAX_CLAIM_TOKENS]
    room = MAX_TOKENS - layout.frame - 1 - len(ids)
    opening = (layout.opening, layout.relations[relation], *ids)
    spans = ((0, 0), (0, 0), *first.offsets[:MAX_CLAIM_TOKENS])
    for at in range(0, max(1, len(second.ids)), room):
        rest = (*layout.between, *second.ids[at : at + room], layout.part)
        owner = (-1, 0, *[0] * len(ids), *[-1] * len(rest))
        yield Window(claims=(0,), ids=(*opening, *rest), owner=owner, spans=(*spans, *[(0, 0)] * len(rest)))


def _in_turn(candidates: Sequence[ClaimCandidates]) -> Iterator[tuple[str, Unit]]:
    """The units of the best passage of each claim in turn, then of the next."""
    for rank in itertools.zip_longest(*(found.passages for found in candidates)):
        for ranked in rank:
            if ranked is not None:
                yield from ((ranked.passage.source_id, unit) for unit in ranked.passage.units)


class _Units:
    """Source units as token ids, each read once."""

    def __init__(self, tokenizer: Tokenizer, layout: Layout, order: Sequence[str]) -> None:
        self._tokenizer, self._part = tokenizer, layout.part
        self._place = {source_id: place for place, source_id in enumerate(order)}
        self._ids: dict[tuple[int, int], list[int]] = {}

    def evidence(self, room: int, units: Iterable[tuple[str, Unit]]) -> list[int]:
        """Token ids of units, each with its source's id: the first that fit in ``room``, put in source order."""
        chosen: dict[tuple[int, int], list[int]] = {}
        for source_id, unit in units:
            place = self._place[source_id]
            if (place, unit.start) not in chosen:
                ids = self._cut(place, unit, room)
                room -= len(ids)
                chosen |= {(place, unit.start): ids} if ids else {}
        found: list[int] = []
        for _, of_source in itertools.groupby(sorted(chosen), key=lambda key: key[0]):
            # the marks between sources take the place of the evidence's last tokens: they are few
            found += [self._part] if found else []
            found += [token for key in of_source for token in chosen[key]]
        return found[: room + sum(map(len, chosen.values()))]

    def size(self, candidates: ClaimCandidates) -> int:
        """How many tokens the passages of a claim have together, units that they share counted once."""
        units = {(self._place[source_id], unit.start): unit for source_id, unit in _in_turn([candidates])}
        return sum(len(self._of(key, unit)) for key, unit in units.items())

    def _cut(self, place: int, unit: Unit, room: int) -> list[int]:
        """The unit's tokens when they fit, as many as fit when that is some, else none."""
        ids = self._of((place, unit.start), unit)
        return ids if len(ids) <= room else ids[:room] if room >= _LEAST_CUT else []

    def _of(self, key: tuple[int, int], unit: Unit) -> list[int]:
        if key not in self._ids:
            self._ids[key] = self._tokenizer.encode(bearing_units.said(unit), add_special_tokens=False).ids
        return self._ids[key]
