import type { OrganizationId } from "@homeroom/contract/ids";
import type { Schema } from "@homeroom/database/schema";
import { type Selectable, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";

type Columns = Schema["linked_card"];
/** A card that is linked or being linked. */
export type LinkedCardRow = Selectable<Columns>;

/** The card of an organisation; undefined if none was ever linked. */
export function linkedCardOf(tx: Tx, scope: Scope): Promise<LinkedCardRow | undefined> {
  return tx
    .selectFrom("linked_card")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .executeTakeFirst();
}

const claimMinutes = 10;

/**
 * Claims the card of an organisation for ten minutes, if it is due, so a dead process only delays the
 * renewal. Undefined if it is not due.
 */
export async function claimDueCard(tx: Tx, scope: Scope, now: Date): Promise<LinkedCardRow | undefined> {
  return tx
    .updateTable("linked_card")
    .set({ next_try_at: sql<Date>`${now}::timestamptz + make_interval(mins => ${claimMinutes})` })
    .where("organization_id", "=", scope.organizationId)
    .where("token", "is not", null)
    .where("next_try_at", "<=", now)
    .returningAll()
    .executeTakeFirst();
}

/** Organisations whose card may be due for a renewal, longest due first. */
export async function organizationsWithDueCard(db: Database, now: Date): Promise<OrganizationId[]> {
  const found = await inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("linked_card")
      .select("organization_id")
      .where("token", "is not", null)
      .where("next_try_at", "<=", now)
      .orderBy("next_try_at")
      .limit(500)
      .execute(),
  );
  return found.map((row) => row.organization_id);
}
