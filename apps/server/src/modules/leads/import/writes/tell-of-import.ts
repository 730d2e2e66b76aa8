import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { ImportRequest } from "#modules/imports/public";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { leadsDealt } from "../../events.ts";

/** Says how many leads an import gave to each person, so that each is notified once; the importer is not. */
export async function tellOfImport(
  tx: Tx,
  { actor, scope }: ImportRequest,
  { importId, created }: { importId: RecordId; created: readonly string[] },
): Promise<void> {
  const found = await sql<{ accountId: AccountId; count: number }>`
    select sales_id as "accountId", count(*)::int as count from lead
    where organization_id = ${scope.organizationId} and lead_id = any(${sql.val([...created])}::uuid[])
      and sales_id is not null and sales_id <> ${actor.accountId}
    group by sales_id order by sales_id`.execute(tx);
  if (found.rows.length === 0) return;
  const payload = { bulkId: importId, receivers: found.rows };
  await emit(tx, leadsDealt, { organizationId: scope.organizationId, aggregateId: importId, payload });
}
