"""Export and restart: the graph of four bits reads nearly as the torch model does, and a checkpoint comes back from it.

Needs torch and onnxscript (``make test-torch`` installs them next to the rest).
"""

import json
from io import BytesIO

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed; make test-torch runs these")
pytest.importorskip("onnxscript", reason="onnxscript is not installed; make test-torch runs these")

import onnx  # noqa: E402
from tokenizers import Tokenizer, models, pre_tokenizers  # noqa: E402

from benchmarks.encoders import Case, Checkpoint, Graph  # noqa: E402
from critique_core.evidence.index import SourceIndex  # noqa: E402
from critique_core.models import Claim, SourceDocument  # noqa: E402
from critique_core.verifiers.embedded import encoder as embedded  # noqa: E402
from critique_core.verifiers.embedded import four_bits  # noqa: E402
from training import restart  # noqa: E402
from training.encoder import Encoder, Shape, pooled  # noqa: E402
from training.export import difference, digest, packed  # noqa: E402
from training.train import Run  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # the exporter's own libraries warn of each other
TOKENS = ["<s>", "<pad>", "</s>", "<unk>", "[PAD]", *(f"[unused{n}]" for n in range(6)), "the", "pump", "is", "blue"]
SHAPE = Shape(width=96, heads=12, layers=2, inner=192, vocabulary=60)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("exported")
    made = Tokenizer(models.WordLevel({token: number for number, token in enumerate(TOKENS)}, unk_token="<unk>"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.save(str(place / "words.json"))
    packed(model(), place / "words.json", place)
    return place


def model() -> Encoder:
    torch.manual_seed(2)
    made = Encoder(SHAPE).eval()
    for value in made.parameters():  # none equals another, as after training
        value.data += 0.02 * torch.randn_like(value)
    torch.nn.init.normal_(made.heads.weight, std=0.5)
    torch.nn.init.normal_(made.relative.weight, std=2.0)
    return made


@pytest.fixture(scope="module")
def unpacked(folder) -> Encoder:
    """The torch model with the weights that four bits hold: what is left is the error of products in eight bits."""
    return restart.dequantised(folder, SHAPE)


def test_the_graph_reads_nearly_as_the_model_and_leaves_the_large_matrices_to_the_other_file(folder, unpacked):
    assert difference(unpacked, folder) < 0.05
    held = onnx.load(folder / "encoder.onnx", load_external_data=False).graph.initializer
    elsewhere = {one.name for one in held if one.external_data}
    layers = [f"layers.{n}.{part}.weight" for n in (0, 1) for part in ("qkv", "out", "up", "down")]
    assert elsewhere == {"words.weight", *layers} == set(four_bits.read(BytesIO((folder / "encoder.npz").read_bytes())))
    assert "relative.weight" in {one.name for one in held}


def test_the_embedded_verifier_reads_the_graph_as_torch_does(folder, unpacked):
    claims = [Claim.of("the pump is blue", 0, 16)]
    candidates = SourceIndex([SourceDocument(id="s", content="blue is the pump")]).candidates(claims)
    (reading,) = embedded.Encoder(folder).read(claims, candidates, ["s"])
    ids = torch.tensor([[0, 5, 11, 12, 13, 14, 2, 2, 14, 13, 11, 12, 2]])
    owner = torch.tensor([[-1, *[0] * 5, *[-1] * 7]])
    with torch.no_grad():
        expected = pooled(unpacked(ids), owner)[0, 0].numpy()
    assert np.abs(np.array(reading.logits) - expected).max() < 0.15
    assert [span[:2] for span in reading.words] == [(0, 3), (4, 8), (9, 11), (12, 16)]


def test_the_table_of_encoders_reads_a_checkpoint_as_its_graph(folder, unpacked, tmp_path):
    """Windows are sorted by length there; each probability must come back to its own claim."""
    state = Run(unpacked, torch.device("cpu"), frozen=0).state()
    torch.save(state, tmp_path / "checkpoint.pt")
    words = "the pump is blue".split()
    cases = []
    for number in range(12):
        source = SourceDocument(id="s0", content=" ".join(words[: 1 + number % 4] * (1 + number)))
        claims = tuple(" ".join(words[place:] * (1 + (number * place) % 3)) for place in range(1 + number % 4))
        cases.append(Case(claims, (source,), (True,) * len(claims)))
    found = Checkpoint(tmp_path / "checkpoint.pt", folder / "words.json").support(cases)
    expected = Graph(folder).support(cases)
    assert [len(one) for one in found] == [len(case.claims) for case in cases]
    flat, wanted = np.concatenate(found), np.concatenate(expected)
    assert np.abs(flat - wanted).max() < 0.05
    assert wanted.std() > 0.05  # else any order would pass


def test_a_checkpoint_comes_back_from_the_graph(folder, tmp_path, monkeypatch, capsys):
    manifest = {"shape": SHAPE.as_dict(), "tokens": 123, "steps": 4, "phases": [{"from_tokens": 0}],
                "mean_difference_of_outputs": 0.01}  # fmt: skip
    (folder / "encoder.json").write_text(json.dumps(manifest))
    monkeypatch.setattr("sys.argv", ["restart", "--files", str(folder), "--out", str(tmp_path)])
    restart.main()
    assert "123 tokens seen" in capsys.readouterr().out
    run = Run(Encoder(SHAPE), torch.device("cpu"), frozen=0)
    run.restore(torch.load(tmp_path / "checkpoint.pt", weights_only=True))
    assert (run.seen, run.step) == (123, 4)
    for name, value in model().state_dict().items():
        assert (run.model.state_dict()[name] - value).abs().max() <= value.abs().max() / 6, name
    phases = torch.load(tmp_path / "checkpoint.pt", weights_only=True)["phases"]
    assert phases[-1] == {"from_tokens": 123, "restarted_from": digest(folder / "encoder.npz")}


def test_a_folder_of_another_shape_is_refused(folder):
    with pytest.raises(ValueError, match=r"lacks .* training\.export did not write it"):
        restart.dequantised(folder, Shape(width=96, heads=12, layers=3, inner=192, vocabulary=60))
