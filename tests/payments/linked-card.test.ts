import type { LinkedCard } from "@homeroom/contract/linked-card";
import { readyAccounts } from "@homeroom/sandbox/payments/accounts";
import type { Checkout } from "@homeroom/sandbox/payments/payment-desk";
import { prepareSandbox } from "@homeroom/sandbox/testing/quiet-sandbox";
import { paypalGateway } from "@homeroom/server/integrations/paypal/gateway";
import { renewByCard } from "@homeroom/server/modules/billing/actions/renew-by-card";
import { type BillingDesk, openBillingDesk } from "@homeroom/server/modules/billing/for-tests";
import { type CardVault, PaymentFailure, type PaymentGateway } from "@homeroom/server/modules/payment-platforms/port";
import { paymentPlatformsModule } from "@homeroom/server/modules/payment-platforms/public";
import type { Payments } from "@homeroom/server/modules/payments/public";
import { callApi } from "@homeroom/server/modules/sign-in/for-tests";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

const sandbox = prepareSandbox();
let desk: BillingDesk;
let payments: Payments;

beforeAll(async () => {
  const gateways = [paypalGateway(sandbox.url)];
  desk = await openBillingDesk((platform) => {
    payments = { platform, gateways };
    return [paymentPlatformsModule(platform, gateways)];
  }, gateways);
  const { clientId: clientID, clientSecret, webhookId: webhookID } = readyAccounts.paypal;
  const form = { payType: "paypal", email: "pay@homeroom.test", clientID, clientSecret, webhookID };
  await callApi(desk.app, "POST /api_users/Member/UpdatePaymentSetting", { token: desk.sellerToken, body: form });
});
afterAll(() => desk?.stop());
beforeEach(() => desk.openCentre());
afterEach(() => switches({ silent: true }));

interface Switches {
  failWith?: number;
  declineCards?: boolean;
  holdCaptures?: boolean;
  forgetRequests?: "chargeAgain" | "refuse";
  silent?: boolean;
}
const switches = (wanted: Switches) =>
  fetch(`${sandbox.url}/sandbox/payments/api/switches`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ silent: true, ...wanted }),
  });

async function info(): Promise<{ canLink: boolean; card: LinkedCard | null }> {
  const { body } = await desk.get<{ canLink: boolean; card: LinkedCard | null }>("LinkedCard");
  if (!body.success) throw new Error(body.name);
  return body.resultData;
}

const finish = () => desk.post("FinishLinkCard");

/** Starts linking and chooses on the page of PayPal; returns where the browser is sent. */
async function choose(choice: "pay" | "refuse"): Promise<string> {
  const { body } = await desk.post<{ url: string }>("LinkCard");
  const answer = await fetch(body.resultData?.url ?? "", {
    method: "POST",
    body: new URLSearchParams({ choice }),
    redirect: "manual",
  });
  return answer.headers.get("location") ?? "";
}

async function link(): Promise<void> {
  await choose("pay");
  await finish();
}

/** A centre with a basic plan that ends in two days, and a linked card. */
async function renewable(): Promise<void> {
  await desk.buy({ kind: "subscription", planID: "basic", months: 1 });
  await link();
  await endsInDays(2);
}

async function endsInDays(days: number): Promise<void> {
  const { organizationId } = desk.centre;
  await desk.owner.query(
    `with moved as (
       update organization set expires_at = now() + make_interval(days => $2) where organization_id = $1
       returning expires_at)
     update plan_period set ends_at = moved.expires_at, starts_at = moved.expires_at - interval '30 days'
     from moved where organization_id = $1`,
    [organizationId, days],
  );
}

const renew = (daysLater = 0, by = payments) =>
  renewByCard(by, desk.centre.organizationId, new Date(Date.now() + daysLater * 86_400_000));

const daysLeft = async () => (await desk.account()).daysLeft;

/** How often PayPal took money of the centre's orders. */
async function charges(): Promise<number> {
  const { rows } = await desk.owner.query<{ trade_number: string }>(
    `select trade_number from payment_attempt join plan_order using (order_id) where plan_order.organization_id = $1`,
    [desk.centre.organizationId],
  );
  const numbers = new Set(rows.map((row) => row.trade_number));
  const answer = await fetch(`${sandbox.url}/sandbox/payments/api/checkouts`);
  const { checkouts } = (await answer.json()) as { checkouts: Checkout[] };
  return checkouts.filter(({ reference, state }) => numbers.has(reference) && state === "paid").length;
}

