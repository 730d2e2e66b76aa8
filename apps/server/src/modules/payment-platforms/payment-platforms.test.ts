import type { PaymentPlatform } from "@homeroom/contract/payment-platforms";
import { beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { PaymentFailure, type PaymentFailureReason, type PaymentGateway, type PlatformValues } from "./port.ts";
import { paymentPlatformsModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let owner: string;
let asked: PlatformValues[];
let failing: PaymentFailureReason | null;

const notHere = () => Promise.reject(new Error("Settings are saved without this"));
const gatewayOf = (provider: PaymentGateway["provider"]): PaymentGateway => ({
  ...{ provider, currencies: [], thanks: "", tradeNumberOf: () => null },
  ...{ start: notHere, readNotice: notHere, inspect: notHere },
  async check(values) {
    asked.push(values);
    if (failing) throw new PaymentFailure(failing, { code: "said" });
  },
});

const server = prepareServer(base, (platform) => {
  const gateways = (["paypal", "shopline", "ecpay"] as const).map(gatewayOf);
  return [paymentPlatformsModule(platform, gateways)];
});
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  owner = await signedIn("owner");
  asked = [];
  failing = null;
});

async function signedIn(role: "owner" | "sales"): Promise<string> {
  const [branchId] = organization.branchIds;
  return (await signInAs(base.db, organization, { role, branchIds: [branchId] })).token;
}

const shop = { payType: "shop", shopID: "3002607", apiKey: "an-api-key-of-9f3k", signKey: "a-sign-key-of-77aa" };
const bank = { payType: "bankTransfer", bankName: "玉山銀行", accountName: "晨光", accountNumber: "0123-456" };
const save = (body: object, token = owner) =>
  callApi<{ recordID: string }>(server.app, "POST /api_users/Member/UpdatePaymentSetting", { token, body });
const setting = async (payType: string, token = owner) => {
  const answer = await callApi<PaymentPlatform>(server.app, `GET /api_users/Member/PaymentSetting?payType=${payType}`, {
    token,
  });
  return answer.body.resultData;
};
const list = async () => {
  const answer = await callApi<{ list: PaymentPlatform[] }>(server.app, "GET /api_users/Member/PaymentPlatforms", {
    token: owner,
  });
  return answer.body.resultData?.list ?? [];
};
const setStatus = (payType: string, recordID: string, status: number, token = owner) => {
  const query = new URLSearchParams({ payType, recordID, status: String(status) });
  return callApi(server.app, `GET /api_users/Member/UpdatePaymentStatus?${query.toString()}`, { token });
};
const idOf = async (form: object) => (await save(form)).body.resultData?.recordID ?? "";

test("platform settings are saved once accepted; secrets are sealed and never shown again", async () => {
  expect(await setting("shop")).toMatchObject({ recordID: null, provider: "shopline", version: 0, status: 0 });
  await save(shop);
  expect(asked).toEqual([{ shopID: shop.shopID, apiKey: shop.apiKey, signKey: shop.signKey }]);
  expect(await setting("shop")).toMatchObject({
    provider: "shopline",
    fields: { shopID: "3002607" },
    secrets: { apiKey: { hasValue: true, last4: "9f3k" }, signKey: { hasValue: true, last4: "77aa" } },
    ...{ shopID: "3002607", apiKey: { hasValue: true, last4: "9f3k" }, signKey: { hasValue: true, last4: "77aa" } },
    version: 1,
  });
  const kept = await base.owner.query<{ secrets: Buffer; fields: object }>(
    "select secrets, fields from payment_platform where organization_id = $1",
    [organization.organizationId],
  );
  const log = await base.owner.query("select before, after from audit_entry where subject_type = 'paymentPlatform'");
  for (const text of [JSON.stringify(await list()), JSON.stringify(log.rows), JSON.stringify(kept.rows[0]?.fields)])
    expect(text).not.toMatch(/an-api-key|a-sign-key/);
  expect(kept.rows[0]?.secrets.toString("latin1")).not.toContain("an-api-key");
});

test("a signature key and an account's e-mail are accepted under either name", async () => {
  const { signKey, ...rest } = shop;
  await save({ ...rest, signatureKey: signKey });
  expect(asked).toEqual([{ shopID: shop.shopID, apiKey: shop.apiKey, signKey }]);
  const paypal = { payType: "paypal", accountEmail: "pay@school.test" };
  expect((await save(paypal)).body).toMatchObject({ errors: [{ field: "clientID" }, { field: "webhookID" }] });
});

