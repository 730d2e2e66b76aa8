import { expect, test } from "vitest";
import { sandboxUrl, useBrowser, visit } from "../visit.ts";

useBrowser();

/** Plays the customers on LINE. */
async function phone<Answer>(method: string, path: string, body: object = {}): Promise<Answer> {
  const answer = await fetch(`${sandboxUrl}/sandbox/line/api${path}`, {
    method,
    ...(method === "POST" && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}

interface LineMessage {
  id: string;
  from: string;
  by?: string;
  quotedMessageId?: string;
  body: { type: string; text?: string; duration?: number; template?: { actions: { label: string }[] } };
}

/** A new friend of the demo account, used by no other journey. */
async function newFriend(name: string) {
  const unique = `${name}${String(Date.now()).slice(-5)}`;
  const { userId } = await phone<{ userId: string }>("POST", "/people", { name: unique });
  await phone("POST", `/people/${userId}/follow`);
  const chat = async () => (await phone<{ messages: LineMessage[] }>("GET", `/people/${userId}/messages`)).messages;
  const said = async () => (await chat()).map(({ body }) => body.text);
  const write = (draft: object) => phone<LineMessage>("POST", `/people/${userId}/messages`, draft);
  return { name: unique, userId, chat, said, write };
}

/** Half a second of silence: 19 frames of MPEG 1, layer III, 128 kbit/s at 44,100 Hz. */
const mp3 = Buffer.concat(
  Array.from({ length: 19 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])),
);

test("somebody adds the LINE account, is welcomed, writes, and is answered", async () => {
  const friend = await newFriend("林小晴");
  await expect.poll(friend.said).toContain("您好，歡迎加入晨光文理補習班。");

  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/chat");
  await page.getByText(friend.name).first().click();
  await page.getByText("客戶加入了好友").first().waitFor();
  await friend.write({ type: "text", text: "請問有週末班嗎？" });
  await page.getByText("請問有週末班嗎？").first().waitFor();
  await page.getByText(/免費回覆，還剩 \d+ 秒/).waitFor();
  await page.getByRole("textbox", { name: "輸入訊息" }).fill("有的，週六上午。");
  await page.keyboard.press("Enter");
  await expect.poll(friend.said).toContain("有的，週六上午。");
  // The free reply is used up: the next message counts towards the month's.
  await page.getByText(/計入本月額度/).waitFor();
  expect((await friend.chat()).at(-1)?.by).toBe("reply");
  expect(complaints).toEqual([]);
});

test("a place reaches a customer on LINE", async () => {
  const friend = await newFriend("方路");
  await friend.write({ type: "text", text: "在哪裡上課？" });
  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/chat");
  await page.getByText(friend.name).first().click();
  await page.getByRole("button", { name: "傳送位置" }).click();
  const dialog = page.getByRole("dialog", { name: "傳送位置" });
  await dialog.getByLabel("名稱").fill("後門教室");
  await dialog.getByLabel("地址").fill("");
  await dialog.getByLabel("地圖連結或座標").fill("25.02, 121.52");
  await dialog.getByRole("button", { name: "傳送", exact: true }).click();
  await page.locator("article[data-direction=out]", { hasText: "後門教室" }).waitFor();
  const place = { type: "location", title: "後門教室", address: "後門教室", latitude: 25.02, longitude: 121.52 };
  await expect.poll(async () => (await friend.chat()).at(-1)?.body).toMatchObject(place);
  expect(complaints).toEqual([]);
});

test("a sticker is chosen by its picture and reaches the customer; LINE's pictures are the sandbox's here", async () => {
  const friend = await newFriend("貼貼");
  await friend.write({ type: "text", text: "謝謝老師" });
  const { page, complaints } = await visit({ as: "owner" });
  await page.route("https://stickershop.line-scdn.net/**", async (route) => {
    const picture = await fetch(new URL(new URL(route.request().url()).pathname, sandboxUrl));
    await route.fulfill({ contentType: "image/png", body: Buffer.from(await picture.arrayBuffer()) });
  });
  await page.goto("/chat");
  await page.getByText(friend.name).first().click();
  await page.getByRole("button", { name: "傳送貼圖" }).click();
  await page.getByText("CHOCO").click();
  const choice = page.getByRole("list", { name: "CHOCO" }).getByRole("button", { name: "CHOCO 貼圖 2", exact: true });
  await choice.click();
  await page.locator("article[data-direction=out]").getByRole("img", { name: "貼圖" }).waitFor();
  const sticker = { type: "sticker", packageId: "11538", stickerId: "51626495" };
  await expect.poll(async () => (await friend.chat()).at(-1)?.body).toMatchObject(sticker);
  expect(complaints).toEqual([]);
});

test("messages of both sides are quoted, and a customer's quote of our message is shown", async () => {
  const friend = await newFriend("陳宥安");
  const { page, complaints } = await visit({ as: "owner" });
  const asked = await friend.write({ type: "text", text: "要帶什麼？" });
  await page.goto("/chat");
  await page.getByText(friend.name).first().click();
  const answer = async (to: string, words: string) => {
    const bubble = page.getByRole("article").filter({ hasText: to }).last();
    await bubble.hover();
    await bubble.getByRole("button", { name: "訊息選單" }).click();
    await page.getByRole("menuitem", { name: "引用回覆" }).click();
    await page.getByRole("textbox", { name: "輸入訊息" }).fill(words);
    await page.keyboard.press("Enter");
    await expect.poll(friend.said).toContain(words);
  };
  await answer("要帶什麼？", "帶筆就好");
  const ours = (await friend.chat()).find(({ body }) => body.text === "帶筆就好");
  expect(ours?.quotedMessageId).toBe(asked.id);
  await page.locator("article[data-direction=out]", { hasText: "帶筆就好" }).first().waitFor();
  await answer("帶筆就好", "還有水壺");
  expect((await friend.chat()).at(-1)?.quotedMessageId).toBe(ours?.id);
  await friend.write({ type: "text", text: "好的", quotedMessageId: ours?.id });
  await page.getByRole("article").filter({ hasText: "好的" }).filter({ hasText: "帶筆就好" }).waitFor();

  // A place cannot be quoted on LINE, which is said before sending.
  await friend.write({ type: "location" });
  const place = page.getByRole("article").filter({ hasText: "台北 101" });
  await place.hover();
  await place.getByRole("button", { name: "訊息選單" }).click();
  await page.getByRole("menuitem", { name: "引用回覆" }).click();
  await page.getByText("LINE 無法引用這則訊息").waitFor();
  expect(complaints).toEqual([]);
});

test("sounds that LINE plays are sent as sounds, and other files are announced as links", async () => {
  const friend = await newFriend("吳語彤");
  const { page, complaints } = await visit({ as: "owner" });
  await friend.write({ type: "text", text: "可以聽一下嗎？" });
  await page.goto("/chat");
  await page.getByText(friend.name).first().click();
  await page.getByRole("textbox", { name: "輸入訊息" }).waitFor();
  const chooser = page.locator("input[type=file]").first();
  await chooser.setInputFiles({ name: "課堂.mp3", mimeType: "audio/mpeg", buffer: mp3 });
  await page.getByText("課堂.mp3").waitFor();
  expect(await page.getByText("客戶會收到").count()).toBe(0);
  await page.getByRole("button", { name: "傳送", exact: true }).click();
  const types = async () => (await friend.chat()).map(({ body }) => body.type);
  await expect.poll(types).toContain("audio");
  const length = Math.round((19 * 1152 * 1000) / 44_100);
  expect((await friend.chat()).find(({ body }) => body.type === "audio")?.body.duration).toBe(length);

  await chooser.setInputFiles({ name: "課表.txt", mimeType: "text/plain", buffer: Buffer.from("週六 10:00") });
  await page.getByText("客戶會收到「課表.txt」的下載連結").waitFor();
  await page.getByRole("button", { name: "傳送", exact: true }).click();
  await expect.poll(async () => (await friend.said()).join()).toContain("課表.txt\nhttp");
  expect(complaints).toEqual([]);
});

test("the webhook address is registered at LINE, tested, and what is wrong is shown", async () => {
  const { page } = await visit({ as: "owner" });
  await page.goto("/organization/line");
  await page.getByRole("button", { name: "在 LINE 設定並測試" }).first().click();
  await page.getByText("LINE 已連上系統").waitFor();
  // Deliveries to the new address arrive as before.
  const friend = await newFriend("曾子瑜");
  await friend.write({ type: "text", text: "新的網址收得到嗎？" });
  await page.goto("/chat");
  await page.getByText(friend.name).first().click();
  await page.getByRole("article").filter({ hasText: "新的網址收得到嗎？" }).waitFor();
});

test("a LINE account that LINE does not verify is not saved, and the reason is shown", async () => {
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
