import type { TestDatabase } from "@homeroom/server/platform/db/for-tests";
import pg from "pg";
import type { Statements } from "./stage.ts";

/** A row that was inserted, updated or deleted, as text before and after; null where it did not exist. */
export interface Change {
  table: string;
  organizationId: string | null;
  before: string | null;
  after: string | null;
}

/** Everything committed so far: a PostgreSQL snapshot, which also records which transactions were still open. */
export type Moment = string;

/** Records every change of the tables that belong to organisations. */
export interface ChangeLog {
  now(): Promise<Moment>;
  /** The changes committed after that moment, in the order in which they were made. */
  since(moment: Moment): Promise<Change[]>;
  /** The tables that are watched. */
  tables: readonly string[];
  /** Writes that are not recorded: for rows that a test puts back. */
  unrecorded: Statements;
  close(): Promise<void>;
}

/** Written in the background, long after the call that caused it; the contact clock does so even without a call. */
const unwatched = ["outbox", "notification_progress", "lead_assignment", "contact_morning"];

const unrecordedName = "unrecorded";

/**
 * Installs triggers in a test's database. They record what the application's restricted role does too, and undo the record
 * when its transaction rolls back. A truncate fires no row trigger, but that role may not truncate.
 */
export async function recordChanges({ owner, access }: TestDatabase): Promise<ChangeLog> {
  await owner.query(logTable);
  const tables = await watchedTables(owner);
  await owner.query(tables.map(triggerOn).join(";"));
  const unrecorded = new pg.Pool({ connectionString: access.ownerUrl, max: 1, application_name: unrecordedName });
  unrecorded.on("error", () => undefined);
  return {
    async now() {
      const found = await owner.query<{ moment: Moment }>("select pg_current_snapshot()::text as moment");
      return found.rows[0]?.moment ?? "";
    },
    async since(moment) {
      const found = await owner.query<Recorded>({ name: "changes since", text: changesSince, values: [moment] });
      return netOf(found.rows);
    },
    tables,
    unrecorded: { query: (statement, values) => unrecorded.query(statement, values) },
    close: () => unrecorded.end(),
  };
}

// The application's role may not write here and cannot see the table: the function runs as the owner.
const logTable = `
create schema change_log;
create unlogged table change_log.change (
  position bigint generated always as identity,
  transaction xid8 not null default pg_current_xact_id(),
  name text not null,
  organization_id uuid,
  before text,
  after text
);
create index on change_log.change (transaction);
create function change_log.record() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  before_text text := old::text;
  after_text text := new::text;
begin
  if before_text is distinct from after_text and current_setting('application_name') <> '${unrecordedName}' then
    insert into change_log.change (name, organization_id, before, after)
    values (tg_table_name, coalesce(new.organization_id, old.organization_id), before_text, after_text);
  end if;
  return null;
end $$`;

// Sequence numbers are drawn before the commit, so "after the last position" would miss what was still open.
const changesSince = `
select transaction::text, name as "table", organization_id as "organizationId", before, after from change_log.change
where transaction >= pg_snapshot_xmin($1::text::pg_snapshot)
  and not pg_visible_in_snapshot(transaction, $1::text::pg_snapshot)
order by position`;

interface Recorded extends Change {
  transaction: string;
}

/** One change per row and transaction: nobody else can see what a transaction writes and then takes back. */
function netOf(recorded: Recorded[]): Change[] {
  const net: Recorded[] = [];
  for (const one of recorded) {
    const earlier =
      one.before !== null &&
      net.find(
        ({ transaction, table, after }) =>
          transaction === one.transaction && table === one.table && after === one.before,
      );
    if (earlier) earlier.after = one.after;
    else net.push(one);
  }
  return net.filter(({ before, after }) => before !== after);
}

/** Tables alone: views show what is in them. */
async function watchedTables(owner: TestDatabase["owner"]): Promise<string[]> {
  const found = await owner.query<{ table: string }>(
    `select table_name as "table" from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'organization_id'
       and table_name <> all($1::text[]) order by 1`,
    [unwatched],
  );
  return found.rows.map(({ table }) => table);
}

function triggerOn(table: string): string {
  // Sessions record when they were last used; only the role that they view the product as matters.
  const events = table === "session" ? "update of view_as_role_id" : "insert or update or delete";
  return `create trigger record_change after ${events} on public.${table} for each row execute function change_log.record()`;
}
