import type { Page } from "playwright-core";

/** A screen as axe looks at it. */
export interface Screen {
  name: string;
  address: string;
  as?: "admin" | "sales1";
  /** Resolves when the screen shows its content. */
  ready(page: Page): Promise<void>;
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { name }).first().waitFor();

const group = (name: string) => (page: Page) => page.getByRole("group", { name }).waitFor();
const button = (name: string) => (page: Page) => page.getByRole("button", { name }).first().waitFor();

const dialog = (name: string) => (page: Page) => page.getByRole("dialog", { name }).waitFor();

/** The first record of a list, opened: by its row on a desk, by its card on a phone. */
const first = (list: string, title: string) => async (page: Page) => {
  const row = page.getByRole("row").nth(1);
  const card = page.getByRole("list", { name: list }).getByRole("listitem").first();
  await row.or(card).first().waitFor();
  await ((await row.isVisible()) ? row : card.getByRole("button")).click();
  await page.getByRole("heading", { name: title }).waitFor();
};

/** Every screen of the product; a new one is added here. */
export const screens: readonly Screen[] = [
  { name: "sign-in", address: "/login", ready: (page) => page.locator("form img").waitFor() },
  {
    name: "register",
    address: "/register",
    async ready(page) {
      await page.getByRole("button", { name: "下一步" }).click();
      await page.getByText("請輸入機構名稱").waitFor();
    },
  },
  {
    name: "register, contact",
    address: "/register",
    async ready(page) {
      await page.getByLabel("機構名稱").fill("晨光");
      await page.getByRole("button", { name: "下一步" }).click();
      await page.getByLabel("電郵驗證碼").waitFor();
    },
  },
  { name: "forgotten password", address: "/forgotpassword", ready: (page) => page.getByLabel("帳號").waitFor() },
  { name: "guide", address: "/guide/leads#find", ready: heading("找名單") },
  { name: "subscription", address: "/system/payment", as: "admin", ready: heading("方案比較") },
  { name: "purchases", address: "/system/payment?tab=orders", as: "admin", ready: heading("訂閱與付款") },
  { name: "orders", address: "/users/order", as: "admin", ready: heading("產品銷售") },
  {
    name: "purchases of leads",
    address: "/users/order?view=purchases",
    as: "admin",
    ready: (page) => page.getByText(/筆購買記錄$/).waitFor(),
  },
  {
    name: "e-invoices",
    address: "/users/order?view=invoices",
    as: "admin",
    ready: (page) => page.getByText("QQ19999998").first().waitFor(),
  },
  { name: "orders, a new one", address: "/users/order?new=1", as: "admin", ready: dialog("新增訂單") },
  { name: "order panel", address: "/users/order?status=paid", as: "admin", ready: first("產品銷售", "歷程") },
  { name: "send plans", address: "/admessage/plan", as: "admin", ready: heading("發送計劃") },
  { name: "send plans, a new one", address: "/admessage/plan?new=1", as: "admin", ready: dialog("新增發送計劃") },
  { name: "send plan", address: "/admessage/plan?status=completed", as: "admin", ready: first("發送計劃", "計劃內容") },
  { name: "send plan settings", address: "/admessage/setting", as: "admin", ready: heading("價格表") },
  { name: "payment platforms", address: "/system/sys?tab=pay", as: "admin", ready: heading("銀行轉帳") },
  { name: "a payment platform", address: "/system/sys?tab=pay&edit=paypal", as: "admin", ready: dialog("設定 PayPal") },
  { name: "kinds of receipt", address: "/system/sys?tab=receipts", as: "admin", ready: button("更改") },
  { name: "dashboard", address: "/dashboard", as: "admin", ready: heading("來源渠道") },
  { name: "today", address: "/dashboard?show=today", as: "admin", ready: group("待辦種類") },
  { name: "unknown page", address: "/404", as: "admin", ready: heading("找不到頁面") },
  { name: "no permission", address: "/401", as: "admin", ready: heading("沒有權限") },
  {
    name: "settings drawer",
    address: "/dashboard",
    as: "admin",
    async ready(page) {
      await page.getByRole("button", { name: "介面設定" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "command palette",
    address: "/dashboard",
    as: "admin",
    async ready(page) {
      await page.getByRole("button", { name: /搜尋/ }).first().click();
      await page.getByRole("dialog").getByRole("combobox").fill("陳");
      await page.getByRole("option", { name: /名單/ }).first().waitFor();
    },
  },
  {
    name: "branches",
    address: "/system/branch",
    as: "admin",
    ready: (page) => page.getByText("台北大安校").nth(1).waitFor(),
  },
  {
    name: "new branch",
    address: "/system/branch?new=1",
    as: "admin",
    async ready(page) {
      await page.getByRole("dialog").getByRole("button", { name: "儲存" }).click();
      await page.getByText("此欄必填").first().waitFor();
    },
  },
  { name: "organisation", address: "/system/branch?tab=organization", as: "admin", ready: heading("基本資料") },
  {
    name: "branch switcher",
    address: "/dashboard",
    as: "admin",
    async ready(page) {
      await page.getByTitle(/^目前分校：/).click();
      await page.getByRole("button", { name: "香港沙田校" }).waitFor();
    },
  },
  { name: "lead settings", address: "/lead/setting", as: "admin", ready: heading("聯絡結果") },
  { name: "products", address: "/fee", as: "admin", ready: heading("產品目錄") },
  { name: "products, a new one", address: "/fee?new=1", as: "admin", ready: dialog("新增產品") },
  { name: "products, an import", address: "/fee?import=new", as: "admin", ready: dialog("匯入產品") },
  { name: "custom fields", address: "/organization/customfield", as: "admin", ready: heading("產品類型") },
  {
    name: "channels",
    address: "/organization/media",
    as: "admin",
    ready: (page) => page.getByText("WhatsApp_chat").waitFor(),
  },
  { name: "campaign links", address: "/organization/google?new=1", as: "admin", ready: dialog("建立連結") },
  { name: "Google lead forms", address: "/organization/google?tab=forms", as: "admin", ready: heading("收到的名單") },
  {
    name: "a Google lead form",
    address: "/organization/google?tab=forms",
    as: "admin",
    async ready(page) {
      await page.getByRole("button", { name: "修改" }).first().click();
      await page.getByText("填入 Google Ads 名單表單").waitFor();
    },
  },
  { name: "Meta settings", address: "/organization/facebook", as: "admin", ready: heading("粉絲專頁") },
  {
    name: "the leads of a Meta page",
    address: "/organization/facebook?page=500000000000001",
    as: "admin",
    ready: (page) => page.getByText("名單會進入這間分校").waitFor(),
  },
  { name: "Google lead form test", address: "/GoogleLead", ready: heading("測試 Google 名單表單") },
  {
    name: "recipient list",
    address: "/admessage/target?new=1&rule=%7B%22quietForDays%22%3A30%7D",
    as: "admin",
    ready: (page) => page.getByText("30 天沒聯絡").first().waitFor(),
  },
  { name: "campaigns", address: "/advert/campaign?compare=1", as: "admin", ready: heading("Meta 廣告活動") },
  {
    name: "Volcengine, with its settings open",
    address: "/advert/volcengine?settings=1",
    as: "admin",
    ready: (page) => page.getByRole("article", { name: "晨光文理 抖音招生" }).waitFor(),
  },
  {
    name: "binding an ad to a landing page",
    address: "/advert/ad?bound=0",
    as: "admin",
    async ready(page) {
      await page
        .getByRole("button", { name: /^綁定落地頁：/ })
        .first()
        .click();
      await page.getByText("從現在起，這個落地頁帶來的名單計入此廣告").waitFor();
    },
  },
  {
    name: "landing pages",
    address: "/advert/landingpage",
    as: "admin",
    ready: (page) => page.getByText("summer-camp").waitFor(),
  },
  {
    name: "new landing page",
    address: "/advert/landingpage?new=1",
    as: "admin",
    ready: (page) => page.getByRole("radio", { name: "音樂會" }).waitFor(),
  },
  {
    name: "landing page editor",
    address: "/advert/landingpage",
    as: "admin",
    async ready(page) {
      await page.getByText("summer-camp").click();
      await page.getByRole("button", { name: "主視覺 暑期營現正報名" }).click();
      await page.getByLabel("副標題").waitFor();
    },
  },
  { name: "lead list", address: "/lead/list", as: "admin", ready: (page) => page.getByText(/^共 /).waitFor() },
  {
    name: "lead panel",
    address: "/lead/list",
    as: "admin",
    async ready(page) {
      // Other cells of a row are edited in place.
      await page.locator("[data-row='0'] [data-cell='nickname']").click();
      await page.getByRole("heading", { name: "歷程" }).waitFor();
    },
  },
  {
    name: "lead form",
    address: "/lead/list?new=1",
    as: "admin",
    async ready(page) {
      await page.getByRole("button", { name: "儲存" }).click();
      await page.getByText("請輸入姓名").waitFor();
    },
  },
  {
    name: "conversation",
    address: "/chat/whatsapp?filter=Under24h",
    as: "admin",
    async ready(page) {
      await page.getByRole("option").first().click();
      await page.getByRole("article").first().waitFor();
    },
  },
  {
    name: "conversation on LINE",
    address: "/chat/whatsapp?channel=line",
    as: "admin",
    async ready(page) {
      await page.getByRole("option").first().click();
      await page.getByText(/免費回覆|計入本月|本月額度/).waitFor();
    },
  },
  {
    name: "stickers of LINE",
    address: "/chat/whatsapp?channel=line",
    as: "admin",
    async ready(page) {
      await page.getByRole("option").first().click();
      await page.getByRole("button", { name: "傳送貼圖" }).click();
      await page.getByRole("list", { name: "Brown" }).getByRole("button").first().waitFor();
    },
  },
  {
    name: "conversation, messages being chosen",
    address: "/chat/whatsapp?filter=Under24h",
    as: "admin",
    async ready(page) {
      await page.getByRole("option").first().click();
      await page.locator('article[data-direction="in"]').last().getByRole("button", { name: "訊息選單" }).click();
      await page.getByRole("menuitem", { name: "選擇多則轉寄" }).click();
      await page.getByRole("group", { name: "選擇要轉寄的訊息" }).waitFor();
    },
  },
  {
    name: "place to be sent",
    address: "/chat/whatsapp?filter=Under24h",
    as: "admin",
    async ready(page) {
      await page.getByRole("option").first().click();
      await page.getByRole("button", { name: "傳送位置" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "傳送", exact: true }).click();
      await page.getByRole("dialog").getByRole("alert").first().waitFor();
    },
  },
  {
    name: "inbox, nothing open",
    address: "/chat/whatsapp",
    as: "admin",
    ready: (page) => page.getByRole("option").first().waitFor(),
  },
  { name: "WhatsApp channels", address: "/organization/whatsapp", as: "admin", ready: heading(/WhatsApp/) },
  {
    name: "lead list, a status in edit",
    address: "/lead/list?view=table",
    as: "admin",
    async ready(page) {
      const row = page.locator("[data-row='0']");
      const card = page.getByRole("list", { name: "名單" }).getByRole("listitem").first();
      await row.or(card).first().waitFor();
      // On a phone there are cards, and nothing is edited in place.
      if (!(await row.isVisible())) return;
      await row.locator("[data-cell='phone']").click();
      await page.locator("[data-editing] input").first().waitFor();
    },
  },
  {
    name: "conversations, several filters",
    address: "/chat/whatsapp?filter=NoReply,Under24h",
    as: "admin",
    ready: (page) => page.getByRole("listbox").first().or(page.getByText("沒有符合")).first().waitFor(),
  },
  {
    name: "search in conversations",
    address: "/chat/whatsapp?keywords=學費",
    as: "admin",
    ready: (page) => page.getByRole("list", { name: "訊息" }).waitFor(),
  },
  {
    name: "image library",
    address: "/advert/aimedia",
    as: "admin",
    ready: (page) => page.getByRole("list", { name: "AI 素材庫" }).waitFor(),
  },
  {
    name: "images to be made",
    address: "/advert/aimedia?new=1",
    as: "admin",
    ready: (page) => page.getByRole("group", { name: "提示詞範例" }).waitFor(),
  },
  {
    name: "image",
    address: "/advert/aimedia",
    as: "admin",
    async ready(page) {
      await page.getByRole("button", { name: /親子日背景/ }).click();
      await page.getByRole("heading", { name: "使用於" }).waitFor();
    },
  },
  { name: "quick replies", address: "/organization/quickreply", as: "admin", ready: button("新增回覆") },
  {
    name: "message templates",
    address: "/admessage/template",
    as: "admin",
    ready: (page) => page.getByText("trial_class_reminder").first().waitFor(),
  },
  { name: "template editor", address: "/admessage/template?new=1", as: "admin", ready: button("插入變數") },
  {
    name: "template that was rejected",
    address: "/admessage/template",
    as: "admin",
    async ready(page) {
      await page.getByText("summer_sale").first().click();
      await page.getByText("WhatsApp 沒有通過這個範本").waitFor();
    },
  },
  { name: "WhatsApp editor", address: "/organization/whatsapp?new=1", as: "admin", ready: button("測試並儲存") },
  { name: "LINE accounts", address: "/organization/line", as: "admin", ready: heading(/LINE/) },
  {
    name: "LINE account, its webhook set",
    address: "/organization/line",
    as: "admin",
    async ready(page) {
      await page.getByRole("button", { name: "在 LINE 設定並測試" }).first().click();
      await page.getByText("LINE 已連上系統").waitFor();
    },
  },
  {
    name: "LINE LIFF form",
    address: "/organization/line",
    as: "admin",
    async ready(page) {
      await page.getByRole("button", { name: "LIFF 設定" }).first().click();
      await page.getByRole("dialog").locator("form").waitFor();
    },
  },
  { name: "welcome message", address: "/organization/line?tab=welcome", as: "admin", ready: heading(/內容/) },
  { name: "e-mail settings", address: "/organization/email", as: "admin", ready: heading("電郵設定") },
  {
    name: "the form of e-mail settings",
    address: "/organization/email",
    as: "admin",
    async ready(page) {
      await page
        .getByRole("button", { name: /^(設定|修改)$/ })
        .first()
        .click();
      await page.getByRole("dialog").getByText("寄測試電郵").waitFor();
    },
  },
  { name: "chat management", address: "/organization/chat", as: "admin", ready: heading("對話管理") },
  { name: "group chat backup", address: "/organization/chat?tab=backup", as: "admin", ready: heading("備份設定") },
  {
    name: "system options",
    address: "/system/sys",
    as: "admin",
    ready: (page) => page.getByRole("article", { name: "小晨" }).waitFor(),
  },
  {
    name: "assistant form",
    address: "/system/sys?new=chatgpt",
    as: "admin",
    ready: (page) => page.getByRole("dialog").locator("form").waitFor(),
  },
  {
    name: "payment of an order, not there",
    address: `/pay?orderID=2026112300000001&key=${"x".repeat(43)}`,
    ready: (page) => page.getByText("找不到這筆訂單").waitFor(),
  },
  {
    name: "public assistant, not there",
    address: `/GPTchat?key=${"x".repeat(24)}`,
    ready: (page) => page.getByText("這個頁面已不存在").waitFor(),
  },
];