test("a card is linked once its owner has agreed, and unlinked; both are idempotent", async () => {
  expect(await info()).toEqual({ canLink: true, card: null });
  expect(await choose("pay")).toContain("/system/payment?card=agreed");
  expect((await finish()).body).toMatchObject({ success: true });
  expect((await finish()).body).toMatchObject({ success: true });
  expect(await desk.announced()).toBe(1);
  expect((await info()).card).toMatchObject({ provider: "paypal", label: "payer@sandbox.example", problem: null });
  expect(JSON.stringify(await desk.get("LinkedCard"))).not.toContain("token");
  for (const _ of [1, 2]) expect((await desk.get("UnlinkCard")).body).toMatchObject({ success: true });
  expect(await desk.announced()).toBe(1);
  expect((await info()).card).toBeNull();
});

test("nothing is linked without consent", async () => {
  expect((await finish()).body).toMatchObject({ name: "ORDER_STATE_CONFLICT" });
  expect(await choose("refuse")).toContain("card=cancelled");
  expect((await finish()).body).toMatchObject({ name: "SETTING_NOT_VERIFIED" });
  expect((await info()).card).toBeNull();
});

test("a plan is renewed three days before its end, once, however many try", async () => {
  await renewable();
  await endsInDays(5);
  await renew();
  expect(await charges()).toBe(0);
  await Promise.all([renew(3), renew(3), renew(3)]);
  await renew(4);
  expect([await charges(), await daysLeft()]).toEqual([1, 35]);
  expect((await info()).card).toMatchObject({ problem: null });
});

test("a declined card is tried again the next day with another order", async () => {
  await renewable();
  await switches({ declineCards: true });
  await desk.announced();
  await renew();
  expect([await charges(), (await info()).card?.problem]).toEqual([0, "declined"]);
  expect(await desk.announced()).toBe(1);
  await switches({});
  await renew();
  expect(await charges()).toBe(0);
  await renew(1);
  expect([await charges(), await daysLeft(), (await info()).card?.problem]).toEqual([1, 32, null]);
});

test("people who can buy plans are notified of a declined card once", async () => {
  await renewable();
  await switches({ declineCards: true });
  for (const day of [0, 1]) await renew(day);
  const { rows } = await desk.owner.query<{ payload: { people: string[] } }>(
    "select payload from outbox where event = 'plan.notRenewed' and organization_id = $1",
    [desk.centre.organizationId],
  );
  expect(rows.map(({ payload }) => payload.people.length)).toEqual([1]);
});

test("a declined card shows its next attempt, and no past failure once the plan was paid in another way", async () => {
  await renewable();
  await switches({ declineCards: true });
  await renew();
  const hoursLeft = (time: string | null | undefined) => Math.round((Date.parse(time ?? "") - Date.now()) / 3_600_000);
  expect(hoursLeft((await info()).card?.chargeTime)).toBe(24);
  await desk.buy({ kind: "subscription", planID: "basic", months: 1 });
  const { chargeTime, problem } = (await info()).card ?? {};
  expect([hoursLeft(chargeTime), problem]).toEqual([29 * 24, null]);
});

/** Charges the card, and loses PayPal's answer. */
async function renewWithoutAnswer(): Promise<void> {
  const [gateway] = payments.gateways as [PaymentGateway & { cards: CardVault }];
  const cards: CardVault = {
    ...gateway.cards,
    async charge(...of) {
      await gateway.cards.charge(...of);
      throw new PaymentFailure("unavailable");
    },
  };
  await renew(0, { ...payments, gateways: [{ ...gateway, cards }] });
}

test("a charge that is confirmed after its order closed is kept, and not made again", async () => {
  await renewable();
  await renewWithoutAnswer();
  await closeOrders();
  await renew(1 / 24);
  expect([await charges(), await daysLeft(), (await info()).card?.problem]).toEqual([1, 2, "kept"]);
  await renew(2);
  await renew(4);
  expect([await charges(), (await info()).card?.problem]).toEqual([1, "kept"]);
  expect((await info()).card?.chargeTime).toBeNull();
});

