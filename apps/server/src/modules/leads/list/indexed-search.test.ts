import { type RawBuilder, type SqlBool, sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase, writeMany } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { makeLeadsSearchable } from "../for-tests.ts";
import { organizationLeads } from "../record/queries/organization-leads.ts";
import { leadsMatching } from "./queries/lead-conditions.ts";

const base = prepareDatabase();
let organization: TestOrganization;

beforeAll(async () => {
  organization = await buildOrganization(base.db);
  await writeMany(
    base,
    `insert into lead (organization_id, lead_id, branch_id, nickname, phone, lead_date, contact1, contact2)
     select $1, gen_random_uuid(), $2, chr(19968 + n) || chr(23000 + n), (61000000 + n)::text, '2026-11-01', '{}', '{}'
     from generate_series(1, 3000) n`,
    [organization.organizationId, organization.branchIds[0]],
  );
  await base.owner.query("analyze lead");
  await makeLeadsSearchable(base);
});

test.each([
  ["part of a name", { keywords: "小明" }, "lead_search_keys"],
  ["one character", { keywords: "陳" }, "lead_search_keys"],
  ["a whole name", { keywords: "陳小明" }, "lead_search_keys"],
  ["a number", { keywords: "9871 2345" }, "lead_search_keys"],
  ["a tag", { tag: ["0190a000-0000-7000-8000-000000000001" as never] }, "lead_tags"],
])("by the application's role %s is found with its index", async (_what, filters, index) => {
  expect(await planOf(leadsMatching(organization.scope, filters))).toMatch(usedFor(index));
});

test.each([
  ["words", "小明", "lead_search_names"],
  ["numbers", "9871 2345", "lead_search_keys"],
])("%s of names and numbers alone are found with theirs", async (_what, keywords, index) => {
  expect(await planOf(leadsMatching(organization.scope, { keywords }, { within: "names" }))).toMatch(usedFor(index));
});

const usedFor = (index: string) => new RegExp(`Bitmap Index Scan on ${index} .*\\n *Index Cond: .*(~~|@>|&&)`);

async function planOf(matching: RawBuilder<SqlBool>): Promise<string> {
  const plan = await inTransaction(base.db, organization.scope, async (tx) => {
    // On so small a table reading all of it is cheaper; the question is whether the index may be used.
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
      tx,
    );
    return sql<{ "QUERY PLAN": string }>`explain select from ${organizationLeads} where ${matching}`.execute(tx);
  });
  return plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
}
