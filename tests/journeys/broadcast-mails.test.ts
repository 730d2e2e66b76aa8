import { broadcastPlans } from "@homeroom/contract/broadcast-plans";
import { emailSettings } from "@homeroom/contract/email-settings";
import { RecordId } from "@homeroom/contract/ids";
import { leads } from "@homeroom/contract/leads";
import { mailAccount } from "@homeroom/sandbox/mail/mail-server";
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { mailTo } from "../harness/mailbox.ts";
import { until } from "../harness/until.ts";
import { callerNamed, narrow, product, productUrl, useBrowser, visit } from "./visit.ts";

useBrowser();

const sender = "office@demo.homeroom.test";
/** Used by this journey only. */
const parent = { nickname: "康家長", email: "kang-parent@journey.test" };
const template = "開學通知信";
const plan = "開學通知電郵";

/** The demo's branch sends to where `npm start` puts the sandbox's mail server; here it has a port of its own. */
beforeAll(async () => {
  const caller = await callerNamed("owner");
  const servers = await caller.call(emailSettings.list, {});
  const held = servers.find(({ setting }) => setting?.sender === sender);
  if (!held?.setting) throw new Error("The demo has no mail server");
  const server = {
    ...({ provider: "other", server: "127.0.0.1", security: "none" } as const),
    ...{ port: inject("mailPort"), username: mailAccount.username, password: mailAccount.password },
    ...{ branchID: held.branch.branchID, sender, senderName: held.setting.senderName },
  };
  const { testID } = await caller.call(emailSettings.test, { ...server, receiver: "office@journey.test" });
  await caller.call(emailSettings.save, { ...server, testID });
  await caller.call(leads.add, parent);
});

/** A service notice: marketing would wait for the end of quiet hours. */
async function writeTemplate(page: Page): Promise<void> {
  await page.goto("/admessage/template?kind=email&new=1");
  const form = page.getByRole("dialog", { name: "新增電郵範本" });
  const field = (name: string) => form.getByLabel(name, { exact: true });
  await field("名稱").fill(template);
  await form.getByRole("radio", { name: "服務通知" }).check();
  await field("主旨").fill("{{nickname|家長}}，九月一日開學");
  await field("標題").fill("開學通知");
  await field("文字").fill("{{nickname|家長}}您好，請查看上課時間。");
  await field("按鈕文字").fill("查看時間");
  await field("連結").fill(`${productUrl}/login?from=mail`);
  await field("頁尾").fill("晨光文理補習班");
  await form.getByRole("button", { name: /^儲\s?存$/ }).click();
  await form.waitFor({ state: "detached" });
  await page.getByText(template).filter({ visible: true }).first().waitFor();
}

async function sendPlan(page: Page): Promise<RecordId> {
  const rule = encodeURIComponent(JSON.stringify({ keywords: parent.nickname }));
  await page.goto(`/admessage/plan?new=1&rule=${rule}`);
  const wizard = page.getByRole("dialog", { name: "新增發送計劃" });
  const next = wizard.getByRole("button", { name: "下一步" });
  await wizard.getByLabel("計劃名稱").fill(plan);
  await wizard.getByTitle("電郵", { exact: true }).click();
  await wizard.getByText("將發送給 1 人").waitFor();
  await next.click();
  await wizard.getByLabel("寄件分校").click();
  // Already chosen if it is the only one: the last match is the one in the list.
  await page.getByTitle(new RegExp(sender)).last().click();
  await wizard.getByLabel("電郵範本").click();
  await page.getByTitle(new RegExp(`^${template}`)).click();
  await next.click();
  await wizard.getByRole("radio", { name: "立即" }).waitFor();
  await next.click();
  await wizard.getByText(parent.nickname).first().waitFor();
  await wizard.getByRole("button", { name: "立即發送" }).click();
  await page.waitForURL(/\/admessage\/plan\/[0-9a-f-]{36}/);
  return RecordId.parse(new URL(page.url()).pathname.split("/").at(-1));
}

const phone = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1" };

test("a mail is written, sent by a plan, opened by its reader, and the click is seen in the results", async () => {
  const { page, caller, complaints } = await visit({ as: "owner" });
  await writeTemplate(page);
  const recordID = await sendPlan(page);
  await page.getByRole("heading", { name: plan }).waitFor();
  await page.getByText("已完成", { exact: true }).filter({ visible: true }).first().waitFor();

  const mail = await mailTo(product.dataDir, parent.email, "九月一日開學");
  expect(mail.subject).toContain(parent.nickname);
  const link = /href="([^"]*\/l\/[^"]+)"/.exec(mail.html ?? "")?.[1] ?? "";
  // A click within two seconds counts as a program's, so the link is opened until a person's click is counted.
  await until("the click to be counted", async () => {
    const answer = await fetch(link, { redirect: "manual", headers: phone });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `${productUrl}/login?from=mail`]);
    return (await caller?.call(broadcastPlans.info, { recordID }))?.counters.clicked === 1;
  });
  await page.reload();
  const clicked = page
    .getByRole("term")
    .filter({ hasText: /^點擊$/ })
    .locator("xpath=..");
  await clicked.getByText(/^1（100%）$/).waitFor();
  await page.setViewportSize(narrow);
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(narrow.width);
  // The script that stores the session runs in every frame, and the preview's frame may store nothing.
  expect(complaints.filter((text) => !text.includes("The document is sandboxed"))).toEqual([]);
});
