import type { Delivery } from "@homeroom/contract/landing-webhooks";

/** What came of a call: an HTTP status, or the system's code of why nobody answered. */
export type WebhookAnswer = Pick<Delivery, "status" | "problem">;

type NoAnswer = "noAddress" | "notListening" | "tooSlow" | "notAllowed" | "certificate" | "notReached";

const kinds: Readonly<Record<string, NoAnswer>> = {
  ...{ ENOTFOUND: "noAddress", EAI_AGAIN: "noAddress", EAI_FAIL: "noAddress" },
  ECONNREFUSED: "notListening",
  ...{ TIMEOUT: "tooSlow", ETIMEDOUT: "tooSlow" },
  EACCES: "notAllowed",
};

/** The text, in `webhook.answers`, that says what came of a call of a webhook. */
export function webhookAnswerText({ status, problem }: WebhookAnswer): NoAnswer | "redirected" | "status" {
  if (status !== null) return status >= 300 && status < 400 ? "redirected" : "status";
  if (/CERT|_SIGNATURE$|^ERR_TLS/.test(problem)) return "certificate";
  return kinds[problem] ?? "notReached";
}
