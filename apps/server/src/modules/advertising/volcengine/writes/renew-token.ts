import type { Schema } from "@homeroom/database/schema";
import { sql, type Updateable } from "kysely";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { AdPlatformFailure, type VolcengineProvider } from "../../port.ts";
import { type VolcengineConnection, volcengineConnection } from "../queries.ts";
import { sealGrant } from "../rules.ts";

/** A key that expires sooner is renewed. */
const renewBeforeMs = 3_600_000;
const leaseMs = 60_000;

/**
 * The organisation's key; undefined without a connection. A refresh token works once, so one process exchanges it while
 * the others keep using the current key. Throws AdPlatformFailure.
 */
export async function volcengineToken(
  { db, secrets }: Pick<Platform, "db" | "secrets">,
  provider: VolcengineProvider,
  scope: Scope,
  now = new Date(),
): Promise<string | undefined> {
  const connection = await inTransaction(db, scope, (tx) => volcengineConnection(tx, scope));
  if (!connection) return undefined;
  const keys = secrets.open(connection.secrets);
  if (connection.token_ends_at.getTime() - now.getTime() > renewBeforeMs) return keys["token"];
  if (!(await takeTurn({ db }, scope, { connection, now }))) {
    if (connection.token_ends_at > now) return keys["token"];
    throw new AdPlatformFailure("unavailable", "Another process gets the next key");
  }
  const next = await renewed({ db }, provider, { scope, connection, refreshToken: keys["refreshToken"] ?? "" });
  return inTransaction(db, scope, async (tx) => {
    if (await changePair(tx, connection, sealGrant(secrets, next))) return next.token;
    // Somebody has reconnected or disconnected meanwhile: the stored state counts.
    const now = await volcengineConnection(tx, scope);
    return now && secrets.open(now.secrets)["token"];
  });
}

/** Changes a connection if it still has the pair that was read; returns whether it did. */
async function changePair(
  tx: Tx,
  { organization_id: organizationId, secrets }: VolcengineConnection,
  change: Updateable<Schema["volcengine_connection"]>,
): Promise<boolean> {
  const changed = await tx
    .updateTable("volcengine_connection")
    .set(change)
    .where("organization_id", "=", organizationId)
    .where("secrets", "=", secrets)
    .executeTakeFirst();
  return Number(changed.numUpdatedRows) > 0;
}

/** Whether this process is the one that exchanges the pair that was read. */
function takeTurn(
  { db }: Pick<Platform, "db">,
  scope: Scope,
  { connection, now }: { connection: VolcengineConnection; now: Date },
): Promise<boolean> {
  return inTransaction(db, scope, async (tx) => {
    const taken = await tx
      .updateTable("volcengine_connection")
      .set({ renewing_until: new Date(now.getTime() + leaseMs) })
      .where("organization_id", "=", scope.organizationId)
      .where("secrets", "=", connection.secrets)
      .where(sql<boolean>`coalesce(renewing_until <= ${now}, true)`)
      .executeTakeFirst();
    return Number(taken.numUpdatedRows) > 0;
  });
}

async function renewed(
  { db }: Pick<Platform, "db">,
  provider: VolcengineProvider,
  { scope, connection, refreshToken }: { scope: Scope; connection: VolcengineConnection; refreshToken: string },
) {
  try {
    return await provider.renewed(refreshToken);
  } catch (error) {
    const isOver = error instanceof AdPlatformFailure && error.reason === "reconnect";
    await inTransaction(db, scope, (tx) =>
      changePair(tx, connection, { renewing_until: null, ...(isOver && { refused_at: new Date() }) }),
    );
    throw error;
  }
}
