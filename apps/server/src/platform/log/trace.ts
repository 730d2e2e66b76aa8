import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { Language } from "@homeroom/contract/language";

/** The origin and path of a request, without its query string. */
export interface RequestOrigin {
  readonly method: string;
  readonly path: string;
  readonly ip: string;
  readonly userAgent: string;
  /** When it arrived, in milliseconds since 1970. */
  readonly startedAt: number;
  /** The caller's language. */
  readonly language: Language;
}

interface Trace {
  readonly id: string;
  readonly origin: RequestOrigin | null;
}

const traces = new AsyncLocalStorage<Trace>();

const idBytes = 8;
/** Random bytes for many ids at once: one draw costs as much as making a hundred ids. */
let drawn = Buffer.alloc(0);
let used = 0;

/** A new trace id: 16 hex characters. */
export function newTraceId(): string {
  if (used + idBytes > drawn.length) [drawn, used] = [randomBytes(256 * idBytes), 0];
  used += idBytes;
  return drawn.toString("hex", used - idBytes, used);
}

/** Runs `work` under a trace id, which every log line, outbox row and audit entry written inside carries. */
export function withTrace<Result>(id: string, work: () => Result, origin: RequestOrigin | null = null): Result {
  return traces.run({ id, origin }, work);
}

/** The current trace id; empty outside a trace. */
export function currentTraceId(): string {
  return traces.getStore()?.id ?? "";
}

/** The current request; null in jobs, loops and the processing of webhooks. */
export function currentOrigin(): RequestOrigin | null {
  return traces.getStore()?.origin ?? null;
}

/** The language of the current request's caller; null outside a request. */
export function readerLanguage(): Language | null {
  return currentOrigin()?.language ?? null;
}
