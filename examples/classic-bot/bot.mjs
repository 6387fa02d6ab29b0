// A complete bot that answers every message in any channel of `bub up --classic-topics`.
// Run it with Node 22 (Node 20: --experimental-websocket):  node bot.mjs [ws://127.0.0.1:7892]
const bus = new WebSocket(new URL("/v1", process.argv[2] ?? "ws://127.0.0.1:7892"));
const send = (message) => bus.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
const ask = (id, method, params) => send({ id, method, params });
const authToken = process.env.BOT_TOKEN; // on a locked bus

bus.onopen = () => ask(1, "initialize", { clientId: "classic-bot", authToken });
bus.onmessage = ({ data }) => {
  const { id, method, params, error } = JSON.parse(data);
  if (error) return console.error(error.message);
  if (id === 1 && !method) ask(2, "subscribe", { topic: "inbound:*" });
  if (id === 2 && !method) console.log("The bot is listening.");
  if (method !== "sendMessage") return;
  send({ id, result: { success: true, stopPropagation: false } });
  const chat = params.topic.slice("inbound:".length);
  const text = `You said: ${params.payload.text}`;
  ask(`to ${chat}`, "sendMessage", { topic: `outbound:${chat}`, payload: { text } });
};
bus.onclose = ({ reason }) => console.log("Disconnected from the bus:", reason);
