import type { RecordId } from "@homeroom/contract/ids";
import { messageTemplates } from "@homeroom/contract/message-templates";
import { ProviderFailure } from "#modules/inbox/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import type { MessageTemplateUses, TemplateReviewer } from "../port.ts";
import { loadTemplate, lockTemplate, type Template } from "../queries.ts";
import { recordTemplateChange } from "../writes.ts";
import { accessTo } from "./access-to.ts";

/**
 * Removes a template, at WhatsApp first: it stays here if that fails. Throws TEMPLATE_UNDER_REVIEW,
 * SETTING_ITEM_IN_USE while something is due to send it, and TEMPLATE_REFUSED.
 */
export async function removeTemplate(
  {
    platform,
    reviewer,
    uses,
  }: { platform: Platform; reviewer: TemplateReviewer; uses: readonly MessageTemplateUses[] },
  actor: Actor,
  templateId: RecordId,
): Promise<void> {
  requireAccess(actor, messageTemplates.remove);
  const scope = scopeOf(actor, "bulk:template:query");
  const { db, secrets } = platform;
  const there = await inTransaction(db, scope, async (tx) => {
    const template = await loadTemplate(tx, scope, templateId);
    await requireUnused(tx, scope, { template, uses });
    const { provider_id: id, name, business_account_id: businessAccountId } = template;
    return id === null ? null : { id, name, access: await accessTo(tx, secrets, { scope, businessAccountId }) };
  });
  if (there) await atWhatsapp(() => reviewer.remove(there.access, there));
  await inTransaction(db, scope, async (tx) => {
    const template = await lockTemplate(tx, scope, templateId);
    if (template.review_status === "pending") throw new AppError("TEMPLATE_UNDER_REVIEW");
    await tx
      .updateTable("message_template")
      .set({ deleted_at: new Date(), updated_by: actor.accountId })
      .where("organization_id", "=", scope.organizationId)
      .where("template_id", "=", templateId)
      .execute();
    await recordTemplateChange(tx, actor, "deleted", {
      id: templateId,
      name: template.name,
      before: { language: template.language, ...template.content },
    });
  });
}

async function requireUnused(
  tx: Tx,
  scope: Scope,
  { template, uses }: { template: Template; uses: readonly MessageTemplateUses[] },
): Promise<void> {
  if (template.review_status === "pending") throw new AppError("TEMPLATE_UNDER_REVIEW");
  for (const use of uses)
    if (await use.isUsed(tx, scope, template.template_id)) throw new AppError("SETTING_ITEM_IN_USE");
}

async function atWhatsapp(call: () => Promise<void>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    throw new AppError("TEMPLATE_REFUSED", { detail: error.error.detail || error.error.reason });
  }
}
