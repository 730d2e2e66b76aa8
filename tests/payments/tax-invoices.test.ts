import type { TaxInvoiceRow } from "@homeroom/contract/tax-invoices";
import { readyAccounts } from "@homeroom/sandbox/payments/accounts";
import { prepareSandbox } from "@homeroom/sandbox/testing/quiet-sandbox";
import { ecpayInvoices } from "@homeroom/server/integrations/ecpay/invoice-issuer";
import { buildLead } from "@homeroom/server/modules/leads/for-tests";
import { type OrderDesk, openOrderDesk, outcome, piano } from "@homeroom/server/modules/orders/for-tests";
import { settleNext } from "@homeroom/server/modules/orders/tax-invoices/actions/settle-due";
import { callApi } from "@homeroom/server/modules/sign-in/for-tests";
import { v7 } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

const sandbox = prepareSandbox();
let desk: OrderDesk;

beforeAll(async () => {
  desk = await openOrderDesk(() => [], ecpayInvoices(sandbox.url));
  expect(outcome(await save({}))).toBe("200");
});
afterAll(() => desk?.stop());
afterEach(() => switches({}));

const { merchantId: merchantID, hashKey, hashIv: hashIV } = readyAccounts.ecpayInvoices;
const setting = {
  ...{ kind: "twInvoice", schoolName: "", schoolNumber: "", venue: "", supervisor: "" },
  ...{ merchantID, hashKey, hashIV, taxType: "taxable", version: 0 },
};
const save = (change: object) =>
  callApi(desk.app, "POST /api_users/Member/UpdateReceiptSetting", {
    token: desk.token,
    body: { ...setting, ...change },
  });

const switches = (wanted: { delayMs?: number; loseAnswers?: number; failWith?: number }) =>
  fetch(`${sandbox.url}/sandbox/ecpay-invoices/switches`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(wanted),
  });

interface Issued {
  relateNumber: string;
  number: string;
  amount: number;
  isVoid: boolean;
  data: Record<string, unknown>;
  allowances: { amount: number; isVoid: boolean }[];
}
let before = 0;
async function issued(): Promise<Issued[]> {
  const answer = (await (await fetch(`${sandbox.url}/sandbox/ecpay-invoices`)).json()) as { invoices: Issued[] };
  return answer.invoices.slice(before);
}
beforeEach(async () => {
  before = 0;
  before = (await issued()).length;
});

const settle = () =>
  settleNext({ platform: desk.platform, issuer: ecpayInvoices(sandbox.url) }, desk.organization.scope);
const settleAll = async () => {
  while (await settle());
};
/** Makes waiting work due. */
const later = () =>
  desk.owner.query("update tax_invoice set next_attempt_at = now() where next_attempt_at is not null");
const tasks = async (orderID: string) => {
  const { body } = await desk.post<{ list: TaxInvoiceRow[] }>("TaxInvoiceList", { orderID });
  return (body.resultData?.list ?? []).toReversed();
};

async function paid(invoice?: object, items = [piano]): Promise<string> {
  const leadId = await buildLead(desk.db, desk.organization, { email: `${v7()}@homeroom.test` });
  const orderID = await desk.order({
    leadId,
    currency: "TWD",
    payMethod: "cash",
    items,
    ...(invoice && { invoice }),
  } as never);
  await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed" });
  return orderID;
}
const refund = (orderID: string, amount: number) => desk.post("RefundOrder", { orderID, amount, reason: "退一堂" });

