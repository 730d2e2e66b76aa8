// @vitest-environment happy-dom
import { type AdAccount, type AdLevel, type AdRow, adFigureNames, campaigns } from "@homeroom/contract/campaigns";
import { RecordId } from "@homeroom/contract/ids";
import { landingPages } from "@homeroom/contract/landing-pages";
import type { Permission } from "@homeroom/contract/permissions";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, later, question, refuses, show } from "#ui/for-tests.ts";
import { adPlatforms } from "../rules/platforms.ts";
import { AdScreen } from "./ad-screen.tsx";

const idOf = (n: number) => RecordId.parse(`019aaaaa-0000-7000-8000-${String(n).padStart(12, "0")}`);
const named = (n: number, name: string) => ({ recordID: idOf(n), name });
const figures = { ...Object.fromEntries(adFigureNames.map((name) => [name, 0])), revenue: null };
const row = (part: Partial<AdRow> = {}) =>
  ({
    ...figures,
    ...{ recordID: idOf(1), level: "ad", itemID: "77", name: "Piano ad", status: "ACTIVE", currency: "HKD" },
    ...{ account: named(9, "Ads"), campaign: null, adset: null, landingPage: null, landingPages: [], before: null },
    ...part,
  }) as AdRow;
const account = (part: Partial<AdAccount> = {}): AdAccount => ({
  ...{ ...named(9, "Ads"), accountID: "1", currency: "HKD", timeZone: "Asia/Hong_Kong", branch: null, status: 1 },
  ...{ problem: null, isSyncing: false, syncedAt: null, version: 1 },
  ...part,
});

const listOf = (level: "campaignList" | "adsetList" | "adList", rows: AdRow[], more: object = {}) =>
  answers(campaigns[level], { list: rows, total: rows.length, nextCursor: null, summary: [], ...more } as never);
const accountsOf = (...list: AdAccount[]) => answers(campaigns.accounts, { list });
const range = "?date=2026-11-01,2026-11-20";
const all: readonly Permission[] = [
  ...(["ad:campaign:export", "ad:campaign:sync", "ad:campaign:bind", "ad:campaign:unbind"] as const),
  "ad:landing:query",
  "org:meta:query",
];

interface Open {
  level?: AdLevel;
  server?: ReturnType<typeof answers>[];
  perms?: readonly Permission[];
  search?: string;
}

function open({ level = "ad", server = [], perms = all, search = range }: Open = {}) {
  return show(<AdScreen platform={adPlatforms.meta} level={level} />, {
    ...{ perms, search, height: 600 },
    user: { branch: { timezone: "Asia/Hong_Kong" } },
    server: [
      ...server,
      listOf("adList", [row()]),
      listOf("adsetList", [row({ level: "adset" })]),
      listOf("campaignList", [row({ level: "campaign", name: "Summer" })]),
      accountsOf(account()),
    ],
  });
}

const page = { ...named(5, "Trial page"), isOnline: true };
const pages = answers(landingPages.list, { list: [page], total: 1, nextCursor: null } as never);
const press = async (person: ReturnType<typeof show>["person"], name: string | RegExp) =>
  person.click(await screen.findByRole("button", { name }));

it("requests the days, filters and order of the address", async () => {
  const { sentTo } = open({ search: `${range}&status=PAUSED&bound=0&sort=-spend&compare=1&keywords=piano` });
  await screen.findByText("Piano ad");
  expect(sentTo(campaigns.adList)[0]).toMatchObject({
    ...{ startTime: "2026-11-01", endTime: "2026-11-20", status: ["PAUSED"], isBound: false, keywords: "piano" },
    ...{ sortBy: "spend", sortOrder: "desc", compare: true },
  });
});

it("a campaign opens its ad sets for the same days, without other filters", async () => {
  const { person, search } = open({ level: "campaign", search: `${range}&status=PAUSED` });
  await person.click(await screen.findByText("Summer"));
  await waitFor(() => expect(new URLSearchParams(search()).get("campaign")).toBe(idOf(1)));
  expect(new URLSearchParams(search()).get("date")).toBe("2026-11-01,2026-11-20");
  expect(new URLSearchParams(search()).has("status")).toBe(false);
});

it("keeps the days when another level is chosen, and drops the filters of the previous one", async () => {
  const { person, search } = open({ level: "adset", search: `${range}&compare=1&campaign=${idOf(3)}&status=PAUSED` });
  await person.click(await screen.findByRole("radio", { name: "Ad" }));
  await waitFor(() => expect(search()).not.toContain("campaign"));
  expect(Object.fromEntries(new URLSearchParams(search()))).toEqual({ date: "2026-11-01,2026-11-20", compare: "1" });
});

it("binds a landing page to an ad, and says that its leads count from then on", async () => {
  const { person, sentTo } = open({ server: [pages, answers(campaigns.bind, null)] });
  await press(person, "Bind a page: Piano ad");
  await person.click(await screen.findByLabelText("Landing page"));
  await person.click((await screen.findAllByTitle("Trial page")).at(-1) as HTMLElement);
  await press(person, "Save");
  await screen.findByText("Landing page bound");
  expect(sentTo(campaigns.bind)).toEqual([{ level: "ad", recordID: idOf(1), landingPageID: idOf(5) }]);
});

it("unbinds a page only after a confirmation", async () => {
  const bound = listOf("adList", [row({ landingPage: page, landingPages: [page] })]);
  const { person, sentTo } = open({ server: [bound, answers(campaigns.unbind, null)] });
  await press(person, "Unbind: Piano ad");
  const asked = await question("Unbind Trial page?");
  expect(sentTo(campaigns.unbind)).toEqual([]);
  await person.click(asked.getByRole("button", { name: "Unbind" }));
  await screen.findByText("Landing page unbound");
  expect(sentTo(campaigns.unbind)).toEqual([{ recordID: idOf(1) }]);
});

