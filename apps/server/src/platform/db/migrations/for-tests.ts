import type { ClientBase } from "pg";
import { replaced } from "./baselines.ts";

/** Makes a migrated database what the release before the baselines left: its tables, and the names of its migrations. */
export async function undoBaselines(client: ClientBase): Promise<void> {
  await client.query(`
    begin;
    drop table removed_file;
    drop index inbound_delivery_processed;
    drop table backfill;
    alter table message rename constraint message_state_check to validated;
    alter table message add constraint message_state_check
      check (state in ('received','queued','sending','unsure','accepted','sent','delivered','read','failed','cancelled')) not valid;
    alter table message drop constraint validated;
    delete from kysely_migration`);
  const sql =
    "insert into kysely_migration (name, timestamp) select name, '2026-11-20T08:00:00.000Z' from unnest($1::text[]) name";
  await client.query(sql, [replaced]);
  await client.query("commit");
}
