import { type Kysely, sql } from "kysely";

/** A merge copies the consents of the other lead. Undoing it deletes the copies, never the originals. */
const copies = `
-- The entry of another lead that this one was copied from, when the two were merged.
alter table consent_entry add column copy_of uuid;

drop policy never_removed on consent_entry;
create policy only_copies_removed on consent_entry as restrictive for delete using (copy_of is not null);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(copies).execute(db);
}
