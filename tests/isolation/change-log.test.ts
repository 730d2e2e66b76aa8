import { RoleId } from "@homeroom/contract/ids";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { prepareDatabase } from "@homeroom/server/platform/db/for-tests";
import { inTransaction, type Tx } from "@homeroom/server/platform/db/transaction";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ChangeLog, type Moment, recordChanges } from "./change-log.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let changes: ChangeLog;
let start: Moment;

beforeAll(async () => {
  changes = await recordChanges(base);
  organization = await buildOrganization(base.db, "晨光補習班");
});
beforeEach(async () => {
  start = await changes.now();
});
afterAll(() => changes?.close());

/** As the application does it: with its restricted role, behind row-level security. */
function inApplication(work: (tx: Tx) => Promise<unknown>) {
  return inTransaction(base.db, organization.scope, work);
}

function describe(tx: Tx, introduction: string) {
  return tx.updateTable("branch").set({ introduction }).where("branch_id", "=", organization.branchIds[0]).execute();
}

const tablesChanged = async () => (await changes.since(start)).map(({ table }) => table);

test("the application's updates are recorded with the row before and after", async () => {
  await inApplication((tx) => describe(tx, "大安"));
  start = await changes.now();
  await inApplication((tx) => describe(tx, "信義"));
  const [change, ...others] = await changes.since(start);
  expect(others).toEqual([]);
  expect(change).toMatchObject({ table: "branch", organizationId: organization.organizationId });
  expect(change?.before).toContain("大安");
  expect(change?.after).toContain("信義");
});

test("an insert is recorded, and so is every row that a delete cascades to", async () => {
  const role = { organization_id: organization.organizationId, role_id: RoleId.parse(v7()) };
  await inApplication(async (tx) => {
    await tx
      .insertInto("role")
      .values({ ...role, code: "guest", name: "訪客" })
      .execute();
    await tx
      .insertInto("role_permission")
      .values({ ...role, permission: "crm:lead:query" })
      .execute();
  });
  expect(await tablesChanged()).toEqual(expect.arrayContaining(["role", "role_permission"]));
  start = await changes.now();
  await inApplication((tx) => tx.deleteFrom("role").where("role_id", "=", role.role_id).execute());
  expect(await tablesChanged()).toEqual(expect.arrayContaining(["role", "role_permission"]));
});

test("a change that a later transaction undoes is recorded twice", async () => {
  await inApplication((tx) => describe(tx, "大安"));
  start = await changes.now();
  await inApplication((tx) => describe(tx, "信義"));
  await inApplication((tx) => describe(tx, "大安"));
  expect(await tablesChanged()).toEqual(["branch", "branch"]);
});

test("what a transaction undoes or rolls back is not recorded", async () => {
  await inApplication((tx) => describe(tx, "大安"));
  start = await changes.now();
  await inApplication((tx) => describe(tx, "大安"));
  await inApplication(async (tx) => {
    await describe(tx, "信義");
    await describe(tx, "大安");
  });
  const failing = inApplication(async (tx) => {
    await describe(tx, "信義");
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  expect(await tablesChanged()).toEqual([]);
});

test("a transaction that was still open at that moment counts as later", async () => {
  await inApplication(async (tx) => {
    await describe(tx, `分校 ${v7()}`);
    start = await changes.now();
    expect(await tablesChanged()).toEqual([]);
  });
  expect(await tablesChanged()).toEqual(["branch"]);
});

test("unrecorded writes are not recorded", async () => {
  const values = [v7(), organization.branchIds[0]];
  const { rowCount } = await changes.unrecorded.query("update branch set name = $1 where branch_id = $2", values);
  expect(rowCount).toBe(1);
  expect(await tablesChanged()).toEqual([]);
});
