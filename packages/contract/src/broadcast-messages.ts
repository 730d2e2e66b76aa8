import { z } from "zod";
import { BroadcastVariables, recipientStates } from "./broadcast-plans.ts";
import { endpoint } from "./endpoint.ts";
import { ChannelId, LeadId, RecordId } from "./ids.ts";

/** Single messages of plans: a test message, and those that a customer was sent. */
export const broadcastMessages = {
  test: endpoint("POST /api_chat/Broadcast/SendTest", {
    summary:
      "Sends the message of a plan to one number: the caller's own without `number`. It costs what a message costs; `PlanInfo` of the recordID shows the result.",
    access: ["bulk:plan:add", "bulk:plan:edit"],
    request: z.object({
      recordID: RecordId.optional(),
      channel: ChannelId.nullable().default(null),
      templateID: RecordId.nullable().default(null),
      variables: BroadcastVariables,
      number: z.string().trim().max(40).default(""),
    }),
    response: z.object({
      recordID: RecordId,
      /** The recipient's number, with a plus. */
      number: z.string(),
      /** Null if no price is known for the country of the number. */
      amount: z.number().nullable(),
      currency: z.string(),
    }),
    errors: [
      "CHAT_TEMPLATE_REQUIRED",
      "CHAT_TEMPLATE_NOT_CONFIGURED",
      "CHAT_NUMBER_REQUIRED",
      "CHANNEL_STOPPED",
      "CHAT_QUOTA_EXCEEDED",
      "PLAN_MONTHLY_LIMIT",
      "PLAN_BALANCE_LOW",
    ],
  }),
  ofLead: endpoint("GET /api_chat/Broadcast/LeadPlans", {
    summary: "The plans that wrote to a customer, beside their conversation: latest first, at most three.",
    access: "chat:message:query",
    request: z.object({ leadId: LeadId }),
    response: z.object({
      list: z.array(
        z.object({
          recordID: RecordId,
          name: z.string(),
          sendTime: z.string(),
          state: z.enum(recipientStates),
          /** When the customer answered, within seven days. */
          replyTime: z.string().nullable(),
          /** Whether the caller sees the plan itself. */
          canOpen: z.boolean(),
        }),
      ),
    }),
  }),
};