test("a payment is invoiced once, as its buyer chose, in items that add up", async () => {
  const choice = { kind: "company", companyNumber: "53212539", companyName: "綠界科技", email: "pay@company.test" };
  const orderID = await paid(choice, [
    { ...piano, quantity: 3 },
    { name: "教材", officialPrice: 350, quantity: 1 },
  ]);
  await settleAll();
  const [invoice, ...more] = await issued();
  expect(more).toEqual([]);
  expect(invoice?.data).toMatchObject({
    ...{ CustomerIdentifier: "53212539", CustomerName: "綠界科技", CustomerEmail: "pay@company.test" },
    ...{ Print: "0", Donation: "0", CarrierType: "1", TaxType: "1", SalesAmount: 3950, InvType: "07" },
    Items: [
      { ItemName: "鋼琴初班", ItemCount: 3, ItemPrice: 1200, ItemAmount: 3600 },
      { ItemName: "教材", ItemCount: 1, ItemAmount: 350 },
    ],
  });
  expect(await tasks(orderID)).toMatchObject([
    { way: "invoice", state: "done", number: invoice?.number, amount: 3950 },
  ]);
  expect(outcome(await desk.post("ChooseInvoice", { orderID, invoice: { kind: "member" } }))).toBe(
    "409 ORDER_STATE_CONFLICT",
  );
});

test("after a lost answer ECPay is asked and nothing is issued twice, also after a crash and for an allowance", async () => {
  const orderID = await paid();
  await switches({ loseAnswers: 1 });
  await settle();
  expect(await tasks(orderID)).toMatchObject([{ state: "asking", problem: "unavailable" }]);
  await later();
  await settleAll();
  const [invoice] = await issued();
  expect(await tasks(orderID)).toMatchObject([{ state: "done", number: invoice?.number, problem: null }]);

  await refund(orderID, 200);
  await switches({ loseAnswers: 1 });
  await settle();
  await later();
  await settleAll();
  expect((await tasks(orderID))[1]).toMatchObject({ way: "allowance", state: "done", amount: 200 });
  expect((await issued()).map(({ allowances }) => allowances.map(({ amount }) => amount))).toEqual([[200]]);

  // As after a crash between the call and keeping its answer.
  await desk.owner.query(
    `update tax_invoice set state = 'asking', number = '', next_attempt_at = now()
     where way = 'invoice' and order_id = (select order_id from sale_order where order_number = $1)`,
    [orderID],
  );
  await settleAll();
  expect(await issued()).toHaveLength(1);
  expect((await tasks(orderID))[0]).toMatchObject({ state: "done", number: invoice?.number });
});

test("an allowance whose answer was lost is still asked for after ECPay has blocked the question", async () => {
  const orderID = await paid();
  await settleAll();
  await refund(orderID, 200);
  await switches({ loseAnswers: 1 });
  await settle();
  await switches({ failWith: 403 });
  await later();
  await settle();
  expect((await tasks(orderID))[1]).toMatchObject({ way: "allowance", problem: "rateLimited", attempts: 2 });
  await switches({});
  await later();
  await settleAll();
  expect((await tasks(orderID))[1]).toMatchObject({ way: "allowance", state: "done", problem: null });
  expect(await issued()).toMatchObject([{ allowances: [{ amount: 200 }] }]);
});

test("a partial refund makes an allowance, a full one within the period makes the invoice void", async () => {
  const orderID = await paid();
  await settleAll();
  await refund(orderID, 1200);
  await settleAll();
  expect(await tasks(orderID)).toMatchObject([{ way: "invoice" }, { way: "voidInvoice", state: "done" }]);
  expect(await issued()).toMatchObject([{ isVoid: true, allowances: [] }]);

  const donated = await paid({ kind: "donation", loveCode: "168001" });
  await settleAll();
  await refund(donated, 1200);
  await settleAll();
  expect((await issued())[1]).toMatchObject({ isVoid: false, allowances: [{ amount: 1200 }] });
});

test("a receipt that is made void makes its invoice void too, and a new one has a new invoice", async () => {
  const orderID = await paid();
  await settleAll();
  const [receipt] = (await desk.detail(orderID)).receipts;
  await desk.post("VoidReceipt", {
    orderID,
    recordID: receipt?.recordID,
    reason: "抬頭錯誤",
    replace: true,
    buyer: "王先生",
  });
  await settleAll();
  expect((await issued()).map(({ isVoid }) => isVoid)).toEqual([true, false]);
  expect((await tasks(orderID)).map(({ way, state }) => [way, state])).toEqual([
    ["invoice", "done"],
    ["voidInvoice", "done"],
    ["invoice", "done"],
  ]);
});