it.each([true, false])("marks ads that lead to a page that is not published; online: %s", async (isOnline) => {
  const led = { ...page, isOnline };
  open({ server: [listOf("adList", [row({ landingPage: led, landingPages: [led] })])] });
  await screen.findByText("Trial page");
  expect(screen.queryByTitle("Visitors who click this ad find no page") !== null).toBe(!isOnline);
});

it.each<[readonly Permission[], string[]]>([
  [all, ["Export", "Update figures", "Bind a page"]],
  [["ad:campaign:bind"], []],
  [["ad:campaign:bind", "ad:landing:query"], ["Bind a page"]],
  [["ad:campaign:query"], []],
])("offers somebody with %j: %j", async (perms, expected) => {
  open({ perms });
  await screen.findByText("Piano ad");
  const texts = screen.queryAllByRole("button").map(({ textContent }) => textContent);
  expect(texts.filter((text) => /^(Export|Update figures|Bind a page|Unbind)$/.test(text))).toEqual(expected);
});

it("requests the figures once, and says that they are being fetched", async () => {
  const waiting = Promise.withResolvers<void>();
  const asked = later(answers(campaigns.sync, null), waiting.promise);
  const { person, sentTo } = open({
    server: [asked, inTurn(accountsOf(account()), accountsOf(account({ isSyncing: true })))],
  });
  await person.dblClick(await screen.findByRole("button", { name: /Update figures/ }));
  waiting.resolve();
  await screen.findByText("Updating. The list reloads when it is done");
  await screen.findByRole("button", { name: /Updating$/ });
  expect(sentTo(campaigns.sync)).toHaveLength(1);
});

it("says why the figures could not be requested, and allows a retry", async () => {
  const { person, sentTo } = open({ server: [refuses(campaigns.sync, "TOO_MANY_REQUESTS")] });
  await press(person, /Update figures/);
  await screen.findByText(/^Too many attempts/);
  await press(person, /Update figures/);
  await waitFor(() => expect(sentTo(campaigns.sync)).toHaveLength(2));
});

it("says why a list was not exported", async () => {
  const { person, sentTo } = open({ server: [refuses(campaigns.export, "TOO_MANY_REQUESTS")] });
  await press(person, /Export/);
  await screen.findByText(/^Too many attempts/);
  expect(sentTo(campaigns.export)).toMatchObject([{ level: "ad", startTime: "2026-11-01" }]);
});

it.each([
  ["warns of an account whose figures do not come", 1, 1],
  ["does not warn of an account that is off", 0, 0],
])("%s", async (_, status, warnings) => {
  open({ server: [accountsOf(account({ status, problem: "reconnect" }))] });
  await screen.findByText("Piano ad");
  await waitFor(() => expect(screen.queryAllByRole("alert")).toHaveLength(warnings));
  expect(screen.queryAllByRole("link", { name: "Open the Meta settings" })).toHaveLength(warnings);
});

it("says what to do about an account that the platform refuses", async () => {
  open({ server: [accountsOf(account({ problem: "refused" }))] });
  expect((await screen.findByRole("alert")).textContent).toMatch(
    /Check that the connected Facebook account may still see/,
  );
});

const none = (accounts: ReturnType<typeof answers>) => [listOf("adList", []), accounts];

it.each<[string, ReturnType<typeof answers>, string, string]>([
  ["has no account", accountsOf(), "", "No ad account chosen"],
  ["fetches no account", accountsOf(account({ status: 0 })), "", "No ad account chosen"],
  ["has no ads yet", accountsOf(account()), "", "No ads yet"],
  ["filters everything away", accountsOf(), "?status=PAUSED", "Nothing matches"],
])("tells an organisation that %s why there is nothing", async (_, accounts, search, title) => {
  open({ server: none(accounts), search });
  expect(await screen.findByText(title)).toBeTruthy();
});

it("does not say that no account is chosen when the accounts did not load", async () => {
  const accounts = inTurn(refuses(campaigns.accounts, "TOO_MANY_REQUESTS"), accountsOf(account()));
  const { person } = open({ server: none(accounts), search: "" });
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Too many attempts/);
  expect(screen.queryByText("No ad account chosen")).toBeNull();
  await press(person, "Try again");
  await screen.findByText("No ads yet");
});

it("shows people without access to the settings no link to them", async () => {
  open({ server: none(accountsOf()), perms: [], search: "" });
  await screen.findByText("No ad account chosen");
  expect(screen.queryByRole("link", { name: "Open the Meta settings" })).toBeNull();
});

it("shows the totals of each currency with their growth, and no figure that does not exist", async () => {
  const before = { ...figures, leads: 4 };
  const summary = [{ ...figures, currency: "HKD", count: 1, spend: 1200, leads: 6, costPerDeal: null, before }];
  open({ server: [listOf("adList", [row()], { summary })] });
  const sums = within(await screen.findByLabelText("Totals (HKD)"));
  sums.getByText("+50%");
  expect(sums.queryByText("Cost per deal")).toBeNull();
  expect(sums.getByText(/1,200/)).toBeTruthy();
});

it("says under the list why more ads did not load, and retries", async () => {
  const busy = refuses(campaigns.adList, "TOO_MANY_REQUESTS");
  const next = listOf("adList", [row({ recordID: idOf(2), name: "Violin ad" })], { total: 2 });
  const { person } = open({ server: [inTurn(listOf("adList", [row()], { total: 2, nextCursor: "a" }), busy, next)] });
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Too many attempts/);
  await press(person, "Try again");
  await screen.findByText("Violin ad");
});
