import { chat } from "@homeroom/contract/chat";
import type { ConversationId, LeadId, MessageId, RecordId } from "@homeroom/contract/ids";
import { imports } from "@homeroom/contract/imports";
import { landingPages } from "@homeroom/contract/landing-pages";
import { leads } from "@homeroom/contract/leads";
import { ownAccount } from "@homeroom/contract/own-account";
import type { createTestDatabase } from "@homeroom/server/platform/db/embedded/for-tests";
import { startTcpProxy, type TcpProxy } from "@homeroom/server/platform/db/tcp-proxy-for-tests";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, signIn } from "../harness/caller.ts";
import { phonesOf } from "../harness/phone.ts";
import { createDemoDatabase, type Product, startProduct } from "../harness/product.ts";
import { outcomeOf, sendCall } from "../harness/send-call.ts";
import { until } from "../harness/until.ts";

let product: Product;
let staff: Caller;
let line: TcpProxy;
let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createDemoDatabase();
  line = await startTcpProxy(database.url);
  product = await startProduct({ database: "embedded", env: { DATABASE_URL: line.url } });
  staff = await signIn(product.url, "owner@demo.homeroom.test");
});
afterAll(async () => {
  await product?.stop();
  await line?.close();
  await database?.drop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("while the database is away every call is refused in our envelope, and afterwards nothing is missing", async () => {
  const phones = phonesOf(product.sandbox.url);
  const customer = { name: "停電客戶", phone: "886955000222" };
  await phones.add(customer);
  const outcomes = new Set<string>();
  const made: LeadId[] = [];
  let stopped = false;

  const calling = (async () => {
    for (let count = 0; !stopped; count += 1) {
      const lead = { nickname: `停電${count}`, areaCode: "+886", phone: `0977${String(count).padStart(6, "0")}` };
      const answer = await sendCall(product.url, leads.add, lead, { token: staff.token });
      outcomes.add(outcomeOf(answer));
      if (answer.status === 200) made.push((answer.body.resultData as { leadId: LeadId }).leadId);
      else expect(answer.body).toMatchObject({ success: false, traceId: expect.stringMatching(/./) });
      expect(answer.text).not.toMatch(/terminat|ECONN|postgres|relation/i);
    }
  })();
  const writing = (async () => {
    for (let count = 0; !stopped; count += 1) {
      await phones.write(customer.phone, `停電中 ${count}`);
      await pause(100);
    }
    return (await phones.chat(customer.phone)).length;
  })();

  await pause(500);
  const visitor = await visitPage();
  await line.cut();
  await until("the health check to say so", async () => (await fetch(`${product.url}/health`)).status === 503);
  await visitor.sendAndPress();
  await pause(1500);
  await line.mend();
  await until("the health check to recover", async () => (await fetch(`${product.url}/health`)).ok);
  await pause(500);
  line.stall();
  await pause(2000);
  await line.mend();
  await breakOften();
  stopped = true;
  await calling;
  const written = await writing;

  expect([...outcomes].toSorted()).toEqual(["200", "503 SERVICE_UNAVAILABLE"]);
  const stored = await until("every message to be taken in", async () => {
    const { list } = await staff.call(chat.conversationList, { keywords: customer.name });
    const conversationId = list[0]?.conversationId;
    if (!conversationId) return null;
    const texts = await textsOf(conversationId);
    return texts.length >= written && texts;
  });
  expect(new Set(stored).size).toBe(written);
  for (const leadId of made) await staff.call(leads.info, { leadId });
  await until("what the visitor sent to be there", visitor.isStored);
});

test("an import continues soon after each of several breaks, and adds every row once", async () => {
  const count = 4000;
  const rows = Array.from({ length: count }, (_, at) => `斷線${at},0958${String(at).padStart(6, "0")}`);
  const content = new Blob([["姓名,電話", ...rows].join("\n")], { type: "text/csv" });
  const { fileID } = await staff.call(imports.uploadLeads, {}, { file: { content, name: "leads.csv" } });
  const { branches } = await staff.call(ownAccount.info, {});
  const [branch] = branches;
  if (!branch) throw new Error("The owner works at no branch");
  const mapping = { 姓名: "nickname", 電話: "phone" };
  const form = { fileID, mapping, branchID: branch.branchID, assignBy: "nobody" as const };
  const { taskID } = await staff.call(imports.importLeads, form);
  for (const least of [1, 1000, 2500]) {
    // oxlint-disable-next-line no-await-in-loop -- each break needs the progress before it
    await until(`${least} rows`, async () => (await progress(taskID)).processed >= least);
    await line.cut();
    await pause(200);
    await line.mend();
  }
  const task = await until("the import", async () => {
    const now = await progress(taskID);
    return now.state !== "waiting" && now.state !== "running" && now;
  });
  expect(task).toMatchObject({ state: "done", createdCount: count, invalidCount: 0, skippedCount: 0 });
  const { total } = await staff.call(leads.list, { keywords: "斷線", pageSize: 1 });
  expect(total).toBe(count);
});

/** How far an import is; before its first row while the database is away. */
async function progress(taskID: RecordId) {
  return staff.call(imports.task, { taskID }).catch(() => ({ state: "running" as const, processed: 0 }));
}

/** Breaks all connections at many points of the calls that are running. */
async function breakOften(): Promise<void> {
  for (let count = 0; count < 12; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the breaks are meant to follow each other
    await pause(100 + 13 * count);
    await line.cut();
    await line.mend();
  }
  await pause(500);
}

/** All messages of a conversation: on a slow machine they fill more than one page. */
async function textsOf(conversationId: ConversationId): Promise<string[]> {
  const texts: string[] = [];
  let before: MessageId | undefined;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the last one ended
    const { list } = await staff.call(chat.messageList, { conversationId, pageSize: 100, ...(before && { before }) });
    texts.unshift(...list.map(({ text }) => text));
    before = list[0]?.messageId;
    if (list.length < 100 || !before) return texts;
  }
}

/** A visitor who is shown a landing page, and answered, while the database is away. */
async function visitPage() {
  const address = `${product.url}/p/chenguang/summer-camp`;
  expect((await fetch(address)).status).toBe(200);
  const clicks = async () => {
    const { list } = await staff.call(landingPages.list, { keywords: "summer-camp" });
    return list.find(({ urlName }) => urlName === "summer-camp")?.clickCount ?? 0;
  };
  const before = await clicks();
  const name = "停電家長";
  return {
    async sendAndPress() {
      expect((await fetch(address)).status).toBe(200);
      const body = new URLSearchParams({ name, phone: "0977888111", seconds: "9" });
      const sent = await fetch(`${address}/send`, { method: "POST", body, headers: { accept: "application/json" } });
      expect(sent.status).toBe(200);
      const headers = { "user-agent": "Mozilla/5.0 (iPhone)" };
      expect((await fetch(`${address}/go?v=1`, { headers, redirect: "manual" })).status).toBe(303);
    },
    async isStored() {
      const { list } = await staff.call(leads.list, { keywords: name });
      return list.length === 1 && (await clicks()) === before + 1;
    },
  };
}

test("the same process still runs, and messages of staff leave again", async () => {
  const phones = phonesOf(product.sandbox.url);
  const { list } = await staff.call(chat.conversationList, { keywords: "停電客戶" });
  const [row] = list;
  if (!row) throw new Error("The conversation is gone");
  await staff.call(chat.sendMessage, { leadId: row.leadId, content: "電來了" });
  await until("the message on the phone", async () =>
    (await phones.chat("886955000222")).some(({ from, body }) => from === "business" && body.body === "電來了"),
  );
  expect(product.log().match(/Homeroom is ready/g)).toHaveLength(1);
});
