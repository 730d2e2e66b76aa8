import { RecordId } from "@homeroom/contract/ids";
import { messageTemplates, type TemplateLanguage } from "@homeroom/contract/message-templates";
import { v7 } from "uuid";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { loadTemplate } from "../queries.ts";
import { insertDraft, recordTemplateChange } from "../writes.ts";
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
      const businessAccountId = template.business_account_id;
      await insertDraft(tx, scope, actor, { ...template, recordID, businessAccountId, language: of.language });
      await recordTemplateChange(tx, actor, "created", {
        id: recordID,
        name: template.name,
        after: { language: of.language, copyOf: template.language },
      });
      return { recordID };
    }),
  );
}
