import type { Failure } from "@homeroom/contract/envelope";
import type { AccountId, LeadId } from "@homeroom/contract/ids";
import { type LeadReminder, maxReminders } from "@homeroom/contract/lead-card";
import type { LeadCard, LeadNote } from "@homeroom/contract/leads";
import { v7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { today } from "#platform/clock/days";
import { prepareDesk } from "#platform/db/for-tests";
import { buildLead, openLeadDesk } from "../for-tests.ts";
import { notifyMorningContacts } from "./actions/notify-morning-contacts.ts";
import { sendReminders } from "./actions/send-reminders.ts";
import { organizationsToRemind } from "./queries/reminders.ts";

const desk = prepareDesk(openLeadDesk);
let owner: { token: string; accountId: AccountId };
let sales: { token: string; accountId: AccountId };

beforeAll(async () => {
  owner = await desk.signIn({ role: "owner", nickname: "何校長" });
  sales = await desk.signIn({ role: "sales", nickname: "阿詩" });
});

const at = "2099-03-01T02:00:00.000Z";
const post = <Result>(name: string, body: object, by = owner.token) =>
  callApi<Result>(desk.app, `POST /api_users/Member/${name}`, { token: by, body });
const get = <Result>(path: string, by = owner.token) =>
  callApi<Result>(desk.app, `GET /api_users/Member/${path}`, { token: by });
const outcome = ({ status, body }: { status: number; body: { success: boolean } }) =>
  body.success ? String(status) : `${status} ${(body as Failure).name}`;

async function logContact(leadId: LeadId, form: object, by = owner.token): Promise<string> {
  const { body } = await post<{ recordID: string }>("AddLeadDesc", { leadId, content: "致電", ...form }, by);
  if (!body.success) throw new Error(`${body.name} ${JSON.stringify(body.errors)}`);
  return body.resultData.recordID;
}
const card = async (leadId: string) => (await post<LeadCard>("QueryLeadInfo", { leadId })).body.resultData;
const notes = async (leadId: string) =>
  (await get<{ list: LeadNote[] }>(`LeadsDescList?leadId=${leadId}`)).body.resultData?.list ?? [];
const reminders = async (leadId: string) =>
  (await get<LeadReminder[]>(`LeadReminderList?leadId=${leadId}`)).body.resultData ?? [];
const lead = (given: Parameters<typeof buildLead>[2] = {}) => buildLead(desk.db, desk.organization, given);

async function told(event: string, aggregateId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await desk.owner.query<{ payload: Record<string, unknown> }>(
    "select payload from outbox where event = $1 and aggregate_id = $2 order by outbox_id",
    [event, aggregateId],
  );
  return rows.map(({ payload }) => payload);
}

describe("a note with a reminder", () => {
  it("reminds the author on the day, which becomes the next contact", async () => {
    const leadId = await lead();
    const routine = await desk.itemId(4, "routine");
    await logContact(leadId, { content: "週日再談", regularContact: routine, reminder: { at } });
    expect(await reminders(leadId)).toMatchObject([
      { at, person: "何校長", content: "週日再談", isSent: false, accountID: owner.accountId },
    ]);
    expect(await notes(leadId)).toMatchObject([
      { canEdit: true, regularContact: { name: "定期回訪" }, reminder: { at, person: "何校長", doneTime: null } },
    ]);
    expect(await card(leadId)).toMatchObject({ nextContactDate: "2099-03-01", regularContact: routine });
  });

  it("refuses a past time, an outsider, and a kind of another list, and then stores no note", async () => {
    const leadId = await lead();
    const stranger = await desk.signIn({ role: "sales", branchIds: [desk.organization.branchIds[1]] });
    const wrong: [object, string][] = [
      [{ reminder: { at: "2020-01-01T00:00:00Z" } }, "reminder.at"],
      [{ reminder: { at: "tomorrow" } }, "reminder.at"],
      [{ reminder: { at, accountID: stranger.accountId } }, "reminder.accountID"],
      [{ reminder: { at, accountID: v7() } }, "reminder.accountID"],
      [{ nextContactDate: "2099-01-01", regularContact: await desk.itemId(3, "deal") }, "regularContact"],
    ];
    for (const [form, field] of wrong) {
      const answer = await post("AddLeadDesc", { leadId, content: "x", ...form });
      expect(answer).toMatchObject({ status: 422, body: { name: "FIELD_INVALID", errors: [{ field }] } });
    }
    expect(await notes(leadId)).toEqual([]);
  });

  it("marking as done removes a due next contact and keeps a future one", async () => {
    const day = today("Asia/Hong_Kong");
    const due = await lead({ next_contact_date: day, regular_contact_id: await desk.itemId(4, "special") });
    await logContact(due, {});
    expect(await card(due)).toMatchObject({ nextContactDate: null, regularContact: null });
    const later = await lead({ next_contact_date: "2099-01-01" });
    await logContact(later, {});
    expect(await card(later)).toMatchObject({ nextContactDate: "2099-01-01" });
  });
});

describe("a reminder", () => {
  it("can be set, moved and done; repeating is idempotent", async () => {
    const leadId = await lead({ sales_id: sales.accountId });
    const form = { leadId, recordID: v7(), at, accountID: sales.accountId };
    for (const _ of [1, 2]) expect(outcome(await post("SaveLeadReminder", form))).toBe("200");
    expect(await reminders(leadId)).toHaveLength(1);
    const { accountID: _kept, ...moved } = form;
    await post("SaveLeadReminder", { ...moved, at: "2099-04-01T00:00:00Z" });
    expect(await reminders(leadId)).toMatchObject([{ at: "2099-04-01T00:00:00.000Z", person: "阿詩" }]);
    const done = `FinishLeadReminder?leadId=${leadId}&recordID=${form.recordID}`;
    for (const _ of [1, 2]) expect(outcome(await get(done))).toBe("200");
    expect(await reminders(leadId)).toEqual([]);
    expect(outcome(await get(`FinishLeadReminder?leadId=${leadId}&recordID=${v7()}`))).toBe("404 NOT_FOUND");
    expect(outcome(await post("SaveLeadReminder", { ...form, leadId: await lead() }))).toBe("404 NOT_FOUND");
  });

  it("is limited in number for each lead", async () => {
    const leadId = await lead();
    for (let n = 0; n < maxReminders; n++) await post("SaveLeadReminder", { leadId, at });
    expect(outcome(await post("SaveLeadReminder", { leadId, at }))).toBe("422 FIELD_INVALID");
    expect(await reminders(leadId)).toHaveLength(maxReminders);
  });

  const comeDue = (leadId: LeadId) =>
    desk.owner.query("update lead_reminder set remind_at = now() - interval '1 minute' where lead_id = $1", [leadId]);
  const scope = () => desk.organization.scope;

  it("is announced once at its time, even with several processes", async () => {
    const leadId = await lead();
    await logContact(leadId, { reminder: { at } });
    await comeDue(leadId);
    expect(await organizationsToRemind(desk.db)).toEqual([desk.organization.organizationId]);
    await Promise.all([1, 2, 3, 4].map(() => sendReminders(desk.db, scope())));
    expect(await told("lead.reminder-due", leadId)).toMatchObject([{ leadId, version: 1, accountId: owner.accountId }]);
    expect(await organizationsToRemind(desk.db)).toEqual([]);
    expect(await reminders(leadId)).toMatchObject([{ isSent: true }]);
    await logContact(leadId, {});
    expect(await reminders(leadId)).toEqual([]);
  });

  it("is announced again when it is moved", async () => {
    const leadId = await lead();
    const recordID = v7();
    await post("SaveLeadReminder", { leadId, recordID, at });
    await comeDue(leadId);
    await sendReminders(desk.db, scope());
    await post("SaveLeadReminder", { leadId, recordID, at });
    await comeDue(leadId);
    await sendReminders(desk.db, scope());
    expect((await told("lead.reminder-due", leadId)).map(({ version }) => version)).toEqual([1, 2]);
  });

  it("is not announced if it is done or its lead is deleted", async () => {
    const [done, gone] = [await lead(), await lead()];
    for (const leadId of [done, gone]) await post("SaveLeadReminder", { leadId, recordID: v7(), at });
    const [first] = await reminders(done);
    await get(`FinishLeadReminder?leadId=${done}&recordID=${first?.recordID}`);
    await desk.owner.query("update lead set deleted_at = now() where lead_id = $1", [gone]);
    for (const leadId of [done, gone]) await comeDue(leadId);
    await sendReminders(desk.db, scope());
    for (const leadId of [done, gone]) expect(await told("lead.reminder-due", leadId)).toEqual([]);
  });

  it("goes to the lead's sales if its person has left", async () => {
    const left = await desk.signIn({ role: "sales" });
    const leadId = await lead({ sales_id: sales.accountId, tutor_id: left.accountId });
    await post("SaveLeadReminder", { leadId, at, accountID: left.accountId });
    await desk.owner.query("update account set status = 2 where account_id = $1", [left.accountId]);
    await comeDue(leadId);
    await sendReminders(desk.db, scope());
    expect(await told("lead.reminder-due", leadId)).toMatchObject([{ accountId: sales.accountId }]);
  });
});

describe("a reminder of somebody who no longer sees the lead", () => {
  const comeDue = async (leadId: LeadId) => {
    const ago = "update lead_reminder set remind_at = now() - interval '1 minute' where lead_id = $1";
    await desk.owner.query(ago, [leadId]);
    await sendReminders(desk.db, desk.organization.scope);
  };
  const reminded = async (leadId: LeadId) =>
    (await told("lead.reminder-due", leadId)).map((payload) => payload["accountId"]);
  const remindSales = async (holders: Parameters<typeof buildLead>[2]) => {
    const leadId = await lead({ sales_id: sales.accountId });
    await post("SaveLeadReminder", { leadId, at, accountID: sales.accountId });
    const { sales_id = null, tutor_id = null, branch_id = desk.organization.branchIds[0] } = holders ?? {};
    const change = "update lead set sales_id = $2, tutor_id = $3, branch_id = $4 where lead_id = $1";
    await desk.owner.query(change, [leadId, sales_id, tutor_id, branch_id]);
    await comeDue(leadId);
    return reminded(leadId);
  };

  it("goes to the lead's sales, otherwise to the tutor, otherwise to nobody", async () => {
    const [next, tutor] = [await desk.signIn({ role: "sales" }), await desk.signIn({ role: "tutor" })];
    expect(await remindSales({ sales_id: next.accountId, tutor_id: tutor.accountId })).toEqual([next.accountId]);
    expect(await remindSales({ tutor_id: tutor.accountId })).toEqual([tutor.accountId]);
    expect(await remindSales({ branch_id: desk.organization.branchIds[1] })).toEqual([]);
  });

  it("stays with its tutor, or with its first person if nobody has the lead", async () => {
    const next = await desk.signIn({ role: "sales" });
    const tutors = { sales_id: next.accountId, tutor_id: sales.accountId };
    expect(await remindSales(tutors)).toEqual([sales.accountId]);
    expect(await remindSales({})).toEqual([sales.accountId]);
  });
});

describe("a note", () => {
  it("can be changed, withdrawn and restored by its author, as can its entry in the history", async () => {
    const leadId = await lead();
    const recordID = await logContact(leadId, { content: "打錯字", reminder: { at } });
    const result = await desk.itemId(2, "callFollow");
    expect(outcome(await post("EditLeadDesc", { leadId, recordID, content: "改好了", result }))).toBe("200");
    const [changed] = await notes(leadId);
    expect(changed).toMatchObject({ content: "改好了", result: { recordID: result } });
    expect(changed?.editTime).not.toBeNull();
    await post("EditLeadDesc", { leadId, recordID, content: "改好了" });
    expect(await notes(leadId)).toMatchObject([{ result: { recordID: result } }]);
    const words = async () =>
      (await desk.owner.query("select content from lead_log where lead_id = $1 and action_type = 11", [leadId])).rows;
    expect(await words()).toEqual([{ content: "改好了" }]);
    const note = `leadId=${leadId}&recordID=${recordID}`;
    for (const _ of [1, 2]) expect(outcome(await get(`DeleteLeadDesc?${note}`))).toBe("200");
    expect([await notes(leadId), await reminders(leadId), await words()]).toEqual([[], [], [{ content: "" }]]);
    for (const _ of [1, 2]) expect(outcome(await get(`RestoreLeadDesc?${note}`))).toBe("200");
    expect(await notes(leadId)).toMatchObject([{ content: "改好了", reminder: { at, doneTime: null } }]);
    expect(await words()).toEqual([{ content: "改好了" }]);
  });

  it("cannot be changed by others, or by its author after a day", async () => {
    const leadId = await lead();
    const recordID = await logContact(leadId, {});
    const edit = (by: string) => post("EditLeadDesc", { leadId, recordID, content: "x" }, by);
    expect(outcome(await edit(sales.token))).toBe("409 LEAD_NOTE_FIXED");
    await desk.owner.query("update lead_note set created_at = now() - interval '25 hours' where note_id = $1", [
      recordID,
    ]);
    expect(outcome(await edit(owner.token))).toBe("409 LEAD_NOTE_FIXED");
    expect(outcome(await get(`DeleteLeadDesc?leadId=${leadId}&recordID=${recordID}`))).toBe("409 LEAD_NOTE_FIXED");
    expect(await notes(leadId)).toMatchObject([{ content: "致電", canEdit: false }]);
    expect(outcome(await post("EditLeadDesc", { leadId, recordID: v7(), content: "x" }))).toBe("404 NOT_FOUND");
    const other = await lead();
    expect(outcome(await post("EditLeadDesc", { leadId: other, recordID, content: "x" }))).toBe("404 NOT_FOUND");
  });

  it("cannot be proposed under the id of another lead's", async () => {
    const recordID = await logContact(await lead(), {});
    expect(outcome(await post("AddLeadDesc", { leadId: await lead(), recordID, content: "x" }))).toBe(
      "422 FIELD_INVALID",
    );
  });
});

describe("in the morning", () => {
  it("people get the day's contacts once, without closed cases and leads with a reminder", async () => {
    const day = "2031-05-06";
    const mine = { sales_id: sales.accountId, next_contact_date: day };
    for (const _ of [1, 2]) await lead(mine);
    await lead({ ...mine, next_contact_date: "2031-05-01" });
    await lead({ ...mine, status_id: await desk.itemId(3, "closed") });
    await lead({ ...mine, deleted_at: new Date() });
    await lead({ next_contact_date: day });
    const reminded = await lead(mine);
    await post("SaveLeadReminder", { leadId: reminded, at, accountID: sales.accountId });
    const { organizationId, branchIds } = desk.organization;
    const morning = { organizationId, branchId: branchIds[0], day };
    await Promise.all([1, 2, 3].map(() => notifyMorningContacts(desk.db, morning)));
    const people = [{ accountId: sales.accountId, count: 2, overdue: 1 }];
    expect(await told("lead.contacts-due", branchIds[0])).toEqual([{ day, people }]);
    await notifyMorningContacts(desk.db, { ...morning, branchId: branchIds[1] });
    expect(await told("lead.contacts-due", branchIds[1])).toEqual([]);
  });
});