test("a donated invoice whose receipt is made void gets an allowance, for ECPay keeps it", async () => {
  const orderID = await paid({ kind: "donation", loveCode: "168001" });
  await settleAll();
  const [receipt] = (await desk.detail(orderID)).receipts;
  const form = { orderID, recordID: receipt?.recordID, reason: "抬頭錯誤", replace: true, buyer: "王先生" };
  await desk.post("VoidReceipt", form);
  await settleAll();
  expect((await tasks(orderID)).map(({ way, state }) => [way, state])).toEqual([
    ["invoice", "done"],
    ["allowance", "done"],
    ["invoice", "done"],
  ]);
  expect(await issued()).toMatchObject([{ isVoid: false, allowances: [{ amount: 1200 }] }, { allowances: [] }]);
});

/** An order of which three instalments were paid, each with its invoice. */
async function orderInThree() {
  const leadId = await buildLead(desk.db, desk.organization, { email: `${v7()}@homeroom.test` });
  const instalments = [{ dueDate: "2099-01-05" }, { dueDate: "2099-02-05" }, { dueDate: "2099-03-05" }];
  const orderID = await desk.order({ leadId, currency: "TWD", payMethod: "cash", instalments } as never);
  for (const instalment of [1, 2, 3])
    await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed", instalment });
  await settleAll();
  return orderID;
}

test("an order in instalments has an invoice for each, and what goes back is taken off the latest first", async () => {
  const orderID = await orderInThree();
  expect((await issued()).map(({ amount }) => amount)).toEqual([400, 400, 400]);
  await refund(orderID, 500);
  await settleAll();
  expect((await issued()).map(({ isVoid, allowances }) => [isVoid, allowances.map(({ amount }) => amount)])).toEqual([
    [false, []],
    [false, [100]],
    [true, []],
  ]);
});

test("a credit note that replaces another takes nothing more off the invoices", async () => {
  const orderID = await orderInThree();
  await refund(orderID, 500);
  await settleAll();
  for (const _ of ["replaced", "and once more"]) {
    const note = (await desk.detail(orderID)).receipts.findLast(({ kind }) => kind === "creditNote");
    await desk.post("VoidReceipt", { orderID, recordID: note?.recordID, reason: "退款原因錯誤", replace: true });
    await settleAll();
    await later();
    await settleAll();
    const inForce = (await issued()).map(({ isVoid, allowances }) => {
      return [isVoid, allowances.filter((one) => !one.isVoid).map(({ amount }) => amount)];
    });
    expect(inForce).toEqual([
      [false, []],
      [false, [100]],
      [true, []],
    ]);
  }
});

test("an invoice that a refund made void is not made void again with its receipt, and its successor is refunded", async () => {
  const orderID = await paid();
  await settleAll();
  await refund(orderID, 1200);
  await settleAll();
  const [receipt, note] = (await desk.detail(orderID)).receipts;
  const makeVoid = (recordID: string | undefined, replace: boolean) =>
    desk.post("VoidReceipt", { orderID, recordID, reason: "抬頭錯誤", replace, buyer: "王先生" });
  await makeVoid(note?.recordID, false);
  await makeVoid(receipt?.recordID, true);
  await makeVoid(note?.recordID, true);
  await settleAll();
  await later();
  await settleAll();
  expect((await tasks(orderID)).filter(({ state }) => state !== "done")).toEqual([]);
  expect((await issued()).map(({ isVoid }) => isVoid)).toEqual([true, true]);
});

