import type { DashboardFigures } from "@homeroom/contract/dashboard";
import { languages } from "@homeroom/contract/language";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { buildAccount, signInAs } from "#modules/accounts/for-tests";
import { buildLead } from "#modules/leads/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { mailFigures } from "./actions/mail-figures.ts";
import { weeklyMail } from "./mails.ts";
import { dashboardModule } from "./public.ts";
import { lastMailDay } from "./rules/weekly-mail.ts";

const base = prepareDatabase();
let place: TestOrganization;
const publicUrl = "https://centre.test";

const server = prepareServer(base, (platform) => [dashboardModule(platform)]);
beforeAll(async () => {
  place = await buildOrganization(base.db);
  await base.owner.query("update branch set time_zone = 'Asia/Taipei'");
});
beforeEach(async () => {
  await base.owner.query("delete from outgoing_mail");
  await base.owner.query("delete from weekly_figure_mail");
});

async function person(role: "owner" | "sales" | "admin", locale = "en") {
  const account = await buildAccount(base.db, place, { role });
  await base.owner.query("update account set locale = $2 where account_id = $1", [account.accountId, locale]);
  const token = await buildSession(base.db, place, account);
  const subscribe = (subscribed = true) =>
    callApi(server.app, "POST /api_users/Dashboard/SaveWeeklyMail", { token, body: { subscribed } });
  const kept = async () =>
    (await callApi<{ subscribed: boolean }>(server.app, "GET /api_users/Dashboard/WeeklyMail", { token })).body
      .resultData;
  return { ...account, subscribe, kept };
}

/** 08:30 on the Monday after next in Taipei: two weeks after any subscription of today, one mail is due. */
const monday = (() => {
  const at = new Date(`${lastMailDay("Asia/Taipei", new Date())}T00:30:00Z`);
  return new Date(at.getTime() + 14 * 86_400_000);
})();
const work = (now = monday) =>
  mailFigures(
    { ...base.platform, settings: { ...base.platform.settings, PUBLIC_URL: publicUrl } },
    new AbortController().signal,
    now,
  );

interface Posted {
  recipient: string;
  subject: string;
  body: { text: string; html: string; unsubscribe: string };
}
const mails = async () =>
  (await base.owner.query<Posted>("select recipient, subject, body from outgoing_mail order by subject, recipient"))
    .rows;

test("Monday's mail is due from eight in the branch's time zone", () => {
  const due = (zone: string, now: string) => lastMailDay(zone, new Date(now));
  expect(due("Asia/Taipei", "2026-11-22T23:59:00Z")).toBe("2026-11-16");
  expect(due("Asia/Taipei", "2026-11-23T00:00:00Z")).toBe("2026-11-23");
  expect(due("America/New_York", "2026-11-23T12:59:00Z")).toBe("2026-11-16");
  expect(due("America/New_York", "2026-11-23T13:00:00Z")).toBe("2026-11-23");
  expect(due("Asia/Taipei", "2026-11-29T12:00:00Z")).toBe("2026-11-23");
});

test("a person gets one mail a week, even with several workers and checks", async () => {
  const { subscribe, kept, email } = await person("owner");
  await subscribe();
  expect(await kept()).toMatchObject({ subscribed: true, timeZone: "Asia/Taipei" });
  await work(new Date());
  expect(await mails()).toEqual([]);
  await Promise.all([work(), work(), work()]);
  await work(new Date(monday.getTime() + 3 * 86_400_000));
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([email]);
  await work(new Date(monday.getTime() + 7 * 86_400_000));
  expect(await mails()).toHaveLength(2);
});

test("it counts what its reader sees, of the days from Monday to Sunday, in their language", async () => {
  const [owner, sales] = [await person("owner", "zh-cn"), await person("sales")];
  const day = (days: number) => new Date(monday.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const lead = (leadDate: string, held: object = {}) => buildLead(base.db, place, { lead_date: leadDate, ...held });
  await Promise.all([lead(day(-1)), lead(day(-7), { sales_id: owner.accountId }), lead(day(0)), lead(day(-8))]);
  for (const { subscribe } of [owner, sales]) await subscribe();
  await work();
  const [ofSales, ofOwner] = (await mails()).toSorted((one) => (one.recipient === sales.email ? -1 : 1));
  expect(ofSales?.body.text).toContain("Your figures at");
  expect(ofSales?.body.text).toContain("New leads  1  (1 the week before)");
  expect(ofOwner?.body.text).toContain("新名单  2  (前一周 1)");
  expect(ofOwner?.subject).toContain(`${day(-7)} 至 ${day(-1)}`);
});

test("money spent on ads names its platform, since each has a row of its own", async () => {
  const token = (await signInAs(base.db, place, { role: "owner" })).token;
  const { body } = await callApi<DashboardFigures>(server.app, "POST /api_users/Dashboard/DashboardInfo", {
    token,
    body: {},
  });
  const card = { value: 20, compareValue: 10, changeRate: 100, currency: "HKD", rows: 1 };
  const figures = {
    ...(body.resultData as DashboardFigures),
    cards: [
      { key: "adSpend" as const, ...card },
      { key: "volcengineSpend" as const, ...card },
    ],
  };
  const names = languages.map((language) =>
    weeklyMail({ email: "a@b.hk", language, organization: "HK" }, figures, { publicUrl, unsubscribe: "/x" })
      .rows?.slice(0, 2)
      .map(({ name }) => name),
  );
  expect(names).toEqual([
    ["Meta 廣告費", "火山引擎廣告費"],
    ["Meta 广告费", "火山引擎广告费"],
    ["Meta ad spend", "Volcengine ad spend"],
  ]);
});

test("people who have left, or can no longer see figures, get none", async () => {
  const [gone, moved] = [await person("admin"), await person("sales")];
  for (const { subscribe } of [gone, moved]) await subscribe();
  await base.owner.query("update account set status = 0 where account_id = $1", [gone.accountId]);
  await base.owner.query("delete from account_role where account_id = $1", [moved.accountId]);
  await work();
  expect(await mails()).toEqual([]);
});

test("subscribers at a closed branch keep getting the figures that they see elsewhere", async () => {
  const { subscribe, email } = await person("owner");
  const { subscribe: subscribeToo } = await person("sales");
  await subscribe();
  await subscribeToo();
  const [closed] = place.branchIds;
  await base.owner.query("update branch set status = 0 where branch_id = $1", [closed]);
  await work();
  await base.owner.query("update branch set status = 1 where branch_id = $1", [closed]);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([email]);
});

test("the link in the mail unsubscribes with one click, and asks for confirmation when opened", async () => {
  const { subscribe, kept } = await person("owner");
  await subscribe();
  await work();
  const [mail] = await mails();
  const url = mail?.body.unsubscribe.replace(publicUrl, "") ?? "";
  expect(mail?.body.text).toContain(`${publicUrl}${url}`);
  expect((await server.app.inject({ method: "GET", url, headers: { "accept-language": "en" } })).body).toContain(
    "Unsubscribe?",
  );
  expect(await kept()).toMatchObject({ subscribed: true });
  const changed = `${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`;
  expect((await server.app.inject({ method: "POST", url: changed })).statusCode).toBe(404);
  expect((await server.app.inject({ method: "POST", url })).statusCode).toBe(200);
  expect(await kept()).toMatchObject({ subscribed: false });
});
