import { toJson, utf8Length, type JsonObject } from "./json.js";
import { MAX_PAYLOAD_BYTES } from "./envelope.js";
import { sha256Hex } from "./sha256.js";

const TRACE_PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The message that a program handles, as the cause of what it sends meanwhile. */
export interface CauseSource {
  readonly from: string;
  readonly messageId: string;
  readonly payload: JsonObject;
}

/** Members `cause` and `trace` of a payload that results from a message. */
export interface Causality {
  cause: string;
  trace: string;
}

/** Keeps the current message across the awaits of its handler. */
export interface CauseScope {
  run<T>(source: CauseSource, work: () => T): T;
  current(): CauseSource | undefined;
}

/** Scope for platforms without async context: it ends at the first await of a handler. */
export class SynchronousScope implements CauseScope {
  #current: CauseSource | undefined;

  run<T>(source: CauseSource, work: () => T): T {
    const before = this.#current;
    this.#current = source;
    try {
      return work();
    } finally {
      this.#current = before;
    }
  }

  current(): CauseSource | undefined {
    return this.#current;
  }
}

// Most handlers send nothing, so the ids are derived on the first send.
const derived = new WeakMap<CauseSource, Causality>();

export function causalityOf(handled: CauseSource): Causality {
  let known = derived.get(handled);
  if (known === undefined) {
    const span = derive("span", handled, 16);
    known = { cause: handled.messageId, trace: `00-${traceIdOf(handled)}-${span}-01` };
    derived.set(handled, known);
  }
  return known;
}

/** Id of the trace that a message belongs to. */
export function traceIdOf(message: CauseSource): string {
  return parseTraceParent(message.payload["trace"])?.trace ?? derive("trace", message, 32);
}

function derive(kind: string, { from, messageId }: CauseSource, digits: number): string {
  return sha256Hex(`${kind}\0${from}\0${messageId}`).slice(0, digits);
}

/** Undefined when the value is not a valid W3C traceparent. */
export function parseTraceParent(value: unknown): { trace: string; span: string } | undefined {
  const [, version, trace, span, , more] =
    (typeof value === "string" && TRACE_PARENT.exec(value)) || [];
  const isValid =
    version !== undefined && version !== "ff" && (more === undefined || version !== "00");
  return isValid && trace && span && !isZero(trace) && !isZero(span) ? { trace, span } : undefined;
}

function isZero(hex: string): boolean {
  return /^0+$/.test(hex);
}

/** Returns the payload with cause and trace; members that it already has stay. */
export function addCause(payload: JsonObject, handled: CauseSource | undefined): JsonObject {
  if (handled === undefined || ("cause" in payload && "trace" in payload)) {
    return payload;
  }
  return { ...payload, ...withoutKnown(payload, causalityOf(handled)) };
}

function withoutKnown(payload: JsonObject, { cause, trace }: Causality): Partial<Causality> {
  return { ...("cause" in payload ? {} : { cause }), ...("trace" in payload ? {} : { trace }) };
}

/** Returns the JSON of a payload with its cause; one at the size limit goes without its cause. */
export function payloadText(payload: JsonObject, handled: CauseSource | undefined): string {
  const caused = toJson(addCause(payload, handled));
  return handled !== undefined && utf8Length(caused) > MAX_PAYLOAD_BYTES ? toJson(payload) : caused;
}
