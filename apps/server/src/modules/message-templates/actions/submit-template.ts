import { buffer } from "node:stream/consumers";
import type { RecordId } from "@homeroom/contract/ids";
import { messageTemplates, type TemplateContent } from "@homeroom/contract/message-templates";
import { adviceOn } from "@homeroom/contract/template-advice";
import { fileById } from "#modules/files/public";
import { type ChannelAccess, ProviderFailure } from "#modules/inbox/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import type { TemplateReviewer, TemplateToReview } from "../port.ts";
import { lockTemplate, type Template } from "../queries.ts";
import { recentRevisions, revisableAt } from "../rules.ts";
import { recordTemplateChange } from "../writes.ts";
import { accessTo } from "./access-to.ts";
import { applyReview, type Review } from "./apply-review.ts";

/** A submission that runs for longer than this belongs to a dead process. */
export const handingOverMs = 2 * 60_000;

interface ClaimedTemplate {
  template: Template;
  before: Template["review_status"];
  access: ChannelAccess;
  /** WhatsApp counts it as a change of an approved template. */
  revises: boolean;
}

/**
 * Submits a draft or a rejected template to WhatsApp: marked first, submitted outside of any transaction, settled after.
 * After a crash in between, `checkReviews` finds the outcome. Does nothing if under review or approved already.
 * Throws TEMPLATE_NOT_READY at the fields that are wrong, TEMPLATE_EDITED_TOO_OFTEN for an approved one that was changed a
 * short while ago, and TEMPLATE_REFUSED with WhatsApp's reason.
 */
export async function submitTemplate(
  { platform, reviewer }: { platform: Platform; reviewer: TemplateReviewer },
  actor: Actor,
  templateId: RecordId,
): Promise<void> {
  requireAccess(actor, messageTemplates.submit);
  const scope = scopeOf(actor, "bulk:template:query");
  const { db } = platform;
  const claimed = await inTransaction(db, scope, (tx) => claim(tx, { platform, actor, scope, templateId }));
  if (!claimed) return;
  const { template } = claimed;
  try {
    const review = await handOver(reviewer, claimed, await toReview(platform, scope, template));
    await inTransaction(db, scope, async (tx) => {
      const now = await lockTemplate(tx, scope, templateId);
      if (!isSame(now, template)) return;
      await applyReview(tx, now, review);
      if (claimed.revises) await recordRevision(tx, now);
    });
  } catch (error) {
    const detail = error instanceof ProviderFailure ? error.error.detail : "";
    await inTransaction(db, scope, (tx) => revertRefused(tx, scope, claimed, detail));
    if (!(error instanceof ProviderFailure)) throw error;
    throw new AppError(
      "TEMPLATE_REFUSED",
      { detail: detail || error.error.reason },
      { details: { reason: error.error.reason } },
    );
  }
}

async function claim(
  tx: Tx,
  of: { platform: Platform; actor: Actor; scope: Scope; templateId: RecordId },
): Promise<ClaimedTemplate | null> {
  const { actor, scope, templateId } = of;
  const template = await lockTemplate(tx, scope, templateId);
  const { review_status: before, submitted_at: submittedAt } = template;
  const isAbandoned = template.handed_over_at === null && Date.now() - (submittedAt?.getTime() ?? 0) > handingOverMs;
  if (before === "approved" || (before === "pending" && !isAbandoned)) return null;
  requireReady(template.content);
  requireSeldom(template);
  const access = await accessTo(tx, of.platform.secrets, { scope, businessAccountId: template.business_account_id });
  await tx
    .updateTable("message_template")
    .set({
      review_status: "pending",
      submitted_at: new Date(),
      handed_over_at: null,
      checked_at: null,
      version: template.version + 1,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("template_id", "=", templateId)
    .execute();
  await recordTemplateChange(tx, actor, "submitted", { id: templateId, name: template.name });
  const revises = template.provider_id !== null && template.approved_content !== null && before !== "rejected";
  return { template: await lockTemplate(tx, scope, templateId), before, access, revises };
}

function requireSeldom(template: Template): void {
  const now = new Date();
  const from = revisableAt(template, now);
  if (!from) return;
  const hours = Math.ceil((from.getTime() - now.getTime()) / 3_600_000);
  throw new AppError("TEMPLATE_EDITED_TOO_OFTEN", { hours });
}

async function recordRevision(tx: Tx, template: Template): Promise<void> {
  const now = new Date();
  await tx
    .updateTable("message_template")
    .set({ revised_at: [...recentRevisions(template, now), now] })
    .where("organization_id", "=", template.organization_id)
    .where("template_id", "=", template.template_id)
    .execute();
}

function requireReady(content: TemplateContent): void {
  const wrong = adviceOn(content).filter(({ level }) => level === "must");
  if (wrong.length === 0) return;
  const fields = wrong.map(({ field }) => ({ field, name: "FIELD_INVALID" as const }));
  throw new AppError("TEMPLATE_NOT_READY", {}, { fields, details: { advice: wrong.map(({ key }) => key) } });
}

async function toReview(platform: Platform, scope: Scope, template: Template): Promise<TemplateToReview> {
  const { name, language, category, content } = template;
  const { headerImage, ...rest } = content;
  const file = headerImage
    ? await inTransaction(platform.db, scope, (tx) => fileById(tx, scope, headerImage))
    : undefined;
  const picture = file?.storage_key
    ? {
        bytes: await buffer(await platform.files.open(file.storage_key)),
        contentType: file.content_type,
        fileName: file.name,
      }
    : null;
  return { name, language, category, content: rest, picture };
}

async function handOver(
  reviewer: TemplateReviewer,
  { template, access }: ClaimedTemplate,
  toBeReviewed: TemplateToReview,
): Promise<Review> {
  const pending = { status: "pending", reason: null, detail: "" } as const;
  if (template.provider_id !== null) {
    await reviewer.revise(access, template.provider_id, toBeReviewed);
    return { ...pending, id: template.provider_id };
  }
  try {
    const answer = await reviewer.submit(access, toBeReviewed);
    return { ...pending, ...answer };
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.error.code !== "exists") throw error;
    // The last answer was lost, or the template was made at WhatsApp: it is ours now, with our text.
    const there = await reviewer.list(access, template.name);
    const same = there.find(({ name, language }) => name === template.name && language === template.language);
    if (!same) throw error;
    if (same.status !== "pending") await reviewer.revise(access, same.id, toBeReviewed);
    return { ...pending, id: same.id };
  }
}

/** A refused template returns to its earlier state and keeps the reason. */
async function revertRefused(
  tx: Tx,
  scope: Scope,
  { template, before }: ClaimedTemplate,
  detail: string,
): Promise<void> {
  const now = await lockTemplate(tx, scope, template.template_id);
  if (!isSame(now, template)) return;
  await tx
    .updateTable("message_template")
    .set({ review_status: before === "pending" ? "draft" : before, reject_detail: detail, version: now.version + 1 })
    .where("organization_id", "=", scope.organizationId)
    .where("template_id", "=", template.template_id)
    .execute();
}

/** Whether the submission under way is still ours. */
function isSame(now: Template, then: Template): boolean {
  return now.submitted_at?.getTime() === then.submitted_at?.getTime() && now.review_status === "pending";
}
