import type { ServiceRow } from "@homeroom/contract/ad-services";
import type { PlanOrderRow } from "@homeroom/contract/billing";
import type { CentreRow, ListedPrice, OperatedService } from "@homeroom/contract/operators";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type BillingDesk, openBillingDesk } from "#modules/billing/for-tests";
import { callApi } from "#modules/sign-in/for-tests";
import { operatorsModule } from "./public.ts";

let desk: BillingDesk;

beforeAll(async () => {
  desk = await openBillingDesk((platform) => [operatorsModule(platform)]);
  await desk.owner.query("update account set is_platform = true where organization_id = $1", [
    desk.seller.organizationId,
  ]);
});
afterAll(() => desk.stop());
beforeEach(() => desk.openCentre());

interface Page<Row> {
  list: Row[];
  total: number;
}

const operate = <Result>(call: string, body: object, token = desk.sellerToken) =>
  callApi<Result>(desk.app, `POST /api_basic/Operator/${call}`, { token, body });

async function centre(): Promise<CentreRow> {
  const { body } = await operate<Page<CentreRow>>("CentreList", { keywords: "晨光", pageNum: 1, pageSize: 50 });
  const found = body.resultData?.list.find(({ organizationID }) => organizationID === desk.centre.organizationId);
  if (!found) throw new Error("The centre is not listed");
  return found;
}

async function service(): Promise<OperatedService> {
  const { body } = await operate<Page<OperatedService>>("ServiceList", { pageNum: 1, pageSize: 50 });
  const found = body.resultData?.list.find(({ organizationID }) => organizationID === desk.centre.organizationId);
  if (!found) throw new Error("The service is not listed");
  return found;
}

async function ownService(): Promise<ServiceRow | undefined> {
  const { body } = await desk.post<Page<ServiceRow>>("ServiceList", { pageNum: 1, pageSize: 10 });
  return body.resultData?.list[0];
}

async function payForAds(amount = 3000): Promise<void> {
  const { body } = await desk.post<{ recordID: string; orderID: string }>("AdTopup", { type: "leads", amount });
  if (!body.resultData) throw new Error(JSON.stringify(body));
  await desk.confirm(body.resultData);
  await desk.get(`OrderStatus?recordID=${body.resultData.recordID}`);
}

const report = { spent: 2400, impressions: 90_000, clicks: 1200, leads: 40, note: "" };

