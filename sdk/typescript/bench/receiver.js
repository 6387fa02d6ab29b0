// Receives messages and acks them, with the SDK or with bare ws. Reports its CPU time per message.
import { WebSocket } from "ws";
import { Agent } from "../dist/index.js";

const [kind, url, clientId] = process.argv.slice(2);
const ACK = { success: true, message: "ok", shouldRetry: false, retrySeconds: 0, payload: {} };
let handled = 0;
let since = process.cpuUsage();

process.on("message", (order) => {
  if (order === "begin") {
    handled = 0;
    since = process.cpuUsage();
  } else if (order === "report") {
    const { user, system } = process.cpuUsage(since);
    process.send({ handled, cpuMicros: user + system });
  }
});

if (kind === "sdk") {
  const agent = new Agent(clientId, { url, stateDir: false, argv: [] });
  agent.onMessage(async (message) => {
    handled += message.payload.content.text.length > 0 ? 1 : 0;
  });
  await agent.connect();
  process.send("ready");
} else {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on("open", () =>
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params: { clientId } })),
  );
  socket.on("message", (data) => {
    const message = JSON.parse(String(data));
    if (message.method === "processMessage") {
      handled += message.params.payload.content.text.length > 0 ? 1 : 0;
      socket.send(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: ACK }));
    } else {
      process.send("ready");
    }
  });
}
