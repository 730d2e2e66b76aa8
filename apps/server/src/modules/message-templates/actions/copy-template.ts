import { RecordId } from "@homeroom/contract/ids";
import { messageTemplates, type TemplateLanguage } from "@homeroom/contract/message-templates";
import { v7 } from "uuid";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { loadTemplate } from "../queries.ts";
import { recordTemplateChange } from "../writes.ts";
import { requireRoom } from "./require-room.ts";
import { named } from "./save-template.ts";

/** Makes a draft of the same name in another language, to be translated. Throws TEMPLATE_NAME_TAKEN. */
export function copyTemplate(
  db: Database,
  actor: Actor,
  of: { templateId: RecordId; language: TemplateLanguage },
): Promise<{ recordID: RecordId }> {
  requireAccess(actor, messageTemplates.copy);
  const scope = scopeOf(actor, "bulk:template:query");
  const recordID = RecordId.parse(v7());
  return named(() =>
    inTransaction(db, scope, async (tx) => {
      const template = await loadTemplate(tx, scope, of.templateId);
      await requireRoom(tx, scope, template.business_account_id);
      await tx
        .insertInto("message_template")
        .values({
          organization_id: scope.organizationId,
          template_id: recordID,
          business_account_id: template.business_account_id,
          name: template.name,
          language: of.language,
          category: template.category,
          usage: template.usage,
          content: JSON.stringify(template.content),
          reject_reason: null,
          stopped: null,
          provider_id: null,
          created_by: actor.accountId,
          updated_by: actor.accountId,
        })
        .execute();
      await recordTemplateChange(tx, actor, "created", {
        id: recordID,
        name: template.name,
        after: { language: of.language, copyOf: template.language },
      });
      return { recordID };
    }),
  );
}