describe("ads", () => {
  test.each([
    ["leads", 2000],
    ["leads", 3000.5],
    ["traffic", 1000],
    ["traffic", 0],
  ])("%s for %d are refused", async (type, amount) => {
    const { body } = await desk.post("AdTopup", { type, amount });
    expect(body).toMatchObject({ success: false, name: "TOPUP_AMOUNT_INVALID" });
  });

  test("an unpaid one is listed among the purchases", async () => {
    const { body } = await desk.post<{ recordID: string }>("AdTopup", { type: "leads", amount: 3000 });
    const listed = await desk.post<Page<PlanOrderRow>>("OrderList", { pageNum: 1, pageSize: 10 });
    expect(listed.body.resultData?.list).toMatchObject([
      { recordID: body.resultData?.recordID, kind: "adPlacement", status: "pending" },
    ]);
  });

  test("the first order for leads is at least 3,000, later ones whole thousands", async () => {
    await payForAds(3500);
    expect((await desk.post("AdTopup", { type: "leads", amount: 1500 })).body).toMatchObject({
      name: "TOPUP_AMOUNT_INVALID",
    });
    expect((await desk.post("AdTopup", { type: "leads", amount: 1000 })).body.success).toBe(true);
    expect((await desk.post("AdTopup", { type: "traffic", amount: 1400 })).body.success).toBe(true);
  });

  test("repeating an order with its key creates no second one", async () => {
    const headers = { accesstoken: desk.director.token, "idempotency-key": "tab 1, ads" };
    const order = async () => {
      const payload = { type: "traffic", amount: 700 };
      const answer = await desk.app.inject({ method: "POST", url: "/api_basic/Payment/AdTopup", headers, payload });
      return answer.json<{ resultData: { orderID: string } }>().resultData.orderID;
    };
    const first = await order();
    expect(await order()).toBe(first);
    expect(first).toMatch(/^\d{16}$/);
  });

  test("repeating an order after its form was changed is refused", async () => {
    const form = { type: "leads", amount: 3000, text: "暑期班", recordID: v7() };
    const first = await desk.post<{ orderID: string }>("AdTopup", form);
    expect((await desk.post<{ orderID: string }>("AdTopup", form)).body).toEqual(first.body);
    for (const change of [{ amount: 5000 }, { type: "traffic", amount: 1400 }, { type: "graphic" }, { text: "秋季班" }])
      expect((await desk.post("AdTopup", { ...form, ...change })).body).toMatchObject({ name: "STALE_DATA" });
    expect((await desk.post("UseAdBudget", { ...form, type: "traffic" })).body).toMatchObject({ name: "STALE_DATA" });
  });

  test("the graphic package has a price, two pictures and 500 characters at most", async () => {
    const { body } = await desk.post<{ amount: number }>("AdTopup", { type: "graphic", text: "暑期班" });
    expect(body.resultData?.amount).toBe(480);
    const long = await desk.post("AdTopup", { type: "graphic", text: "字".repeat(501) });
    expect(long.body.success).toBe(false);
  });

  test("are paid, approved, placed and reported; the rest pays for the next one", async () => {
    await payForAds();
    expect(await ownService()).toMatchObject({ status: "waiting", amount: 3000, agreeTime: null, hasReport: false });
    const waiting = await service();
    const change = (given: object) =>
      operate("ChangeService", { recordID: waiting.recordID, organizationID: waiting.organizationID, ...given });
    const tooEarly = await change({ version: waiting.version, status: "running" });
    expect(tooEarly.body).toMatchObject({ name: "ORDER_STATE_CONFLICT" });
    await desk.get(`AgreeService?recordID=${waiting.recordID}`);
    expect((await change({ version: waiting.version, status: "running" })).body).toMatchObject({ name: "STALE_DATA" });
    const { version } = await service();
    expect((await change({ version, status: "running" })).body.success).toBe(true);
    const finish = { version: version + 1, status: "finished" };
    expect((await change(finish)).body.success).toBe(false);
    expect((await change({ ...finish, report: { ...report, spent: 3001 } })).body.success).toBe(false);
    expect((await change({ ...finish, report })).body.success).toBe(true);
    expect(await ownService()).toMatchObject({ status: "finished", hasReport: true });
    expect((await desk.account()).adBudget).toBe(600);
    const pdf = await desk.app.inject({
      url: `/api_basic/Payment/ServiceReport?recordID=${waiting.recordID}`,
      headers: { accesstoken: desk.director.token },
    });
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    const again = await desk.post<{ recordID: string }>("UseAdBudget", { type: "traffic", recordID: v7() });
    expect(again.body.success).toBe(true);
    expect(await ownService()).toMatchObject({ status: "waiting", amount: 600, type: "traffic" });
    expect((await desk.post("UseAdBudget", { type: "traffic" })).body).toMatchObject({ name: "PLAN_BALANCE_LOW" });
  });

  test("are removed completely when refunded while waiting", async () => {
    await payForAds();
    const { rows } = await desk.owner.query<{ order_number: string }>(
      "select order_number from plan_order where organization_id = $1",
      [desk.centre.organizationId],
    );
    const body = { orderID: rows[0]?.order_number, amount: 3000, reason: "不需要了" };
    const refunded = await callApi(desk.app, "POST /api_users/Order/RefundOrder", { token: desk.sellerToken, body });
    expect(refunded.body.success).toBe(true);
    const recordID = (await ownService())?.recordID;
    await desk.get(`OrderStatus?recordID=${recordID}`);
    expect(await ownService()).toMatchObject({ status: "stopped" });
    expect((await desk.account()).adBudget).toBe(0);
  });
});

