import { type AgentInfo, assistant } from "@homeroom/contract/assistant";
import { chat } from "@homeroom/contract/chat";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Caller } from "../../harness/caller.ts";
import { phonesOf } from "../../harness/phone.ts";
import { callerNamed, sandboxUrl, useBrowser, visit } from "../visit.ts";

useBrowser();

const phones = phonesOf(sandboxUrl);
const agent = "小晨";

async function openOptions(page: Page): Promise<void> {
  await page.goto("/system/sys");
  await page.getByRole("article", { name: agent }).waitFor();
}

// These customers write one message at a time, so there is no need to wait for more.
beforeAll(async () => setAgent(await callerNamed("admin"), { waitSeconds: 1 }));

/** Off again afterwards, because other journeys have their own customers. */
async function whileAnswering(page: Page, work: () => Promise<void>): Promise<void> {
  const turn = page.getByRole("switch", { name: new RegExp(agent) });
  await openOptions(page);
  await turn.click();
  await page.getByText("回覆中", { exact: true }).waitFor();
  try {
    await work();
  } finally {
    await openOptions(page);
    await turn.click();
    await page.getByText("未啟用", { exact: true }).waitFor();
  }
}

test("a customer is answered from the centre's information, and handed to a person when they ask for one", async () => {
  const { page, complaints } = await visit({ as: "admin" });
  await whileAnswering(page, async () => {
    const number = String(Date.now()).slice(-5);
    const customer = { name: `問課媽媽${number}`, phone: `8869777${number}` };
    await phones.add(customer);
    await phones.write(customer.phone, "請問數學班怎麼收費？");
    await page.goto("/chat/whatsapp");
    await page.getByRole("option").filter({ hasText: customer.name }).click();
    await page.getByRole("article").filter({ hasText: "月費 4,200 元" }).waitFor();

    await phones.write(customer.phone, "我想找真人老師談");
    const card = page.getByRole("region", { name: `${agent} 將對話交給您` });
    await card.getByText("我想找真人老師談").waitFor();
    await expect.poll(() => page.getByRole("switch", { name: "AI 助理" }).isChecked()).toBe(false);

    await card.getByRole("button", { name: "請 AI 助理建議回覆" }).click();
    const suggestion = page.getByRole("region", { name: "AI 助理建議的回覆" });
    await suggestion.getByRole("button", { name: "修改" }).click();
    await suggestion.getByRole("textbox").fill("您好，我是林老師。");
    await suggestion.getByRole("button", { name: "傳送" }).click();
    await page.getByRole("article").filter({ hasText: "您好，我是林老師。" }).waitFor();
    await card.waitFor({ state: "detached" });
  });
  expect(complaints).toEqual([]);
});

async function agentOf(caller: Caller | null): Promise<{ caller: Caller; info: AgentInfo }> {
  const row = (await caller?.call(assistant.list, {}))?.find(({ nickname }) => nickname === agent);
  if (!caller || !row) throw new Error("The demo has no assistant");
  return { caller, info: await caller.call(assistant.info, { recordID: row.recordID }) };
}

async function setAgent(someone: Caller | null, to: Partial<Pick<AgentInfo, "way" | "waitSeconds">>): Promise<void> {
  const { caller, info } = await agentOf(someone);
  const { branch: _, apiKey: __, ...form } = info;
  await caller.call(assistant.saveChatgpt, { ...form, ...to, apiKey: "" });
}

