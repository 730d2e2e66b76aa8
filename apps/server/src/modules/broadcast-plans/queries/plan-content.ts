import type { PlanForm } from "@homeroom/contract/broadcast-plans";
import type { ErrorData } from "@homeroom/contract/errors/catalogue";
import type { BranchId, ChannelId } from "@homeroom/contract/ids";
import type { TemplateCategory } from "@homeroom/contract/message-templates";
import { mailSenders } from "#modules/email-settings/public";
import { emailTemplate } from "#modules/email-templates/public";
import { channelById, type ReadyTemplate } from "#modules/inbox/public";
import { broadcastTemplate } from "#modules/message-templates/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError, type FieldFault } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";

type FieldFaultName = ConstructorParameters<typeof AppError>[0];

/** A refusal of one field of a plan's form. */
export function fieldError(field: string, name: FieldFaultName, data: ErrorData = {}): AppError {
  return new AppError(name, data, { fields: [{ field, name, data }] });
}

/** A WhatsApp number of a branch that the scope reaches. Throws NOT_FOUND. */
export async function channelInSight(tx: Tx, scope: Scope, channelId: ChannelId) {
  const channel = await channelById(tx, scope.organizationId, channelId);
  const isSeen = channel && (!scope.branchIds || scope.branchIds.includes(channel.branch_id));
  if (!isSeen || channel.kind !== "whatsapp") throw new AppError("NOT_FOUND");
  return channel;
}

/** Throws NOT_FOUND for a branch out of reach, EMAIL_NOT_SET_UP for one without a mail server. */
export async function requireSender(tx: Tx, scope: Scope, branchId: BranchId): Promise<void> {
  if (scope.branchIds && !scope.branchIds.includes(branchId)) throw new AppError("NOT_FOUND");
  const senders = await mailSenders(tx, scope);
  if (!senders.some((one) => one.branchId === branchId)) throw fieldError("branchID", "EMAIL_NOT_SET_UP");
}

/** The template of a form, with all variables filled. Throws its faults. */
export async function requireTemplate(tx: Tx, scope: Scope, form: TemplateChoice): Promise<ReadyTemplate> {
  const template = await usableTemplate(tx, scope, form);
  refuseFaults(emptyPlaces(template, form.variables));
  return template;
}

type TemplateChoice = Pick<PlanForm, "channel" | "templateID" | "variables">;

/** The template of a form; variables may be empty. Throws CHAT_TEMPLATE_REQUIRED or CHAT_TEMPLATE_NOT_CONFIGURED. */
export async function usableTemplate(tx: Tx, scope: Scope, form: TemplateChoice): Promise<ReadyTemplate> {
  if (!form.channel || !form.templateID) throw fieldError("templateID", "CHAT_TEMPLATE_REQUIRED");
  const channel = await channelInSight(tx, scope, form.channel);
  const businessAccountId = channel.settings["businessAccountId"] ?? "";
  const template = await broadcastTemplate(tx, scope, { businessAccountId, templateId: form.templateID });
  if (!template) throw fieldError("templateID", "CHAT_TEMPLATE_NOT_CONFIGURED");
  return template;
}

/** The variables of a template that a form leaves empty. */
export function emptyPlaces(template: ReadyTemplate, given: PlanForm["variables"]): FieldFault[] {
  const variables = variablesOf(template, given);
  const empty = template.places.filter(({ key }) => {
    const filled = Object.hasOwn(variables, key) ? variables[key] : undefined;
    return !filled || (filled.text === "" && filled.source === "none");
  });
  return empty.map(({ key }) => emptyPlace(key));
}

/** A form's values for a template's variables; a variable that it does not name uses the lead's field from the template. */
export function variablesOf({ places }: ReadyTemplate, given: PlanForm["variables"]): PlanForm["variables"] {
  const named = places.filter(({ source }) => source !== "none");
  const own: PlanForm["variables"] = Object.fromEntries(named.map(({ key, source }) => [key, { source, text: "" }]));
  return { ...own, ...given };
}

/** People know the variables of a text by their numbers. */
function emptyPlace(key: string): FieldFault {
  return { field: `variables.${key}`, name: "PLAN_PLACE_EMPTY", data: { place: key.replace(/^body\./, "") } };
}

/** Whether a form's content is marketing, which is assumed until a template is chosen. Throws the faults of the choice. */
export async function categoryOfForm(
  tx: Tx,
  scope: Scope,
  form: Pick<PlanForm, "kind" | "channel" | "templateID" | "variables" | "emailTemplateID">,
): Promise<{ category: TemplateCategory; template: ReadyTemplate | null; subject: string | null }> {
  if (form.kind === "email") {
    if (!form.emailTemplateID) return { category: "marketing", template: null, subject: null };
    const { content } = await emailTemplate(tx, scope, form.emailTemplateID);
    return { category: content.category, template: null, subject: content.subject };
  }
  const template = form.channel && form.templateID ? await usableTemplate(tx, scope, form) : null;
  return { category: template?.category ?? "marketing", template, subject: null };
}
