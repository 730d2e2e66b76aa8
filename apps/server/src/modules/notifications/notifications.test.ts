import { type AccountId, ConversationId, LeadId, type RecordId } from "@homeroom/contract/ids";
import { defaultChoices, type NotificationRow } from "@homeroom/contract/notifications";
import { v7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { leadAssigned } from "#modules/leads/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { collectMessageNews } from "./actions/collect-message-news.ts";
import { mailNotification } from "./actions/mail-notification.ts";
import { type News, notifyOfAssignment, notifyPerson } from "./actions/notify-person.ts";
import { removeOldNotifications } from "./actions/read-notifications.ts";
import { noPhones } from "./for-tests.ts";
import { notificationsModule } from "./public.ts";
import { notificationReactions } from "./reactions.ts";

interface Person {
  accountId: AccountId;
  token: string;
}

const base = prepareDatabase();
let place: TestOrganization;
let sales: Person;
let colleague: Person;

const server = prepareServer(base, (platform) => [notificationsModule(platform, noPhones)]);
beforeAll(async () => {
  place = await buildOrganization(base.db);
  sales = await person();
  colleague = await person();
});

async function person(role: "sales" | "admin" = "sales"): Promise<Person> {
  return signInAs(base.db, place, { role });
}

async function lead(holder: Person, nickname = "王小明"): Promise<LeadId> {
  const leadId = LeadId.parse(v7());
  await base.owner.query(
    `insert into lead (organization_id, lead_id, branch_id, nickname, sales_id, lead_date, contact1, contact2)
     values ($1, $2, $3, $4, $5, current_date, '{}', '{}')`,
    [place.organizationId, leadId, place.branchIds[0], nickname, holder.accountId],
  );
  return leadId;
}

/** A conversation with one unread message. */
async function conversation(holder: Person): Promise<{ conversationId: ConversationId; leadId: LeadId }> {
  const leadId = await lead(holder);
  const conversationId = ConversationId.parse(v7());
  const [channelId, contactId] = [v7(), v7()];
  const { organizationId } = place;
  await base.owner.query(
    `insert into channel (organization_id, channel_id, branch_id, kind, name, external_id, settings, secrets)
     values ($1, $2, $3, 'whatsapp', '一號', $4, '{}', '')`,
    [organizationId, channelId, place.branchIds[0], `external ${channelId}`],
  );
  await base.owner.query(
    "insert into channel_contact (organization_id, contact_id, channel_id, lead_id, phone) values ($1, $2, $3, $4, $5)",
    [organizationId, contactId, channelId, leadId, String(Math.random()).slice(2, 12)],
  );
  await base.owner.query(
    `insert into conversation (organization_id, conversation_id, lead_id, branch_id, sales_id, contact_id, last_position,
       unread_count, last_message_at, last_inbound_at, last_direction)
     values ($1, $2, $3, $4, $5, $6, 1, 1, now(), now(), 'in')`,
    [organizationId, conversationId, leadId, place.branchIds[0], holder.accountId, contactId],
  );
  return { conversationId, leadId };
}

const writes = (conversationId: ConversationId) =>
  base.owner.query(
    `update conversation set last_position = last_position + 1, unread_count = unread_count + 1, version = version + 1,
       last_message_at = now(), last_inbound_at = now(), changed_xid = pg_current_xact_id() where conversation_id = $1`,
    [conversationId],
  );
const isRead = (conversationId: ConversationId) =>
  base.owner.query(
    "update conversation set unread_count = 0, version = version + 1, changed_xid = pg_current_xact_id() where conversation_id = $1",
    [conversationId],
  );
const collect = () => collectMessageNews(base.db, place.scope);

async function told(who: Person, query = ""): Promise<NotificationRow[]> {
  const address = `GET /api_basic/Notification/page?pageSize=100${query}` as const;
  const { body } = await callApi<{ list: NotificationRow[] }>(server.app, address, { token: who.token });
  if (!body.success) throw new Error(body.name);
  return body.resultData.list;
}

const unread = (who: Person) => told(who, "&isRead=0");

async function choose(
  who: Person,
  kind: keyof typeof defaultChoices,
  choice: object,
  quietHours: object | null = null,
) {
  const choices = { ...defaultChoices, [kind]: choice };
  const answer = await callApi(server.app, "PUT /api_basic/Notification/preferences", {
    token: who.token,
    body: { choices, quietHours },
  });
  return answer.body.success ? "200" : `${answer.status} ${answer.body.name}`;
}

const tell = (news: News) => inTransaction(base.db, place.scope, (tx) => notifyPerson(tx, place.scope, news));

const mailsTo = async (who: Person) => {
  const { rows } = await base.owner.query<{ subject: string }>(
    "select subject from outgoing_mail where recipient = $1 order by created_at",
    [`${who.accountId}@test.homeroom.test`],
  );
  return rows.map((row) => row.subject);
};

test("an assignment notifies the owner once, even if the event repeats, and withdraws the previous owner's notification", async () => {
  const leadId = await lead(sales);
  const assigned = { leadId, version: 2, people: [sales.accountId] };
  for (let time = 0; time < 2; time += 1) await notifyOfAssignment(base.db, place.scope, assigned);
  const rows = (await unread(sales)).filter((row) => row.lead?.leadId === leadId);
  expect(rows).toMatchObject([{ kind: "lead.assigned", count: 1, lead: { nickname: "王小明" }, isRead: false }]);

  await base.owner.query("update lead set sales_id = $1 where lead_id = $2", [colleague.accountId, leadId]);
  await notifyOfAssignment(base.db, place.scope, { leadId, version: 3, people: [colleague.accountId] });
  expect((await told(sales)).filter((row) => row.recordID === rows[0]?.recordID)).toEqual([]);
  expect((await unread(colleague)).map((row) => row.lead?.leadId)).toContain(leadId);
  await notifyOfAssignment(base.db, place.scope, assigned);
  expect((await unread(sales)).map((row) => row.lead?.leadId)).not.toContain(leadId);
});

test("an event repeated after it was read causes no notification", async () => {
  const leadId = await lead(sales);
  const news: News = { accountId: sales.accountId, kind: "lead.assigned", subjectId: leadId, version: 5, leadId };
  await tell(news);
  const row = (await unread(sales)).find((one) => one.lead?.leadId === leadId);
  await callApi(server.app, `PUT /api_basic/Notification/${row?.recordID}/read`, { token: sales.token, body: {} });
  await Promise.all([tell(news), tell(news)]);
  expect((await unread(sales)).filter((one) => one.lead?.leadId === leadId)).toEqual([]);
  await tell({ ...news, version: 6 });
  expect((await unread(sales)).filter((one) => one.lead?.leadId === leadId)).toHaveLength(1);
});

test("messages of a conversation are one notification until read, and reading in the inbox marks it as read", async () => {
  const { conversationId } = await conversation(sales);
  const mine = async () => (await unread(sales)).filter((row) => row.conversationId === conversationId);
  await collect();
  expect(await mine()).toMatchObject([{ kind: "message.received", count: 1 }]);
  for (let time = 0; time < 3; time += 1) await writes(conversationId);
  await Promise.all([collect(), collect()]);
  expect(await mine()).toMatchObject([{ count: 4 }]);
  await isRead(conversationId);
  await collect();
  expect(await mine()).toEqual([]);
  await writes(conversationId);
  await collect();
  expect(await mine()).toMatchObject([{ count: 1 }]);

  await base.owner.query(
    "update conversation set sales_id = $1, changed_xid = pg_current_xact_id() where conversation_id = $2",
    [colleague.accountId, conversationId],
  );
  await collect();
  expect(await mine()).toEqual([]);
});

test("after reading, a known message causes no new notification; the next one does", async () => {
  const { conversationId } = await conversation(sales);
  const mine = async () => (await unread(sales)).filter((row) => row.conversationId === conversationId);
  await collect();
  await callApi(server.app, "PUT /api_basic/Notification/read-all", { token: sales.token, body: {} });
  await base.owner.query("update conversation set changed_xid = pg_current_xact_id() where conversation_id = $1", [
    conversationId,
  ]);
  await collect();
  expect(await mine()).toEqual([]);
  await writes(conversationId);
  await collect();
  expect(await mine()).toHaveLength(1);
});

test("messages are checked by at most one job in five seconds", () => {
  const meta = { organizationId: place.organizationId, aggregateId: v7(), traceId: "" };
  const payload = { inbound: true, salesId: sales.accountId, tutorId: null } as never;
  const jobs = Array.from({ length: 5 }, () =>
    notificationReactions.flatMap((one) =>
      one.event.name === "message.changed" ? (one.jobs?.(payload, meta) ?? []) : [],
    ),
  ).flat();
  expect(new Set(jobs.map((job) => job.once?.key))).toEqual(new Set([place.organizationId]));
  expect(jobs[0]?.once?.seconds).toBe(5);
  expect(jobs[0]?.startAfter?.getTime()).toBeGreaterThan(Date.now() + 5000);
});

test("taking a lead oneself causes no notification", () => {
  const meta = { organizationId: place.organizationId, aggregateId: v7(), traceId: "" };
  const payload = {
    leadId: LeadId.parse(v7()),
    branchId: place.branchIds[0],
    version: 1,
    salesId: sales.accountId,
    tutorId: colleague.accountId,
    before: { salesId: null, tutorId: null },
    by: sales.accountId,
  };
  const [job] = notificationReactions.flatMap((one) =>
    one.event === leadAssigned ? (one.jobs?.(payload as never, meta) ?? []) : [],
  );
  expect(job?.data["people"]).toEqual([colleague.accountId]);
});

test("a change of rights is notified to everyone affected except its author, a finished import to its author", () => {
  const meta = { organizationId: place.organizationId, aggregateId: v7(), traceId: "" };
  const jobsOn = (name: string, payload: object) =>
    notificationReactions.flatMap((one) => (one.event.name === name ? (one.jobs?.(payload as never, meta) ?? []) : []));
  const changed = jobsOn("rights.changed", {
    accountIds: [sales.accountId, colleague.accountId],
    by: sales.accountId,
  });
  expect(changed.map(({ data }) => [data["accountId"], data["kind"]])).toEqual([[colleague.accountId, "role.changed"]]);
  const finished = jobsOn("import.finished", { importId: v7(), accountId: sales.accountId, saved: 5, invalid: 1 });
  expect(finished[0]?.data).toMatchObject({ accountId: sales.accountId, details: { saved: 5, invalid: 1 } });
});

test("disabled kinds are not notified; invalid settings are refused", async () => {
  const quiet = await person();
  expect(await choose(quiet, "lead.assigned", { app: false, sound: true, mail: true })).toBe("200");
  const leadId = await lead(quiet);
  await notifyOfAssignment(base.db, place.scope, { leadId, version: 2, people: [quiet.accountId] });
  expect(await told(quiet)).toEqual([]);
  const on = { app: true, sound: true, mail: true };
  expect(await choose(quiet, "lead.assigned", on, { from: "25:00", until: "08:00" })).toBe("422 FIELD_INVALID");
  expect(await choose(quiet, "lead.assigned", on, { from: "08:00", until: "08:00" })).toBe("422 FIELD_INVALID");
  expect(await choose(quiet, "lead.assigned", { app: true })).toBe("422 FIELD_INVALID");
});

test("choices and quiet hours are saved in the branch's time zone; fixed kinds stay on", async () => {
  const someone = await person();
  await choose(
    someone,
    "notice.published",
    { app: false, sound: false, mail: true },
    { from: "22:00", until: "08:00" },
  );
  const { body } = await callApi(server.app, "GET /api_basic/Notification/preferences", { token: someone.token });
  expect(body.resultData).toMatchObject({
    choices: { "notice.published": { app: true, sound: false, mail: true }, "lead.assigned": { mail: true } },
    quietHours: { from: "22:00", until: "08:00" },
    timeZone: "Asia/Hong_Kong",
    email: `${someone.accountId}@test.homeroom.test`,
  });
});

test("at most one mail in 24 hours is sent about a customer's messages, and none if they were read", async () => {
  const mailed = await person();
  await choose(mailed, "message.received", { app: true, sound: true, mail: true });
  const { conversationId, leadId } = await conversation(mailed);
  const idNow = async () => (await unread(mailed))[0]?.recordID as RecordId;
  const send = async () => mailNotification(base.platform, place.scope, await idNow());

  await collect();
  await Promise.all([send(), send()]);
  expect(await mailsTo(mailed)).toEqual(["王小明 正在等您回覆"]);

  await isRead(conversationId);
  await collect();
  await writes(conversationId);
  await collect();
  await send();
  expect(await mailsTo(mailed)).toHaveLength(1);

  await base.owner.query("update notification_mail set mailed_at = now() - interval '25 hours' where subject_id = $1", [
    leadId,
  ]);
  await isRead(conversationId);
  await collect();
  await writes(conversationId);
  await collect();
  const id = await idNow();
  await send();
  expect(await mailsTo(mailed)).toHaveLength(2);

  await base.owner.query("delete from notification_mail where subject_id = $1", [leadId]);
  await base.owner.query("update notification set mailed_at = null, read_at = now() where notification_id = $1", [id]);
  await mailNotification(base.platform, place.scope, id);
  expect(await mailsTo(mailed)).toHaveLength(2);
});

test("a reminder is mailed only to a person who sees the lead", async () => {
  const mailed = await person();
  await choose(mailed, "lead.reminder", { app: true, sound: true, mail: true });
  const remind = async () => {
    const leadId = await lead(mailed);
    await tell({ accountId: mailed.accountId, kind: "lead.reminder", subjectId: v7(), version: 1, leadId });
    return { leadId, id: (await unread(mailed))[0]?.recordID as RecordId };
  };
  const [kept, given] = [await remind(), await remind()];
  await base.owner.query("update lead set sales_id = $2 where lead_id = $1", [given.leadId, colleague.accountId]);
  for (const { id } of [given, kept]) await mailNotification(base.platform, place.scope, id);
  expect(await mailsTo(mailed)).toHaveLength(1);
});

test("no mail names a customer that its reader cannot see from their new branch or role", async () => {
  const { branchIds, roles } = place;
  const changes = [
    ["update account_branch set branch_id = $2 where account_id = $1", branchIds[1]],
    ["update account_role set role_id = $2 where account_id = $1", roles.teacher],
  ] as const;
  for (const [change, to] of changes) {
    const moved = await person();
    await choose(moved, "message.received", { app: true, sound: true, mail: true });
    await conversation(moved);
    await collect();
    const [row] = await unread(moved);
    await base.owner.query(change, [moved.accountId, to]);
    await mailNotification(base.platform, place.scope, row?.recordID as RecordId);
    expect(await mailsTo(moved)).toEqual([]);
  }
});

test("a person who gets many leads at once gets one mail", async () => {
  const mailed = await person();
  for (let number = 0; number < 3; number += 1) {
    const leadId = await lead(mailed);
    await tell({ accountId: mailed.accountId, kind: "lead.assigned", subjectId: leadId, version: 1, leadId });
  }
  const ids = (await unread(mailed)).map((row) => row.recordID);
  await Promise.all(ids.map((id) => mailNotification(base.platform, place.scope, id)));
  expect(await mailsTo(mailed)).toHaveLength(1);
});

test("a mail is scheduled for when it can be sent", async () => {
  const mailed = await person();
  const leadId = await lead(mailed);
  await tell({ accountId: mailed.accountId, kind: "lead.assigned", subjectId: leadId, version: 1, leadId });
  const { rows } = await base.owner.query(
    "select payload from outbox where event = 'notification.arrived' and aggregate_id = $1",
    [mailed.accountId],
  );
  expect(rows[0].payload).toMatchObject({ kind: "lead.assigned", mails: [{ at: expect.any(String) }] });
});

test("another person's notification is not found; marking one's own as read is idempotent", async () => {
  const leadId = await lead(sales);
  await tell({ accountId: sales.accountId, kind: "lead.assigned", subjectId: leadId, version: 1, leadId });
  const id = (await unread(sales))[0]?.recordID;
  const read = (who: Person) =>
    callApi(server.app, `PUT /api_basic/Notification/${id}/read`, { token: who.token, body: {} }).then(
      ({ status }) => status,
    );
  expect(await read(colleague)).toBe(404);
  expect(await read({ ...sales, token: "anonymous" })).toBe(401);
  expect([await read(sales), await read(sales)]).toEqual([200, 200]);
});

test("an invisible lead is not named", async () => {
  const leadId = await lead(sales, "看不到的人");
  await tell({ accountId: sales.accountId, kind: "lead.assigned", subjectId: leadId, version: 1, leadId });
  await base.owner.query("update lead set sales_id = $1 where lead_id = $2", [colleague.accountId, leadId]);
  expect(JSON.stringify(await told(sales))).not.toContain("看不到的人");
});

test("notifications are removed after 90 days", async () => {
  const old = await person();
  await tell({ accountId: old.accountId, kind: "role.changed", subjectId: v7(), version: 1 });
  await tell({ accountId: old.accountId, kind: "role.changed", subjectId: v7(), version: 1 });
  await base.owner.query(
    `update notification set happened_at = now() - interval '91 days' where notification_id =
       (select notification_id from notification where account_id = $1 limit 1)`,
    [old.accountId],
  );
  await removeOldNotifications(base.db);
  expect(await told(old)).toHaveLength(1);
});
