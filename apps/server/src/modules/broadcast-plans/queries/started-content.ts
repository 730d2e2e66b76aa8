import { createHash } from "node:crypto";
import type { TemplateCategory } from "@homeroom/contract/message-templates";
import type { BroadcastPlanTable } from "@homeroom/database/broadcast-tables";
import type { Updateable } from "kysely";
import { emailTemplate, findEmailTemplate } from "#modules/email-templates/public";
import { channelById } from "#modules/inbox/public";
import { keptBroadcastTemplate } from "#modules/message-templates/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { linksIn } from "../rules/links.ts";
import type { Plan } from "./plans.ts";

/** Maximum counted links of a plan; others keep their address. */
const maxLinks = 100;

export interface StartedContent {
  category: TemplateCategory;
  /** The part that the plan stores once it runs. */
  values: Updateable<BroadcastPlanTable>;
  /** SHA-256 of the messages' text; null for mails, whose approvals end when their template is changed. */
  text: string | null;
}

/** The content of a plan if it started now. Throws CHAT_TEMPLATE_NOT_CONFIGURED, also for a template that is gone. */
export function startedContent(tx: Tx, scope: Scope, plan: Plan): Promise<StartedContent> {
  return plan.kind === "email" ? mailOf(tx, scope, plan) : messageOf(tx, scope, plan);
}

/** The content of a plan of messages, and the addresses in it that become links. */
async function messageOf(tx: Tx, scope: Scope, plan: Plan): Promise<StartedContent> {
  if (!plan.channel_id || !plan.template_id) throw new AppError("CHAT_TEMPLATE_NOT_CONFIGURED");
  const channel = await channelById(tx, scope.organizationId, plan.channel_id);
  const businessAccountId = channel?.settings["businessAccountId"] ?? "";
  const template = await keptBroadcastTemplate(tx, scope, { businessAccountId, templateId: plan.template_id });
  if (!template) throw new AppError("CHAT_TEMPLATE_NOT_CONFIGURED");
  const links = linksIn(Object.values(plan.variables).map(({ text }) => text)).slice(0, maxLinks);
  const { category, type, header, pictureFileId, body, footer, buttons } = template;
  const said = JSON.stringify([category, type, header, pictureFileId, body, footer, buttons]);
  return { category, values: { links }, text: createHash("sha256").update(said).digest("hex") };
}

/** A plan's mails keep this text, even if the template changes. */
async function mailOf(tx: Tx, scope: Scope, plan: Plan): Promise<StartedContent> {
  const template = plan.email_template_id && (await findEmailTemplate(tx, scope, plan.email_template_id));
  if (!template) throw new AppError("CHAT_TEMPLATE_NOT_CONFIGURED");
  const { content } = template;
  return { category: content.category, values: { email_content: JSON.stringify(content) }, text: null };
}

/** Whether a person changed the plan's e-mail template after the plan was last changed: the content is then theirs. */
export async function wroteItsMails(
  tx: Tx,
  scope: Scope,
  { actor, plan }: { actor: Actor; plan: Plan },
): Promise<boolean> {
  if (!plan.email_template_id) return false;
  const template = await emailTemplate(tx, scope, plan.email_template_id);
  return template.updated_by === actor.accountId && template.updated_at > plan.updated_at;
}
