import type { Delivery } from "@homeroom/contract/landing-webhooks";

/** The result of a call: an HTTP status, or the system's error code if there was no answer. */
export type WebhookAnswer = Pick<Delivery, "status" | "problem">;

type NoAnswer = "noAddress" | "notListening" | "tooSlow" | "notAllowed" | "certificate" | "notReached";

const kinds: Readonly<Record<string, NoAnswer>> = {
  ...{ ENOTFOUND: "noAddress", EAI_AGAIN: "noAddress", EAI_FAIL: "noAddress" },
  ECONNREFUSED: "notListening",
  ...{ TIMEOUT: "tooSlow", ETIMEDOUT: "tooSlow" },
  EACCES: "notAllowed",
};

/** The text key, in `webhook.answers`, for the result of a webhook call. */
export function webhookAnswerText({ status, problem }: WebhookAnswer): NoAnswer | "redirected" | "status" {
  if (status !== null) return status >= 300 && status < 400 ? "redirected" : "status";
  if (/CERT|_SIGNATURE$|^ERR_TLS/.test(problem)) return "certificate";
  return kinds[problem] ?? "notReached";
}
