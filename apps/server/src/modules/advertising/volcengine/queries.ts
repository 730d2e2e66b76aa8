import type { Schema } from "@homeroom/database/schema";
import type { Selectable } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export type VolcengineConnection = Selectable<Schema["volcengine_connection"]>;

/** The keys of the organisation; undefined: it is not connected. */
export function volcengineConnection(tx: Tx, { organizationId }: Scope): Promise<VolcengineConnection | undefined> {
  return tx
    .selectFrom("volcengine_connection")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
}