test("omitted secrets are kept; a missing one is named at its field", async () => {
  const { apiKey: _apiKey, signKey: _signKey, ...rest } = shop;
  expect((await save(rest)).body).toMatchObject({
    name: "FIELD_INVALID",
    errors: [{ field: "apiKey" }, { field: "signKey" }],
  });
  await save(shop);
  await save({ ...rest, shopID: "3002608", signKey: "another-sign-key-0001", version: 1 });
  expect(asked.at(-1)).toEqual({ shopID: "3002608", apiKey: shop.apiKey, signKey: "another-sign-key-0001" });
  expect((await setting("shop"))?.version).toBe(2);
});

test("saving the same again changes nothing; of two saves of one version only one succeeds", async () => {
  await save(shop);
  await save(shop);
  expect((await setting("shop"))?.version).toBe(1);
  const change = (shopID: string) => save({ ...shop, shopID, version: 1 });
  const answers = await Promise.all([change("1"), change("2")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test.each([
  ["refused", 409, "SETTING_NOT_VERIFIED"],
  ["rateLimited", 429, "TOO_MANY_REQUESTS"],
  ["unavailable", 502, "PAYMENT_PLATFORM_FAILED"],
] as const)("where the platform says %s nothing is saved, and staff are told so", async (reason, status, name) => {
  failing = reason;
  const answer = await save(shop);
  expect([answer.status, answer.body]).toMatchObject([status, { name }]);
  expect((await setting("shop"))?.recordID).toBeNull();
});

test("a bank account is saved without verification and needs its names and number", async () => {
  expect((await save({ ...bank, accountName: " " })).body).toMatchObject({ errors: [{ field: "accountName" }] });
  expect((await save({ ...bank, accountNumber: "abc" })).body).toMatchObject({ errors: [{ field: "accountNumber" }] });
  expect((await save(bank)).status).toBe(200);
  expect(asked).toEqual([]);
  expect(await setting("bankTransfer")).toMatchObject({
    fields: { bankName: "玉山銀行", instructions: "" },
    secrets: {},
  });
});

test.each([
  ["1234567", true],
  ["+852-61234567", true],
  ["pay@example.hk", true],
  ["123456", false],
  ["+852-1234", false],
  ["收款", false],
])("an FPS ID %s is good: %s", async (fpsID, isGood) => {
  const answer = await save({ payType: "fps", fpsID, payeeName: "MORNING LIGHT" });
  expect(answer.status).toBe(isGood ? 200 : 422);
});

test("switching on a shop switches off the other, even if both are switched on at once", async () => {
  const shopline = await idOf(shop);
  const ecpay = await idOf({ ...shop, provider: "ecpay" });
  await setStatus("shop", shopline, 1);
  await setStatus("shop", ecpay, 1);
  expect(await setting("shop")).toMatchObject({ provider: "ecpay", status: 1 });
  const answers = await Promise.all([setStatus("shop", shopline, 1), setStatus("shop", ecpay, 1)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await list()).filter(({ status }) => status === 1)).toHaveLength(1);
  const bankId = await idOf(bank);
  await setStatus("bankTransfer", bankId, 1);
  await setStatus("bankTransfer", bankId, 1);
  const log = await base.owner.query("select 1 from audit_entry where subject_id = $1 and action = 'enabled'", [
    bankId,
  ]);
  expect(log.rows).toHaveLength(1);
  expect((await setStatus("paypal", bankId, 0)).status).toBe(404);
});

test("viewing and changing platforms need their permissions, and each organisation has its own", async () => {
  const bankId = await idOf(bank);
  const sales = await signedIn("sales");
  const answers = [await save(bank, sales), await setStatus("bankTransfer", bankId, 1, sales)];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  organization = await buildOrganization(base.db);
  const stranger = await signedIn("owner");
  expect((await setting("bankTransfer", stranger))?.recordID).toBeNull();
  expect((await setStatus("bankTransfer", bankId, 1, stranger)).status).toBe(404);
  expect((await save({ ...bank, recordID: bankId }, stranger)).status).toBe(404);
});
