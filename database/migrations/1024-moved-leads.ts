import { type Kysely, sql } from "kysely";

/** Lets a bulk change move leads to another branch. */
const kinds = `
alter table lead_bulk_run drop constraint lead_bulk_run_kind_check;
alter table lead_bulk_run add constraint lead_bulk_run_kind_check
  check (kind in ('assign', 'tutor', 'tags', 'status', 'regularContact', 'branch', 'delete'));
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(kinds).execute(db);
}
