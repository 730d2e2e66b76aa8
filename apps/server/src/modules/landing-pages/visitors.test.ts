import { RecordId } from "@homeroom/contract/ids";
import type { StuckEntry } from "@homeroom/contract/landing-entries";
import { emptySection } from "@homeroom/contract/page-design/sections";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { buildChannel, inboundText, receive } from "#modules/inbox/for-tests";
import { phoneOf } from "#platform/phones/written-phone";
import { pageForm, preparePages } from "./for-tests.ts";
import { linkClicks } from "./intake/actions/link-clicks.ts";
import { makeLeadOfEntry } from "./intake/actions/make-lead-of-entry.ts";
import { queueForgottenEntries } from "./intake/actions/replay-entries.ts";
import { emptyOldEntries } from "./intake/actions/store-sent.ts";

const { base, server, organization, pages } = preparePages();
let path: string;
let pageId: RecordId;

beforeEach(async () => {
  await publish("form", {});
});

async function publish(urlName: string, more: object): Promise<void> {
  pageId = await pages.add({ ...pageForm(organization, urlName), ...more });
  path = await pages.publish(pageId);
}

let visitor = 0;
const send = (fields: Record<string, string>) => {
  visitor += 1;
  return server.app.inject({
    method: "POST",
    url: `${path}/send`,
    remoteAddress: `10.0.${visitor >> 8}.${visitor & 255}`,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    payload: new URLSearchParams(fields).toString(),
  });
};

interface Entry {
  entry_id: RecordId;
  state: string;
  problem: string | null;
  lead_id: string | null;
  source: object;
  fields: object;
}
const entries = async () =>
  (await base.owner.query<Entry>("select * from landing_entry where page_id = $1 order by created_at", [pageId])).rows;
const leads = async () =>
  (
    await base.owner.query<{ nickname: string; phone_e164: string; email: string; branch_id: string }>(
      "select nickname, phone_e164, email, branch_id from lead where organization_id = $1",
      [organization.organizationId],
    )
  ).rows;
const work = async () => {
  for (const { entry_id: id } of await entries()) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await makeLeadOfEntry(base.db, organization.scope, id);
  }
};

