import { day, dayOf } from "./clock.ts";
import type { SeedTx } from "./kit.ts";
import { branchRecords, departments, organizationRecord, staffRecords } from "./people-records.ts";
import { demo } from "./places.ts";

/** Fills in the records of the demo organisation: departments, and the fields of its branches and people. */
export async function writePeopleRecords(tx: SeedTx, now: number): Promise<void> {
  const { organizationId } = demo;
  await tx.updateTable("organization").set(organizationRecord).where("organization_id", "=", organizationId).execute();
  const rows = departments.map((department) => ({ organization_id: organizationId, ...department }));
  await tx.insertInto("department").values(rows).execute();
  for (const { branchId, leaseEndsInDays, record } of branchRecords) {
    await tx
      .updateTable("branch")
      .set({ ...record, lease_ends_on: dayOf(now + leaseEndsInDays * day) })
      .where("organization_id", "=", organizationId)
      .where("branch_id", "=", branchId)
      .execute();
  }
  for (const { accountId, record } of staffRecords) {
    await tx
      .updateTable("account")
      .set(record)
      .where("organization_id", "=", organizationId)
      .where("account_id", "=", accountId)
      .execute();
  }
}
