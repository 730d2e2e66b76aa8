import { RecordId } from "@homeroom/contract/ids";
import fc from "fast-check";
import { v7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { balancesOf, ledgerFaults } from "./queries/ledger.ts";
import { move } from "./writes/ledger.ts";
import { lockMessages, settleMessages } from "./writes/message-hold.ts";

const base = prepareDatabase();
let seller: TestOrganization;
let centre: TestOrganization;

beforeAll(async () => {
  seller = await buildOrganization(base.db, "Homeroom");
  await base.owner.query("insert into plan_seller (organization_id) values ($1)", [seller.organizationId]);
});

const act = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(base.db, centre.scope, work);
const newSubject = () => RecordId.parse(v7());
const hold = (subjectId: RecordId, count: number) => act((tx) => lockMessages(tx, centre.scope, { subjectId, count }));
const settle = (subjectId: RecordId, spent: number, open: number) =>
  act((tx) => settleMessages(tx, centre.scope, { subjectId, spent, open }));

/**
 * Opens a centre with a number of messages and an amount of money, in the smallest unit. A message costs 78 of them.
 */
async function open(messages: number, money: number): Promise<void> {
  centre = await buildOrganization(base.db);
  await base.owner.query("update organization set country = 'HK' where organization_id = $1", [centre.organizationId]);
  for (const [unit, amount] of [["message", messages] as const, ["money", money] as const])
    if (amount > 0)
      await act((tx) =>
        move(tx, centre.scope, {
          unit,
          from: "outside",
          to: "available",
          amount,
          cause: "grant",
          key: `first ${unit}`,
        }),
      );
}

function standing() {
  return act(async (tx) => {
    const balance = await balancesOf(tx, centre.scope);
    const of = (unit: "message" | "money") =>
      (["available", "reserved", "used"] as const).map((place) => balance(unit, place));
    return { message: of("message"), money: of("money"), faults: await ledgerFaults(tx, centre.scope) };
  });
}

test("packages are used before money, and undelivered messages return", async () => {
  await open(10, 1000);
  const plan = newSubject();
  await hold(plan, 15);
  await hold(plan, 15);
  expect(await standing()).toEqual({ message: [0, 10, 0], money: [610, 390, 0], faults: [] });
  await settle(plan, 8, 7);
  expect(await standing()).toEqual({ message: [0, 2, 8], money: [610, 390, 0], faults: [] });
  await settle(plan, 12, 1);
  await settle(plan, 12, 1);
  expect(await standing()).toEqual({ message: [0, 0, 10], money: [766, 78, 156], faults: [] });
  await settle(plan, 12, 0);
  await settle(plan, 13, 0);
  expect(await standing()).toEqual({ message: [0, 0, 10], money: [844, 0, 156], faults: [] });
});

test("more than the account can pay is refused, and nothing is reserved", async () => {
  await open(2, 100);
  await expect(hold(newSubject(), 4)).rejects.toMatchObject({ code: "PLAN_BALANCE_LOW" });
  expect(await standing()).toEqual({ message: [2, 0, 0], money: [100, 0, 0], faults: [] });
});

test("without a price for single messages, only packages can be used", async () => {
  await open(2, 1000);
  await base.owner.query("update organization set country = 'JP' where organization_id = $1", [centre.organizationId]);
  await base.owner.query(
    "update plan_price set valid_until = '2026-01-02' where kind = 'message' and currency = 'HKD'",
  );
  await expect(hold(newSubject(), 3)).rejects.toMatchObject({ code: "CHAT_QUOTA_EXCEEDED" });
  await hold(newSubject(), 2);
  await base.owner.query("update plan_price set valid_until = null where kind = 'message'");
  expect((await standing()).message).toEqual([0, 2, 0]);
});

test("the organisation that sells plans pays for nothing", async () => {
  centre = seller;
  const plan = newSubject();
  await hold(plan, 1000);
  await settle(plan, 1000, 0);
  expect(await standing()).toEqual({ message: [0, 0, 0], money: [0, 0, 0], faults: [] });
});

test("of many simultaneous reservations only the affordable ones succeed", async () => {
  await open(40, 780);
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => hold(newSubject(), 5)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  expect(await standing()).toEqual({ message: [0, 40, 0], money: [0, 780, 0], faults: [] });
});

test("any order of deliveries keeps the sums correct and ends without reservations", async () => {
  const steps = fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.nat(20), fc.integer({ min: 1, max: 30 }), steps, async (messages, count, news) => {
      await open(messages, 100_000);
      const plan = newSubject();
      await hold(plan, count);
      let most = 0;
      let kept = count;
      for (const [spent, left] of news) {
        await settle(plan, spent, left + 1);
        most = Math.max(most, Math.min(kept, spent));
        kept = Math.min(kept, most + left + 1);
        expect((await standing()).faults).toEqual([]);
      }
      await settle(plan, most, 0);
      const packaged = Math.min(messages, most);
      const money = (most - packaged) * 78;
      expect(await standing()).toEqual({
        message: [messages - packaged, 0, packaged],
        money: [100_000 - money, 0, money],
        faults: [],
      });
    }),
    { numRuns: 25 },
  );
});
