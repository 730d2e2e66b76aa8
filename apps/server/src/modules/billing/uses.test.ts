import type { PlanUseDay } from "@homeroom/contract/billing";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { reviewAllUses, reviewUses } from "./actions/review-uses.ts";
import { type BillingDesk, openBillingDesk } from "./for-tests.ts";
import { closeReservation, move, reserve, spendReserved } from "./writes/ledger.ts";

let desk: BillingDesk;
beforeAll(async () => {
  desk = await openBillingDesk();
  await desk.owner.query(
    `insert into plan_terms (plan, valid_from, storage_bytes, images, staff, branches)
     values ('trial', '2026-02-01', 1000, 10, 5, 20)`,
  );
});
afterAll(() => desk.stop());
beforeEach(() => desk.openCentre());

interface Told {
  use: string;
  level: number;
  people: string[];
}

const review = () => reviewUses(desk.db, desk.centre.scope);

/** What was announced to people of the centre, the oldest first. */
async function told(): Promise<Told[]> {
  const { rows } = await desk.owner.query<{ payload: Told }>(
    "select payload from outbox where organization_id = $1 and event = 'plan.useRose' order by outbox_id",
    [desk.centre.organizationId],
  );
  return rows.map(({ payload }) => payload);
}

const store = (bytes: number) =>
  desk.owner.query(
    `insert into storage_use (organization_id, bytes) values ($1, $2)
     on conflict (organization_id) do update set bytes = excluded.bytes`,
    [desk.centre.organizationId, bytes],
  );

async function history(use: string): Promise<PlanUseDay[]> {
  const { body } = await desk.post<{ list: PlanUseDay[] }>("UseHistory", { use, days: 30 });
  return body.resultData?.list ?? [];
}

test("each step is announced once to people who can buy, even with repeated checks", async () => {
  await buildAccount(desk.db, desk.centre, { role: "sales" });
  await store(799);
  await review();
  expect(await told()).toEqual([]);
  await store(800);
  await Promise.all([review(), review(), review()]);
  await review();
  await store(1000);
  await Promise.all([review(), review()]);
  const steps = await told();
  expect(steps.map(({ use, level }) => [use, level])).toEqual([
    ["storage", 80],
    ["storage", 100],
  ]);
  expect(steps[0]?.people).toEqual([desk.director.accountId]);
});

test("the worker checks every open organisation", async () => {
  await store(900);
  const closed = desk.centre;
  await desk.owner.query("update organization set deactivated_at = now() where organization_id = $1", [
    closed.organizationId,
  ]);
  await desk.openCentre();
  await store(900);
  await reviewAllUses(desk.platform, new AbortController().signal);
  expect((await told()).map(({ level }) => level)).toEqual([80]);
  desk.centre = closed;
  expect(await told()).toEqual([]);
});

test("a step is announced again on another day once the use was below it", async () => {
  await store(900);
  await review();
  await store(10);
  await review();
  await desk.owner.query("update plan_use_warning set told_on = told_on - 1 where organization_id = $1", [
    desk.centre.organizationId,
  ]);
  await store(900);
  await review();
  expect((await told()).map(({ level }) => level)).toEqual([80, 80]);
});

test("the use of messages counts from the last grant, and a purchase restarts it", async () => {
  const { scope } = desk.centre;
  const act = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(desk.db, scope, work);
  const give = (amount: number) =>
    act((tx) =>
      move(tx, scope, { unit: "message", from: "outside", to: "available", amount, cause: "grant", key: v7() }),
    );
  const use = async (amount: number) => {
    const reservationId = await act((tx) =>
      reserve(tx, scope, { unit: "message", amount, cause: "broadcast", key: v7() }),
    );
    await act(async (tx) => {
      await spendReserved(tx, scope, { reservationId, amount, key: v7() });
      await closeReservation(tx, scope, reservationId);
    });
  };
  expect((await desk.account()).uses.messages).toEqual({ used: 0, limit: 0 });
  await give(100);
  await use(85);
  await review();
  expect((await desk.account()).uses.messages).toEqual({ used: 85, limit: 100 });
  await give(45);
  await use(60);
  await review();
  expect((await desk.account()).uses.messages).toEqual({ used: 60, limit: 60 });
  expect((await told()).map(({ use: what, level }) => [what, level])).toEqual([
    ["messages", 80],
    ["messages", 100],
  ]);
});

test("days are stored with their limit, and today is calculated live", async () => {
  await store(100);
  await review();
  await store(200);
  await review();
  await desk.owner.query("update plan_use_day set day = day - 1 where organization_id = $1", [
    desk.centre.organizationId,
  ]);
  await store(300);
  const days = await history("storage");
  expect(days.map(({ used, limit }) => [used, limit])).toEqual([
    [200, 1000],
    [300, 1000],
  ]);
  expect(days[0]?.date).not.toBe(days[1]?.date);
  expect((await history("branches")).at(-1)).toMatchObject({ used: 2, limit: 20 });
});

test("days that no chart shows are removed with the first check of a day", async () => {
  const { organizationId } = desk.centre;
  const kept = async () =>
    (await desk.owner.query("select from plan_use_day where organization_id = $1 and use = 'staff'", [organizationId]))
      .rowCount;
  await review();
  await desk.owner.query("update plan_use_day set day = day - 401 where organization_id = $1", [organizationId]);
  await review();
  expect(await kept()).toBe(1);
  await desk.owner.query("update plan_use_day set day = day - 399 where organization_id = $1", [organizationId]);
  await review();
  expect(await kept()).toBe(2);
});

test("the balance is shown as a number of broadcasts of the last sizes", async () => {
  const { organizationId } = desk.centre;
  await desk.buy({ kind: "broadcast", months: 10 });
  expect((await desk.account()).enoughBroadcasts).toBeNull();
  for (const messages of [900, 1500])
    await desk.owner.query(
      `insert into message_hold (organization_id, subject_id, packaged, paid, price_minor, kept)
       values ($1, gen_random_uuid(), $2, 100, 78, $2)`,
      [organizationId, messages],
    );
  expect(await desk.account()).toMatchObject({ messages: 12_000, enoughBroadcasts: 9 });
});

test("the organisation that sells plans is measured, and not warned", async () => {
  desk.centre = desk.seller;
  await store(5_000_000_000_000);
  await review();
  expect(await told()).toEqual([]);
});
