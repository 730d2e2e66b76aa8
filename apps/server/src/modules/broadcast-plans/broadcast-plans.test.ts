import type { PlanInfo, PlanRow } from "@homeroom/contract/broadcast-plans";
import type { ConversationId, RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeEach, describe, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import {
  buildPlace,
  deliverAll,
  inboundText,
  receive,
  statusOf,
  stopChannel,
  type TestChannel,
  testInbox,
  testProvider,
} from "#modules/inbox/for-tests";
import { buildLead } from "#modules/leads/for-tests";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { failSilent } from "./actions/apply-news.ts";
import { buildApprovedTemplate, sendingOf } from "./for-tests.ts";
import { processNews, workOnPlans } from "./jobs.ts";
import { broadcastPlansModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: TestChannel;
let token: string;
let ownerId: string;
let templateId: RecordId;

const server = prepareServer(base, (platform) => [broadcastPlansModule(platform, [])]);
beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
  const owner = await buildAccount(base.db, organization, { role: "owner" });
  ownerId = owner.accountId;
  token = await buildSession(base.db, organization, { ...owner, branchId: organization.branchIds[0] });
  templateId = await buildApprovedTemplate(base, organization, "marketing");
  await quietHours(null, null);
});

/** As nobody has saved them, but for the hours. */
const quietHours = (from: string | null, until: string | null) =>
  base.owner.query(
    `insert into broadcast_setting (organization_id, quiet_from, quiet_until, version) values ($1, $2, $3, 0)
     on conflict (organization_id) do update set quiet_from = $2, quiet_until = $3`,
    [organization.organizationId, from, until],
  );

const post = <Result = null>(call: string, body: object) =>
  callApi<Result>(server.app, `POST /api_chat/Broadcast/${call}`, { token, body });
const get = <Result = null>(call: string, id: string) =>
  callApi<Result>(server.app, `GET /api_chat/Broadcast/${call}?recordID=${id}`, { token });

const form = (given: object = {}) => ({
  name: "暑期班",
  channel: channel.channelId,
  templateID: templateId,
  variables: { "body.1": { source: "nickname", text: "家長" } },
  filter: { everyone: true },
  scheduleTime: null,
  ...given,
});

function resultOf<Result>({ body }: { body: { resultData: Result | null } }): Result {
  if (body.resultData === null) throw new Error("The call was refused");
  return body.resultData;
}

async function add(given: object = {}): Promise<RecordId> {
  const answer = await post<{ recordID: RecordId }>("AddPlan", form(given));
  expect(answer.body).toMatchObject({ success: true });
  return resultOf(answer).recordID;
}
async function info(id: RecordId): Promise<PlanInfo> {
  return resultOf(await get<PlanInfo>("PlanInfo", id));
}
const phones = ["91234001", "91234002", "91234003"];
async function leadWith(phone: string, given: object = {}) {
  return buildLead(base.db, organization, { area_code: "+852", phone, phone_e164: `852${phone}`, ...given });
}
async function messages() {
  const found = await base.owner.query<{
    message_id: string;
    conversation_id: ConversationId;
    state: string;
    text: string;
  }>(
    "select message_id, conversation_id, state, text from message where organization_id = $1 and broadcast_plan_id is not null order by message_id",
    [organization.organizationId],
  );
  return found.rows;
}

