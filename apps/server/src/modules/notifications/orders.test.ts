import type { AccountId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { customerActed, instalmentDue } from "#modules/orders/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { type News, notifyPerson } from "./actions/notify-person.ts";
import { notificationReactions } from "./reactions.ts";

const base = prepareDatabase();
let place: TestOrganization;
beforeAll(async () => {
  place = await buildOrganization(base.db);
});

const orderID = "2026112600000001";

/** What the person of an order has been told, all of it read, once an event of the order has come. */
async function toldOfOrder(event: object, payload: { orderId: string; accountId: AccountId; at: string }) {
  const meta = { organizationId: place.organizationId, aggregateId: payload.orderId, traceId: "" };
  const [job] = notificationReactions.flatMap((one) =>
    one.event === event ? (one.jobs?.({ orderID, leadId: null, ...payload }, meta) ?? []) : [],
  );
  await inTransaction(base.db, place.scope, (tx) => notifyPerson(tx, place.scope, job?.data as Partial<News> as News));
  const own = [payload.accountId];
  await base.owner.query("update notification set read_at = now() where account_id = $1", own);
  return (await base.owner.query("select kind, details from notification where account_id = $1", own)).rows;
}

test.each(["paid", "toCheck"])(
  "the person of an order is told once that it is %s, and again another time",
  async (what) => {
    const { accountId } = await buildAccount(base.db, place, { role: "sales" });
    const orderId = v7();
    const tell = (at: string) => toldOfOrder(customerActed, { orderId, accountId, at, ...{ what } });
    const one = { kind: `order.${what}`, details: { orderID } };
    expect(await tell("2026-11-25T01:00:00.000Z")).toEqual([one]);
    expect(await tell("2026-11-25T01:00:00.000Z")).toEqual([one]);
    expect(await tell("2026-11-25T02:00:00.000Z")).toEqual([one, one]);
  },
);

test("new instalments of an order are announced too", async () => {
  const [{ accountId }, orderId] = [await buildAccount(base.db, place, { role: "sales" }), v7()];
  const tell = async (at: string, part: { position: number; dueOn: string; isLate: boolean }) =>
    (await toldOfOrder(instalmentDue, { ...part, orderId, accountId, at })).length;
  const second = { position: 2, dueOn: "2026-11-26", isLate: false };
  for (const time of [1, 2]) expect([time, await tell("2026-11-25T01:00:00.000Z", second)]).toEqual([time, 1]);
  expect(await tell("2026-12-09T01:00:00.000Z", { position: 1, dueOn: "2026-12-10", isLate: false })).toBe(2);
});
