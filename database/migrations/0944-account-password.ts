import { type Kysely, sql } from "kysely";

/** What a sign-in holds of an account until its session is there: a view of one table, so that its row can be locked. */
const password = `
create view account_password with (security_invoker = true) as
  select organization_id, account_id, password_hash from account;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(password).execute(db);
}
