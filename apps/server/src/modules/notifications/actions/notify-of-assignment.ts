import type { AccountId, LeadId } from "@homeroom/contract/ids";
import { leadHeads } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { notifyPerson } from "./notify-person.ts";
import { publishRead } from "./publish-arrival.ts";

/** A lead changed hands: notifies the new owners, and withdraws the notifications of the previous ones. */
export function notifyOfAssignment(
  db: Database,
  scope: Scope,
  assignment: { leadId: LeadId; version: number; people: readonly AccountId[] },
): Promise<void> {
  const { leadId, version, people } = assignment;
  return inTransaction(db, scope, async (tx) => {
    const lead = (await leadHeads(tx, scope, [leadId])).get(leadId);
    const holders = lead ? [lead.salesId, lead.tutorId].filter((id) => id !== null) : [];
    await dropOf(tx, scope, leadId, holders);
    for (const accountId of people.filter((id) => holders.includes(id))) {
      await notifyPerson(tx, scope, { accountId, kind: "lead.assigned", subjectId: leadId, version, leadId });
    }
  });
}

/** What people who do not hold the lead have not read of it: they would find it closed. */
async function dropOf(tx: Tx, scope: Scope, leadId: LeadId, holders: readonly AccountId[]): Promise<void> {
  let gone = tx
    .deleteFrom("notification")
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .where("read_at", "is", null)
    .returning("account_id");
  if (holders.length > 0) gone = gone.where("account_id", "not in", [...holders]);
  const rows = await gone.execute();
  await publishRead(
    tx,
    scope,
    rows.map((row) => row.account_id),
  );
}
