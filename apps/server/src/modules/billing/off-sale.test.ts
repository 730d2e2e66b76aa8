import type { LinkedCard } from "@homeroom/contract/linked-card";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Payments } from "#modules/payments/public";
import { renewByCard } from "./actions/renew-by-card.ts";
import { type BillingDesk, openBillingDesk } from "./for-tests.ts";

let desk: BillingDesk;
let payments: Payments;

beforeAll(async () => {
  desk = await openBillingDesk((platform) => {
    payments = { platform, gateways: [] };
    return [];
  });
});
afterAll(() => desk?.stop());
beforeEach(() => desk.openCentre());

/** A basic plan that ends in 30 days, and a linked card. */
async function renewable(): Promise<void> {
  await desk.buy({ kind: "subscription", planID: "basic", months: 1 });
  await link();
}

async function link(): Promise<void> {
  await desk.owner.query(
    `insert into linked_card (organization_id, seller_id, provider, token, label, actor, linked_at, next_try_at)
     values ($1, $2, 'paypal', 'sealed', 'pay@centre.test', '{}', now(), now())`,
    [desk.centre.organizationId, desk.seller.organizationId],
  );
}

const renew = (daysLater = 0) =>
  renewByCard(payments, desk.centre.organizationId, new Date(Date.now() + daysLater * 86_400_000));

const sellBasicUntil = (day: string) =>
  desk.owner.query(`update plan_price set valid_until = ${day} where plan = 'basic'`);

async function whileOffSale(work: () => Promise<void>): Promise<void> {
  await sellBasicUntil("current_date - 2");
  try {
    await work();
  } finally {
    await sellBasicUntil("null");
  }
}

async function card(): Promise<LinkedCard | null> {
  const { body } = await desk.get<{ card: LinkedCard | null }>("LinkedCard");
  if (!body.success) throw new Error(body.name);
  return body.resultData.card;
}

/** Why people of the centre were told that the plan is not renewed, and how many. */
async function told(): Promise<unknown[]> {
  const { rows } = await desk.owner.query<{ payload: { problem: string; people: string[] } }>(
    "select payload from outbox where event = 'plan.notRenewed' and organization_id = $1",
    [desk.centre.organizationId],
  );
  return rows.map(({ payload: { problem, people } }) => [problem, people.length]);
}

test("a plan that goes off sale is reported long before its end, once, until it is sold again", async () => {
  await renewable();
  await renew();
  expect(await told()).toEqual([]);
  await whileOffSale(async () => {
    expect(await card()).toMatchObject({ problem: "notOnSale", chargeTime: null, amount: null });
    await renew(1);
    await renew(2);
    expect(await told()).toEqual([["notOnSale", 1]]);
  });
  expect(await card()).toMatchObject({ problem: null, chargeTime: expect.any(String), amount: expect.any(Number) });
  await renew(3);
  const stored = await desk.owner.query("select problem from linked_card where organization_id = $1", [
    desk.centre.organizationId,
  ]);
  expect(stored.rows).toEqual([{ problem: null }]);
});

test("money that is still to be settled is reported rather than that its plan is off sale", async () => {
  await renewable();
  await desk.owner.query("update linked_card set problem = 'kept' where organization_id = $1", [
    desk.centre.organizationId,
  ]);
  await whileOffSale(async () => {
    await desk.owner.query(
      "update organization set expires_at = now() + interval '2 days' where organization_id = $1",
      [desk.centre.organizationId],
    );
    await renew();
    expect([(await card())?.problem, await told()]).toEqual(["kept", []]);
  });
});

test("a trial has nothing to renew, whatever is sold", async () => {
  await whileOffSale(async () => {
    await link();
    await renew();
    expect([(await card())?.problem, await told()]).toEqual([null, []]);
  });
});

test("an upgrade to a plan that is off sale is refused at its field", async () => {
  await desk.buy({ kind: "subscription", planID: "basic", months: 1 });
  const upgrade = { kind: "upgrade", planID: "advanced" };
  await desk.owner.query("update plan_price set valid_until = current_date - 2 where plan = 'advanced'");
  try {
    expect((await desk.post("PreviewOrder", upgrade)).body).toMatchObject({
      name: "FIELD_INVALID",
      errors: [{ field: "planID" }],
    });
  } finally {
    await desk.owner.query("update plan_price set valid_until = null where plan = 'advanced'");
  }
  expect((await desk.post("PreviewOrder", upgrade)).body).toMatchObject({ success: true });
});

test("an upgrade whose plan went off sale before the payment has the price of the order's day", async () => {
  await desk.buy({ kind: "subscription", planID: "basic", months: 1 });
  const order = await desk.order({ kind: "upgrade", planID: "advanced" });
  await desk.owner.query(
    "update plan_order set created_at = created_at - interval '2 days' where organization_id = $1",
    [desk.centre.organizationId],
  );
  await desk.owner.query("update plan_price set valid_until = current_date - 1 where plan = 'advanced'");
  try {
    await desk.confirm(order);
    await desk.status(order);
  } finally {
    await desk.owner.query("update plan_price set valid_until = null where plan = 'advanced'");
  }
  const { balance, membership } = await desk.account();
  expect([membership, balance]).toEqual(["advanced", 0]);
});
