import { type Kysely, sql } from "kysely";

/** Who was sent marketing within a day is asked by their number, over all numbers of the organisation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      "create index channel_contact_number on channel_contact (organization_id, phone) include (contact_id) where phone is not null",
    )
    .execute(db);
}
