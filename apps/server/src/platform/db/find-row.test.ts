import { BranchId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { findRow, lockRow } from "./find-row.ts";
import { prepareDatabase, prepareOnce } from "./for-tests.ts";
import { inTransaction } from "./transaction.ts";

const base = prepareDatabase();
const place = prepareOnce(() => buildOrganization(base.db));
const other = prepareOnce(() => buildOrganization(base.db));

test.each([
  ["findRow", findRow],
  ["lockRow", lockRow],
] as const)("%s reads a row of the scope's organisation by its key", async (_, read) => {
  const { scope } = place;
  const [branchId] = place.branchIds;
  const [theirs] = other.branchIds;
  await inTransaction(base.db, scope, async (tx) => {
    const found = await read(tx, scope, "branch", { branch_id: branchId });
    expect(found).toMatchObject({ branch_id: branchId, organization_id: scope.organizationId });
    expect(await read(tx, scope, "branch", { branch_id: branchId, name: `not ${found?.name}` })).toBeUndefined();
    expect(await read(tx, scope, "branch", { branch_id: theirs })).toBeUndefined();
    expect(await read(tx, scope, "branch", { branch_id: BranchId.parse(v7()) })).toBeUndefined();
  });
});

test("a row is not found in another organisation's scope, even where no policy hides it", async () => {
  const [branchId] = place.branchIds;
  await inTransaction(base.db, place.scope, async (tx) => {
    expect(await findRow(tx, other.scope, "branch", { branch_id: branchId })).toBeUndefined();
  });
});

test("a locked row is unavailable to others until the transaction ends", async () => {
  const { scope } = place;
  const [branchId] = place.branchIds;
  await inTransaction(base.db, scope, async (tx) => {
    await lockRow(tx, scope, "branch", { branch_id: branchId });
    const lock = base.owner.query("select from branch where branch_id = $1 for update nowait", [branchId]);
    await expect(lock).rejects.toMatchObject({ code: "55P03" });
  });
  await base.owner.query("select from branch where branch_id = $1 for update nowait", [branchId]);
});
