import { type Kysely, sql } from "kysely";
import type { Backfill } from "../migration.ts";

/** A row for each lead of before, without its keys: some seconds for a million, and no lock that anybody waits for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into lead_search (organization_id, lead_id) select organization_id, lead_id from lead
    on conflict do nothing`.execute(db);
}

export const backfill: Backfill = {
  table: "lead_search",
  set: `(keys, sound_keys) = (
    select search_keys(organization_id, search_text), sound_keys_of(organization_id, nickname, fullname,
      last_name || first_name, contact1->>'name', contact2->>'name')
    from lead where lead.organization_id = lead_search.organization_id and lead.lead_id = lead_search.lead_id)`,
  where: "lead_search.keys is null",
};
