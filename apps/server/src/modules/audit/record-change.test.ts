import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { recordChange } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;

beforeAll(async () => {
  organization = await buildOrganization(base.db);
  const operator = { organizationId: organization.organizationId, accountId: null, nickname: "" };
  await inTransaction(base.db, organization.scope, (tx) =>
    recordChange(tx, operator, {
      module: "branch",
      action: "edited",
      subject: { type: "branch", id: organization.branchIds[0], name: "旺角分校" },
      before: { name: "旺角分校", status: 1 },
      after: { name: "太子分校", status: 1 },
    }),
  );
});

async function entries() {
  const { rows } = await base.owner.query("select action, before, after, created_at from audit_entry");
  return rows;
}

test("an entry contains the differences", async () => {
  expect(await entries()).toMatchObject([
    { action: "edited", before: { name: "旺角分校" }, after: { name: "太子分校" } },
  ]);
});

test("nobody can change or remove an entry, neither the organisation nor the system", async () => {
  const change = sql`update audit_entry set action = 'x'`;
  const remove = sql`delete from audit_entry`;
  for (const work of [change, remove]) {
    await inTransaction(base.db, organization.scope, (tx) => work.execute(tx));
    await inSystemTransaction(base.db, (tx) => work.execute(tx));
  }
  expect(await entries()).toMatchObject([{ action: "edited" }]);
});

test("the system removes entries of more than 180 days, the organisation does not", async () => {
  await base.owner.query("update audit_entry set created_at = now() - interval '181 days'");
  await inTransaction(base.db, organization.scope, (tx) => sql`delete from audit_entry`.execute(tx));
  expect(await entries()).toHaveLength(1);
  await inSystemTransaction(base.db, (tx) => sql`delete from audit_entry`.execute(tx));
  expect(await entries()).toEqual([]);
});
