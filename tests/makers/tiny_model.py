"""Writes a tiny language model with random weights as a GGUF file.

It has Llama's architecture, a token for each byte and half a megabyte of weights, and says nonsense. What ends a
string, a list or an object is made likelier than the rest, so that its nonsense ends.
"""

from pathlib import Path

import gguf
import numpy as np

TEMPLATE = "{% for message in messages %}{{ message.role }}: {{ message.content }}\n{% endfor %}"
WIDTH, LAYERS, HEADS, INNER, WINDOW = 64, 2, 4, 128, 65536
TOKENS = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
TYPES = [2, 3, 3, *[6] * 256]  # unknown, control, byte
# Added to what the weights say: strings end soon and are readable, a list has an element or a few.
BIASES = {'"': 2.6, "{": 1.6, "]": 1.6, "}": 1.3, ",": 1.1, "e": -1.0, "E": -2.0}
UNREADABLE = [*range(32), *range(127, 256)]


def write(path: Path, seed: int = 1) -> None:
    random = np.random.default_rng(seed)

    def weights(*shape: int) -> np.ndarray:
        return (random.standard_normal(shape) / np.sqrt(shape[-1])).astype(np.float32)

    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("tiny-random")
    writer.add_context_length(WINDOW)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(len(TOKENS))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(TOKENS)
    writer.add_token_scores([0.0] * len(TOKENS))
    writer.add_token_types(TYPES)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    writer.add_chat_template(TEMPLATE)

    embeddings = weights(len(TOKENS), WIDTH) * 4
    output = weights(len(TOKENS), WIDTH) * 4
    embeddings[:, 0] = 4.0  # one number is the same for all tokens, so its weight at the output is a bias
    output[:, 0] = 0.0
    output[[3 + byte for byte in UNREADABLE], 0] = -1.0
    for mark, bias in BIASES.items():
        output[3 + ord(mark), 0] = bias
    writer.add_tensor("token_embd.weight", embeddings)
    writer.add_tensor("output.weight", output)
    writer.add_tensor("output_norm.weight", np.ones(WIDTH, dtype=np.float32))
    for layer in range(LAYERS):
        for name in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"blk.{layer}.{name}.weight", np.ones(WIDTH, dtype=np.float32))
        for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
            writer.add_tensor(f"blk.{layer}.{name}.weight", weights(WIDTH, WIDTH))
        writer.add_tensor(f"blk.{layer}.ffn_gate.weight", weights(INNER, WIDTH))
        writer.add_tensor(f"blk.{layer}.ffn_up.weight", weights(INNER, WIDTH))
        writer.add_tensor(f"blk.{layer}.ffn_down.weight", weights(WIDTH, INNER))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