test("an order whose later instalments were removed has an invoice for the rest, and both can be refunded", async () => {
  const leadId = await buildLead(desk.db, desk.organization, { email: `${v7()}@homeroom.test` });
  const instalments = [{ dueDate: "2099-01-05" }, { dueDate: "2099-02-05" }, { dueDate: "2099-03-05" }];
  const orderID = await desk.order({ leadId, currency: "TWD", payMethod: "cash", instalments } as never);
  await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed", instalment: 1 });
  const { version } = await desk.detail(orderID);
  expect(outcome(await desk.post("EditInstalments", { orderID, instalments: [], version }))).toBe("200");
  await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed" });
  const amounts = async (wanted: string) =>
    (await desk.detail(orderID)).receipts.filter(({ kind }) => kind === wanted).map(({ amount }) => amount);
  expect(await amounts("receipt")).toEqual([400, 800]);
  await settleAll();
  expect((await tasks(orderID)).map(({ way, amount }) => [way, amount])).toEqual([
    ["invoice", 400],
    ["invoice", 800],
  ]);
  expect((await issued()).map(({ amount }) => amount)).toEqual([400, 800]);
  await refund(orderID, 500);
  await refund(orderID, 700);
  expect(await amounts("creditNote")).toEqual([500, 700]);
  await settleAll();
  const left = (await issued()).map(({ amount, isVoid, allowances }) =>
    allowances.reduce((sum, one) => sum - one.amount, isVoid ? 0 : amount),
  );
  expect(left).toEqual([0, 0]);
});

test("a refusal shows the reason, and the next choice is tried again", async () => {
  const orderID = await paid({ kind: "mobileBarcode", carrier: "/0000000" });
  await settleAll();
  expect(await tasks(orderID)).toMatchObject([
    { state: "failed", problem: "refused", detail: expect.stringContaining("查無此載具"), nextTime: null },
  ]);
  await desk.post("ChooseInvoice", { orderID, invoice: { kind: "mobileBarcode", carrier: "/ABC1234" } });
  await settleAll();
  expect(await tasks(orderID)).toMatchObject([{ state: "done" }]);
  expect(await issued()).toMatchObject([{ data: { CarrierType: "3", CarrierNum: "/ABC1234" } }]);
});

test("ECPay is asked again later if it is unreachable or blocks us; without an address staff are told", async () => {
  const orderID = await paid();
  await switches({ failWith: 403 });
  await settle();
  expect(await tasks(orderID)).toMatchObject([
    { state: "waiting", problem: "rateLimited", attempts: 1, nextTime: expect.any(String) },
  ]);
  await switches({});
  await later();
  await settleAll();
  expect(await tasks(orderID)).toMatchObject([{ state: "done" }]);

  const leadId = await buildLead(desk.db, desk.organization);
  const other = await desk.order({ leadId, currency: "TWD", payMethod: "cash" });
  await desk.post("ConfirmOrder", { orderID: other, confirmStatus: "confirmed" });
  await settleAll();
  const [task] = await tasks(other);
  expect(task).toMatchObject({ state: "failed", problem: "noContact" });
  await desk.owner.query("update lead set email = 'found@homeroom.test' where lead_id = $1", [leadId]);
  expect(outcome(await desk.post("RetryTaxInvoice", { recordID: task?.recordID }))).toBe("200");
  await settleAll();
  expect(await tasks(other)).toMatchObject([{ state: "done" }]);
});

test("an account is tested before it is saved, and its keys are never shown", async () => {
  expect(outcome(await save({ version: 1, hashKey: "pwFHCqoQZGmho4w6" }))).toBe("409 SETTING_NOT_VERIFIED");
  await switches({ failWith: 500 });
  expect(outcome(await save({ version: 1, taxType: "exempt" }))).toBe("502 PAYMENT_PLATFORM_FAILED");
  await switches({});
  expect(outcome(await save({ version: 1, taxType: "exempt", hashKey: "", hashIV: "" }))).toBe("200");
  const { body } = await callApi(desk.app, "GET /api_users/Member/ReceiptSetting", { token: desk.token });
  expect(body.resultData).toMatchObject({ hasKeys: true, merchantID, taxType: "exempt" });
  expect(JSON.stringify(body)).not.toContain(hashKey);
});