describe("operators", () => {
  test("find money granted in the same currency after the centre's country changed", async () => {
    const move = (country: string) =>
      desk.owner.query("update organization set country = $2 where organization_id = $1", [
        desk.centre.organizationId,
        country,
      ]);
    await move("TW");
    expect(await centre()).toMatchObject({ balance: 0, currency: "TWD" });
    const given = {
      organizationID: desk.centre.organizationId,
      kind: "money",
      amount: 80,
      reason: "賠償",
      recordID: v7(),
    };
    expect((await operate("Grant", given)).body.success).toBe(true);
    await move("HK");
    expect(await centre()).toMatchObject({ balance: 80, currency: "TWD" });
    expect(await desk.account()).toMatchObject({ balance: 80, currency: "TWD" });
  });

  test("see a centre's account, and give it messages, money and days once", async () => {
    expect(await centre()).toMatchObject({ membership: "trial", messages: 0, balance: 0, currency: "HKD" });
    const ends = (await desk.account()).expireTime ?? "";
    const give = (given: object) =>
      operate("Grant", { organizationID: desk.centre.organizationId, reason: "賠償", recordID: v7(), ...given });
    const recordID = v7();
    for (let time = 0; time < 2; time += 1)
      expect((await give({ recordID, kind: "message", amount: 500 })).body.success).toBe(true);
    await give({ kind: "money", amount: 12.5 });
    await give({ kind: "days", amount: 10 });
    expect(await centre()).toMatchObject({ messages: 500, balance: 12.5 });
    const later = new Date(new Date(ends).getTime() + 10 * 86_400_000).toISOString();
    expect((await desk.account()).expireTime).toBe(later);
    expect((await give({ kind: "days", amount: 1.5 })).body.success).toBe(false);
    expect((await give({ kind: "message", amount: 0.5 })).body.success).toBe(false);
  });

  test("give days of the purchased plan, after the paid ones", async () => {
    await desk.buy({ kind: "subscription", planID: "basic", months: 1 });
    const { expireTime } = await desk.account();
    await operate("Grant", {
      ...{ organizationID: desk.centre.organizationId, reason: "賠償", recordID: v7(), kind: "days", amount: 7 },
    });
    const after = await desk.account();
    expect(after.membership).toBe("basic");
    expect(new Date(after.expireTime ?? 0).getTime() - new Date(expireTime ?? 0).getTime()).toBe(7 * 86_400_000);
  });

  test("need the platform flag: a centre's owner is refused", async () => {
    for (const [call, body] of [
      ["CentreList", { pageNum: 1, pageSize: 10 }],
      ["ServiceList", { pageNum: 1, pageSize: 10 }],
      ["PriceList", {}],
      ["ChangePrice", { recordID: v7(), priceID: v7(), amount: 1, validFrom: "2098-01-01" }],
      ["Grant", { organizationID: desk.centre.organizationId, kind: "money", amount: 1, reason: "x", recordID: v7() }],
    ] as const) {
      const { body: answer } = await operate(call, body, desk.director.token);
      expect(answer).toMatchObject({ success: false, name: "PERMISSION_DENIED" });
    }
  });
});

