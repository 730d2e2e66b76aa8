import { chat } from "@homeroom/contract/chat";
import { leads } from "@homeroom/contract/leads";
import { login } from "@homeroom/contract/login";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, callerOf, demoPassword, signIn } from "../harness/caller.ts";
import { postWebhook } from "../harness/meta-webhook.ts";
import { phonesOf } from "../harness/phone.ts";
import { demoNumber, type Product, startProduct } from "../harness/product.ts";
import { until } from "../harness/until.ts";

const secretWords = {
  said: "我的孩子叫做王小明",
  answered: "我們的教室在三樓",
  failed: "這句話傳不出去",
  wrongPassword: "NotMyPassword77",
};

let product: Product;
let staff: Caller;

beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: "trace" } });
  staff = await signIn(product.url, "owner@demo.homeroom.test");
});
afterAll(() => product?.stop());

/** A day in the life of the product, with everything that goes wrong in one. */
async function liveThrough(): Promise<void> {
  const visitor = callerOf(product.url);
  const { token } = await visitor.call(login.captcha, {});
  const account = {
    accountName: "owner@demo.homeroom.test",
    password: secretWords.wrongPassword,
    token,
    vCode: "zzzz",
  };
  await visitor.refusal(login.logOn, account);
  await callerOf(product.url, `${staff.token}x`).refusal(leads.list, {});
  await fetch(`${product.url}${leads.list.path}?accessToken=${staff.token}`, {
    method: "POST",
    body: `{"a": "${secretWords.said}`,
  });

  const phones = phonesOf(product.sandbox.url);
  await phones.add({ name: "王太太", phone: "886955000111" });
  await phones.add({ name: "壞線路", phone: "886955000112", behaviour: "blocked" });
  for (const phone of ["886955000111", "886955000112"]) await phones.write(phone, secretWords.said);
  const found = await until("both conversations", async () => {
    const { list } = await staff.call(chat.conversationList, { keywords: "95500011" });
    return list.length === 2 && list;
  });
  const leadOf = (phone: string) => found.find((row) => row.phone.includes(phone))?.leadId ?? found[0]?.leadId;
  const [well, bad] = [leadOf("955000111"), leadOf("955000112")];
  if (!well || !bad) throw new Error("The customers did not become leads");
  await staff.call(chat.sendMessage, { leadId: well, content: secretWords.answered });
  await staff.call(chat.sendMessage, { leadId: bad, content: secretWords.failed });
  await until("the failure", async () => {
    const conversationId = found.find(({ leadId }) => leadId === bad)?.conversationId;
    const { list } = conversationId ? await staff.call(chat.messageList, { conversationId }) : { list: [] };
    return list.some(({ state }) => state === "failed");
  });
  await postWebhook(product.url, { ...demoNumber, appSecret: "forged-secret" }, { said: secretWords.said });
  await fetch(
    `${product.url}/api_basic/File/Get?id=01900000-0000-7000-8000-000000000000&expires=1&signature=SIGNATURE77`,
  );
  await staff.call(login.logOut, {});
}

test("the log of a whole run contains no token, no password and no text of a message", async () => {
  await liveThrough();
  await product.stopServer();
  const log = product.log();
  expect(log).toContain("Homeroom is ready");
  expect(log).toMatch(/LeadsList/);
  const secrets = {
    ...secretWords,
    token: staff.token,
    demoPassword,
    accessToken: demoNumber.accessToken,
    appSecret: demoNumber.appSecret,
    verifyToken: demoNumber.verifyToken,
    signature: "SIGNATURE77",
  };
  expect(Object.entries(secrets).filter(([, secret]) => log.includes(secret))).toEqual([]);
});
