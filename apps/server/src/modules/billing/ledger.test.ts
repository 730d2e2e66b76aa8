import type { RecordId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { balancesOf, ledgerFaults } from "./queries/ledger.ts";
import { closeReservation, move, reserve, spendReserved } from "./writes/ledger.ts";

const base = prepareDatabase();
let organization: TestOrganization;

const act = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(base.db, organization.scope, work);

async function open(amount: number): Promise<void> {
  organization = await buildOrganization(base.db);
  await act((tx) =>
    move(tx, organization.scope, {
      unit: "message",
      from: "outside",
      to: "available",
      amount,
      cause: "grant",
      key: "first",
    }),
  );
}

async function standing() {
  return act(async (tx) => {
    const balance = await balancesOf(tx, organization.scope);
    const [available, reserved, used] = (["available", "reserved", "used"] as const).map((place) =>
      balance("message", place),
    );
    return { available, reserved, used, faults: await ledgerFaults(tx, organization.scope) };
  });
}

const keep = (key: string, amount = 1) =>
  act((tx) => reserve(tx, organization.scope, { unit: "message", amount, cause: "broadcast", key }));

test("repeating a movement books it once", async () => {
  await open(10);
  const again = {
    unit: "message",
    from: "outside",
    to: "available",
    amount: 10,
    cause: "grant",
    key: "first",
  } as const;
  expect(await act((tx) => move(tx, organization.scope, again))).toBe(false);
  expect(await standing()).toEqual({ available: 10, reserved: 0, used: 0, faults: [] });
});

test("a broadcast spends a part of its reservation, and the rest returns", async () => {
  await open(10);
  const reservationId = await keep("plan", 8);
  expect(await keep("plan", 8)).toBe(reservationId);
  const spend = (key: string, amount: number) =>
    act((tx) => spendReserved(tx, organization.scope, { reservationId, amount, key }));
  await spend("batch 1", 3);
  await spend("batch 1", 3);
  expect(await standing()).toEqual({ available: 2, reserved: 5, used: 3, faults: [] });
  await expect(spend("batch 2", 6)).rejects.toMatchObject({ code: "PLAN_BALANCE_LOW" });
  const close = () => act((tx) => closeReservation(tx, organization.scope, reservationId));
  await Promise.all([close(), close()]);
  expect(await standing()).toEqual({ available: 7, reserved: 0, used: 3, faults: [] });
});

test("more than the balance cannot be reserved", async () => {
  await open(2);
  await expect(keep("much", 3)).rejects.toMatchObject({ code: "CHAT_QUOTA_EXCEEDED" });
  expect(await standing()).toEqual({ available: 2, reserved: 0, used: 0, faults: [] });
});

test("the database refuses changes of entries, even by the owner", async () => {
  await open(2);
  const change = "update ledger_entry set amount = 1 where organization_id = $1";
  await expect(base.owner.query(change, [organization.organizationId])).rejects.toThrow("never changed");
  const remove = "delete from ledger_entry where organization_id = $1";
  await expect(base.owner.query(remove, [organization.organizationId])).rejects.toThrow("never changed");
});

test("a manually changed balance is detected", async () => {
  await open(2);
  const where = "organization_id = $1 and unit = 'message' and place = 'available'";
  await base.owner.query(`update ledger_balance set balance = 5 where ${where}`, [organization.organizationId]);
  expect((await standing()).faults).toEqual(["balance message available", "sum message"]);
});

test("of 1,000 simultaneous reservations exactly those within the balance succeed", async () => {
  await open(700);
  const results = await Promise.allSettled(Array.from({ length: 1000 }, (_, index) => keep(`r${index}`)));
  const kept = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  expect(kept).toHaveLength(700);
  expect(await standing()).toEqual({ available: 0, reserved: 700, used: 0, faults: [] });
  await Promise.all(kept.map((id: RecordId) => act((tx) => closeReservation(tx, organization.scope, id))));
  expect(await standing()).toEqual({ available: 700, reserved: 0, used: 0, faults: [] });
});
