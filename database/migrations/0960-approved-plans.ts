import { type Kysely, sql } from "kysely";

/** What the second person approved of a plan; null: the plan was running, or approved by an earlier release. */
const approved = `
alter table broadcast_plan
  -- How many people it would have gone to.
  add column approved_total int,
  -- SHA-256 of what its messages said.
  add column approved_text text;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(approved).execute(db);
}
