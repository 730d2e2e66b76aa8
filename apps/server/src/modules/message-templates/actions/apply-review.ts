import type { TemplateCategory } from "@homeroom/contract/message-templates";
import type { MessageTemplateTable } from "@homeroom/database/template-tables";
import type { Updateable } from "kysely";
import { channelById, type NoticeHandler } from "#modules/inbox/public";
import { organizationScope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { KnownTemplate } from "../port.ts";
import { lockTemplatesOf, type Template } from "../queries.ts";

/**
 * Handles WhatsApp's notices about a template's review or category. Notices about a replaced text are ignored. An id
 * is a JSON number there, rounded from 2^53 on: such a template is identified by name and language.
 */
export const applyReviewNews: NoticeHandler = async (tx, channel, { news }) => {
  if (!news || news.about === "number" || news.about === "account") return;
  const scope = organizationScope(channel.organizationId);
  const row = await channelById(tx, channel.organizationId, channel.channelId);
  const businessAccountId = row?.settings["businessAccountId"];
  if (!businessAccountId) return;
  const all = await lockTemplatesOf(tx, scope, businessAccountId);
  const isRounded = Number(news.templateId) > Number.MAX_SAFE_INTEGER;
  const template = all.find((one) =>
    one.provider_id === null || isRounded
      ? one.name === news.name && one.language === news.language
      : one.provider_id === news.templateId,
  );
  const id = isRounded ? template?.provider_id : news.templateId;
  // If the template has no exact id yet, WhatsApp is asked for its review.
  if (!template || !id) return;
  if (news.about === "templateCategory") {
    const category = news.category === "marketing" || news.category === "utility" ? news.category : null;
    await applyReview(tx, template, { id, status: "pending", reason: null, detail: "", category });
    return;
  }
  if (isOlder(news.at, template)) return;
  await applyReview(tx, template, { id, status: news.status, reason: news.reason ?? null, detail: news.detail });
};

/** WhatsApp's verdict on a template, from any source. */
export interface Review extends Pick<KnownTemplate, "status" | "reason" | "detail"> {
  id: string;
  category?: TemplateCategory | null;
}

/**
 * Stores the review state of a locked template. Repeated notices change nothing, and notices about an earlier text do not
 * change a draft. Returns whether anything changed.
 */
export async function applyReview(tx: Tx, template: Template, review: Review): Promise<boolean> {
  const change = changeBy(template, review);
  const now = new Date();
  await tx
    .updateTable("message_template")
    .set({
      ...change,
      checked_at: now,
      provider_id: review.status === "gone" ? null : review.id,
      ...(change && { version: template.version + 1, updated_at: now }),
    })
    .where("organization_id", "=", template.organization_id)
    .where("template_id", "=", template.template_id)
    .execute();
  return change !== null;
}

const clean = { reject_reason: null, reject_detail: "", stopped: null } as const;

function changeBy(template: Template, review: Review): Updateable<MessageTemplateTable> | null {
  const { review_status: now, stopped } = template;
  const handedOver = template.handed_over_at === null && now === "pending" ? { handed_over_at: new Date() } : {};
  const category = review.category && review.category !== template.category ? { category: review.category } : {};
  const besides = { ...handedOver, ...category };
  switch (review.status) {
    case "approved":
      if (now === "pending")
        return { ...besides, ...clean, review_status: "approved", approved_content: JSON.stringify(template.content) };
      // The template works again after a pause.
      if (stopped !== null) return { ...besides, ...clean };
      break;
    case "rejected":
      if (now === "pending")
        return {
          ...besides,
          review_status: "rejected",
          reject_reason: review.reason ?? "other",
          reject_detail: review.detail,
        };
      break;
    case "paused":
    case "disabled":
      if (stopped !== review.status)
        return { ...besides, stopped: review.status, reject_reason: review.status, reject_detail: review.detail };
      break;
    case "gone":
      if (template.provider_id !== null || now === "pending")
        return { ...clean, review_status: "draft", approved_content: null, handed_over_at: null };
      break;
    case "pending":
      break;
  }
  return Object.keys(besides).length > 0 ? besides : null;
}

/** WhatsApp counts in whole seconds. */
function isOlder(at: string | undefined, { submitted_at: submittedAt }: Template): boolean {
  return at !== undefined && submittedAt !== null && Date.parse(at) < Math.floor(submittedAt.getTime() / 1000) * 1000;
}
