import type { Schema } from "@homeroom/database/schema";
import type { Updateable } from "kysely";
import { emitOrganizationChanged } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Changes the card of an organisation. Where that may change whether it renews the plan, the screens hear it. */
export async function changeCard(tx: Tx, scope: Scope, change: Updateable<Schema["linked_card"]>): Promise<void> {
  await tx.updateTable("linked_card").set(change).where("organization_id", "=", scope.organizationId).execute();
  if ("problem" in change) await emitOrganizationChanged(tx, scope);
}
