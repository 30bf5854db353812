"""Who judges a claim: the embedded verifier, embeddings, a language model, a cross-encoder, a cascade of two."""
