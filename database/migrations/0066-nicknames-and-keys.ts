import { type Kysely, sql } from "kysely";
import { openToSystem } from "../row-security.ts";

/**
 * A nickname is as long as the contract allows. And a sign-in key may be looked for in all organisations: who gives the
 * right key with the wrong organisation is told which of the two is wrong.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add constraint account_nickname_length check (char_length(nickname) <= 64)`.execute(db);
  await openToSystem(db, "auto_login_key", "read");
}
