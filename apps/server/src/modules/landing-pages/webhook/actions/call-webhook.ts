import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP } from "node:net";
import { networkCode } from "#platform/calls/network";
import { isOutside, lookupOutside } from "#platform/calls/outside-address";

/** The outcome of a call: an HTTP status, or why there was no answer. */
export interface CallResult {
  status: number | null;
  problem: string;
}

const timeoutMs = 10_000;

/** Posts a body to an address that staff entered. Redirects are not followed, and production refuses internal addresses. */
export function callWebhook(
  address: string,
  { body, headers, serving }: { body: string; headers: Record<string, string>; serving: boolean },
): Promise<CallResult> {
  const url = new URL(address);
  const isSecure = url.protocol === "https:";
  // An IP address needs no lookup, so it is checked here.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isRefused = !isSecure || (isIP(host) !== 0 && !isOutside(host));
  if (serving && isRefused) return Promise.resolve({ status: null, problem: "EACCES" });
  const options = {
    method: "POST",
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
    signal: AbortSignal.timeout(timeoutMs),
    ...(serving && { lookup: lookupOutside }),
  };
  return new Promise((resolve) => {
    const call = (isSecure ? requestSecure : requestPlain)(url, options, (answer) => {
      // Only the status matters, not the body.
      answer.destroy();
      resolve({ status: answer.statusCode ?? null, problem: "" });
    });
    call.on("error", (error) => resolve({ status: null, problem: networkCode(error) }));
    call.end(body);
  });
}
