import { RecordId } from "@homeroom/contract/ids";
import {
  type SyncReport,
  type TemplateCategory,
  type TemplateContent,
  type TemplateLanguage,
  templateLanguages,
} from "@homeroom/contract/message-templates";
import { v7 } from "uuid";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { KnownTemplate, ReviewedContent } from "../port.ts";
import { lockTemplatesOf, type Template } from "../queries.ts";
import { readsTheSame, sameContent } from "../rules.ts";
import { applyReview } from "./apply-review.ts";
import { handingOverMs } from "./submit-template.ts";

type Counts = Omit<SyncReport, "failed">;

/** The fields of WhatsApp's template that can be stored here. */
type UsableTemplate = KnownTemplate & {
  language: TemplateLanguage;
  category: TemplateCategory;
  content: ReviewedContent;
};

/**
 * Compares all of a business account's templates with WhatsApp's present ones: new ones are added, reviews
 * settled if they are about the submitted text, texts changed there adopted unless somebody is editing here,
 * and missing ones become drafts again.
 */
export async function takeOverTemplates(
  tx: Tx,
  scope: Scope,
  of: { businessAccountId: string; there: readonly KnownTemplate[]; add: boolean },
): Promise<Counts> {
  const counts: Counts = { added: 0, updated: 0, unchanged: 0, missing: 0, skipped: 0 };
  const here = await lockTemplatesOf(tx, scope, of.businessAccountId);
  const seen = new Set<string>();
  for (const known of of.there) {
    if (!isUsable(known)) {
      counts.skipped += 1;
      continue;
    }
    const mine = here.find(({ name, language }) => name === known.name && language === known.language);
    if (mine) {
      seen.add(mine.template_id);
      counts[(await takeOver(tx, mine, known)) ? "updated" : "unchanged"] += 1;
    } else if (of.add && known.status !== "gone") {
      await addKnown(tx, scope, of.businessAccountId, known);
      counts.added += 1;
    }
  }
  for (const template of here.filter(({ template_id: id }) => !seen.has(id))) {
    if (await markMissing(tx, template)) counts.missing += 1;
  }
  return counts;
}

function isUsable(known: KnownTemplate): known is UsableTemplate {
  const language = templateLanguages.some((one) => one === known.language);
  return language && known.category !== null && known.content !== null;
}

async function takeOver(tx: Tx, mine: Template, known: UsableTemplate): Promise<boolean> {
  const decision = decisionOn(mine, known);
  if (decision === "later") return false;
  if (decision === "other") return makeDraftAgain(tx, mine, known);
  const reviewed = await applyReview(tx, mine, known);
  // Only if approved on both sides: otherwise somebody is editing it here, or waiting for its review.
  if (known.status !== "approved" || mine.review_status !== "approved") return reviewed;
  const content = merged(known.content, mine.content);
  if (sameContent(content, mine.content)) return reviewed;
  const text = JSON.stringify(content);
  await tx
    .updateTable("message_template")
    .set({ content: text, approved_content: text, updated_at: new Date(), version: mine.version + 1 })
    .where("organization_id", "=", mine.organization_id)
    .where("template_id", "=", mine.template_id)
    .execute();
  return true;
}

/**
 * The subject of WhatsApp's decision on a template under review here: `ours`, our text; `later`,
 * unknown while the submission is under way; `other`, an earlier text or one from somebody else.
 */
function decisionOn(mine: Template, known: UsableTemplate): "ours" | "later" | "other" {
  const isDecided = known.status === "approved" || known.status === "rejected";
  if (mine.review_status !== "pending" || !isDecided) return "ours";
  const isSame = readsTheSame(known.content, mine.content);
  const isFresh = Date.now() - (mine.submitted_at?.getTime() ?? 0) < handingOverMs;
  if (isFresh && (!isSame || mine.handed_over_at === null)) return "later";
  return isSame ? "ours" : "other";
}

/** Our text never reached WhatsApp, or was replaced there: messages have the text that it approved. */
async function makeDraftAgain(tx: Tx, mine: Template, known: UsableTemplate): Promise<boolean> {
  const approved = merged(known.content, mine.approved_content ?? mine.content);
  const now = new Date();
  await tx
    .updateTable("message_template")
    .set({
      review_status: "draft",
      handed_over_at: null,
      checked_at: now,
      provider_id: known.id,
      category: known.category,
      ...(known.status === "approved" && { approved_content: JSON.stringify(approved) }),
      updated_at: now,
      version: mine.version + 1,
    })
    .where("organization_id", "=", mine.organization_id)
    .where("template_id", "=", mine.template_id)
    .execute();
  return true;
}

/** Fields unknown to WhatsApp stay: the picture's file, and the sources of variables. */
function merged(theirs: ReviewedContent, ours: TemplateContent | null): TemplateContent {
  return {
    ...theirs,
    headerImage: theirs.type === "image" ? (ours?.headerImage ?? null) : null,
    variables: theirs.variables.map(({ sample }, index) => ({
      sample,
      source: ours?.variables[index]?.source ?? "none",
    })),
    buttons: theirs.buttons.map((button, index) => ({
      ...button,
      // WhatsApp treats it like any other shortcut.
      type: ours?.buttons[index]?.type === "unsubscribe" && button.type === "shortcut" ? "unsubscribe" : button.type,
    })),
  };
}

async function addKnown(tx: Tx, scope: Scope, businessAccountId: string, known: UsableTemplate): Promise<void> {
  const content = JSON.stringify(merged(known.content, null));
  const runs = known.status === "approved" || known.status === "paused" || known.status === "disabled";
  const stopped = known.status === "paused" || known.status === "disabled" ? known.status : null;
  await tx
    .insertInto("message_template")
    .values({
      organization_id: scope.organizationId,
      template_id: RecordId.parse(v7()),
      business_account_id: businessAccountId,
      name: known.name,
      language: known.language,
      category: known.category,
      content,
      approved_content: runs ? content : null,
      review_status: runs ? "approved" : known.status === "rejected" ? "rejected" : "pending",
      reject_reason: stopped ?? (known.status === "rejected" ? (known.reason ?? "other") : null),
      reject_detail: known.detail,
      stopped,
      provider_id: known.id,
      submitted_at: new Date(),
      handed_over_at: new Date(),
      checked_at: new Date(),
      created_by: null,
      updated_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A template submitted just now may not be there yet, or may be newer than the list. */
async function markMissing(tx: Tx, template: Template): Promise<boolean> {
  const { review_status: status, submitted_at: submitted, provider_id: id } = template;
  const justNow = Date.now() - (submitted?.getTime() ?? 0) < handingOverMs;
  if (id === null && status !== "pending") return false;
  if (status === "pending" && justNow) return false;
  return applyReview(tx, template, { id: "", status: "gone", reason: null, detail: "" });
}
