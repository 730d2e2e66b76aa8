import { z } from "zod";
import { chat, SendingChannel } from "./chat.ts";
import { endpoint } from "./endpoint.ts";
import { FileId, LeadId, MessageId, RecordId } from "./ids.ts";
import { buttonTypes, templateCategories, templateLanguages, templateTypes } from "./message-templates.ts";

/** A placeholder of a template that is filled in when it is sent: `header`, `body.1`, `button.0`. */
const TemplatePlace = z.object({
  key: z.string(),
  part: z.enum(["header", "body", "button"]),
  /** The example that the template's author gave. */
  sample: z.string(),
  /** Its value for this customer, if known. */
  value: z.string(),
});
export type TemplatePlace = z.infer<typeof TemplatePlace>;

/** A template that can be sent now. Its placeholders are in its texts as `{{1}}`. */
const TemplateChoice = z.object({
  recordID: RecordId,
  name: z.string(),
  language: z.enum(templateLanguages),
  category: z.enum(templateCategories),
  type: z.enum(templateTypes),
  header: z.string(),
  /** For a header with a picture; null: the picture must be chosen when the template is sent. */
  pictureUrl: z.string().nullable(),
  body: z.string(),
  footer: z.string(),
  buttons: z.array(z.object({ type: z.enum(buttonTypes), text: z.string(), url: z.string() })),
  places: z.array(TemplatePlace),
});
export type TemplateChoice = z.infer<typeof TemplateChoice>;

/** The `shown` of a template message's details: the message as the customer sees it. */
export const ShownTemplate = z.object({
  name: z.string(),
  header: z.string(),
  body: z.string(),
  footer: z.string(),
  buttons: z.array(z.object({ type: z.enum(buttonTypes), text: z.string(), url: z.string() })),
});
export type ShownTemplate = z.infer<typeof ShownTemplate>;

export const chatTemplates = {
  choices: endpoint("POST /api_chat/Chat/TemplateChoices", {
    summary: "The templates that can be sent in a conversation, by name, filled with the customer's data.",
    access: "chat:message:template",
    request: z.object({
      leadId: LeadId,
      channel: SendingChannel.optional(),
      keywords: z.string().trim().max(100).optional(),
      language: z.enum(templateLanguages).optional(),
    }),
    /** At most 100. */
    response: z.object({ list: z.array(TemplateChoice) }),
  }),
  send: endpoint("POST /api_chat/Chat/SendTemplateMessage", {
    summary:
      "Queues a template to the customer, within the reply window or after it, and switches GPT off for them. Repeated with the same messageId, or else the same Idempotency-Key header, it returns the message made the first time.",
    access: "chat:message:template",
    request: z.object({
      leadId: LeadId,
      /** Chosen by the caller (UUIDv7), so that sending can be repeated safely. */
      messageId: MessageId.optional(),
      channel: SendingChannel.optional(),
      templateID: z.union([RecordId, z.literal("")]).default(""),
      /** By the keys of its placeholders. */
      variables: z.record(z.string().max(40), z.string().max(1024)).default({}),
      /** An uploaded picture that replaces the template's; required if the template has none. */
      headerImage: FileId.optional(),
      quotedId: MessageId.optional(),
    }),
    response: chat.sendMessage.response,
    errors: [
      "CHAT_TEMPLATE_REQUIRED",
      "CHAT_TEMPLATE_NOT_CONFIGURED",
      "TEMPLATE_PICTURE_MISSING",
      "CHAT_REPLY_NO_TEMPLATE_SUPPORT",
      "CHAT_CUSTOMER_BLOCKED",
      "CHAT_TAKEN_BY_OTHER",
      "TEMPLATE_MARKETING_TOO_SOON",
      "TEMPLATE_MARKETING_STOPPED",
      "FEATURE_NOT_SET_UP",
      "CHANNEL_STOPPED",
    ],
  }),
};
