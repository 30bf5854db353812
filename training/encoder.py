"""The encoder as a torch module: MPNet's layers under two linear heads, and the claim logits from their outputs.

Heads, per token: one logit for "this word lacks support", and three logits of the claim, read once from the claim's
marker and once from the mean of its tokens. Their sum is the claim's. Pooling is outside the module, so that the
exported graph maps token ids to seven numbers for each token.

The layers are those of MPNet (Song et al., NeurIPS 2020): post-norm, one table of relative positions for all layers,
added to the scores of attention before the softmax; absolute positions counted from 2.

    python -m training.encoder BASE/model.safetensors

prints how far the hidden states are from those of transformers' MPNet with the published weights (at most 1e-3).
"""

import math
import sys
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

OUTPUTS = 7  # word, three of the marker, three of the mean
CLAIMS = 3
PAD = 1
FIRST_POSITION = 2  # absolute positions are counted from here; 1 is that of padding
BUCKETS, FURTHEST = 32, 128  # of relative positions: exact up to a quarter of the buckets, then logarithmic


@dataclass(frozen=True)
class Shape:
    """The sizes of an encoder; the defaults are those of mpnet-base."""

    width: int = 768
    heads: int = 12
    layers: int = 12
    inner: int = 3072
    vocabulary: int = 30527
    positions: int = 514
    dropout: float = 0.1  # of each sublayer's output, only in training

    def as_dict(self) -> dict[str, int | float]:
        """The sizes as they are stored next to a checkpoint's weights."""
        return asdict(self)


class Layer(nn.Module):
    """One post-norm transformer layer."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.qkv = nn.Linear(shape.width, 3 * shape.width)
        self.out = nn.Linear(shape.width, shape.width)
        self.norm1 = nn.LayerNorm(shape.width, eps=1e-5)
        self.up = nn.Linear(shape.width, shape.inner)
        self.down = nn.Linear(shape.inner, shape.width)
        self.norm2 = nn.LayerNorm(shape.width, eps=1e-5)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        """Hidden states (batch, length, width); ``bias`` (batch or 1, heads, length, length) is added to the scores."""
        batch, length, width = x.shape
        heads = self.shape.heads
        q, k, v = self.qkv(x).view(batch, length, 3, heads, width // heads).permute(2, 0, 3, 1, 4)
        if x.device.type == "cpu":  # two products and a softmax are faster here than the fused kernel
            scores = (q * (width // heads) ** -0.5) @ k.transpose(-1, -2) + bias.to(q.dtype)
            mixed = torch.softmax(scores, -1, dtype=q.dtype) @ v
        else:
            mixed = functional.scaled_dot_product_attention(q, k, v, attn_mask=bias.to(q.dtype))
        x = self.norm1(x + self._dropped(self.out(mixed.transpose(1, 2).reshape(batch, length, width))))
        return self.norm2(x + self._dropped(self.down(functional.gelu(self.up(x)))))

    def _dropped(self, x: Tensor) -> Tensor:
        """Dropout of whole channels of a window: a mask for each token costs a tenth of a step on a CPU."""
        if not self.training:
            return x
        kept = 1 - self.shape.dropout
        mask = torch.rand(x.shape[0], 1, x.shape[2], device=x.device) < kept
        return x * (mask.to(x.dtype) / kept)


class Encoder(nn.Module):
    """MPNet with our heads."""

    def __init__(self, shape: Shape | None = None) -> None:
        super().__init__()
        self.shape = shape = shape or Shape()
        self.words = nn.Embedding(shape.vocabulary, shape.width, padding_idx=PAD)
        self.positions = nn.Embedding(shape.positions, shape.width, padding_idx=PAD)
        self.norm = nn.LayerNorm(shape.width, eps=1e-5)
        self.relative = nn.Embedding(BUCKETS, shape.heads)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.heads = nn.Linear(shape.width, OUTPUTS)

    def hidden(self, ids: Tensor, seen: Tensor | None = None) -> Tensor:
        """The last layer's states (batch, length, width); ``seen`` is false where ``ids`` is padding, at the end."""
        place = torch.arange(ids.shape[1], device=ids.device)
        x = self.norm(self.words(ids) + self.positions(place + FIRST_POSITION))
        bias = self.relative(buckets(place[None, :] - place[:, None])).permute(2, 0, 1)[None]
        if seen is not None:
            bias = bias.masked_fill(~seen[:, None, None, :], -1e4)
        for layer in self.layers:
            x = layer(x, bias)
        return x

    def forward(self, ids: Tensor, seen: Tensor | None = None) -> Tensor:
        """Token ids (batch, length) to outputs (batch, length, 7)."""
        return self.heads(self.hidden(ids, seen))


