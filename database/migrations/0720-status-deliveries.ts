import { type Kysely, sql } from "kysely";

const statuses = `
-- It says how far a message of ours came, which can wait for what customers say.
alter table inbound_delivery add column is_status boolean not null default false;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statuses).execute(db);
}
