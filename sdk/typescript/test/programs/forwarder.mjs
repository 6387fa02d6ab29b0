// Passes every message on through its outbox. The test kills it at any time.
import { Agent, systemTiming } from "../../dist/index.js";

const [url, stateDir] = process.argv.slice(2);
const agent = new Agent("agent:forwarder", {
  url,
  stateDir,
  timing: { ...systemTiming, random: () => 0.05 }, // short waits: the test spends its time on crashes
  reconnect: { baseMs: 200, capMs: 2_000 },
});
agent.onMessage(async (message) => {
  await agent.post("agent:sink", message.payload, { messageId: `${message.messageId}/forward` });
});
await agent.run();