def buckets(distance: Tensor) -> Tensor:
    """The bucket of each distance (key's place less the query's), as T5 (Raffel et al., 2020) defines them."""
    half, exact = BUCKETS // 2, BUCKETS // 4
    far = distance.abs()
    grown = exact + (torch.log(far.clamp(min=1).float() / exact) / math.log(FURTHEST / exact) * (half - exact)).long()
    return torch.where(distance > 0, half, 0) + torch.where(far < exact, far, grown.clamp(max=half - 1))


def pooled(outputs: Tensor, owner: Tensor) -> Tensor:
    """Claim logits (batch, 3 claims, 3 classes) from the outputs and each token's claim (batch, length)."""
    inside = functional.one_hot(owner + 1, CLAIMS + 1)[:, :, 1:].to(outputs.dtype)  # batch, length, claims
    first = inside * (inside.cumsum(1) == 1)  # the marker
    rest = inside - first
    mean = rest / rest.sum(1, keepdim=True).clamp(min=1)
    return first.transpose(1, 2) @ outputs[:, :, 1:4] + mean.transpose(1, 2) @ outputs[:, :, 4:7]


_OURS = {
    "out": "attention.attn.o", "norm1": "attention.LayerNorm", "up": "intermediate.dense", "down": "output.dense",
    "norm2": "output.LayerNorm",
}  # fmt: skip


def shape_of(tensors: dict[str, Tensor]) -> Shape:
    """The sizes of a published MPNet; raises ``KeyError`` naming a tensor that is missing."""
    words, places = (tensors[f"embeddings.{kind}_embeddings.weight"] for kind in ("word", "position"))
    return Shape(
        width=words.shape[1],
        heads=tensors["encoder.relative_attention_bias.weight"].shape[1],
        layers=sum(name.endswith("intermediate.dense.weight") for name in tensors),
        inner=tensors["encoder.layer.0.intermediate.dense.weight"].shape[0],
        vocabulary=words.shape[0],
        positions=places.shape[0],
    )


def from_mpnet(tensors: dict[str, Tensor]) -> Encoder:
    """An encoder with the tensors of a published MPNet, its heads small and random.

    Raises ``KeyError`` naming a tensor that is missing.
    """
    shape = shape_of(tensors)
    model = Encoder(shape)
    state = {
        "words.weight": tensors["embeddings.word_embeddings.weight"],
        "positions.weight": tensors["embeddings.position_embeddings.weight"],
        "norm.weight": tensors["embeddings.LayerNorm.weight"],
        "norm.bias": tensors["embeddings.LayerNorm.bias"],
        "relative.weight": tensors["encoder.relative_attention_bias.weight"],
    }
    for index in range(shape.layers):
        base = f"encoder.layer.{index}."
        for part in ("weight", "bias"):
            three = [tensors[f"{base}attention.attn.{which}.{part}"] for which in "qkv"]
            state[f"layers.{index}.qkv.{part}"] = torch.cat(three)
            state |= {
                f"layers.{index}.{ours}.{part}": tensors[f"{base}{theirs}.{part}"] for ours, theirs in _OURS.items()
            }
    nn.init.normal_(model.heads.weight, std=0.02)
    nn.init.zeros_(model.heads.bias)
    model.load_state_dict(state | {f"heads.{name}": value.detach() for name, value in model.heads.named_parameters()})
    return model


@torch.no_grad()
def difference_from_published(path: Path) -> float:
    """The largest difference of a hidden state from transformers' MPNet, over windows of three lengths with padding."""
    transformers = import_module("transformers")
    shape = Shape()
    config = transformers.MPNetConfig(
        vocab_size=shape.vocabulary, hidden_size=shape.width, num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads, intermediate_size=shape.inner, max_position_embeddings=shape.positions,
        layer_norm_eps=1e-5, pad_token_id=PAD,
    )  # fmt: skip
    published = transformers.MPNetModel(config, add_pooling_layer=False).eval()
    tensors = load_file(path)
    # The file also holds a table of positions and the pooler, which are not compared.
    published.load_state_dict(tensors, strict=False)
    ours = from_mpnet(tensors).eval()
    ids = torch.randint(1000, shape.vocabulary - 1, (3, 384), generator=torch.Generator().manual_seed(1))
    for row, length in enumerate((384, 150, 20)):
        ids[row, length:] = PAD
    seen = ids != PAD
    expected = published(ids, attention_mask=seen.long()).last_hidden_state
    return float((ours.hidden(ids, seen) - expected)[seen].abs().max())


def main() -> int:
    """Compare with the published model; fails where the difference is more than 1e-3."""
    difference = difference_from_published(Path(sys.argv[1]))
    sys.stdout.write(f"largest difference of a hidden state from the published model's: {difference:.1e}\n")
    return int(difference > 1e-3)


if __name__ == "__main__":
    sys.exit(main())
