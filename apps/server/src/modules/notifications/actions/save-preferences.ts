import type { RequestOf } from "@homeroom/contract/endpoint";
import type { notifications } from "@homeroom/contract/notifications";
import { sql } from "kysely";
import { timeZoneOf } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";

/** Saves how the actor wants to be told; quiet hours are meant in the zone of the branch that they are in. */
export function savePreferences(
  db: Database,
  actor: Actor,
  { choices, quietHours }: RequestOf<typeof notifications.savePreferences>,
): Promise<void> {
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const columns = {
      choices: JSON.stringify(choices),
      quiet_from: quietHours?.from ?? null,
      quiet_until: quietHours?.until ?? null,
      time_zone: await timeZoneOf(tx, scope, actor.branchId),
      updated_at: sql<Date>`now()`,
    };
    await tx
      .insertInto("notification_setting")
      .values({ organization_id: scope.organizationId, account_id: actor.accountId, ...columns })
      .onConflict((conflict) => conflict.columns(["organization_id", "account_id"]).doUpdateSet(columns))
      .execute();
  });
}
