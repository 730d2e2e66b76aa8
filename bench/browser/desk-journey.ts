import type { Page } from "playwright-core";

/** An action of a person, and the expression that is true in the page once its effect is visible. */
interface Step {
  readonly what: string;
  readonly do: (page: Page) => Promise<unknown>;
  readonly shows: string;
  /** Prepares the action, or waits for the previous step to end. Not measured. */
  readonly before?: (page: Page) => Promise<unknown>;
}

const $ = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`;
const has = (selector: string) => `${$(selector)} !== null`;
const gone = (selector: string) => `${$(selector)} === null`;
const cell = (row: number, column: string) => `[data-row="${row}"] [data-cell="${column}"]`;
const press = (key: string) => (page: Page) => page.keyboard.press(key);
const click = (selector: string) => (page: Page) => page.locator(selector).first().click();
const back = (page: Page) => page.evaluate("actions.back()");
const menu = (path: string) => click(`nav a[href="${path}"], aside a[href="${path}"]`);
/** Whether a visible element of a selector contains the words. */
const seen = (selector: string, words: string) =>
  `[...document.querySelectorAll("${selector}")].some((one) => one.checkVisibility() && one.textContent.includes("${words}"))`;

const panel = "[role=dialog]";
const openLead = has(`${panel} h1, ${panel} h2`);
const openOption = `.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option:not(.ant-select-item-option-active)`;
const option = (number: number) => `[role=listbox] [role=option][aria-posinset="${number}"]`;
const isOpen = (number: number) => `${$(option(number))}?.getAttribute("aria-selected") === "true"`;

/** Starts on the loaded lead list. */
const onLeads: readonly Step[] = [
  {
    what: "open a lead",
    do: click(cell(1, "nickname")),
    shows: openLead,
    before: (page) => page.waitForTimeout(2000).then(() => under(cell(1, "nickname"))(page)),
  },
  {
    what: "go to the next lead",
    do: press("j"),
    shows: `${$('[data-row="2"]')}?.dataset.open !== undefined`,
    before: settled,
  },
  { what: "close the lead", do: press("Escape"), shows: gone(panel), before: settled },
  {
    what: "open the list of statuses in a cell",
    do: click(cell(3, "status")),
    shows: has(openOption),
    before: settled,
  },
  { what: "change the status", do: click(openOption), shows: gone(openOption) },
  {
    what: "open the date of the next contact",
    do: click(cell(5, "nextContactDate")),
    shows: has(`${cell(5, "nextContactDate")} input`),
    before: settled,
  },
  {
    what: "set the next contact with +9",
    do: (page) => page.keyboard.type("+9").then(() => page.keyboard.press("Enter")),
    shows: gone(`${cell(5, "nextContactDate")} input`),
  },
  {
    what: "tick a lead",
    do: click('[data-row="6"] input[type=checkbox]'),
    shows: has('[data-row="6"][data-selected]'),
    before: settled,
  },
  { what: "untick it", do: click('[data-row="6"] input[type=checkbox]'), shows: gone('[data-row="6"][data-selected]') },
  {
    what: "sort by next contact",
    do: click("[role=columnheader]:has-text('下次聯絡') button"),
    shows: has("[role=columnheader][aria-sort=ascending], [role=columnheader][aria-sort=descending]"),
    before: settled,
  },
  {
    what: "switch to the board",
    do: click("button[aria-pressed]:has-text('看板')"),
    shows: gone("[role=grid]"),
    before: settled,
  },
  { what: "go back to the table", do: back, shows: has(cell(3, "nickname")), before: settled },
];

/** How often it occurs in the open conversation. */
const said = `[...document.querySelectorAll("[class*=bubble]")].filter((one) => one.textContent.includes("馬上為您查詢")).length`;

const onConversations: readonly Step[] = [
  {
    what: "go to the conversations",
    do: menu("/chat/whatsapp"),
    shows: has(option(3)),
    before: (page) => under('aside a[href="/chat/whatsapp"], nav a[href="/chat/whatsapp"]')(page),
  },
  { what: "open a conversation", do: click(option(2)), shows: isOpen(2), before: settled },
  {
    what: "write and send a message",
    do: (page) => page.keyboard.type("收到，馬上為您查詢").then(() => page.keyboard.press("Enter")),
    shows: `${said} > window.saidBefore`,
    before: async (page) => {
      await settled(page);
      await page.evaluate(`window.saidBefore = ${said}`);
    },
  },
  { what: "open another conversation", do: click(option(4)), shows: isOpen(4), before: settled },
  {
    what: "show waiting customers",
    do: (page) =>
      page
        .getByRole("tab", { name: /待回覆/ })
        .or(page.getByRole("button", { name: /待回覆/ }))
        .first()
        .click(),
    shows: seen("[aria-pressed=true]", "待回覆"),
    before: settled,
  },
  { what: "go back to all", do: back, shows: `!${seen("[aria-pressed=true]", "待回覆")}`, before: settled },
];

/** The results of the search. */
const found = `[...document.querySelectorAll("[role=dialog]")].map((one) => one.textContent).join()`;

const anywhere: readonly Step[] = [
  { what: "open the search with Ctrl K", do: press("Control+k"), shows: has("[role=dialog] input"), before: settled },
  {
    what: "find a page by its name",
    do: (page) => page.keyboard.type("mingdan"),
    shows: `${found} !== window.foundBefore`,
    before: async (page) => {
      await settled(page);
      await page.evaluate(`window.foundBefore = ${found}`);
    },
  },
  { what: "close the search", do: press("Escape"), shows: gone("[role=dialog] input"), before: settled },
  {
    what: "open the bell",
    do: click("header button[aria-label*=通知], button[aria-label*=通知]"),
    shows: has(".ant-drawer-open, .ant-popover:not(.ant-popover-hidden)"),
    before: settled,
  },
];

const today = (reason: string) => `li[data-lead]:has([data-reason=${reason}])`;
const first = (reason: string) => `${$(today(reason))}`;
const left = (reason: string) => `${first(reason)}?.dataset.lead !== window.firstItem`;
const remember = (reason: string) => async (page: Page) => {
  await settled(page);
  await page.evaluate(`window.firstItem = ${first(reason)}.dataset.lead`);
};
const inToday = (reason: string, name: string) => (page: Page) =>
  page.locator(today(reason)).first().getByRole("button", { name, exact: true }).click();

const onToday: readonly Step[] = [
  {
    what: "go home",
    do: menu("/dashboard"),
    // A greeting with the person's name, at any hour.
    shows: seen("h1", "，"),
    before: (page) => page.keyboard.press("Escape").then(() => settled(page)),
  },
  {
    what: "show today's tasks",
    do: (page) => page.getByText("今日", { exact: true }).first().click(),
    shows: has("li[data-lead]"),
    before: settled,
  },
  {
    what: "show everybody's tasks",
    do: (page) => page.getByText("所有人", { exact: true }).first().click(),
    shows: seen(".ant-segmented-item-selected", "所有人"),
    before: settled,
  },
  {
    what: "mark a waiting customer as done",
    do: inToday("waiting", "完成"),
    shows: left("waiting"),
    before: remember("waiting"),
  },
  {
    what: "postpone a waiting customer",
    do: inToday("waiting", "明天再處理"),
    shows: left("waiting"),
    before: remember("waiting"),
  },
  { what: "mark a contact as done", do: inToday("due", "完成"), shows: left("due"), before: remember("due") },
  { what: "postpone a contact", do: inToday("due", "明天再處理"), shows: left("due"), before: remember("due") },
  {
    what: "show only one kind",
    do: click("button[data-reason=due]"),
    shows: `${$("button[data-reason=due]")}?.getAttribute("aria-pressed") === "true"`,
    before: settled,
  },
  { what: "open an item", do: click("li[data-lead] button"), shows: openLead, before: settled },
];

/** Actions of a working day, in order. */
const deskJourney: readonly Step[] = [...onLeads, ...onConversations, ...anywhere, ...onToday];

/** Waits until the page sends no more requests. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(250);
}

/** The pointer is on an element before it is pressed, as with a real mouse. */
const under = (selector: string) => async (page: Page) => {
  await settled(page);
  await page.locator(selector).first().hover();
  await settled(page);
};

const maxMs = 10_000;

/** The milliseconds of each action until the frame with its effect. */
export async function timeJourney(page: Page): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const step of deskJourney) {
    await step.before?.(page);
    await page.evaluate(`actions.watchFor(() => ${step.shows})`);
    await step.do(page);
    const took = await page.evaluate<number | null>(`actions.took(${maxMs})`);
    if (took === null) throw new Error(`The page did not show the effect: ${step.what}`);
    times.set(step.what, took);
  }
  return times;
}
