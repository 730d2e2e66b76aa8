import { createHash } from "node:crypto";
import type { RequestOf } from "@homeroom/contract/endpoint";
import type { notifications } from "@homeroom/contract/notifications";
import { sql } from "kysely";
import { timeZoneOf } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";

/** The most browsers of a person; those renewed longest ago are removed. */
const maxBrowsers = 10;

/** Subscribes the browser of the actor's session to their notifications, or renews the subscription. */
export function subscribe(
  { db, secrets }: Pick<Platform, "db" | "secrets">,
  actor: Actor,
  { endpoint, keys }: RequestOf<typeof notifications.subscribe>,
): Promise<void> {
  const scope = sharedScope(actor);
  const columns = {
    account_id: actor.accountId,
    session_id: actor.sessionId,
    secrets: secrets.seal({ endpoint, ...keys }),
    renewed_at: sql<Date>`now()`,
  };
  return inTransaction(db, scope, async (tx) => {
    await tx
      .insertInto("push_subscription")
      .values({ organization_id: scope.organizationId, endpoint_hash: hashOf(endpoint), ...columns })
      .onConflict((conflict) => conflict.columns(["organization_id", "endpoint_hash"]).doUpdateSet(columns))
      .execute();
    await sql`
      delete from push_subscription where organization_id = ${scope.organizationId} and subscription_id in (
        select subscription_id from push_subscription
        where organization_id = ${scope.organizationId} and account_id = ${actor.accountId}
        order by renewed_at desc, subscription_id desc offset ${maxBrowsers})`.execute(tx);
  });
}

/** Unsubscribes one of the actor's browsers. */
export function unsubscribe(db: Database, actor: Actor, endpoint: string): Promise<void> {
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    await tx
      .deleteFrom("push_subscription")
      .where("organization_id", "=", scope.organizationId)
      .where("account_id", "=", actor.accountId)
      .where("endpoint_hash", "=", hashOf(endpoint))
      .execute();
  });
}

function hashOf(endpoint: string): Buffer {
  return createHash("sha256").update(endpoint).digest();
}

/** Saves the actor's notification settings. Quiet hours use the time zone of their current branch. */
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
