import type { RecordId } from "@homeroom/contract/ids";
import type { TemplateForm } from "@homeroom/contract/message-templates";
import { recorderOf } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Template } from "./queries.ts";

/** Writes into the audit log what was done to a message template. */
export const recordTemplateChange = recorderOf("template", "template");

interface Draft extends Pick<TemplateForm, "name" | "language" | "category" | "usage"> {
  recordID: RecordId;
  businessAccountId: string;
  content: Template["content"];
}

/** Stores a new template, which WhatsApp does not know yet. */
export async function insertDraft(tx: Tx, scope: Scope, actor: Actor, draft: Draft): Promise<void> {
  const { recordID, businessAccountId, content, name, language, category, usage } = draft;
  await tx
    .insertInto("message_template")
    .values({
      organization_id: scope.organizationId,
      template_id: recordID,
      business_account_id: businessAccountId,
      ...{ name, language, category, usage },
      content: JSON.stringify(content),
      reject_reason: null,
      stopped: null,
      provider_id: null,
      created_by: actor.accountId,
      updated_by: actor.accountId,
    })
    .execute();
}
