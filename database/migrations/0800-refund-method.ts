import { type Kysely, sql } from "kysely";

const method = `
alter table refund
  -- How the money was returned; null: the way it came (refunds of an earlier release).
  add column method text,
  add column reference text not null default '';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(method).execute(db);
}
