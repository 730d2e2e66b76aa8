import { RecordId } from "@homeroom/contract/ids";
import { landingDomains, maxDomains } from "@homeroom/contract/landing-domains";
import { sql } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { hostNameOf, ourHosts } from "../rules/host-name.ts";

/**
 * Adds a host name of the organisation. Idempotent. Throws FIELD_INVALID
 * if it is not a host name or is ours, and SETTING_LIMIT_REACHED. Without a host for pages it stays unverified.
 */
export function addDomain(
  { db, settings }: Pick<Platform, "db" | "settings">,
  actor: Actor,
  written: string,
): Promise<{ recordID: RecordId }> {
  requireAccess(actor, landingDomains.add);
  const host = hostNameOf(written, ourHosts(settings));
  if (host === null) {
    const name = "FIELD_INVALID";
    throw new AppError(name, {}, { fields: [{ field: "host", name }] });
  }
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const known = await lockDomains(tx, scope);
    const held = known.find((one) => one.host === host);
    if (held) return { recordID: held.domain_id };
    if (known.length >= maxDomains) throw new AppError("SETTING_LIMIT_REACHED");
    const recordID = RecordId.parse(v7());
    await tx
      .insertInto("landing_domain")
      .values({
        organization_id: scope.organizationId,
        domain_id: recordID,
        host,
        problem: null,
        created_by: actor.accountId,
      })
      .execute();
    const subject = { type: "domain", id: recordID, name: host };
    await recordChange(tx, actor, { module: "landing", action: "created", subject });
    return { recordID };
  });
}

/** Removes a host name; its pages then use the product's own host. Throws NOT_FOUND. */
export function removeDomain({ db }: Pick<Platform, "db">, actor: Actor, id: RecordId): Promise<void> {
  requireAccess(actor, landingDomains.remove);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const removed = await tx
      .deleteFrom("landing_domain")
      .where("organization_id", "=", scope.organizationId)
      .where("domain_id", "=", id)
      .returning("host")
      .executeTakeFirst();
    if (!removed) throw new AppError("NOT_FOUND");
    const subject = { type: "domain", id, name: removed.host };
    await recordChange(tx, actor, { module: "landing", action: "deleted", subject });
  });
}

/** Serialises two people who add at once. */
async function lockDomains(tx: Tx, { organizationId }: Scope) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} domains`}, 7063))`.execute(tx);
  return tx
    .selectFrom("landing_domain")
    .select(["domain_id", "host"])
    .where("organization_id", "=", organizationId)
    .execute();
}
