import { expect, test } from "vitest";
import { sandboxUrl, useBrowser, visit } from "./visit.ts";

useBrowser();

/** Plays the customers on LINE. */
async function phone(method: string, path: string, body: object = {}): Promise<unknown> {
  const answer = await fetch(`${sandboxUrl}/sandbox/line/api${path}`, {
    method,
    ...(method === "POST" && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

test("somebody adds the LINE account, is welcomed, writes, and is answered", async () => {
  const name = `林小晴${String(Date.now()).slice(-5)}`;
  const { userId } = (await phone("POST", "/people", { name })) as { userId: string };
  await phone("POST", `/people/${userId}/follow`);
  const said = async () =>
    ((await phone("GET", `/people/${userId}/messages`)) as { messages: { body: { text?: string } }[] }).messages.map(
      ({ body }) => body.text,
    );
  await expect.poll(said, { timeout: 15_000 }).toContain("您好，歡迎加入晨光文理補習班。");

  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/chat");
  await page.getByText(name).first().click();
  await page.getByText("客戶加入了好友").first().waitFor();
  await phone("POST", `/people/${userId}/messages`, { type: "text", text: "請問有週末班嗎？" });
  await page.getByText("請問有週末班嗎？").first().waitFor();
  await page.getByRole("textbox", { name: "輸入訊息" }).fill("有的，週六上午。");
  await page.keyboard.press("Enter");
  await expect.poll(said, { timeout: 15_000 }).toContain("有的，週六上午。");
  expect(complaints).toEqual([]);
});

test("a LINE account that does not verify is not saved, and says why", async () => {
  const { page } = await visit({ as: "owner" });
  await page.goto("/organization/line");
  await page.getByRole("button", { name: "修改", exact: true }).first().click();
  const drawer = page.getByRole("dialog", { name: /修改 LINE 官方帳號/ });
  await drawer.getByRole("textbox", { name: "長期存取權杖" }).fill("not-a-token");
  await drawer.getByRole("button", { name: "測試連線" }).click();
  await drawer.getByText("LINE 不接受這個存取權杖").waitFor();
  await drawer.getByRole("button", { name: "儲存" }).click();
  await drawer.getByText("驗證失敗").first().waitFor();
});
