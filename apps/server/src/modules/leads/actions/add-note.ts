import type { RequestOf } from "@homeroom/contract/endpoint";
import { RecordId } from "@homeroom/contract/ids";
import type { leads } from "@homeroom/contract/leads";
import { customLists } from "@homeroom/contract/media";
import { v7 } from "uuid";
import { itemsByIds } from "#modules/lists/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { lockLead } from "../queries/load-lead.ts";
import { refuseFaults } from "./refuse-duplicates.ts";
import { saveLead } from "./save-lead.ts";

/** Adds a note; its result and next contact date become the lead's. Repeated with the same proposed id it adds nothing. */
export function addNote(
  db: Database,
  actor: Actor,
  form: RequestOf<typeof leads.addNote>,
): Promise<{ recordID: RecordId }> {
  requirePermission(actor, "crm:lead:log");
  const scope = scopeOf(actor, "crm:lead:all");
  const recordID = form.recordID ?? RecordId.parse(v7());
  return inTransaction(db, scope, async (tx) => {
    const lead = await lockLead(tx, scope, form.leadId);
    const results = await itemsByIds(tx, scope, form.result ? [form.result] : []);
    if (form.result && results.get(form.result)?.projectID !== customLists.contactResults) {
      refuseFaults([{ field: "result", name: "FIELD_INVALID" }]);
    }
    const added = await tx
      .insertInto("lead_note")
      .values({
        organization_id: scope.organizationId,
        note_id: recordID,
        lead_id: lead.lead_id,
        content: form.content,
        result_id: form.result,
        next_contact_date: form.nextContactDate || null,
        created_by: actor.accountId,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) return { recordID };
    const columns = {
      last_contact_at: new Date(),
      ...(form.result && { result_id: form.result }),
      ...(form.nextContactDate && { next_contact_date: form.nextContactDate }),
    };
    await saveLead(tx, scope, { lead, columns, entries: [{ action: "note", content: form.content }], actor });
    return { recordID };
  });
}
