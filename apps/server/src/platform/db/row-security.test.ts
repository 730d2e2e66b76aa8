import type { BranchId, OrganizationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { roleOf } from "./access.ts";
import { prepareDatabase } from "./for-tests.ts";
import { inTransaction } from "./transaction.ts";

/** Views with the rights of their owner; see database/migrations/0005-leads.ts. */
const searchViews = [
  { view: "organization_lead", table: "lead" },
  { view: "organization_lead_search", table: "lead_search" },
  { view: "organization_message_text", table: "message_text" },
  { view: "organization_order", table: "sale_order" },
];

const base = prepareDatabase();
let tables: string[];

beforeAll(async () => {
  const { rows } = await base.owner.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where a.attname = 'organization_id' and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    order by 1`);
  tables = rows.map((row) => row.name);
});

test("every table with an organisation is listed and has row-level security with a policy", async () => {
  expect(tables.length).toBeGreaterThanOrEqual(20);
  const { rows } = await base.owner.query<{ name: string }>(
    `
    select c.relname as name from pg_class c
    where c.relname = any($1) and c.relnamespace = 'public'::regnamespace and c.relrowsecurity
      and exists (
        select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant' and p.polcmd = '*'
          and pg_get_expr(p.polqual, c.oid) = '(organization_id = app_organization())'
          and pg_get_expr(p.polwithcheck, c.oid) = '(organization_id = app_organization())')
    order by 1`,
    [tables],
  );
  expect(rows.map((row) => row.name)).toEqual(tables);
});

test("every tenant table has its organisation first in its primary key or in a unique index with it", async () => {
  const { rows } = await base.owner.query<{ name: string }>(
    `
    select c.relname as name from pg_class c
    where c.relname = any($1) and c.relname <> 'outbox' and not exists (
      select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and i.indisunique and a.attname = 'organization_id')`,
    [tables],
  );
  expect(rows).toEqual([]);
});

test("the application's role cannot bypass row-level security and owns nothing", async () => {
  const { rows } = await sql`
    select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user`.execute(
    base.db,
  );
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false }]);
  const owned = await sql`select from pg_class where pg_get_userbyid(relowner) = current_user`.execute(base.db);
  expect(owned.rows).toEqual([]);
});

/** Says who sells plans, one id for all, so that everybody knows whether there is anything to pay for. */
const sharedView = "plan_market";

test("every view uses its reader's rights, except read-only ones for searches and for one shared id", async () => {
  const { rows } = await base.owner.query<{ view: string; writable: boolean }>(
    `
    select v.relname as view,
      has_any_column_privilege($1, v.oid, 'insert') or has_any_column_privilege($1, v.oid, 'update')
        or has_table_privilege($1, v.oid, 'delete') as writable
    from pg_class v where v.relkind = 'v' and v.relnamespace = 'public'::regnamespace
      and not coalesce(v.reloptions @> '{security_invoker=true}', false) order by 1`,
    [roleOf(base.access)],
  );
  const views = [...searchViews.map(({ view }) => view), sharedView].toSorted();
  expect(rows).toEqual(views.map((view) => ({ view, writable: false })));
});

test.each(searchViews)(
  "$view has all columns of $table, and shows the scope's organisation only",
  async ({ view, table }) => {
    const columnsOf = async (name: string) => {
      const { rows } = await base.owner.query<{ name: string }>(
        "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by 1",
        [name],
      );
      return rows.map((row) => row.name);
    };
    expect(await columnsOf(view)).toEqual(await columnsOf(table));
    const [mine, theirs] = [await buildOrganization(base.db), await buildOrganization(base.db, "別家")];
    for (const { organizationId, branchIds } of [mine, theirs]) await fillSearched(organizationId, branchIds[0]);
    const read = sql<{ organization_id: string }>`select organization_id from ${sql.table(view)}`;
    expect((await read.execute(base.db)).rows).toEqual([]);
    const { rows } = await inTransaction(base.db, mine.scope, (tx) => read.execute(tx));
    expect(rows).toEqual([{ organization_id: mine.organizationId }]);
  },
);

async function fillSearched(organizationId: OrganizationId, branchId: BranchId): Promise<void> {
  await base.owner.query(
    `insert into lead (organization_id, lead_id, branch_id, nickname, lead_date, contact1, contact2)
     values ($1, gen_random_uuid(), $2, '小明', '2026-11-01', '{}', '{}')`,
    [organizationId, branchId],
  );
  await base.owner.query(
    `insert into message_text (organization_id, message_id, conversation_id, said_at, search_text)
     values ($1, gen_random_uuid(), gen_random_uuid(), now(), 'hello')`,
    [organizationId],
  );
  await base.owner.query(
    `insert into sale_order (organization_id, order_id, order_number, branch_id, buyer_name, currency, discount_kind,
       gross_minor, discount_minor, tax_minor, total_minor, pay_method, status, confirm_status)
     values ($1, gen_random_uuid(), '2026110100000001', $2, '小明', 'HKD', 'none', 100, 0, 0, 100, 'cash', 'pending', 'unconfirmed')`,
    [organizationId, branchId],
  );
}

test("without a scope no table shows a row", async () => {
  const organization = await buildOrganization(base.db);
  await buildAccount(base.db, organization);
  const { rows } = await base.owner.query("select count(*)::int as accounts from account");
  expect(rows).toEqual([{ accounts: 1 }]);
  for (const table of tables) {
    const seen = await base.db
      .selectFrom(table as "account")
      .selectAll()
      .execute();
    expect(seen, table).toEqual([]);
  }
});

test("in one organisation's scope another's rows cannot be seen, changed or written", async () => {
  const [mine, theirs] = [await buildOrganization(base.db), await buildOrganization(base.db, "別家")];
  await buildAccount(base.db, theirs);
  await base.db.transaction().execute(async (tx) => {
    await sql`select set_config('app.organization_id', ${mine.organizationId}, true)`.execute(tx);
    const seen = await tx.selectFrom("account").select("organization_id").execute();
    expect(seen.filter((row) => row.organization_id !== mine.organizationId)).toEqual([]);
    const changed = await tx
      .updateTable("branch")
      .set({ name: "x" })
      .where("organization_id", "=", theirs.organizationId)
      .executeTakeFirst();
    expect(Number(changed.numUpdatedRows)).toBe(0);
  });
  const write = base.db.transaction().execute(async (tx) => {
    await sql`select set_config('app.organization_id', ${mine.organizationId}, true)`.execute(tx);
    await tx
      .insertInto("role_permission")
      .values({ organization_id: theirs.organizationId, role_id: theirs.roles.sales, permission: "org:info:wipe" })
      .execute();
  });
  await expect(write).rejects.toThrow(/row-level security/);
});
