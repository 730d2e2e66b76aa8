import type { RecordId } from "@homeroom/contract/ids";
import type { RejectReason, TemplateCategory, TemplateContent } from "@homeroom/contract/message-templates";
import type { ChannelAccess } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** What a template says, its picture apart: that is a file here and a sample there. */
export type ReviewedContent = Omit<TemplateContent, "headerImage">;

/** A template as WhatsApp has it. */
export interface KnownTemplate {
  id: string;
  name: string;
  /** In WhatsApp's own codes, of which we keep four. */
  language: string;
  /** Null: of a category that is not kept here. */
  category: TemplateCategory | null;
  status: "pending" | "approved" | "rejected" | "paused" | "disabled" | "gone";
  reason: RejectReason | null;
  detail: string;
  /** Null: made of parts that are not kept here. */
  content: ReviewedContent | null;
}

/** What is handed over for review. */
export interface TemplateToReview {
  name: string;
  language: string;
  category: TemplateCategory;
  content: ReviewedContent;
  picture: { bytes: Buffer; contentType: string; fileName: string } | null;
}

/** What sends templates later. */
export interface MessageTemplateUses {
  /** Whether a template that is to be removed is still needed. */
  isUsed(tx: Tx, scope: Scope, templateId: RecordId): Promise<boolean>;
}

/** What we need of a service that reviews templates. All calls throw ProviderFailure; each can be retried safely. */
export interface TemplateReviewer {
  /** All templates of the business account; with a name, those of that name. */
  list(channel: ChannelAccess, name?: string): Promise<KnownTemplate[]>;
  /** Hands over a new one. Throws with the code `exists` when there is one of the name and language. */
  submit(
    channel: ChannelAccess,
    template: TemplateToReview,
  ): Promise<Pick<KnownTemplate, "id" | "status" | "category">>;
  /** Replaces the text of one that it has, which is reviewed again. */
  revise(channel: ChannelAccess, id: string, template: TemplateToReview): Promise<void>;
  /** Removes one language of a template; one that is not there is removed. */
  remove(channel: ChannelAccess, template: { id: string; name: string }): Promise<void>;
}
