import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { isIPv4, type Socket } from "node:net";

/** Secret that a bus and its clients share, with the name under which the bus knows it. */
export interface ListenerKey {
  name: string;
  secret: string;
}

/** Question to a listener that only the owner of the key can answer, for one connection. */
export interface Challenge {
  text: string;
  isMetBy(answer: string | string[] | undefined, socket: Socket): boolean;
}

export function newChallenge(key: ListenerKey): Challenge {
  const text = `${key.name} ${randomBytes(32).toString("base64url")}`;
  return {
    text,
    isMetBy: (answer, socket) => {
      const expected = Buffer.from(proof(key, text, socket));
      const given = Buffer.from(typeof answer === "string" ? answer : "");
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

function proof(key: ListenerKey, challenge: string, socket: Socket): string {
  const client = words(socket.localAddress, socket.localPort);
  const listener = words(socket.remoteAddress, socket.remotePort);
  const text = ["bub-listener-proof-1", challenge, client, listener].join("\n");
  return createHmac("sha256", key.secret).update(text).digest("hex");
}

function words(address: string | undefined, port: number | undefined): string {
  return `${addressHex(address ?? "")}:${port}`;
}

/** An IPv4-mapped address counts as IPv4, because only one side may see it as IPv6. */
function addressHex(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  return isIPv4(plain)
    ? Buffer.from(plain.split(".").map(Number)).toString("hex")
    : expandIpv6(plain);
}

function expandIpv6(address: string): string {
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array(Math.max(0, 8 - before.length - after.length)).fill("0");
  return [...before, ...zeros, ...after].map((group: string) => group.padStart(4, "0")).join("");
}

/** Key of a token `bub_ID_SECRET`: the bus stores only the hash of the token. */
export function tokenKey(token: string): ListenerKey | undefined {
  const name = /^bub_([0-9a-f]{8})_./.exec(token)?.[1];
  return name === undefined
    ? undefined
    : { name, secret: createHash("sha256").update(token).digest("hex") };
}
