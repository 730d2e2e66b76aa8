import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

const traces = new AsyncLocalStorage<string>();

/** A new trace id: 16 hex characters. */
export function newTraceId(): string {
  return randomBytes(8).toString("hex");
}

/** Runs `work` under a trace id, which every log line and outbox row written inside carries. */
export function withTrace<Result>(traceId: string, work: () => Result): Result {
  return traces.run(traceId, work);
}

/** The trace id of what runs now; empty outside any. */
export function currentTraceId(): string {
  return traces.getStore() ?? "";
}
