"""The encoder's torch module: equal to the published architecture, at any padding.

Needs torch and transformers (``make test-torch`` installs them next to the rest).
"""

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed; make test-torch runs these")
transformers = pytest.importorskip("transformers", reason="transformers is not installed; make test-torch runs these")

from training import encoder  # noqa: E402
from training.encoder import Encoder, Shape, from_mpnet, pooled  # noqa: E402

SMALL = Shape(width=48, heads=12, layers=3, inner=96, vocabulary=200, positions=514)
CLOSE = 1e-5


@pytest.fixture(scope="module")
def published():
    """A random MPNet of transformers."""
    torch.manual_seed(7)
    config = transformers.MPNetConfig(
        vocab_size=SMALL.vocabulary, hidden_size=SMALL.width, num_hidden_layers=SMALL.layers,
        num_attention_heads=SMALL.heads, intermediate_size=SMALL.inner, max_position_embeddings=SMALL.positions,
        layer_norm_eps=1e-5, pad_token_id=1, initializer_range=0.3,
    )  # fmt: skip
    return transformers.MPNetModel(config).eval()


def padded(lengths, longest):
    torch.manual_seed(3)
    ids = torch.randint(5, SMALL.vocabulary, (len(lengths), longest))
    for row, length in enumerate(lengths):
        ids[row, length:] = encoder.PAD
    return ids, ids != encoder.PAD


@torch.no_grad()
def test_the_forward_pass_equals_the_published_model(published):
    ours = from_mpnet(published.state_dict()).eval()
    ids, seen = padded((300, 41, 5), 300)  # further apart than the last bucket of relative positions
    expected = published(ids, attention_mask=seen.long()).last_hidden_state
    assert (ours.hidden(ids, seen) - expected)[seen].abs().max() < CLOSE


@torch.no_grad()
def test_padding_changes_nothing(published):
    ours = from_mpnet(published.state_dict()).eval()
    ids, seen = padded((30,), 64)
    assert (ours(ids, seen)[:, :30] - ours(ids[:, :30])).abs().max() < CLOSE


def test_a_missing_tensor_is_named(published):
    tensors = {name: value for name, value in published.state_dict().items() if "layer.1.output.dense.bias" not in name}
    with pytest.raises(KeyError, match=r"encoder\.layer\.1\.output\.dense\.bias"):
        from_mpnet(tensors)


@torch.no_grad()
def test_a_claims_logits_are_those_of_its_marker_and_the_mean_of_its_words():
    outputs = torch.randn(1, 8, 7)
    owner = torch.tensor([[-1, 0, 0, 0, 1, 1, -1, -1]])
    found = pooled(outputs, owner)
    assert torch.allclose(found[0, 0], outputs[0, 1, 1:4] + outputs[0, 2:4, 4:7].mean(0))
    assert torch.allclose(found[0, 1], outputs[0, 4, 1:4] + outputs[0, 5, 4:7])
    assert torch.equal(found[0, 2], torch.zeros(3))


def test_dropout_is_off_where_a_model_is_measured():
    torch.manual_seed(0)
    model = Encoder(SMALL)
    ids, seen = padded((12,), 12)
    assert torch.equal(model.eval()(ids, seen), model(ids, seen))
    assert not torch.equal(model.train()(ids, seen), model(ids, seen))
