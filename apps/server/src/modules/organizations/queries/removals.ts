import type { OrganizationId } from "@homeroom/contract/ids";
import type { OrganizationRemovalTable } from "@homeroom/database/place-tables";
import { type Selectable, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";

export type Removal = Selectable<OrganizationRemovalTable>;

/** The deletion that the owner requested and that has not begun; null: none. */
export async function waitingWipe(tx: Tx, scope: Scope) {
  const found = await tx
    .selectFrom("organization_removal")
    .select(["requested_at", "due_at", "requested_by"])
    .where("organization_id", "=", scope.organizationId)
    .where("reason", "=", "wipe")
    .where("started_at", "is", null)
    .executeTakeFirst();
  if (!found) return null;
  return {
    requestTime: found.requested_at.toISOString(),
    dueTime: found.due_at.toISOString(),
    requestedBy: found.requested_by,
  };
}

/** Whether the data of an organisation are being removed, or will be at its owner's request. */
export async function isToBeRemoved(tx: Tx, scope: Scope): Promise<boolean> {
  const found = await tx
    .selectFrom("organization_removal")
    .select("reason")
    .where("organization_id", "=", scope.organizationId)
    .where((removal) => removal.or([removal("reason", "=", "wipe"), removal("started_at", "is not", null)]))
    .executeTakeFirst();
  return found !== undefined;
}

/** All organisations that are not deactivated. */
export async function openOrganizations(db: Database): Promise<OrganizationId[]> {
  const rows = await inSystemTransaction(db, (tx) =>
    tx.selectFrom("organization").select("organization_id").where("deactivated_at", "is", null).execute(),
  );
  return rows.map((row) => row.organization_id);
}

/** Open organisations whose plan or trial ends within eight days, or has ended. */
export async function endingOrganizations(db: Database): Promise<OrganizationId[]> {
  const rows = await inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("organization")
      .select("organization_id")
      .where("deactivated_at", "is", null)
      .where("expires_at", "<", sql<Date>`now() + interval '8 days'`)
      .orderBy("expires_at")
      .execute(),
  );
  return rows.map((row) => row.organization_id);
}
