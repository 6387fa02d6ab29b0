"""Finds the text files of a folder that fit a question, as a capability for all agents.

python retrieval_agent.py ./notes
"""

import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from bub import Agent

agent = Agent("agent:notes")
folder = Path(sys.argv[1])


@dataclass
class Hit:
    file: str
    score: int
    excerpt: str


@dataclass
class Hits:
    hits: list[Hit]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


@agent.capability("search_notes", description="Finds notes that fit a question", keywords=["search", "notes"])
async def search_notes(question: str, limit: int = 3) -> Hits:
    wanted = set(words(question))
    hits = []
    for file in folder.glob("**/*.txt"):
        text = file.read_text(errors="replace")
        counts = Counter(words(text))
        score = sum(counts[word] for word in wanted)
        if score:
            hits.append(Hit(file.name, score, text[:200]))
    return Hits(sorted(hits, key=lambda hit: -hit.score)[:limit])


agent.run()