describe("a plan that starts now", () => {
  test("reaches everyone once, personalised, and its figures follow", async () => {
    await leadWith(phones[0] as string, { nickname: "王小明" });
    await leadWith(phones[1] as string);
    const planId = await add({ numbers: ["+852 9123 4001", "852 91234099"] });
    await workOnPlans(sendingOf(base));
    expect(await info(planId)).toMatchObject({ state: "running", counters: { total: 3, excluded: 1 } });
    const provider = testProvider();
    await Promise.all([workOnPlans(sendingOf(base, provider)), workOnPlans(sendingOf(base, provider))]);
    const sent = await messages();
    expect(sent).toHaveLength(3);
    expect(sent.map(({ text }) => text)).toContain("王小明您好，暑期班開始報名。");
    const inbox = testInbox(base, provider);
    for (const { conversation_id: id } of sent) await deliverAll(inbox, organization.scope, id);
    expect(provider.sent).toHaveLength(3);
    await processNews(base.db);
    await workOnPlans(sendingOf(base));
    expect(await info(planId)).toMatchObject({
      state: "completed",
      counters: { accepted: 3, delivered: 0, failed: 0 },
    });
  });

  test("counts the results of its messages, in any order and once", async () => {
    await leadWith(phones[0] as string);
    await leadWith(phones[1] as string);
    const planId = await add();
    await workOnPlans(sendingOf(base));
    await workOnPlans(sendingOf(base));
    const [one, other] = await messages();
    const inbox = testInbox(base);
    for (const message of [one, other])
      await deliverAll(inbox, organization.scope, message?.conversation_id as ConversationId);
    const id = (message: typeof one) => `wamid.${message?.message_id}`;
    await receive(base, channel, [statusOf(id(one), "read"), statusOf(id(one), "delivered")]);
    await receive(base, channel, [
      statusOf(id(other), "failed", {
        error: { class: "permanent", code: "131026", reason: "notOnWhatsApp", detail: "", stops: "recipient" },
      }),
    ]);
    const from = await base.owner.query<{ phone: string }>(
      "select phone from broadcast_recipient where message_id = $1",
      [one?.message_id],
    );
    await receive(base, channel, [
      inboundText({ from: { phone: from.rows[0]?.phone as string }, sentAt: new Date(Date.now() + 1000) }),
    ]);
    await processNews(base.db);
    await processNews(base.db);
    await workOnPlans(sendingOf(base));
    expect(await info(planId)).toMatchObject({
      state: "completed",
      counters: { total: 2, accepted: 1, delivered: 1, read: 1, replied: 1, failed: 1 },
      reasons: [{ state: "failed", reason: "notOnWhatsApp", count: 1 }],
    });
    const details = await post<{ list: unknown[]; total: number }>("PlanDetailList", {
      recordID: planId,
      result: ["replied"],
    });
    expect(resultOf(details).total).toBe(1);
  });

  test("a message that was being sent when its process died is not sent again", async () => {
    await leadWith(phones[0] as string);
    const planId = await add();
    const dead = testProvider();
    dead.answer = async () => {
      throw new Error("The process died");
    };
    await workOnPlans(sendingOf(base, dead));
    await workOnPlans(sendingOf(base, dead));
    const [message] = await messages();
    expect(message?.state).toBe("sending");
    const next = testProvider();
    await deliverAll(testInbox(base, next), organization.scope, message?.conversation_id as ConversationId);
    await workOnPlans(sendingOf(base, next));
    expect(next.sent).toHaveLength(0);
    expect(await messages()).toHaveLength(1);
    expect(await info(planId)).toMatchObject({ state: "running" });
  });

  test("a message without a status for seven days has failed, and a late status corrects it", async () => {
    await leadWith(phones[0] as string);
    const planId = await add();
    await workOnPlans(sendingOf(base));
    await workOnPlans(sendingOf(base));
    const [message] = await messages();
    await deliverAll(testInbox(base), organization.scope, message?.conversation_id as ConversationId);
    await processNews(base.db);
    await base.owner.query("update broadcast_recipient set queued_at = now() - interval '8 days'");
    await failSilent(base.db, organization.scope);
    expect(await info(planId)).toMatchObject({
      counters: { accepted: 0, failed: 1 },
      reasons: [{ reason: "noAnswer" }],
    });
    await receive(base, channel, [statusOf(`wamid.${message?.message_id}`, "delivered")]);
    await processNews(base.db);
    expect(await info(planId)).toMatchObject({ counters: { accepted: 1, delivered: 1, failed: 0 }, reasons: [] });
  });
});

/** Settings that nobody has saved yet. */
const fresh = { warningLevels: [], quietHours: null, approvalAbove: null, prices: [], version: 0 };

test("shows its cost from the price table", async () => {
  await leadWith(phones[0] as string);
  const price = { country: "HK", category: "marketing", currency: "USD", validTo: null };
  const prices = [
    { ...price, unitPrice: 0.05, validFrom: "2020-01-01" },
    { ...price, unitPrice: 0.0732, validFrom: "2026-01-01" },
  ];
  const setting = { ...fresh, monthlyLimit: 100, warningLevels: [90, 80], prices };
  expect((await post("SaveSetting", setting)).body).toMatchObject({ success: true });
  expect((await post("SaveSetting", setting)).body).toMatchObject({ name: "STALE_DATA" });
  const { name: _name, ...rest } = form({ numbers: ["+886912345678"] }) as { name: string };
  const answer = await post("EstimateCost", rest);
  expect(answer.body.resultData).toMatchObject({
    count: 2,
    unpriced: 1,
    unitPrice: 0.0732,
    amount: 0.0732,
    currency: "USD",
    costs: [{ country: "HK", category: "marketing", count: 1, currency: "USD", unitPrice: 0.0732, amount: 0.0732 }],
    amounts: [{ currency: "USD", count: 1, unitPrice: 0.0732, amount: 0.0732 }],
    leftThisMonth: 100,
  });
});

