import { expect, test, vi } from "vitest";
import { NoAnswer, RpcError } from "../../src/errors.js";
import { RpcPeer } from "../../src/rpc-peer.js";

function peer(send: (text: string) => void = () => {}, bufferedBytes = 0) {
  const sent: string[] = [];
  const rpc = new RpcPeer({ request: (_m, _p, answer) => answer({ success: true }), notification: () => {} });
  const socket = {
    send: (text: string) => {
      sent.push(text);
      send(text);
    },
    close: () => {},
    terminate: vi.fn(),
    bufferedBytes,
    mayReceiveToken: true,
  };
  rpc.open(socket);
  return { rpc, sent, socket };
}

test("answers the caller and forgets the call", async () => {
  const { rpc, sent } = peer();
  const call = rpc.call("ping", {}, 1_000);
  const { id } = JSON.parse(sent[0]!);
  rpc.receive(JSON.stringify({ jsonrpc: "2.0", id, result: 7 }));
  rpc.receive(JSON.stringify({ jsonrpc: "2.0", id, result: 8 }));
  expect(await call).toBe(7);
});

test("fails the call when it cannot be sent", async () => {
  const { rpc } = peer(() => {
    throw new Error("broken pipe");
  });
  await expect(rpc.call("ping", {}, 1_000)).rejects.toMatchObject({ reason: "disconnected" });
});

test("fails the call at its deadline and ignores the late answer", async () => {
  const { rpc, sent } = peer();
  await expect(rpc.call("ping", {}, 1)).rejects.toMatchObject({ reason: "timeout" });
  rpc.receive(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(sent[0]!).id, result: 7 }));
});

test("fails everything when the socket closes, and every later call", async () => {
  const { rpc } = peer();
  const call = rpc.call("ping", {}, 1_000);
  rpc.closed("gone");
  await expect(call).rejects.toThrow("gone");
  await expect(rpc.call("ping", {}, 1_000)).rejects.toBeInstanceOf(NoAnswer);
});

test("refuses calls above the limit instead of queueing them without bound", async () => {
  const { rpc } = peer();
  const open = Array.from({ length: 1_024 }, () => rpc.call("ping", {}, 60_000).catch(() => {}));
  await expect(rpc.call("ping", {}, 1_000)).rejects.toMatchObject({ reason: "busy" });
  rpc.closed("end");
  await Promise.all(open);
});

test("refuses calls while the network does not take what was sent", async () => {
  const { rpc, sent } = peer(() => {}, 5 * 1024 * 1024);
  await expect(rpc.call("ping", {}, 1_000)).rejects.toMatchObject({ reason: "busy" });
  expect(rpc.notifyText("notify", "{}")).toBe(false);
  expect(sent).toEqual([]);
});

test("drops the connection when the bus stopped reading answers", () => {
  const { rpc, socket } = peer(() => {}, 17 * 1024 * 1024);
  rpc.receive('{"jsonrpc":"2.0","id":1,"method":"processMessage","params":{}}');
  expect(socket.terminate).toHaveBeenCalled();
});

test("turns errors of the bus into typed errors", async () => {
  const guard = RpcError.from({ code: -32012, message: "loop", data: { reason: "loop_detected" } });
  const budget = RpcError.from({ code: -32012, message: "spent", data: { reason: "budget_exhausted" } });
  const limited = RpcError.from({ code: -32012, message: "slow", data: { reason: "rate_limited", retryAfterMs: 1e12 } });
  expect([guard.name, budget.name, limited.name]).toEqual(["GuardRefused", "BudgetExhausted", "RpcError"]);
  expect(limited.retryAfterMs).toBe(3_600_000);
  expect(RpcError.from("nonsense").code).toBe(-32603);
});

test("survives texts that are no JSON-RPC", () => {
  const { rpc } = peer();
  ["", "{", "[]", "null", "7", '{"id":99,"result":1}', '{"id":null,"error":{}}'].forEach((text) => rpc.receive(text));
});

test("a refusal without an id is for the only open call", async () => {
  const { rpc } = peer();
  const call = rpc.call("sendMessage", {}, 1_000);
  rpc.receive('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"nested too deep"}}');
  await expect(call).rejects.toMatchObject({ code: -32600 });
});
