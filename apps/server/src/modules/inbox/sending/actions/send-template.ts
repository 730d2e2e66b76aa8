import { chatTemplates } from "@homeroom/contract/chat-templates";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { type FileId } from "@homeroom/contract/ids";
import { fileById } from "#modules/files/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import { type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { channelById } from "../../channels/queries/channels.ts";
import type { Contact } from "../../contacts/queries/contacts.ts";
import type { Message } from "../../conversations/writes/change-conversation.ts";
import type { Inbox, ReadyTemplate } from "../../inbox.ts";
import { requireMarketingGround } from "../queries/still-sendable.ts";
import { queueStaffMessage } from "../writes/staff-message.ts";
import { requireSendable } from "./send-message.ts";

type TemplateForm = RequestOf<typeof chatTemplates.send>;

/**
 * Queues a template for a customer and pauses GPT for them in the same transaction. It needs no open window. The same
 * messageId again returns the message that was made the first time. Throws the reason for a refusal: no such template for the
 * channel, an unfilled variable, a missing picture, block, channel, or marketing that was sent within a day or is not wanted.
 */
export function sendTemplate(inbox: Inbox, actor: Actor, form: TemplateForm): Promise<Message> {
  requireAccess(actor, chatTemplates.send);
  const { templateID } = form;
  if (templateID === "") throw new AppError("CHAT_TEMPLATE_REQUIRED");
  if (form.quotedId) throw new AppError("CHAT_REPLY_NO_TEMPLATE_SUPPORT");
  return queueStaffMessage(inbox.platform.db, actor, form, async (tx, { scope, conversation, contact, now }) => {
    await requireSendable(tx, contact, now, "template");
    const template = await templateFor(inbox, tx, { scope, contact, templateId: templateID });
    if (template.category === "marketing") await requireMarketingGround(tx, { contact, conversation, now });
    const fileId = await pictureFor(tx, { scope, actor, template, form });
    const { text, shown, components } = template.fill(form.variables);
    const { templateId, name, language, category } = template;
    const details = { template: { templateId, name, language, category, components }, shown };
    return { kind: "template", text, details, fileId };
  });
}

async function templateFor(
  { templates }: Inbox,
  tx: Tx,
  { scope, contact, templateId }: { scope: Scope; contact: Contact; templateId: ReadyTemplate["templateId"] },
): Promise<ReadyTemplate> {
  const channel = await channelById(tx, scope.organizationId, contact.channel_id);
  const businessAccountId = channel?.settings["businessAccountId"];
  const found = businessAccountId ? await templates?.find(tx, scope, { businessAccountId, templateId }) : null;
  if (!found) throw new AppError("CHAT_TEMPLATE_NOT_CONFIGURED");
  return found;
}

/** The picture to send: the actor's upload, otherwise the template's. Throws TEMPLATE_PICTURE_MISSING when there is neither. */
async function pictureFor(
  tx: Tx,
  of: { scope: Scope; actor: Actor; template: ReadyTemplate; form: TemplateForm },
): Promise<FileId | null> {
  const { template } = of;
  const { headerImage } = of.form;
  if (!headerImage) {
    if (template.type !== "image" || template.pictureFileId) return template.pictureFileId;
    throw pictureFault("TEMPLATE_PICTURE_MISSING");
  }
  if (template.type !== "image") throw pictureFault("FIELD_INVALID");
  const file = await fileById(tx, of.scope, headerImage);
  // Only the actor's own uploads: other people's files may belong to conversations that they cannot see.
  const usable = file?.storage_key && file.created_by === of.actor.accountId && file.content_type.startsWith("image/");
  if (!usable) throw pictureFault("FIELD_INVALID");
  return headerImage;
}

function pictureFault(name: "TEMPLATE_PICTURE_MISSING" | "FIELD_INVALID"): AppError {
  return new AppError(name, {}, { fields: [{ field: "headerImage", name }] });
}
