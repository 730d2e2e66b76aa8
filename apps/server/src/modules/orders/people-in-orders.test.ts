import { afterAll, beforeAll, expect, test } from "vitest";
import { accountsModule } from "#modules/accounts/public";
import { peopleInAudit } from "#modules/audit/public";
import { peopleInLeads } from "#modules/leads/public";
import { callApi } from "#modules/sign-in/for-tests";
import { type OrderDesk, openOrderDesk } from "./for-tests.ts";
import { peopleInOrders } from "./public.ts";

let desk: OrderDesk;
beforeAll(async () => {
  const traces = [peopleInLeads, peopleInOrders, peopleInAudit];
  desk = await openOrderDesk((platform) => [accountsModule(platform, undefined, traces)]);
});
afterAll(() => desk.stop());

test("the names of people who made an order or booked its money outlive the audit log", async () => {
  const [seller, cashier] = [await desk.signIn({ nickname: "賣出的人" }), await desk.signIn({ nickname: "收錢的人" })];
  const bystander = await desk.signIn();
  const orderID = await desk.order({}, seller.token);
  const paid = await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed" }, cashier.token);
  expect(paid.status).toBe(200);
  const people = [seller, cashier, bystander].map(({ accountId }) => accountId);
  // As after 180 days, with the lead in the hands of others.
  await desk.owner.query("delete from audit_entry");
  await desk.owner.query("update lead set created_by = null, updated_by = null");
  await desk.owner.query("delete from lead_log");
  const { status } = await callApi(desk.app, `DELETE /api_users/Member/${people.join(",")}`, { token: desk.token });
  expect(status).toBe(200);
  const left = await desk.owner.query(
    "select nickname, status from account where account_id = any($1) order by created_at",
    [people],
  );
  expect(left.rows).toEqual([
    { nickname: "賣出的人", status: 2 },
    { nickname: "收錢的人", status: 2 },
  ]);
});
