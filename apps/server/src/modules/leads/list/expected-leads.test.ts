import { beforeAll, expect, test } from "vitest";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase, writeMany } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { makeLeadsSearchable } from "../for-tests.ts";
import { expectLeads } from "./queries/expected-leads.ts";
import { findLeads } from "./queries/find-leads.ts";
import { listLeads } from "./queries/lead-list.ts";

const base = prepareDatabase();
let organization: TestOrganization;
const leads = 12_000;

// One in three is called Chloe, one in three has 數學 in its notes, one in three 學習.
beforeAll(async () => {
  organization = await buildOrganization(base.db);
  await writeMany(
    base,
    `insert into lead (organization_id, lead_id, branch_id, nickname, phone, lead_date, contact1, contact2, notes, country, last_contact_at)
     select $1, gen_random_uuid(), $2, case when n % 3 = 0 then 'Chloe' else chr(20000 + n) end, (61000000 + n * 37)::text, '2026-11-01',
       '{}', '{}', (array['', '數學要加強', '學習態度好'])[1 + n % 3],
       case when n % 40 = 0 then 'JP' else 'HK' end, now() - n * interval '1 minute'
     from generate_series(1, $3::int) n`,
    [organization.organizationId, organization.branchIds[0], leads],
  );
  await base.owner.query("analyze lead");
  await makeLeadsSearchable(base);
});

const expected = (keywords: string, within: "everything" | "names" = "everything") =>
  inTransaction(base.db, organization.scope, (tx) => expectLeads(tx, organization.scope, { keywords }, { within }));

test("a word is expected in as many leads as its rarest part, not in a product of its parts", async () => {
  const { rows, candidates, all } = await expected("chloe");
  expect(all).toBeGreaterThan(leads * 0.9);
  expect(candidates).toBeGreaterThan(leads * 0.25);
  expect(rows).toBeLessThan(leads * 0.45);
});

test("a word of many notes is expected in hardly any name", async () => {
  expect((await expected("數學")).rows).toBeGreaterThan(leads * 0.25);
  expect((await expected("數學", "names")).rows).toBeLessThan(leads * 0.01);
});

test("an estimate of many is verified by counting", async () => {
  // Each of its parts is in a third of the leads, both together in none.
  expect((await expected("數學習")).candidates).toBe(0);
});

test("matches in names come before matches in notes, newest contact first", async () => {
  const find = (keywords: string) =>
    inTransaction(base.db, organization.scope, (tx) => findLeads(tx, organization.scope, { keywords, limit: 12 }));
  expect((await find("chloe")).map(({ by }) => by)).toEqual(Array(12).fill("name"));
  expect((await find("數學")).map(({ by }) => by)).toEqual(Array(12).fill("note"));
  expect(await find("chloe 數學")).toEqual([]);
});

test("common words are counted completely among few leads", async () => {
  const asked = { country: "JP", keywords: "數學", sortBy: "createTime", sortOrder: "desc", pageSize: 20 } as const;
  const page = await inTransaction(base.db, organization.scope, (tx) => listLeads(tx, organization.scope, asked));
  expect(page).toMatchObject({ total: leads / 40 / 3, totalIsEstimate: false });
  expect(page.leads).toHaveLength(20);
});
