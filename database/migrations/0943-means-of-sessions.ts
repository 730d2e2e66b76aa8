import { type Kysely, sql } from "kysely";

const means = `
-- How its holder came in: password, key or registration. Null in sessions of before, which stand for no password.
alter table session add column means text;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(means).execute(db);
}
