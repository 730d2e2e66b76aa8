import type { PushOutcome, PushSender, PushTarget } from "./port.ts";

/** Sends nothing to anybody. */
export const noPhones: PushSender = { publicKey: "key", send: () => Promise.resolve("sent") };

/** Services of browsers that keep what they are sent, and answer as they are told by address. */
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
