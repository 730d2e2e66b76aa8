import type { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { organizationScope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import type { TrackedLink } from "../rules/links.ts";

/** Mail gateways open every link within seconds of its arrival. */
const tooSoonSeconds = 2;

interface LinkTarget {
  organizationId: OrganizationId;
  planId: RecordId;
  address: string;
}

/** The target of a link; null when its plan is gone. */
export async function findLink(db: Database, { plan, place }: TrackedLink): Promise<LinkTarget | null> {
  const found = await inSystemTransaction(db, (tx) =>
    sql<{ organizationId: OrganizationId; planId: RecordId; address: string | null }>`
      select organization_id as "organizationId", plan_id as "planId", links[${place + 1}::int] as address
      from broadcast_plan where link_number = ${plan}`.execute(tx),
  );
  const [target] = found.rows;
  return target?.address ? { ...target, address: target.address } : null;
}

/** Counts that a recipient opened a link, once per recipient, even if they open others later. */
export function countClick(db: Database, { organizationId, planId }: LinkTarget, recipientId: number): Promise<void> {
  return inTransaction(db, organizationScope(organizationId), async (tx) => {
    // One statement: the plan's row is locked before its figures, as everywhere.
    await sql`
      with clicked as (
        update broadcast_recipient set clicked_at = clock_timestamp()
        where organization_id = ${organizationId} and plan_id = ${planId} and recipient_id = ${recipientId}
          and clicked_at is null and queued_at < clock_timestamp() - make_interval(secs => ${tooSoonSeconds})
        returning recipient_id)
      update broadcast_plan set clicked = clicked + 1
      where organization_id = ${organizationId} and plan_id = ${planId} and exists (select from clicked)`.execute(tx);
  });
}
