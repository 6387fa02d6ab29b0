// Compares the messages per CPU second of an SDK agent with those of bare ws, on the same bus.
// Usage: BUB_COMMAND="java -jar bub.jar" node bench/run.js [seconds]
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { WebSocket } from "ws";
import { DevBus } from "../dist/testing/index.js";

const IN_FLIGHT = 256;
const ROUNDS = 3;
const seconds = Number(process.argv[2] ?? 4);
const TEXT = "x".repeat(200);

/** Keeps a number of messages in flight, each to one of the receivers. */
function load(url, to) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  let next = 1;
  let isRunning = true;
  const say = () => {
    const id = next++;
    const params = `{"to":"${to}","messageId":"m${id}","payload":{"type":"note","content":{"text":"${TEXT}"}}}`;
    socket.send(`{"jsonrpc":"2.0","id":${id},"method":"sendMessage","params":${params}}`);
  };
  socket.on("open", () =>
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params: { clientId: `cli:load-${to}` } })),
  );
  socket.on("message", (data) => {
    if (!isRunning) return;
    if (String(data).startsWith('{"jsonrpc":"2.0","id":0,')) {
      for (let i = 0; i < IN_FLIGHT; i++) say();
    } else {
      say();
    }
  });
  return {
    stop() {
      isRunning = false;
      socket.close();
    },
  };
}

async function measure(kind, url) {
  const to = `agent:${kind}-${Math.random().toString(36).slice(2)}`;
  const receiver = fork(join(import.meta.dirname, "receiver.js"), [kind, url, to]);
  await once(receiver, "message");
  const sender = load(url, to);
  await new Promise((resolve) => setTimeout(resolve, 2_000)); // warm up
  receiver.send("begin");
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  receiver.send("report");
  const [{ handled, cpuMicros }] = await once(receiver, "message");
  sender.stop();
  receiver.kill();
  return handled / (cpuMicros / 1e6);
}

const bus = await DevBus.start({ options: ["--activity-log", "off"] });
try {
  const results = { ws: [], sdk: [] };
  for (let round = 0; round < ROUNDS; round++) {
    results.ws.push(await measure("ws", bus.url));
    results.sdk.push(await measure("sdk", bus.url));
  }
  const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
  const [ws, sdk] = [median(results.ws), median(results.sdk)];
  console.log("receiver   messages per CPU second   vs bare ws");
  console.log(`bare ws    ${Math.round(ws).toLocaleString("en").padStart(23)}         1.00`);
  console.log(`bub-sdk    ${Math.round(sdk).toLocaleString("en").padStart(23)}         ${(sdk / ws).toFixed(2)}`);
  process.exitCode = sdk / ws >= 0.7 ? 0 : 1;
} finally {
  await bus.stop();
}
