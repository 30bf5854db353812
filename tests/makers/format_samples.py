"""One record of every format that is read, with what it holds; the fields are those of the formats' own files."""

from typing import Any

ANSWER = "The ferry leaves at 9:40. It carries 60 cars."
SOURCE = "The ferry leaves at 9:15 from pier 3. It carries 60 cars and 200 people."
QUERY = "When does it leave?"
_SPAN = {"start": 4, "end": 24, "text": "ferry leaves at 9:40"}

SAMPLES: dict[str, dict[str, Any]] = {
    "rows": {"query": QUERY, "draft": ANSWER, "sources": [{"id": "1", "content": SOURCE}],
             "spans": [_SPAN | {"label": "contradicted"}]},
    "lettucedetect": {"prompt": f"{QUERY}\n\n{SOURCE}", "answer": ANSWER,
                      "labels": [_SPAN | {"label": "Evident Conflict"}],
                      "split": "train", "task_type": "QA", "dataset": "ragtruth", "language": "en",
                      "context": [SOURCE], "question": QUERY},
    "label_studio": {"id": 1, "data": {"text": ANSWER, "question": QUERY, "context": SOURCE}, "predictions": [],
                     "annotations": [{"id": 7, "was_cancelled": False, "ground_truth": True, "lead_time": 3.5,
                                      "completed_by": {"id": 2, "email": "ann@example.org"}, "result": [
                         {"id": "x", "from_name": "label", "to_name": "text", "type": "labels",
                          "value": _SPAN | {"labels": ["contradicted"]}}]},
                         {"id": 8, "was_cancelled": True, "result": []}]},
    "argilla": {"id": "r1", "fields": {"response": ANSWER, "question": QUERY, "context": SOURCE}, "metadata": {},
                "suggestions": [{"question_name": "spans", "value": [], "score": None, "agent": "m"}],
                "responses": [{"user_id": "7e1c", "status": "submitted", "values": {
                    "spans": {"value": [{"start": 4, "end": 24, "label": "contradicted"}]}, "rating": {"value": 3}}}]},
    "doccano": {"id": 3, "text": ANSWER, "label": [[4, 24, "contradicted"]], "question": QUERY, "context": SOURCE,
                "Comments": []},
    "prodigy": {"text": ANSWER, "spans": [{"start": 4, "end": 24, "label": "CONTRADICTED", "token_start": 1}],
                "answer": "accept", "meta": {"question": QUERY, "context": SOURCE}, "_input_hash": 5},
    "ragas": {"user_input": QUERY, "retrieved_contexts": [SOURCE], "response": ANSWER, "reference": "At 9:15."},
    "deepeval": {"input": QUERY, "actualOutput": ANSWER, "retrievalContext": [SOURCE], "name": "ferry", "tags": ["a"]},
    "aggrefact": {"dataset": "ExpertQA", "doc": SOURCE, "claim": ANSWER, "label": 0, "contamination_identifier": "c"},
    "halubench": {"id": "h1", "passage": SOURCE, "question": QUERY, "answer": ANSWER, "label": "FAIL",
                  "source_ds": "DROP", "score": 0},
    "faithbench": {"sample_id": 1, "source": SOURCE, "summary": ANSWER, "metadata": {}, "annotations": [
        {"annot_id": 1, "annotator": "a1", "label": ["Unwanted", "Unwanted.Intrinsic"], "note": "9:15",
         "summary_span": "ferry leaves at 9:40", "summary_start": 4, "summary_end": 24, "source_start": 4,
         "source_end": 24}]},
    "expertqa": {"question": QUERY, "answers": {"gpt4": {"answer_string": ANSWER, "claims": [
        {"claim_string": "The ferry leaves at 9:40.", "evidence": [SOURCE], "support": "Missing",
         "revised_claim": "The ferry leaves at 9:15."},
        {"claim_string": "It carries 60 cars.", "evidence": [SOURCE], "support": "Complete", "revised_claim": ""}]}},
        "metadata": {"field": "Travel"}},
    "wice": {"label": "not_supported", "supporting_sentences": [[0], [0, 1]], "claim": ANSWER,
             "evidence": SOURCE.split(". "), "meta": {"id": "dev1", "claim_title": "Ferry"}},
    "refchecker": {"response": ANSWER, "question": QUERY, "reference": SOURCE, "claims": [
        ["ferry", "leaves at", "9:40"], ["It", "carries", "60 cars"]], "Y": "Contradiction",
        "ys": ["Contradiction", "Entailment"]},
    "openai": {"id": "resp_1", "object": "response", "query": QUERY, "output": [{"type": "message", "content": [
        {"type": "output_text", "text": ANSWER, "annotations": [{"type": "url_citation", "start_index": 4,
         "end_index": 24, "title": "Ferry", "url": "https://example.org/ferry"}]}]}],
        "documents": [{"url": "https://example.org/ferry", "text": SOURCE}]},
    "anthropic": {"id": "msg_1", "type": "message", "query": QUERY, "content": [
        {"type": "text", "text": "The ferry leaves at 9:40.", "citations": [{"type": "char_location",
         "cited_text": "The ferry leaves at 9:15 from pier 3. ", "document_index": 0, "document_title": "Ferry",
         "start_char_index": 0, "end_char_index": 38}]}, {"type": "text", "text": " It carries 60 cars."}],
        "documents": [{"title": "Ferry", "source": {"type": "text", "data": SOURCE}}]},
    "cohere": {"text": ANSWER, "query": QUERY, "documents": [{"id": "doc_0", "title": "Ferry", "snippet": SOURCE}],
               "citations": [{"start": 4, "end": 24, "text": "ferry leaves at 9:40", "document_ids": ["doc_0"]}]},
    "s0": {"query": QUERY, "draft": ANSWER, "sources": [{"id": "a", "content": SOURCE, "type": "doc",
           "path": "ferry.md", "relevanceScore": 0.8}], "options": {"strictness": "strict", "checkFactual": True},
           "isValid": False, "confidence": 0.4, "issues": [], "metadata": {"factsChecked": 2}},
    "s1": {"synthesis_result": {"query": QUERY, "answer": ANSWER, "abstained": False, "citations": []},
           "sources": [{"text": SOURCE, "title": "Ferry"}], "is_valid": False, "issues": []},
    "s2": {"query": QUERY, "answer": ANSWER, "sources": [{"id": "a", "document": "Ferry", "chunkId": "c1",
           "content": SOURCE, "metadata": {"page": 2}, "score": 0.7}], "isSupported": False, "issues": []},
    "s3": {"query": QUERY, "documents": [SOURCE], "rerank_scores": [0.7], "answer": ANSWER, "quality": "correct",
           "confidence": 0.7, "reasoning": "", "suggested_action": "refine_and_use"},
    "s4": {"query": QUERY, "response": ANSWER, "context": SOURCE, "confidence": 0.5, "is_grounded": False,
           "claims": [{"claim": ANSWER, "status": "unsupported", "evidence": None, "reasoning": ""}]},
    "s4_loop": {"query": QUERY, "original_response": ANSWER, "context": SOURCE, "final_response": "It leaves at 9:15.",
                "confidence": 1.0, "attempts": 1, "verification_history": [], "additional_context_used": False},
}  # fmt: skip
"""RAGTruth and our own table and review forms need more than a record: their tests make them."""

CONTRADICTED = frozenset(
    ("rows", "lettucedetect", "label_studio", "argilla", "doccano", "prodigy", "faithbench", "refchecker")
)
"""Those whose sample says that ``ferry leaves at 9:40`` is contradicted."""
