"""A node of LangGraph that checks the answer in the state, and a way back to writing it while it is not supported."""

from typing import TypedDict

from langgraph.graph import END, START, StateGraph

from critique_core import critic, load_settings, parse_request


class State(TypedDict, total=False):
    question: str
    sources: list[dict[str, str]]
    answer: str
    grounded: bool | None  # None where the answer states nothing
    advice: list[str]
    attempts: int


ready = critic(load_settings())


def write(state: State) -> State:
    """Your model goes here; ``advice`` says what was wrong with its last answer."""
    before = state.get("attempts", 0)
    seconds = 60 if before else 30
    return {"answer": f"The timeout is {seconds} seconds.", "attempts": before + 1}


def check(state: State) -> State:
    request = {"query": state["question"], "draft": state["answer"], "sources": state["sources"]}
    critique = ready.critique(parse_request(request))
    return {"grounded": critique.is_grounded, "advice": list(critique.suggestions)}


def after_check(state: State) -> str:
    return "write" if state["grounded"] is False and state["attempts"] < 3 else END


graph = StateGraph(State)
graph.add_node("write", write)
graph.add_node("check", check)
graph.add_edge(START, "write")
graph.add_edge("write", "check")
graph.add_conditional_edges("check", after_check, ["write", END])

if __name__ == "__main__":
    sources = [{"id": "manual", "content": "The timeout is 60 seconds."}]
    end = graph.compile().invoke({"question": "What is the timeout?", "sources": sources})
    print(end["attempts"], end["answer"])
