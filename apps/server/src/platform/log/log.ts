import { type Logger, pino } from "pino";
import { currentTraceId } from "./trace.ts";

export type Log = Logger;

/**
 * The process's log: one JSON object per line with the current trace id. Log ids, counts and names only; tokens,
 * passwords and message texts must not be logged. The paths below are redacted in case they are.
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