describe("prices", () => {
  async function prices(): Promise<ListedPrice[]> {
    return (await operate<{ list: ListedPrice[] }>("PriceList", {})).body.resultData?.list ?? [];
  }
  /** Those of a month of the basic plan. */
  const ofMonth = (all: readonly ListedPrice[]) =>
    all.filter(({ plan, currency, paidMonths }) => plan === "basic" && currency === "HKD" && paidMonths === 1);
  const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  test("a new price begins on its day, once even if repeated, and is logged", async () => {
    const [now] = ofMonth(await prices());
    const change = { recordID: v7(), priceID: now?.priceID, amount: 398, validFrom: dayFrom(40) };
    const answers = await Promise.all([1, 2, 3].map(() => operate("ChangePrice", change)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(ofMonth(await prices())).toMatchObject([
      { amount: 398, state: "later", validFrom: change.validFrom },
      { amount: 388, state: "now" },
    ]);
    const purchase = { kind: "subscription", planID: "basic", months: 1 };
    const { body } = await desk.post<{ amount: number }>("PreviewOrder", purchase);
    expect(body.resultData?.amount).toBe(388);
    await desk.owner.query("update plan_price set valid_from = '2026-01-02' where price_id = $1", [change.recordID]);
    expect((await desk.post<{ amount: number }>("PreviewOrder", purchase)).body.resultData?.amount).toBe(398);
    expect(ofMonth(await prices()).map(({ state }) => state)).toEqual(["now", "past"]);
    const { rows } = await desk.owner.query("select count(*)::int as count from audit_entry where subject_id = $1", [
      change.recordID,
    ]);
    expect(rows).toEqual([{ count: 1 }]);
    await desk.owner.query("delete from plan_price where price_id = $1", [change.recordID]);
  });

  test("a mistyped price can be corrected on its day; existing orders keep theirs", async () => {
    const [now] = ofMonth(await prices());
    const validFrom = new Date().toLocaleDateString("sv", { timeZone: "Asia/Hong_Kong" });
    const set = (amount: number, given = {}) =>
      operate("ChangePrice", { recordID: v7(), priceID: now?.priceID, amount, validFrom, ...given });
    const recordID = v7();
    await set(39.8, { recordID });
    const ordered = await desk.post<{ recordID: string; amount: number }>("CreateOrder", {
      ...{ kind: "subscription", planID: "basic", months: 1, payMethod: "bankTransfer", recordID: v7() },
    });
    expect(ordered.body.resultData?.amount).toBe(39.8);
    const answers = await Promise.all([set(398), set(398, { priceID: recordID })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(ofMonth(await prices())).toMatchObject([
      { priceID: recordID, amount: 398, state: "now", validFrom },
      { amount: 388, state: "past" },
    ]);
    const { rows } = await desk.owner.query<{ amount: number }>(
      "select amount_minor::float8 / 100 as amount from plan_order where order_id = $1",
      [ordered.body.resultData?.recordID],
    );
    expect(rows).toEqual([{ amount: 39.8 }]);
    const logged = await desk.owner.query<{ before: unknown; after: unknown }>(
      "select before, after from audit_entry where subject_type = 'planPrice' order by created_at desc limit 1",
    );
    expect(logged.rows).toEqual([{ before: { total: 39.8 }, after: { total: 398 } }]);
    await desk.owner.query("delete from plan_order where price_id = $1", [recordID]);
    await desk.owner.query("delete from plan_price where price_id = $1", [recordID]);
  });

  test.each([
    [{ validFrom: "2026-01-05" }, "FIELD_INVALID"],
    [{ amount: 0 }, "FIELD_INVALID"],
    [{ priceID: v7() }, "NOT_FOUND"],
  ])("%o is refused", async (wrong, name) => {
    const [now] = ofMonth(await prices());
    const form = { recordID: v7(), priceID: now?.priceID, amount: 398, validFrom: dayFrom(40), ...wrong };
    expect((await operate("ChangePrice", form)).body).toMatchObject({ success: false, name });
  });
});

test("images and storage that are given raise the limits of the plan", async () => {
  const { uses } = await desk.account();
  const give = (kind: string, amount: number, recordID = v7()) =>
    operate("Grant", { organizationID: desk.centre.organizationId, reason: "賠償", recordID, kind, amount });
  const recordID = v7();
  await Promise.all([give("storage", 2.5, recordID), give("storage", 2.5, recordID)]);
  await give("image", 20);
  expect((await give("image", 0.5)).body).toMatchObject({ name: "FIELD_INVALID" });
  expect((await desk.account()).uses).toMatchObject({
    storage: { limit: uses.storage.limit + 2.5 * 1024 ** 3 },
    images: { limit: uses.images.limit + 20 },
  });
});
