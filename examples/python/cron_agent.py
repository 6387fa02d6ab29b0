"""Sends a message at regular times, once per time, also when it is restarted or the recipient is away.

python cron_agent.py agent:reporter 60
"""

import asyncio
import sys
import time

from bub import Agent


async def main(to: str, seconds: int) -> None:
    async with Agent("agent:cron") as agent:
        while True:
            number = int(time.time()) // seconds
            # The id names the time, so that a second process or a restart sends no second message.
            await agent.post(to, {"type": "tick", "content": {"number": number}}, message_id=f"tick-{seconds}-{number}")
            await asyncio.sleep(seconds - time.time() % seconds)


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
