import { type Kysely, sql } from "kysely";
import { openToSystem } from "../row-security.ts";

/**
 * Decisions about leads that are too old are found and removed, whichever organisation's they are. And what people may do
 * by their roles in force, for those who look for the people.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view account_permission_in_force with (security_invoker = true) as
      select held.organization_id, held.account_id, granted.permission
      from account_role_in_force held join role_permission granted using (organization_id, role_id)`.execute(db);
  await sql`create index lead_assignment_by_age on lead_assignment (created_at)`.execute(db);
  await openToSystem(db, "lead_assignment", "write");
}
