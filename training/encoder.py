"""The encoder as a torch module: MiniLM's six layers under two linear heads, and its batches.

Heads, per token: one logit for "this word lacks support"; and three logits of the claim, once read from the claim's
marker and once from the mean of its tokens. The sum of both is the claim's; pooling stays outside, so that the exported
graph maps token ids to seven numbers a token.
"""

import json
import struct
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

WIDTH, HEADS, LAYERS = 384, 12, 6
OUTPUTS = 7  # word, three of the marker, three of the mean
CLAIMS = 3
DROPOUT = 0.1  # of each sublayer's output, while training alone


class Layer(nn.Module):
    """One post-norm transformer layer, as BERT has it."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm1 = nn.LayerNorm(WIDTH, eps=1e-12)
        self.up = nn.Linear(WIDTH, 4 * WIDTH)
        self.down = nn.Linear(4 * WIDTH, WIDTH)
        self.norm2 = nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, x: Tensor, mask: Tensor | None) -> Tensor:
        """Hidden states (batch, length, 384); ``mask`` is added to the attention scores."""
        batch, length, _ = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        if mask is not None and length > 256:
            mixed = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        else:
            scores = (q @ k.transpose(-1, -2)) * (WIDTH // HEADS) ** -0.5
            mixed = torch.softmax(scores if mask is None else scores + mask, -1).to(v.dtype) @ v
        x = self.norm1(x + self.dropout(self.out(mixed.transpose(1, 2).reshape(batch, length, WIDTH))))
        return self.norm2(x + self.dropout(self.down(functional.gelu(self.up(x)))))


class Encoder(nn.Module):
    """MiniLM with our heads."""

    def __init__(self, vocabulary: int = 30522, positions: int = 512) -> None:
        super().__init__()
        self.words = nn.Embedding(vocabulary, WIDTH)
        self.positions = nn.Embedding(positions, WIDTH)
        self.kinds = nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.heads = nn.Linear(WIDTH, OUTPUTS)

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor | None = None) -> Tensor:
        """Token ids and kinds (1 in the evidence, else 0), both (batch, length), to outputs (batch, length, 7)."""
        place = torch.arange(ids.shape[1], device=ids.device)
        x = self.norm(self.words(ids) + self.positions(place) + self.kinds(kinds))
        for layer in self.layers:
            x = layer(x, mask)
        return self.heads(x)


def pooled(outputs: Tensor, owner: Tensor) -> Tensor:
    """Claim logits (batch, 3 claims, 3 classes) from the outputs and each token's claim (batch, length)."""
    inside = functional.one_hot(owner.clamp(min=-1) + 1, CLAIMS + 1)[:, :, 1:].to(
        outputs.dtype
    )  # batch, length, claims
    first = inside * (inside.cumsum(1) == 1)  # the marker
    rest = inside - first
    mean = rest / rest.sum(1, keepdim=True).clamp(min=1)
    return first.transpose(1, 2) @ outputs[:, :, 1:4] + mean.transpose(1, 2) @ outputs[:, :, 4:7]


def from_minilm(path: Path) -> Encoder:
    """The encoder with the weights of all-MiniLM-L6-v2 (a safetensors file), its heads small and random."""
    raw = path.read_bytes()
    (size,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8 : 8 + size])

    def tensor(name: str) -> Tensor:
        first, last = header[name]["data_offsets"]
        flat = np.frombuffer(raw, dtype=np.float32, count=(last - first) // 4, offset=8 + size + first)
        return torch.from_numpy(flat.reshape(header[name]["shape"]).copy())

    model = Encoder()
    state = {
        "words.weight": tensor("embeddings.word_embeddings.weight"),
        "positions.weight": tensor("embeddings.position_embeddings.weight"),
        "kinds.weight": tensor("embeddings.token_type_embeddings.weight"),
        "norm.weight": tensor("embeddings.LayerNorm.weight"),
        "norm.bias": tensor("embeddings.LayerNorm.bias"),
    }
    names = {
        "out": "attention.output.dense", "norm1": "attention.output.LayerNorm", "up": "intermediate.dense",
        "down": "output.dense", "norm2": "output.LayerNorm",
    }  # fmt: skip
    for index in range(LAYERS):
        base = f"encoder.layer.{index}."
        for part in ("weight", "bias"):
            three = [tensor(f"{base}attention.self.{which}.{part}") for which in ("query", "key", "value")]
            state[f"layers.{index}.qkv.{part}"] = torch.cat(three)
            state |= {
                f"layers.{index}.{ours}.{part}": tensor(f"{base}{theirs}.{part}") for ours, theirs in names.items()
            }
    nn.init.normal_(model.heads.weight, std=0.02)
    nn.init.zeros_(model.heads.bias)
    state |= {"heads.weight": model.heads.weight.detach(), "heads.bias": model.heads.bias.detach()}
    model.load_state_dict(state)
    return model
