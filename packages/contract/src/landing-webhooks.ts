import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";

const deliveryStates = ["waiting", "done", "failed"] as const;
export const maxDeliveries = 50;

const Delivery = z.object({
  recordID: RecordId,
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  /** The last HTTP status; null if there was no answer. */
  status: z.number().int().nullable(),
  /** The system's reason why there was no answer. */
  problem: z.string(),
  createTime: z.string(),
  nextTime: z.string().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

const recordID = z.object({ recordID: RecordId });

/** Sends leads of a landing page to the organisation's own system. */
export const landingWebhooks = {
  log: endpoint("GET /api_webhook/LandingPage/WebhookLog", {
    summary: "The last calls of a page's webhook, newest first, and the key that signs them.",
    access: "ad:landing:edit",
    request: recordID,
    response: z.object({ signingKey: z.string(), list: z.array(Delivery) }),
  }),
  test: endpoint("POST /api_webhook/LandingPage/TestWebhook", {
    summary:
      "Calls a page's webhook once with an example. If it fails, the details contain the response, or why there was none.",
    access: "ad:landing:edit",
    request: recordID,
    response: z.object({ ok: z.boolean(), status: z.number().int().nullable(), problem: z.string() }),
    errors: ["LANDING_WEBHOOK_FAILED"],
  }),
  replay: endpoint("POST /api_webhook/LandingPage/ReplayWebhook", {
    summary: "Repeats a call of a page's webhook.",
    access: "ad:landing:edit",
    request: recordID,
    response: z.null(),
  }),
};