test("a charge that the check at PayPal booked after its order closed is not repeated either", async () => {
  await renewable();
  await renewWithoutAnswer();
  const where = "order_id in (select order_id from plan_order where organization_id = $1)";
  const of = [desk.centre.organizationId];
  await desk.owner.query(`update sale_order set status = 'closed' where status = 'pending' and ${where}`, of);
  await desk.owner.query(`update payment_attempt set state = 'paid' where by_card and ${where}`, of);
  await renew(1 / 24);
  await renew(2);
  expect([await charges(), (await info()).card?.problem]).toEqual([1, "kept"]);
});

test("a charge whose answer was lost is asked about and not made twice", async () => {
  await renewable();
  await renewWithoutAnswer();
  expect([await charges(), await daysLeft(), (await info()).card?.problem]).toEqual([1, 2, "unavailable"]);
  await renew(1 / 24);
  expect([await charges(), await daysLeft(), (await info()).card?.problem]).toEqual([1, 32, null]);
});

test("a capture that PayPal holds is asked about, and not made again once PayPal has forgotten it", async () => {
  await renewable();
  await switches({ holdCaptures: true });
  await renew();
  await renew(1 / 24);
  expect([await charges(), (await info()).card?.problem]).toEqual([1, "unavailable"]);
  await switches({ holdCaptures: true, forgetRequests: "chargeAgain" });
  await renew(7 / 24);
  expect([await charges(), await daysLeft(), (await info()).card?.problem]).toEqual([1, 2, "unclear"]);
  await switches({ forgetRequests: "chargeAgain" });
  await renew(9 / 24);
  expect([await charges(), await daysLeft(), (await info()).card?.problem]).toEqual([1, 32, null]);
});

/** What the seller's staff see of the expected payments of the centre's orders. */
async function expectedPayments(): Promise<number> {
  const { rows } = await desk.owner.query(
    `select 1 from order_event join plan_order using (order_id)
     where plan_order.organization_id = $1 and order_event.kind = 'paymentPending'`,
    [desk.centre.organizationId],
  );
  return rows.length;
}

test("a charge that stays without an answer is shown to the seller's staff, and not made again", async () => {
  await renewable();
  await renewWithoutAnswer();
  await switches({ failWith: 500 });
  await renew(1 / 24);
  expect([await charges(), await expectedPayments()]).toEqual([1, 0]);
  await switches({ forgetRequests: "chargeAgain" });
  await renew(7 / 24);
  await renew(2);
  expect([await charges(), await expectedPayments(), (await info()).card?.problem]).toEqual([1, 1, "unclear"]);
});

test("a number that PayPal already knows is not taken as a refusal of the charge that used it", async () => {
  await renewable();
  await renewWithoutAnswer();
  await switches({ forgetRequests: "refuse" });
  await renew(1 / 24);
  await renew(2);
  await switches({ forgetRequests: "chargeAgain" });
  await renew(3);
  expect([await charges(), (await info()).card?.problem]).toEqual([1, "unclear"]);
});

test("keys that PayPal refuses in the meantime do not decide a charge without an answer", async () => {
  await renewable();
  await renewWithoutAnswer();
  const [gateway] = payments.gateways as [PaymentGateway & { cards: CardVault }];
  const withWrongKeys: CardVault["charge"] = (values, charge) =>
    gateway.cards.charge({ ...values, clientSecret: "of before" }, charge);
  const cards = { ...gateway.cards, charge: withWrongKeys };
  await renew(1 / 24, { ...payments, gateways: [{ ...gateway, cards }] });
  expect([await charges(), (await info()).card?.problem]).toEqual([1, "unavailable"]);
  await renew(2 / 24);
  expect([await charges(), await daysLeft(), (await info()).card?.problem]).toEqual([1, 32, null]);
});

test("a charge that is declined at the retry is declined", async () => {
  await renewable();
  await switches({ failWith: 500 });
  await renew();
  await switches({ declineCards: true });
  await renew(1 / 24);
  expect([await charges(), (await info()).card?.problem]).toEqual([0, "declined"]);
});