test("a price that overlaps another's days is refused with these days", async () => {
  const price = { country: "HK", category: "marketing", currency: "USD", unitPrice: 0.05 };
  const year = { ...price, validFrom: "2026-01-01", validTo: "2026-12-31" };
  const from = (validFrom: string) => ({ ...price, validFrom, validTo: null });
  const { body } = await post("SaveSetting", { ...fresh, monthlyLimit: null, prices: [year, from("2026-12-31")] });
  expect(body).toMatchObject({
    name: "PRICE_PERIOD_OVERLAPS",
    message: expect.stringContaining("2026-01-01 至 2026-12-31"),
    errors: [{ field: "prices.1.validFrom", message: expect.stringContaining("2026-12-31") }],
  });
  const after = { ...fresh, monthlyLimit: null, prices: [year, from("2027-01-01")] };
  expect((await post("SaveSetting", after)).body).toMatchObject({ success: true });
});

describe("allowed changes by time", () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

  test("a time must be ten minutes ahead, and five minutes before it is too late to cancel", async () => {
    expect((await post("AddPlan", form({ scheduleTime: minutes(9) }))).body).toMatchObject({
      name: "PLAN_TIME_NOT_FUTURE",
    });
    const planId = await add({ scheduleTime: minutes(11) });
    await base.owner.query("update broadcast_plan set schedule_at = now() + interval '4 minutes' where plan_id = $1", [
      planId,
    ]);
    expect((await get("CancelPlan", planId)).body).toMatchObject({ name: "PLAN_CANCEL_TOO_LATE" });
    await base.owner.query("update broadcast_plan set schedule_at = now() + interval '6 minutes' where plan_id = $1", [
      planId,
    ]);
    expect((await get("CancelPlan", planId)).status).toBe(200);
    expect((await get("CancelPlan", planId)).status).toBe(200);
    const list = await post<{ list: PlanRow[] }>("PlanList", { status: ["voided"] });
    expect(resultOf(list).list).toMatchObject([{ recordID: planId, state: "cancelled" }]);
  });

  test("a draft can be incomplete; a plan cannot", async () => {
    const draft = await add({ draft: true, channel: null, templateID: null, filter: null, variables: {} });
    const { version } = await info(draft);
    const unfinished = { ...form({ filter: null }), recordID: draft, version, draft: false };
    expect((await post("EditPlan", unfinished)).body).toMatchObject({ name: "PLAN_NO_RECIPIENTS" });
    const fixed = { "body.1": { source: "none", text: "" } };
    expect(
      (await post("EditPlan", { ...form(), recordID: draft, version, draft: false, variables: fixed })).body,
    ).toMatchObject({ name: "PLAN_PLACE_EMPTY", errors: [{ field: "variables.body.1" }] });
    const saved = await post("EditPlan", { ...form(), recordID: draft, version, draft: false });
    expect(saved.body.resultData).toEqual({ version: version + 1 });
    expect((await post("EditPlan", { ...form(), recordID: draft, version, draft: false })).body).toMatchObject({
      name: "STALE_DATA",
    });
    expect(await info(draft)).toMatchObject({ state: "pending" });
  });

  test("repeating a create makes one plan, and nothing is sent while it is paused", async () => {
    await leadWith(phones[0] as string);
    const recordID = v7() as RecordId;
    const both = await Promise.all([post("AddPlan", form({ recordID })), post("AddPlan", form({ recordID }))]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await workOnPlans(sendingOf(base));
    expect((await post("PausePlan", { recordID })).status).toBe(200);
    await workOnPlans(sendingOf(base));
    expect(await messages()).toHaveLength(0);
    expect((await get("DeletePlan", recordID)).body).toMatchObject({ name: "PLAN_STATE_CONFLICT" });
    expect((await post("ResumePlan", { recordID })).status).toBe(200);
    await workOnPlans(sendingOf(base));
    expect(await messages()).toHaveLength(1);
    expect((await post("EditPlan", { ...form(), recordID })).body).toMatchObject({ name: "PLAN_STATE_CONFLICT" });
  });

  test("a stopped channel pauses it with the reason", async () => {
    await leadWith(phones[0] as string);
    const planId = await add();
    await workOnPlans(sendingOf(base));
    await inTransaction(base.db, organization.scope, (tx) =>
      stopChannel(tx, { organizationId: organization.organizationId, channelId: channel.channelId }, "tokenExpired"),
    );
    await workOnPlans(sendingOf(base));
    expect(await info(planId)).toMatchObject({ state: "running", pauseReason: "channelStopped" });
    await workOnPlans(sendingOf(base));
    expect(await told("broadcast-plan.stopped")).toEqual([{ planId, name: "暑期班", people: [ownerId] }]);
  });

  test("a waiting customer keeps waiting, at the same place in the list", async () => {
    await receive(base, channel, [inboundText({ from: { phone: `852${phones[0]}` } })]);
    const standing = async () => {
      const { rows } = await base.owner.query(
        "select last_message_id, last_message_at, last_direction, unread_count, waiting_since from conversation where organization_id = $1",
        [organization.organizationId],
      );
      return rows;
    };
    const before = await standing();
    expect(before).toMatchObject([{ last_direction: "in", unread_count: 1 }]);
    await add({ filter: null, numbers: [`+852 ${phones[0]}`] });
    await workOnPlans(sendingOf(base));
    await workOnPlans(sendingOf(base));
    expect(await messages()).toHaveLength(1);
    expect(await standing()).toEqual(before);
  });

  test("somebody who never wrote gets it without a place in the list, and nobody is notified of the lead", async () => {
    await buildAccount(base.db, organization, { role: "sales" });
    const planId = await add({ filter: null, numbers: [`+852 ${phones[0]}`] });
    await workOnPlans(sendingOf(base));
    await workOnPlans(sendingOf(base));
    const [message] = await messages();
    const list = async () => {
      const query = await base.owner.query<{ last_message_at: Date | null; last_direction: string | null }>(
        "select last_message_at, last_direction, customer_unread from conversation where conversation_id = $1",
        [message?.conversation_id],
      );
      return query.rows;
    };
    const unlisted = [{ last_message_at: null, last_direction: null, customer_unread: false }];
    expect(await list()).toEqual(unlisted);
    expect(await told("lead.created")).toHaveLength(1);
    expect(await told("lead.assigned")).toEqual([]);
    await deliverAll(testInbox(base), organization.scope, message?.conversation_id as ConversationId);
    await receive(base, channel, [statusOf(`wamid.${message?.message_id}`, "delivered")]);
    expect(await list()).toEqual(unlisted);
    await receive(base, channel, [inboundText({ from: { phone: `852${phones[0]}` } })]);
    expect(await list()).toMatchObject([{ last_direction: "in", last_message_at: expect.any(Date) }]);
    await processNews(base.db);
    expect(await info(planId)).toMatchObject({ counters: { delivered: 1, replied: 1 } });
  });

  test("a plan without recipients fails with that reason, and can be resent to failed ones", async () => {
    const planId = await add({ filter: { school: "沒有這所學校" } });
    await workOnPlans(sendingOf(base));
    expect(await info(planId)).toMatchObject({ state: "failed", problem: "PLAN_NO_RECIPIENTS" });
    await leadWith(phones[0] as string, { school: "沒有這所學校" });
    const again = await post<{ recordID: RecordId }>("ResendPlan", { recordID: planId });
    await workOnPlans(sendingOf(base));
    expect(await info(resultOf(again).recordID)).toMatchObject({ state: "running", counters: { total: 1 } });
  });

  test("the monthly limit holds it back", async () => {
    await leadWith(phones[0] as string);
    await leadWith(phones[1] as string);
    await post("SaveSetting", { ...fresh, monthlyLimit: 1 });
    const planId = await add();
    await workOnPlans(sendingOf(base));
    expect(await info(planId)).toMatchObject({ pauseReason: "monthlyLimit" });
    const { body } = await post("ResumePlan", { recordID: planId });
    expect(body).toMatchObject({ code: 200117, name: "PLAN_MONTHLY_LIMIT" });
    expect(body.message).toMatch(/上限 1 則.*尚可發送 1 則.*需要 2 則.*群發設定/);
    expect(body.message).not.toMatch(/儲值|充值/);
    await workOnPlans(sendingOf(base));
    expect(await messages()).toHaveLength(0);
    expect(await told("broadcast-plan.stopped")).toMatchObject([{ planId, people: [ownerId] }]);
    expect(await told("broadcast-plan.limit-near")).toEqual([]);
  });

  test("people who can change the limit are warned once when its use reaches a level", async () => {
    await leadWith(phones[0] as string);
    await post("SaveSetting", { ...fresh, monthlyLimit: 2, warningLevels: [50, 100] });
    await add();
    await workOnPlans(sendingOf(base));
    expect(await told("broadcast-plan.limit-near")).toMatchObject([{ level: 50, people: [ownerId] }]);
  });
});

async function told(event: string): Promise<object[]> {
  const { rows } = await base.owner.query<{ payload: Record<string, unknown> }>(
    "select payload from outbox where event = $1 and organization_id = $2 order by outbox_id",
    [event, organization.organizationId],
  );
  return rows.map(({ payload: { at: _at, ...said } }) => said);
}

test("a channel with plans cannot be removed", async () => {
  const planId = await add();
  const removal = base.owner.query("delete from channel where channel_id = $1", [channel.channelId]);
  await expect(removal).rejects.toMatchObject({ code: "23503" });
  expect(await info(planId)).toMatchObject({ channel: { channelID: channel.channelId } });
});
