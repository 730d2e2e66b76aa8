import type { RecordId } from "@homeroom/contract/ids";
import type { Domain } from "@homeroom/contract/landing-domains";
import type { Schema } from "@homeroom/database/schema";
import type { Selectable } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export type StoredDomain = Selectable<Schema["landing_domain"]>;

/** The host names of an organisation. */
export async function presentDomains(tx: Tx, { organizationId }: Scope): Promise<Domain[]> {
  const rows = await tx
    .selectFrom("landing_domain")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .orderBy("host")
    .execute();
  return rows.map((row) => ({
    recordID: row.domain_id,
    host: row.host,
    state: row.state,
    problem: row.problem,
    checkTime: row.checked_at?.toISOString() ?? null,
  }));
}

export function domainById(tx: Tx, { organizationId }: Scope, id: RecordId): Promise<StoredDomain | undefined> {
  return tx
    .selectFrom("landing_domain")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("domain_id", "=", id)
    .executeTakeFirst();
}
