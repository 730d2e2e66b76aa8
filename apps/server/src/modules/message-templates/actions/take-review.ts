import type { TemplateCategory } from "@homeroom/contract/message-templates";
import type { MessageTemplateTable } from "@homeroom/database/template-tables";
import type { Updateable } from "kysely";
import type { Tx } from "#platform/db/transaction";
import type { KnownTemplate } from "../port.ts";
import type { Template } from "../queries.ts";

/** What WhatsApp said of a template, wherever it was heard. */
export interface Review extends Pick<KnownTemplate, "status" | "reason" | "detail"> {
  id: string;
  category?: TemplateCategory | null;
}

/**
 * Stores the review state of a locked template. Repeated news changes nothing, and news about an earlier text does not
 * decide about a draft. Returns whether anything changed.
 */
export async function takeReview(tx: Tx, template: Template, review: Review): Promise<boolean> {
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
      // It runs again after a pause.
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