test("a charge without an answer is not sent again with another card", async () => {
  await renewable();
  await renewWithoutAnswer();
  await desk.get("UnlinkCard");
  await link();
  await switches({ forgetRequests: "chargeAgain" });
  await renew(1 / 24);
  expect([await charges(), (await info()).card?.problem]).toEqual([1, "unavailable"]);
});

/** The centre's orders close, as they do half an hour after they were made. */
const closeOrders = () =>
  desk.owner.query(
    `update sale_order set status = 'closed', expires_at = now() - interval '1 hour'
     where status = 'pending' and order_id in (select order_id from plan_order where organization_id = $1)`,
    [desk.centre.organizationId],
  );

test("a new card that is linked after the one before was declined renews the plan at once", async () => {
  await renewable();
  await switches({ declineCards: true });
  for (const day of [0, 1, 2]) {
    // oxlint-disable-next-line no-await-in-loop -- one day after the other
    await renew(day);
    // oxlint-disable-next-line no-await-in-loop -- one day after the other
    await closeOrders();
  }
  expect([await charges(), (await info()).card?.problem]).toEqual([0, "declined"]);
  await switches({});
  await link();
  await renew(2);
  expect([await charges(), await daysLeft(), (await info()).card?.problem]).toEqual([1, 32, null]);
});

test("an order that closed before it was charged is followed by the next one at once", async () => {
  await renewable();
  await switches({ failWith: 500 });
  await renew();
  await closeOrders();
  await desk.owner.query(
    `update payment_attempt set state = 'failed' where order_id in (select order_id from plan_order where organization_id = $1)`,
    [desk.centre.organizationId],
  );
  await switches({});
  await renew(1 / 24);
  expect([await charges(), await daysLeft(), (await info()).card?.problem]).toEqual([1, 32, null]);
});

test("while a transfer for the renewal waits to be checked, the card is left alone", async () => {
  await renewable();
  await switches({ declineCards: true });
  await renew();
  await desk.owner.query("update linked_card set failures = 0 where organization_id = $1", [
    desk.centre.organizationId,
  ]);
  await desk.owner.query(
    `update sale_order set image_at = now()
     where order_id in (select order_id from plan_order where organization_id = $1 and status = 'pending')`,
    [desk.centre.organizationId],
  );
  await switches({});
  await renew(1);
  expect([await charges(), (await info()).card?.problem]).toEqual([0, null]);
});

test("a plan is not renewed once the person who linked the card cannot buy any more", async () => {
  await renewable();
  await desk.owner.query("update account set status = 0 where account_id = $1", [desk.director.accountId]);
  await renew();
  await desk.owner.query("update account set status = 1 where account_id = $1", [desk.director.accountId]);
  expect([await charges(), (await info()).card?.problem]).toEqual([0, "noRights"]);
});

test("a plan is renewed though the branch where the card was linked has closed", async () => {
  await renewable();
  const [here, there] = desk.centre.branchIds;
  await desk.owner.query("insert into account_branch (organization_id, account_id, branch_id) values ($1, $2, $3)", [
    desk.centre.organizationId,
    desk.director.accountId,
    there,
  ]);
  await desk.owner.query("update branch set status = 0 where branch_id = $1", [here]);
  await renew();
  await desk.owner.query("update branch set status = 1 where branch_id = $1", [here]);
  expect([await charges(), (await info()).card?.problem]).toEqual([1, null]);
});

test("a centre whose data will be deleted is not charged until its owner withdraws the deletion", async () => {
  await renewable();
  const centre = [desk.centre.organizationId];
  await desk.owner.query(
    `insert into organization_removal (organization_id, reason, requested_by, requested_at, due_at)
     values ($1, 'wipe', '陳主任', now(), now() + interval '24 hours')`,
    centre,
  );
  await renew();
  expect([await charges(), await daysLeft()]).toEqual([0, 2]);
  await desk.owner.query("delete from organization_removal where organization_id = $1", centre);
  await renew(1);
  expect([await charges(), await daysLeft()]).toEqual([1, 32]);
});

test("an unlinked card and a plan past its grace period are left alone", async () => {
  await renewable();
  await endsInDays(-8);
  await renew();
  expect([await charges(), (await info()).card?.problem]).toEqual([0, "late"]);
  await desk.get("UnlinkCard");
  await endsInDays(1);
  await renew(2);
  expect(await charges()).toBe(0);
});
