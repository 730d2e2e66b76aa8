import { type Logger, pino } from "pino";
import { currentTraceId } from "./trace.ts";

export type Log = Logger;

/**
 * The process's log: one JSON object a line with the trace id of what runs. Call it with ids, counts and names; tokens,
 * passwords and message texts have no place in it, and the paths below are blanked should they ever come.
 */
export function createLog(level: string, name: string): Log {
  return pino({
    level,
    base: { process: name },
    mixin: () => {
      const traceId = currentTraceId();
      return traceId ? { traceId } : {};
    },
    redact: {
      paths: [
        "*.password",
        "*.token",
        "*.accessToken",
        "*.authorization",
        "*.vCode",
        "*.text",
        "*.headers",
        "headers",
        "password",
        "token",
        "accessToken",
        "text",
      ],
      censor: "[blanked]",
    },
  });
}
