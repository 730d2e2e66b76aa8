import type { ClientBase } from "pg";
import { baselines, replaced } from "./baselines.ts";

/** Gives a database back what the release before the baselines left: the names of its migrations, and a check of new rows only. */
export async function undoBaselines(client: ClientBase): Promise<void> {
  await client.query(`
    begin;
    alter table message rename constraint message_state_check to validated;
    alter table message add constraint message_state_check
      check (state in ('received','queued','sending','unsure','accepted','sent','delivered','read','failed','cancelled')) not valid;
    alter table message drop constraint validated`);
  await client.query("delete from kysely_migration where name = any($1)", [baselines]);
  const sql =
    "insert into kysely_migration (name, timestamp) select name, '2026-11-20T08:00:00.000Z' from unnest($1::text[]) name";
  await client.query(sql, [replaced]);
  await client.query("commit");
}
