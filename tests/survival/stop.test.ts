import { request } from "node:http";
import { chat } from "@homeroom/contract/chat";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, signIn } from "../harness/caller.ts";
import { phonesOf } from "../harness/phone.ts";
import { type Product, startProduct } from "../harness/product.ts";
import { until } from "../harness/until.ts";

let product: Product;
let staff: Caller;

beforeAll(async () => {
  product = await startProduct();
  staff = await signIn(product.url, "owner@demo.homeroom.test");
});
afterAll(() => product?.stop());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A call whose body the server has received only in part: `finish` sends the rest and returns the answer. */
async function slowCall(path: string, body: string): Promise<{ finish(): Promise<{ status: number; text: string }> }> {
  const headers = {
    accessToken: staff.token,
    expect: "100-continue",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
  };
  const outgoing = request(product.url + path, { method: "POST", headers });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    outgoing.once("error", reject);
    outgoing.once("response", (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
  });
  outgoing.write(body.slice(0, 5));
  await new Promise((resolve) => outgoing.once("continue", resolve));
  return {
    finish() {
      outgoing.end(body.slice(5));
      return answered;
    },
  };
}

test("a stop lets the running call finish, exits with success, and leaves no message half sent", async () => {
  const phones = phonesOf(product.sandbox.url);
  const customer = { name: "慢線路", phone: "886955000333", behaviour: "slow" };
  await phones.add(customer);
  await phones.write(customer.phone, "在嗎");
  const { leadId, conversationId } = await until("the conversation", async () => {
    const { list } = await staff.call(chat.conversationList, { keywords: customer.name });
    return list[0];
  });
  // The provider takes three seconds to answer the first; the others wait behind it.
  for (const content of ["一", "二", "三"]) await staff.call(chat.sendMessage, { leadId, content });
  await until("the first to be on its way", async () => {
    const { list } = await staff.call(chat.messageList, { conversationId });
    return list.some(({ direction, state }) => direction === "out" && state !== "queued");
  });
  const slow = await slowCall(chat.conversationList.path, JSON.stringify({ keywords: customer.name }));

  const stopped = product.stopServer();
  await pause(300);
  const answer = await slow.finish();
  expect(answer.status).toBe(200);
  expect(answer.text).toContain(conversationId);
  expect(await stopped).toBe(0);
  expect(product.log()).toContain("Stopping");

  await product.start();
  await until(
    "every message to have arrived",
    async () => {
      const { list } = await staff.call(chat.messageList, { conversationId });
      return list.filter(({ direction }) => direction === "out").every(({ state }) => state === "delivered");
    },
    { everyMs: 250 },
  );
  const arrived = (await phones.chat(customer.phone)).filter(({ from }) => from === "business");
  expect(arrived.map(({ body }) => body.body)).toEqual(["一", "二", "三"]);
});

test("a second signal, or one during the start, ends the server too", async () => {
  expect(await product.stopServer()).toBe(0);
  const starting = product.start().catch((error: Error) => error.message);
  await pause(150);
  await product.stopServer();
  expect(await starting).toMatch(/did not become healthy/);
  await product.start();
});
