import { type Kysely, sql } from "kysely";

/** Pictures that a page had before: somebody who takes one away can put it back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table landing_page add column former_picture_ids uuid[] not null default '{}'`.execute(db);
}
