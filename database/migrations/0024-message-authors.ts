import { type Kysely, sql } from "kysely";

/** Who speaks in a message of ours: a person of the centre, the assistant, or the product by itself. */
const authors = `
alter table message add column author text not null default 'staff' check (author in ('staff', 'assistant', 'automatic'));
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(authors).execute(db);
}