test("while the assistant only suggests, a person sends its suggestion, and it keeps suggesting", async () => {
  const { page, caller, complaints } = await visit({ as: "admin" });
  await setAgent(caller, { way: "draft" });
  try {
    await whileAnswering(page, async () => {
      const number = String(Date.now()).slice(-5);
      const customer = { name: `建議爸爸${number}`, phone: `8869778${number}` };
      await phones.add(customer);
      await phones.write(customer.phone, "請問作文班幾點上課？");
      await page.goto("/chat/whatsapp");
      await page.getByRole("option").filter({ hasText: customer.name }).click();
      const suggestion = page.getByRole("region", { name: "AI 助理建議的回覆" });
      await suggestion.getByText("每週六上午 10:00").waitFor();
      expect((await phones.chat(customer.phone)).filter(({ from }) => from === "business")).toEqual([]);
      // The page shows it as sent before the server has it: a question that came in between would count as answered.
      const sent = page.waitForResponse((response) => response.url().endsWith(chat.sendMessage.path) && response.ok());
      await suggestion.getByRole("button", { name: "傳送" }).click();
      await page.getByRole("article").filter({ hasText: "每週六上午 10:00" }).waitFor();
      await suggestion.waitFor({ state: "detached" });
      await sent;

      await phones.write(customer.phone, "英文班有試聽嗎？");
      await suggestion.getByText("月費 4,800 元").waitFor();
      await suggestion.getByRole("button", { name: "不採用" }).click();
      await suggestion.waitFor({ state: "detached" });
    });
  } finally {
    await setAgent(caller, { way: "send" });
  }
  expect(complaints).toEqual([]);
});

test("staff see that a customer was not answered, and why; once fixed, the assistant answers customers who still wait", async () => {
  const { page, caller, complaints } = await visit({ as: "admin" });
  await whileAnswering(page, async () => {
    const number = String(Date.now()).slice(-5);
    const first = { name: `金鑰媽媽${number}`, phone: `8869775${number}` };
    const second = { name: `等候媽媽${number}`, phone: `8869776${number}` };
    for (const customer of [first, second]) await phones.add(customer);
    await phones.write(first.phone, "請問地址 #keyInvalid");
    await page.goto("/chat/whatsapp");
    const rowOf = (name: string) => page.getByRole("option").filter({ hasText: name });
    await rowOf(first.name).getByText("AI 未能回覆").waitFor();
    await phones.write(second.phone, "請問數學班怎麼收費？");
    await rowOf(second.name).getByText("AI 未能回覆").waitFor();

    await rowOf(first.name).click();
    const card = page.getByRole("region", { name: `${agent} 未能回覆` });
    await card.getByText("API 金鑰無效").waitFor();
    await page.getByText(`${agent} 未能回覆：API 金鑰無效`).waitFor();
    await page.getByRole("textbox", { name: "輸入訊息" }).fill("您好，我們在大安站旁。");
    await page.keyboard.press("Enter");
    await card.waitFor({ state: "detached" });
    await rowOf(first.name).getByText("AI 未能回覆").waitFor({ state: "detached" });

    const { info } = await agentOf(caller);
    await caller?.call(assistant.testChatgpt, { recordID: info.recordID });
    await rowOf(second.name).click();
    await page.getByRole("article").filter({ hasText: "月費 4,200 元" }).waitFor();
    await rowOf(second.name).getByText("AI 未能回覆").waitFor({ state: "detached" });
  });
  expect(complaints).toEqual([]);
});

test("anybody can ask on the public page, until it is closed", async () => {
  const { page } = await visit({ as: "admin" });
  await openOptions(page);
  await page.getByRole("button", { name: "建立公開頁面" }).click();
  const link = page.getByRole("link", { name: /GPTchat/ });
  await link.waitFor();
  const address = (await link.getAttribute("href")) ?? "";

  const { page: visitor } = await visit();
  await visitor.goto(address);
  const field = visitor.getByRole("textbox", { name: "輸入問題" });
  await field.fill("英文班有試聽嗎？");
  await visitor.keyboard.press("Enter");
  await visitor.getByRole("log").getByText("月費 4,800 元", { exact: false }).waitFor();
  await visitor.reload();
  await visitor.getByRole("log").getByText("月費 4,800 元", { exact: false }).waitFor();

  await page.getByRole("button", { name: "關閉", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "關閉", exact: true }).click();
  await page.getByRole("button", { name: "建立公開頁面" }).waitFor();
  await visitor.reload();
  await visitor.getByText("這個頁面已不存在").waitFor();
});
