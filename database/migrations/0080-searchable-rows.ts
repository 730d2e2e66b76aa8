import { type Kysely, sql } from "kysely";

/**
 * Rows of the transaction's organisation for searches. A view runs with the rights of its owner, who is above row-level
 * security: the condition here takes its place. It stands beside the conditions of a query, not before them, so that
 * indexes on functions and arrays are used, which behind row-level security would ask for leakproof ones.
 */
const views = { organization_lead: "lead", organization_message_text: "message_text" };

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [view, table] of Object.entries(views)) {
    await sql`
      create view ${sql.table(view)} as
      select * from ${sql.table(table)} where organization_id = app_organization()`.execute(db);
  }
}
