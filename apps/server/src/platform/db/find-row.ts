import type { Schema } from "@homeroom/database/schema";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Scope } from "./scope.ts";
import type { Tx } from "./transaction.ts";

/** The tables whose rows belong to organisations. */
type OrganizationTable = {
  [Table in keyof Schema]: "organization_id" extends keyof Schema[Table] ? Table : never;
}[keyof Schema];

/** Columns with the values that a row has in them. */
type Key<Table extends OrganizationTable> = {
  readonly [Column in keyof Selectable<Schema[Table]>]?: NonNullable<Selectable<Schema[Table]>[Column]>;
};

/** The row of the scope's organisation with this key; undefined when there is none. Branch and reach are not looked at. */
export async function findRow<Table extends OrganizationTable>(
  tx: Tx,
  scope: Scope,
  table: Table,
  key: Key<Table>,
): Promise<Selectable<Schema[Table]> | undefined> {
  const { rows } = await rowOf(scope, table, key).execute(tx);
  return rows[0];
}

/** The same, held until the transaction ends: nobody else changes it meanwhile. */
export async function lockRow<Table extends OrganizationTable>(
  tx: Tx,
  scope: Scope,
  table: Table,
  key: Key<Table>,
): Promise<Selectable<Schema[Table]> | undefined> {
  const { rows } = await sql<Selectable<Schema[Table]>>`${rowOf(scope, table, key)} for update`.execute(tx);
  return rows[0];
}

function rowOf<Table extends OrganizationTable>(
  { organizationId }: Scope,
  table: Table,
  key: Key<Table>,
): RawBuilder<Selectable<Schema[Table]>> {
  const conditions = Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  return sql`select * from ${sql.table(table)}
    where organization_id = ${organizationId} and ${sql.join(conditions, sql` and `)}`;
}
