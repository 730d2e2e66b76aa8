import { randomBytes } from "node:crypto";
import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { defaultChoices, type NotificationKind, notificationKinds } from "@homeroom/contract/notifications";
import { v7 } from "uuid";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildLead } from "#modules/leads/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import { signInModule } from "#modules/sign-in/public";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { type News, notifyPerson } from "./actions/notify-person.ts";
import { pushNotification } from "./actions/push-notification.ts";
import { removeOldNotifications } from "./actions/read-notifications.ts";
import { buildPhones } from "./for-tests.ts";
import { notificationsModule } from "./public.ts";
import { pushText } from "./pushes.ts";

const base = prepareDatabase();
let place: TestOrganization;
let one: { accountId: AccountId; token: string };
let other: { accountId: AccountId; token: string };
const { push, sent, outcomes } = buildPhones();

const server = prepareServer(base, (platform) => [notificationsModule(platform, push), signInModule(platform)]);
beforeAll(async () => {
  place = await buildOrganization(base.db);
});
beforeEach(async () => {
  await base.owner.query("delete from push_subscription");
  await base.owner.query("delete from outbox");
  sent.length = 0;
  outcomes.clear();
  [one, other] = [await person(), await person()];
});

async function person() {
  const { accountId } = await buildAccount(base.db, place, { role: "sales" });
  await base.owner.query("update account set locale = 'en' where account_id = $1", [accountId]);
  return { accountId, token: await buildSession(base.db, place, { accountId }) };
}

const keys = { p256dh: randomBytes(65).toString("base64url"), auth: randomBytes(16).toString("base64url") };
const phone = (name: string) => `https://fcm.googleapis.com/fcm/send/${name}`;

async function add(name: string, who = one, given: object = {}) {
  const body = { endpoint: phone(name), keys, ...given };
  const answer = await callApi(server.app, "POST /api_basic/Notification/subscribe", { token: who.token, body });
  return answer.body.success ? "200" : `${answer.status} ${answer.body.name}`;
}

async function phones(): Promise<AccountId[]> {
  const { rows } = await base.owner.query<{ account_id: AccountId }>("select account_id from push_subscription");
  return rows.map((row) => row.account_id);
}

/** Tells a person of something, and answers what goes to their phones for it. */
async function tell(news: Partial<News> = {}): Promise<RecordId[]> {
  const told = { accountId: one.accountId, kind: "lead.assigned" as const, subjectId: v7(), version: 1, ...news };
  await inTransaction(base.db, place.scope, (tx) => notifyPerson(tx, place.scope, told));
  const { rows } = await base.owner.query<{ payload: { pushes: RecordId[] } }>(
    "delete from outbox where event = 'notification.arrived' returning payload",
  );
  return rows.flatMap(({ payload }) => payload.pushes);
}

const send = (id: RecordId | undefined) =>
  pushNotification({ platform: base.platform, push }, place.scope, id ?? ("" as RecordId));

const choose = (choices: object, quietHours: object | null = null) =>
  callApi(server.app, "PUT /api_basic/Notification/preferences", {
    token: one.token,
    body: { choices: { ...defaultChoices, ...choices }, quietHours },
  });

/** Quiet hours in which it is now, in the branch's time zone. */
function aroundNow(): { from: string; until: string } {
  const inHours = (hours: number) =>
    new Date(Date.now() + hours * 3_600_000).toLocaleTimeString("en-GB", {
      hour: "2-digit",
      minute: "2-digit",
      timeZone: "Asia/Hong_Kong",
    });
  return { from: inHours(-1), until: inHours(1) };
}

test("a notification goes to all phones of its person, without names", async () => {
  expect([await add("a"), await add("a"), await add("b"), await add("c", other)]).toEqual(["200", "200", "200", "200"]);
  const leadId = await buildLead(base.db, place, { nickname: "王小明", sales_id: one.accountId });
  const [id] = await tell({ leadId, details: { by: "陳主任" } });
  await send(id);
  expect(sent.map(({ endpoint }) => endpoint).toSorted()).toEqual([phone("a"), phone("b")]);
  expect(sent[0]?.payload).toEqual({ id, text: "A lead was assigned to you", path: `/lead/list?lead=${leadId}` });
});

