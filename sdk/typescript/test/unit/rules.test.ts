import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Ack } from "../../src/ack.js";
import { RECONNECT, REDELIVER, backoffDelay } from "../../src/backoff.js";
import { addCause, causalityOf, parseTraceParent, payloadText } from "../../src/causality.js";
import { MAX_PAYLOAD_BYTES, checkAddress, refuseInvalidPayload } from "../../src/envelope.js";
import { NoAnswer, NotConnected, RpcError, TooLarge } from "../../src/errors.js";
import { isDeeperThan, toJson, utf8Length } from "../../src/json.js";
import { patternMatcher } from "../../src/pattern.js";
import { judgeFailure, judgeReceipt } from "../../src/send-attempt.js";
import { sha256Hex } from "../../src/sha256.js";
import { replyId } from "../../src/chat/chat-agent.js";

const ok: Ack = { success: true, message: "ok", shouldRetry: false, retrySeconds: 0, payload: {} };
const no: Ack = { ...ok, success: false, message: "no" };
const later = (retrySeconds: number): Ack => ({ ...no, shouldRetry: true, retrySeconds, message: `in ${retrySeconds}` });

test.each([
  [[], { outcome: "no_recipient" }],
  [[ok], { outcome: "delivered" }],
  [[ok, no], { outcome: "refused", why: "no" }],
  [[no, later(3), later(7), ok], { outcome: "retry", atLeastMs: 7_000, why: "in 7" }],
])("judges the acks %j as Java does", (acks, expected) => {
  expect(judgeReceipt({ accepted: true, messageId: "m", acks })).toMatchObject(expected);
});

test.each([
  [new RpcError(-32602, "bad"), { outcome: "refused" }],
  [new RpcError(-32600, "bad"), { outcome: "refused" }],
  [RpcError.from({ code: -32012, message: "x", data: { reason: "turn_stopped" } }), { outcome: "refused" }],
  [RpcError.from({ code: -32012, message: "x", data: { retryAfterMs: 250 } }), { outcome: "retry", atLeastMs: 250 }],
  [new RpcError(-32013, "draining"), { outcome: "retry", atLeastMs: 0 }],
  [new RpcError(-32603, "bug"), { outcome: "retry", atLeastMs: 0 }],
  [new NoAnswer("late", "timeout"), { outcome: "retry" }],
  [new NoAnswer("gone", "disconnected"), { outcome: "offline", forGood: false }],
  [new NotConnected("x", { state: "waiting", delayMs: 0, cause: "x" }), { outcome: "offline", forGood: false }],
  [new NotConnected("x", { state: "stopped", reason: "x" }), { outcome: "offline", forGood: true }],
])("judges %s as Java does", (failure, expected) => {
  expect(judgeFailure(failure)).toMatchObject(expected);
});

test("does not judge a bug", () => {
  expect(() => judgeFailure(new TypeError("bug"))).toThrow("bug");
});

test("waits longer after each failure, up to a ceiling", () => {
  const full = { random: () => 1 };
  expect([0, 1, 5, 50].map((failures) => backoffDelay(RECONNECT, failures, full))).toEqual([100, 200, 3_200, 10_000]);
  expect(backoffDelay(REDELIVER, 50, full)).toBe(60_000);
  expect(backoffDelay(REDELIVER, 0, { random: () => 0 }, 3_000)).toBe(3_000);
  expect(backoffDelay(REDELIVER, 9, full, 3_000)).toBe(6_000);
});

test("derives the ids of traces as the bus does", () => {
  const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
  const long = "ä€😀".repeat(100);
  for (const text of ["", "abc", "x".repeat(55), "x".repeat(56), "x".repeat(64), long]) {
    expect(sha256Hex(text)).toBe(digest(text));
  }
  const handled = { from: "tg:1", messageId: "m1", payload: {} };
  const trace = digest("trace\0tg:1\0m1").slice(0, 32);
  const span = digest("span\0tg:1\0m1").slice(0, 16);
  expect(causalityOf(handled)).toEqual({ cause: "m1", trace: `00-${trace}-${span}-01` });
});

test("continues a trace that the handled message names", () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const handled = { from: "a", messageId: "m", payload: { trace: `00-${trace}-00f067aa0ba902b7-01` } };
  expect(causalityOf(handled).trace).toContain(`00-${trace}-`);
  expect(addCause({ cause: "mine", x: 1 }, handled)).toMatchObject({ cause: "mine", x: 1 });
  for (const wrong of [7, "", "00-0-0-01", `ff-${trace}-00f067aa0ba902b7-01`, `00-${"0".repeat(32)}-00f067aa0ba902b7-01`]) {
    expect(parseTraceParent(wrong)).toBeUndefined();
  }
});

test("sends a payload at the size limit without its cause rather than not at all", () => {
  const handled = { from: "a", messageId: "m", payload: {} };
  const text = payloadText({ text: "x".repeat(MAX_PAYLOAD_BYTES - 20) }, handled);
  expect(text).not.toContain("cause");
  refuseInvalidPayload(text);
  expect(() => refuseInvalidPayload(JSON.stringify({ text: "€".repeat(MAX_PAYLOAD_BYTES / 3) }))).toThrow(TooLarge);
});

test("counts bytes as UTF-8 does", () => {
  for (const text of ["", "abc", "äöü", "€", "😀", "a😀b€ä"]) {
    expect(utf8Length(text)).toBe(Buffer.byteLength(text));
  }
});

test.each([
  ["jobs:1", "jobs:1", true],
  ["jobs:*", "jobs:a:b", true],
  ["jobs:*", "job:1", false],
  ["a?c", "abc", true],
  ["a?c", "ac", false],
  ["[ab]x", "bx", true],
  ["[!ab]x", "bx", false],
  ["[a-c]x", "bx", true],
  ["a.c", "abc", false],
  ["a[", "a[", true],
  ["a+(b)", "a+(b)", true],
])("pattern %s and address %s match: %s", (pattern, address, expected) => {
  expect(patternMatcher(pattern)(address)).toBe(expected);
});

test("refuses texts that cannot be addresses", () => {
  for (const text of ["", "a b", "a\n", "a\u00a0", "a\ud83d", "x".repeat(257)]) {
    expect(() => checkAddress(text)).toThrow(TypeError);
  }
});

test("keeps the id of a reply within the limit of the bus", () => {
  expect(replyId("m1")).toBe("m1/reply");
  expect(replyId("x".repeat(256)).length).toBeLessThanOrEqual(256);
  expect(replyId("x".repeat(256))).toBe(replyId("x".repeat(256)));
});

test("a text that was cut in the middle of an emoji is still JSON for the bus", () => {
  const cut = "hi 😀".slice(0, 4);
  expect(toJson({ cut, [cut]: 1 })).toBe('{"cut":"hi \\ufffd","hi \\ufffd":1}');
  expect(toJson({ whole: "😀", literal: "\\ud83d" })).toBe(JSON.stringify({ whole: "😀", literal: "\\ud83d" }));
});

test("measures how deep JSON is nested, regardless of texts", () => {
  const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
  expect(isDeeperThan(62, nested(62))).toBe(false);
  expect(isDeeperThan(62, nested(63))).toBe(true);
  expect(isDeeperThan(62, JSON.stringify({ text: '[{"\\'.repeat(100) }))).toBe(false);
  expect(() => refuseInvalidPayload(nested(63))).toThrow("nested deeper than 62 levels");
});
