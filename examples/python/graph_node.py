"""A LangGraph node and a LangChain tool that call a capability of the lobby.

A node is an async function from state to state, so LangGraph takes `search` as it is:
`graph.add_node("search", search)`. `as_tool` needs the package langchain-core.

python graph_node.py "what about tea?"
"""

import asyncio
import sys
from typing import Any, TypedDict

from bub import Agent, CallRefused

agent = Agent("agent:graph")


class State(TypedDict, total=False):
    question: str
    documents: list[str]


async def search(state: State) -> State:
    try:
        found = await agent.call("search_notes", question=state["question"])
    except CallRefused as refused:
        return {"documents": [f"The search failed: {refused}"]}
    return {"documents": [hit["excerpt"] for hit in found["hits"]]}


async def as_tool(name: str) -> Any:
    """The capability as a LangChain tool, with the schema of its contract."""
    from langchain_core.tools import StructuredTool

    services = await agent.lobby.discover(capability_name=name)
    capability = services[0]["relevant_capabilities"][0]

    async def call(**given: Any) -> Any:
        return await agent.call(name, **given)

    return StructuredTool(
        name=name, description=capability["description"], args_schema=capability["input_schema"], coroutine=call
    )


async def main(question: str) -> None:
    async with agent:
        print(await search({"question": question}))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
