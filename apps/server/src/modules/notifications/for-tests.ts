import type { PushOutcome, PushSender, PushTarget } from "./port.ts";

/** A sender that does nothing. */
export const noPhones: PushSender = { publicKey: "key", send: () => Promise.resolve("sent") };

/** A fake push service that records requests, with a configurable result for each address. */
export function buildPhones() {
  const sent: { endpoint: string; payload: Record<string, string> }[] = [];
  const outcomes = new Map<string, PushOutcome>();
  const push: PushSender = {
    publicKey: "key",
    send({ endpoint }: PushTarget, payload) {
      sent.push({ endpoint, payload: JSON.parse(payload) as Record<string, string> });
      return Promise.resolve(outcomes.get(endpoint) ?? "sent");
    },
  };
  return { push, sent, outcomes };
}