test("every kind has a text without names in every language", () => {
  const told = { subject_id: v7(), lead_id: null, details: {} };
  for (const kind of notificationKinds)
    for (const language of ["zh-tw", "zh-cn", "en"] as const) {
      const { text, path } = pushText({ kind, ...told }, language);
      expect(text).toMatch(/^[^{}]{2,60}$/);
      expect(path).toMatch(/^\//);
    }
});

test("a tap on a phone opens what the notification names, as the bell does", () => {
  const id = v7();
  const pathOf = (kind: NotificationKind, details: Record<string, string>) =>
    pushText({ kind, subject_id: id, lead_id: null, details }, "en").path;
  expect(pathOf("order.paid", { orderID: "2026112500000001" })).toBe("/users/order?order=2026112500000001");
  expect(pathOf("channel.stopped", { channelKind: "line" })).toBe("/organization/line");
  expect(pathOf("channel.refused", { channelKind: "whatsapp" })).toBe("/organization/whatsapp");
  expect(pathOf("import.finished", { kind: "lead" })).toBe(`/lead/list?import=task-${id}`);
  expect(pathOf("session.newPlace", {})).toBe("/system/setting?tab=security");
});

test("nothing is pushed without a phone, when unwanted, in quiet hours, or once read", async () => {
  expect(await tell()).toEqual([]);
  await add("a");
  await choose({ "lead.assigned": { app: true, sound: true, mail: true, push: false } });
  expect(await tell()).toEqual([]);
  await choose({}, aroundNow());
  expect(await tell()).toEqual([]);
  await choose({});
  const [id] = await tell();
  await choose({}, aroundNow());
  await send(id);
  await choose({});
  await callApi(server.app, "PUT /api_basic/Notification/read-all", { token: one.token });
  await send(id);
  expect(sent).toEqual([]);
});

test("settings of an earlier release push to the phone what makes a sound", async () => {
  await add("a");
  const { push: _push, ...earlier } = defaultChoices["lead.assigned"];
  await choose({ "lead.assigned": earlier, "role.changed": { app: true, sound: false, mail: false } });
  expect(await tell()).toHaveLength(1);
  expect(await tell({ kind: "role.changed" })).toEqual([]);
});

test("an unregistered phone is removed; when the service fails, the push is retried", async () => {
  await add("a");
  await add("b");
  outcomes.set(phone("a"), "gone");
  outcomes.set(phone("b"), "later");
  const [id] = await tell();
  await expect(send(id)).rejects.toThrow("push service");
  outcomes.set(phone("b"), "refused");
  await send(id);
  expect(sent.map(({ endpoint }) => endpoint).toSorted()).toEqual([phone("a"), phone("b"), phone("b")]);
  expect(await phones()).toEqual([one.accountId]);
});

test("a phone is removed when its session signs out, and stays when the session expires", async () => {
  await add("a");
  await add("b", other);
  await base.owner.query("update session set seen_at = now() - interval '2 days' where account_id = $1", [
    other.accountId,
  ]);
  await callApi(server.app, "GET /api_sso/Login/LoginOut", { token: one.token });
  expect(await phones()).toEqual([other.accountId]);
  await base.owner.query("delete from session where account_id = $1", [other.accountId]);
  expect(await phones()).toEqual([other.accountId]);
  await base.owner.query("update push_subscription set renewed_at = now() - interval '31 days'");
  await removeOldNotifications(base.db);
  expect(await phones()).toEqual([]);
});

test("a phone with an expired session is also removed by signing out everywhere else", async () => {
  await add("a");
  await add("b", other);
  await base.owner.query("update session set seen_at = now() - interval '2 days' where account_id = $1", [
    one.accountId,
  ]);
  const here = await buildSession(base.db, place, one);
  const answer = await callApi(server.app, "POST /api_sso/Login/EndOtherSessions", { token: here });
  expect(answer.body.resultData).toEqual({ ended: 0 });
  expect(await phones()).toEqual([other.accountId]);
});

test("one removes only phones of one's own, and has ten at most", async () => {
  await add("a", other);
  const remove = (who: typeof one) =>
    callApi(server.app, "POST /api_basic/Notification/unsubscribe", {
      token: who.token,
      body: { endpoint: phone("a") },
    });
  await remove(one);
  expect(await phones()).toEqual([other.accountId]);
  await remove(other);
  await remove(other);
  expect(await phones()).toEqual([]);
  for (let number = 0; number < 12; number += 1) await add(`n${number}`);
  expect(await phones()).toHaveLength(10);
});

test("nothing is sent to an address that is not a browser's", async () => {
  const refused = [
    "http://fcm.googleapis.com/x",
    "https://fcm.googleapis.com.evil.test/x",
    "https://evil.test/fcm.googleapis.com",
    "https://fcm.googleapis.com:8443/x",
    "https://me@fcm.googleapis.com/x",
    "https://127.0.0.1/x",
    "x",
  ];
  for (const endpoint of refused) expect(await add("a", one, { endpoint }), endpoint).toMatch(/^4/);
  expect(await add("a", one, { keys: { ...keys, auth: "c2hvcnQ" } })).toMatch(/^4/);
  expect(await add("a", one, { endpoint: "https://db5p.notify.windows.com/w/?token=x" })).toBe("200");
});