test("a form becomes one lead of the page's branch, even if sent or processed repeatedly", async () => {
  const form = { entry: v7(), name: "陳媽媽", phone: "6123 4567", email: "Amy@a.hk", utm_source: "meta", gclid: "g1" };
  const answers = await Promise.all([send(form), send(form), send(form)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  await Promise.all([work(), work()]);
  await work();
  expect(await leads()).toEqual([
    { nickname: "陳媽媽", phone_e164: "85261234567", email: "amy@a.hk", branch_id: organization.branchIds[0] },
  ]);
  const [entry] = await entries();
  expect(entry).toMatchObject({ state: "done", source: { utm_source: "meta", gclid: "g1" } });
  expect(await pages.list()).toMatchObject([{ leadCount: 1, clickCount: 0 }]);
});

test("the same person in another form updates the same lead", async () => {
  await send({ entry: v7(), name: "陳媽媽", phone: "61234567" });
  await send({ entry: v7(), name: "Amy", phone: "+852 6123 4567", message: "想問時間" });
  await work();
  expect(await leads()).toHaveLength(1);
  const { rows } = await base.owner.query<{ content: string }>(
    "select content from lead_log where organization_id = $1 and action_type = 14",
    [organization.organizationId],
  );
  expect(rows[0]?.content).toContain("想問時間");
});

test("without our script, a form that is sent twice is stored once", async () => {
  const form = { name: "李先生", phone: "62345678" };
  await send(form);
  await send(form);
  expect(await entries()).toHaveLength(1);
});

test.each([
  [{ name: "", phone: "61234567" }, "請填寫姓名。"],
  [{ name: "Amy" }, "請填寫電話或電郵。"],
  [{ name: "Amy", phone: "12" }, "請檢查電話號碼。"],
  [{ name: "Amy", email: "amy" }, "請檢查電郵。"],
] as const)("%j is refused in the page's words", async (fields, said) => {
  const answer = await send({ ...fields });
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([422, said]);
  expect(await entries()).toEqual([]);
});

test("a form that is too large is refused in the page's language, also as a page", async () => {
  const large = { name: "Amy", phone: "61234567", message: "長".repeat(12_000) };
  const answer = await send(large);
  expect([answer.statusCode, answer.json()]).toEqual([413, { message: "內容太長，請縮短後再送出。" }]);
  expect(answer.headers["access-control-allow-origin"]).toBe("*");
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
  const payload = new URLSearchParams(large).toString();
  const page = await server.app.inject({ method: "POST", url: `${path}/send`, headers, payload });
  expect([page.statusCode, page.headers["content-type"]]).toEqual([413, "text/html; charset=utf-8"]);
  expect(page.body).toContain("內容太長");
  expect(await entries()).toEqual([]);
});

test.each([
  [["phone"], { phone: "61234567" }, "61234567"],
  [["child", "email"], { child: "小明", email: "amy@a.hk" }, "amy@a.hk"],
] as const)("a form that asks for %j only makes a lead without a name", async (fields, sent, nickname) => {
  await publish("nameless", { sections: [{ ...emptySection("form", "form"), fields }] });
  const answer = await send({ form: "form", entry: v7(), ...sent });
  expect(answer.json()).toEqual({ message: "已收到你的資料，我們會盡快與你聯絡。" });
  await work();
  expect(await leads()).toMatchObject([{ nickname }]);
  // A page that was opened before the form asked for more.
  await pages.post("EditPage", { recordID: pageId, sections: [emptySection("form", "form")] });
  await pages.publish(pageId);
  await expect.poll(async () => (await server.app.inject({ url: path })).body).toContain('name="name"');
  expect((await send({ v: "1", form: "form", entry: v7(), ...sent })).statusCode).toBe(200);
});

test("a form that asks for no phone number and no e-mail is published with the phone", async () => {
  await publish("silent", { sections: [{ ...emptySection("form", "form"), fields: ["name", "message"] }] });
  const { body } = await server.app.inject({ url: path });
  const inputs = [...body.matchAll(/<(?:input|textarea) name="(\w+)"/g)].map(([, name]) => name);
  expect(inputs).toEqual(["website", "name", "phone", "message"]);
});

test("submissions by robots are stored separately and create no lead", async () => {
  expect((await send({ name: "bot", phone: "61234567", website: "http://spam" })).statusCode).toBe(200);
  expect((await send({ name: "bot", phone: "61234568", seconds: "0" })).statusCode).toBe(200);
  await work();
  expect((await entries()).map(({ state }) => state)).toEqual(["trap", "trap"]);
  expect(await leads()).toEqual([]);
});

test("a click is stored with its source before WhatsApp opens, with a code in the text", async () => {
  await publish("press", { buttonAction: "whatsapp", areaCode: "+852", phone: "61234567", presetText: "想了解課程" });
  const headers = { "user-agent": "Mozilla/5.0 (iPhone)" };
  const answer = await server.app.inject({ url: `${path}/go?from=hero&utm_campaign=summer&fbclid=f1`, headers });
  expect(answer.statusCode).toBe(303);
  const { rows } = await base.owner.query<{ code: string; source: object }>(
    "select code, source from landing_click where page_id = $1",
    [pageId],
  );
  expect(rows).toMatchObject([{ source: { utm_campaign: "summer", fbclid: "f1" } }]);
  const target = new URL(answer.headers.location ?? "");
  expect(target.origin + target.pathname).toBe("https://wa.me/85261234567");
  expect(target.searchParams.get("text")).toBe(`想了解課程\n(查詢編號 ${rows[0]?.code})`);
  const [row] = await pages.list({ keywords: "press" });
  expect(row?.clickCount).toBe(1);
});

test("the prepared WhatsApp message is matched to its click: the lead gets the page, the ad and the channel", async () => {
  const channelID = RecordId.parse(v7());
  await base.owner.query(
    "insert into lead_channel (organization_id, lead_channel_id, name) values ($1, $2, 'Meta 廣告')",
    [organization.organizationId, channelID],
  );
  const number = { buttonAction: "whatsapp", areaCode: "+852", phone: "61234567", presetText: "想了解課程" };
  await publish("linked", { ...number, channelID, webhookURL: "https://crm.school.example/leads" });
  const headers = { "user-agent": "Mozilla/5.0 (iPhone)" };
  const answer = await server.app.inject({ url: `${path}/go?utm_campaign=summer`, headers });
  const text = new URL(answer.headers.location ?? "").searchParams.get("text") ?? "";
  const channel = await buildChannel(base, organization);
  await receive(base, channel, [inboundText({ text })]);
  await Promise.all([linkClicks(base.db, organization.scope), linkClicks(base.db, organization.scope)]);
  const { rows } = await base.owner.query<{ channel: string; said: string }>(
    `select lead.channel_id as channel, log.content as said from landing_click click
     join lead using (organization_id, lead_id) join lead_log log using (organization_id, lead_id)
     where page_id = $1 and action_type = 14 and log.content <> ''`,
    [pageId],
  );
  expect(rows).toEqual([{ channel: channelID, said: "落地頁 linked\nutm_campaign: summer" }]);
  const [row] = await pages.list({ keywords: "linked" });
  expect(row).toMatchObject({ clickCount: 1, leadCount: 1 });
  const told = await base.owner.query<{ body: string }>("select body from landing_delivery where page_id = $1", [
    pageId,
  ]);
  expect(told.rows.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    {
      event: "lead",
      page: { name: "落地頁 linked" },
      lead: { isNew: true },
      entry: { source: { utm_campaign: "summer" } },
    },
  ]);
});

test("a message that arrives hours later is still matched", async () => {
  await publish("late", { buttonAction: "whatsapp", areaCode: "+852", phone: "61234567", presetText: "想了解課程" });
  const answer = await server.app.inject({ url: `${path}/go`, headers: { "user-agent": "Mozilla/5.0 (iPhone)" } });
  const text = new URL(answer.headers.location ?? "").searchParams.get("text") ?? "";
  await base.owner.query("update landing_click set created_at = now() - interval '4 hours' where page_id = $1", [
    pageId,
  ]);
  const sentAt = new Date(Date.now() - 3 * 3_600_000);
  await receive(base, await buildChannel(base, organization), [inboundText({ text, sentAt })]);
  await linkClicks(base.db, organization.scope);
  const { rows } = await base.owner.query("select lead_id from landing_click where page_id = $1", [pageId]);
  expect(rows).toEqual([{ lead_id: expect.any(String) }]);
});

test("robots and prefetches are redirected but not counted", async () => {
  await publish("robots", { buttonAction: "url", buttonURL: "https://school.example/" });
  const press = (headers: Record<string, string>) => server.app.inject({ url: `${path}/go`, headers });
  const robot = await press({ "user-agent": "Googlebot/2.1" });
  expect([robot.statusCode, robot.headers.location]).toEqual([303, "https://school.example/"]);
  await press({ "user-agent": "Mozilla/5.0", "sec-purpose": "prefetch" });
  const [row] = await pages.list({ keywords: "robots" });
  expect(row?.clickCount).toBe(0);
});

test("after thirty days only a form's consent remains, and nothing from robots", async () => {
  await send({ entry: v7(), name: "陳媽媽", phone: "61234567" });
  await send({ entry: v7(), name: "bot", phone: "61234568", website: "x" });
  await work();
  const now = Date.now();
  await emptyOldEntries(base.db, new Date(now + 29 * 86_400_000));
  expect((await entries()).map(({ fields }) => Object.keys(fields).length)).toEqual([2, 2]);
  await emptyOldEntries(base.db, new Date(now + 31 * 86_400_000));
  expect(await entries()).toMatchObject([{ state: "done", fields: {} }]);
});

test("a form of an outdated version keeps the consent text that its visitor saw", async () => {
  await publish("agreed", { consentText: "同意甲" });
  await pages.post("EditPage", { recordID: pageId, consentText: "同意乙" });
  await pages.publish(pageId);
  const agreed = async (form: Record<string, string>) => {
    const entry = v7();
    await send({ entry, name: "陳媽媽", phone: "61234567", ...form });
    const { rows } = await base.owner.query<{ consent_text: string; number: number }>(
      `select consent_text, number from landing_entry join landing_version using (organization_id, version_id)
       where entry_id = $1`,
      [entry],
    );
    return rows[0];
  };
  await expect.poll(() => agreed({ v: "2" })).toEqual({ consent_text: "同意乙", number: 2 });
  expect(await agreed({ v: "1" })).toEqual({ consent_text: "同意甲", number: 1 });
  for (const v of ["3", "99", "x", ""]) expect(await agreed({ v })).toEqual({ consent_text: "同意乙", number: 2 });
});

test("a form whose job gave up is retried with growing waits until its lead is created", async () => {
  await send({ entry: v7(), name: "陳媽媽", phone: "61234567" });
  await send({ entry: v7(), name: "李太", phone: "61234568" });
  const [forgotten, done] = await entries();
  await makeLeadOfEntry(base.db, organization.scope, done?.entry_id as RecordId);
  await base.owner.query("delete from outbox");
  const after = async (hours: number) => {
    await queueForgottenEntries(base.db, new Date(Date.now() + hours * 3_600_000));
    const { rows } = await base.owner.query<{ id: string }>(
      "delete from outbox where organization_id = $1 and event = 'landing.entry-received' returning aggregate_id as id",
      [organization.organizationId],
    );
    return rows.map(({ id }) => id);
  };
  expect(await after(11)).toEqual([]);
  expect(await after(13)).toEqual([forgotten?.entry_id]);
  expect(await after(13)).toEqual([]);
  expect(await after(25)).toEqual([forgotten?.entry_id]);
  expect(await after(37)).toEqual([]);
  expect(await after(61)).toEqual([forgotten?.entry_id]);
  await work();
  expect(await after(1000)).toEqual([]);
});

const stuck = async () =>
  (await pages.get<StuckEntry[]>(`EntryLog?recordID=${pageId}`)).resultData?.map(({ state, problem, said }) => ({
    ...{ state, problem, said },
  }));

test("a form that cannot become a lead fails at once, is shown to staff, and becomes one when replayed", async () => {
  await send({ entry: v7(), name: "陳媽媽", phone: "61234567" });
  const [{ entry_id: id } = { entry_id: pageId }] = await entries();
  // The form names no branch that takes leads: a value that the database refuses.
  await base.owner.query("alter table lead add constraint no_leads check (nickname <> '陳媽媽') not valid");
  await work();
  await work();
  expect(await entries()).toMatchObject([{ state: "failed", problem: "refused", fields: { name: "陳媽媽" } }]);
  expect(await stuck()).toEqual([{ state: "failed", problem: "refused", said: "姓名: 陳媽媽\n電話: 61234567" }]);
  expect(await pages.list()).toMatchObject([{ stuckCount: 1, leadCount: 0 }]);
  // Neither taken up again nor emptied by itself.
  const later = new Date(Date.now() + 365 * 86_400_000);
  await queueForgottenEntries(base.db, later);
  await emptyOldEntries(base.db, later);
  expect(await entries()).toMatchObject([{ state: "failed", fields: { name: "陳媽媽" } }]);

  await base.owner.query("alter table lead drop constraint no_leads");
  await base.owner.query("delete from outbox");
  expect((await pages.post("ReplayEntry", { recordID: id })).success).toBe(true);
  const { rows } = await base.owner.query(
    "select aggregate_id as id from outbox where event = 'landing.entry-received'",
  );
  expect(rows).toEqual([{ id }]);
  await work();
  expect(await leads()).toHaveLength(1);
  expect((await pages.post("ReplayEntry", { recordID: id })).success).toBe(true);
  expect(await entries()).toMatchObject([{ state: "done", problem: null }]);
  expect(await stuck()).toEqual([]);
});

test("a form whose attempts all failed is shown to staff", async () => {
  await send({ entry: v7(), name: "陳媽媽", phone: "61234567" });
  expect(await stuck()).toEqual([]);
  await base.owner.query("update landing_entry set created_at = now() - interval '2 hours' where page_id = $1", [
    pageId,
  ]);
  expect(await stuck()).toMatchObject([{ state: "waiting", problem: null }]);
  const after = (days: number) => queueForgottenEntries(base.db, new Date(Date.now() + days * 86_400_000));
  for (const days of [1, 3, 7]) await after(days);
  expect(await entries()).toMatchObject([{ state: "waiting" }]);
  await after(14);
  expect(await stuck()).toMatchObject([{ state: "failed", problem: "unavailable" }]);
});

test.each([
  ["6123 4567", "HK", "85261234567"],
  ["0912-345-678", "TW", "886912345678"],
  ["+886 912 345 678", "HK", "886912345678"],
  ["＋８５２ ６１２３４５６７", "TW", "85261234567"],
  ["+999 1", "HK", null],
  ["123", "HK", null],
] as const)("%s in %s is %s", (written, country, e164) => {
  expect(phoneOf(written, country)).toBe(e164);
});
