import { expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { notifyOperators } from "./notify-operators.ts";

const monday = new Date("2026-11-23T08:00:00Z");
const tuesday = new Date("2026-11-24T08:00:00Z");
const base = prepareDatabase();

test("a late backup is reported to the owner of the only organisation, and to platform staff if there are any", async () => {
  const centre = await buildOrganization(base.db);
  const owner = await buildAccount(base.db, centre, { role: "owner" });
  await buildAccount(base.db, centre, { role: "sales" });
  await notifyOperators(base.db, "backup.late", monday);
  await notifyOperators(base.db, "backup.late", monday);
  expect(await told()).toEqual([owner.accountId]);

  const other = await buildOrganization(base.db);
  await buildAccount(base.db, other, { role: "owner" });
  await forget();
  await notifyOperators(base.db, "disk.filling", monday);
  expect(await told()).toEqual([]);

  const staff = await buildAccount(base.db, other, { role: "sales", isPlatform: true });
  await notifyOperators(base.db, "disk.filling", tuesday);
  expect(await told()).toEqual([staff.accountId]);
});

async function told(): Promise<string[]> {
  const { rows } = await base.owner.query<{ account_id: string }>("select account_id from notification");
  return rows.map((row) => row.account_id);
}

async function forget(): Promise<void> {
  await base.owner.query("delete from notification");
}
