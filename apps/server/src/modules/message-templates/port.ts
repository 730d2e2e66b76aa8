import type { RecordId } from "@homeroom/contract/ids";
import type { RejectReason, TemplateCategory, TemplateContent } from "@homeroom/contract/message-templates";
import type { ChannelAccess } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** A template's content without its picture, which is a file here and a sample at WhatsApp. */
export type ReviewedContent = Omit<TemplateContent, "headerImage">;

/** A template as WhatsApp has it. */
export interface KnownTemplate {
  id: string;
  name: string;
  /** In WhatsApp's own codes, of which we store four. */
  language: string;
  /** Null: a category that is not stored here. */
  category: TemplateCategory | null;
  status: "pending" | "approved" | "rejected" | "paused" | "disabled" | "gone";
  reason: RejectReason | null;
  detail: string;
  /** Null: it has parts that are not stored here. */
  content: ReviewedContent | null;
}

/** The content submitted for review. */
export interface TemplateToReview {
  name: string;
  language: string;
  category: TemplateCategory;
  content: ReviewedContent;
  picture: { bytes: Buffer; contentType: string; fileName: string } | null;
}

/** A user that sends templates later. */
export interface MessageTemplateUses {
  /** Whether a template about to be removed is still needed. */
  isUsed(tx: Tx, scope: Scope, templateId: RecordId): Promise<boolean>;
}

/** The service that reviews templates. All calls throw ProviderFailure; each can be retried safely. */
export interface TemplateReviewer {
  /** All templates of the business account, or those with a name. */
  list(channel: ChannelAccess, name?: string): Promise<KnownTemplate[]>;
  /** Submits a new template. Throws with the code `exists` if the name and language exist already. */
  submit(
    channel: ChannelAccess,
    template: TemplateToReview,
  ): Promise<Pick<KnownTemplate, "id" | "status" | "category">>;
  /** Replaces the text of an existing template, which is reviewed again. */
  revise(channel: ChannelAccess, id: string, template: TemplateToReview): Promise<void>;
  /** Removes one language of a template. Idempotent: succeeds if it does not exist. */
  remove(channel: ChannelAccess, template: { id: string; name: string }): Promise<void>;
}
