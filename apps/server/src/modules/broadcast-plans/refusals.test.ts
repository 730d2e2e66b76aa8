import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCatalogue, isErrorName } from "@homeroom/contract/errors/catalogue";
import type { RecordId } from "@homeroom/contract/ids";
import { languages } from "@homeroom/contract/language";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import type { TestDatabase } from "#platform/db/for-tests";
import { importNumbers } from "./actions/save-plan.ts";
import { preparePlans, sendingOf, type TestPlans } from "./for-tests.ts";
import { workOnPlans } from "./jobs.ts";

let base: TestDatabase;
let plans: TestPlans;

preparePlans((desk) => {
  ({ base, plans } = desk);
});

const inMinutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

/** What a call is refused with: its number, and the words in each language. */
function refusalOf({ body }: { body: { success: boolean; code: number; name?: string } }) {
  expect(body.success).toBe(false);
  const name = body.name ?? "";
  if (!isErrorName(name)) throw new Error(`${name} is no error of the catalogue`);
  for (const language of languages) expect(errorCatalogue[name].texts[language].length).toBeGreaterThan(4);
  return { code: body.code, name };
}

test.each([
  ["a time that is too near", { scheduleTime: inMinutes(5) }, 100301, "PLAN_TIME_NOT_FUTURE"],
  ["no time", { scheduleTime: undefined }, 100301, "PLAN_TIME_NOT_FUTURE"],
  ["a time that is past", { scheduleTime: inMinutes(-60) }, 100301, "PLAN_TIME_NOT_FUTURE"],
  ["nobody", { filter: null }, 100304, "PLAN_NO_RECIPIENTS"],
  ["no template", { templateID: null }, 200109, "CHAT_TEMPLATE_REQUIRED"],
  ["a branch without a mail server", { kind: "email" }, 100307, "EMAIL_NOT_SET_UP"],
  ["a number that is none", { numbers: ["+852 9123 4567", "12"] }, 100309, "PLAN_NUMBER_INVALID"],
  ["more numbers than a plan takes", { numbers: Array(5001).fill("+85291234567") }, 100310, "PLAN_TOO_MANY_NUMBERS"],
  ["an empty place", { variables: { "body.1": { source: "none", text: "" } } }, 100311, "PLAN_PLACE_EMPTY"],
])("a plan for %s is refused", async (_what, given, code, name) => {
  expect(refusalOf(await plans.post("AddPlan", plans.form(given)))).toEqual({ code, name });
});

test("a past time and missing recipients are named before an empty place, and all three together", async () => {
  const variables = { "body.1": { source: "none", text: "" } };
  const refused = await plans.post(
    "AddPlan",
    plans.form({ variables, scheduleTime: inMinutes(-60), filter: null, numbers: [] }),
  );
  expect(refusalOf(refused)).toEqual({ code: 100304, name: "PLAN_NO_RECIPIENTS" });
  expect(refused.body).toMatchObject({
    errors: [{ field: "targetIDs" }, { field: "scheduleTime" }, { field: "variables.body.1" }],
  });
});

test("an invalid number is named with its position", async () => {
  const { body } = await plans.post("AddPlan", plans.form({ numbers: ["+852 9123 4567", "12"] }));
  const message = expect.stringMatching(/2.*12/) as string;
  expect(body).toMatchObject({ message, errors: [{ field: "numbers", message }] });
});

test("a file with more numbers than allowed is refused with the limit", async () => {
  const file = Array.from({ length: 5001 }, (_, index) => `852${91_000_000 + index}`).join("\n");
  const folder = await mkdtemp(join(tmpdir(), "numbers-"));
  const path = join(folder, "numbers.txt");
  await writeFile(path, file);
  const kind = { kind: "table", contentType: "text/plain", extension: "txt", fileName: "numbers.txt" } as const;
  await expect(importNumbers({ ...kind, path, size: file.length })).rejects.toThrow("PLAN_TOO_MANY_NUMBERS");
  await rm(folder, { recursive: true });
});

test("without a number a plan is refused as not set up, with only stopped ones as stopped", async () => {
  const form = () => plans.form({ channel: "whatsapp" });
  await base.owner.query("update channel set status = 0 where organization_id = $1", [
    plans.organization.organizationId,
  ]);
  expect(refusalOf(await plans.post("AddPlan", form()))).toEqual({ code: 100403, name: "CHANNEL_STOPPED" });
  await base.owner.query("update channel set kind = 'line' where organization_id = $1", [
    plans.organization.organizationId,
  ]);
  expect(refusalOf(await plans.post("AddPlan", form()))).toEqual({ code: 900503, name: "FEATURE_NOT_SET_UP" });
});

test("a disabled or unapproved template is refused", async () => {
  await base.owner.query("update message_template set review_status = 'pending', approved_content = null");
  const refused = await plans.post("AddPlan", plans.form());
  expect(refusalOf(refused)).toEqual({ code: 200111, name: "CHAT_TEMPLATE_NOT_CONFIGURED" });
});

/** Puts a plan into a state, as if it had come there. */
const setState = (planId: RecordId, state: string) =>
  base.owner.query("update broadcast_plan set state = $2 where plan_id = $1", [planId, state]);

const conflict = { code: 100306, name: "PLAN_STATE_CONFLICT" };
const notCancellable = { code: 100303, name: "PLAN_STATE_NOT_CANCELLABLE" };
const forms = (recordID: RecordId) => ({
  EditPlan: { recordID, name: "改了" },
  PausePlan: { recordID },
  ResumePlan: { recordID },
  ApprovePlan: { recordID },
  ResendPlan: { recordID, part: "all" },
});

test.each([
  ["draft", ["PausePlan", "ResumePlan", "ApprovePlan", "ResendPlan"], []],
  ["pending", ["PausePlan", "ResumePlan", "ResendPlan"], ["DeletePlan"]],
  ["running", ["EditPlan", "ResendPlan"], ["DeletePlan"]],
  ["completed", ["EditPlan", "PausePlan", "ResumePlan", "ApprovePlan"], []],
  ["failed", ["EditPlan", "PausePlan", "ResumePlan", "ApprovePlan"], []],
  ["cancelled", ["EditPlan", "PausePlan", "ResumePlan", "ApprovePlan", "ResendPlan"], []],
] as const)("a plan that is %s refuses what it is not for", async (state, posts, gets) => {
  const recordID = await plans.add({ scheduleTime: inMinutes(60) });
  await setState(recordID, state);
  for (const call of posts) expect(refusalOf(await plans.post(call, forms(recordID)[call])), call).toEqual(conflict);
  for (const call of gets) expect(refusalOf(await plans.get(call, recordID)), call).toEqual(conflict);
  if (state === "pending" || state === "cancelled") return;
  expect(refusalOf(await plans.get("CancelPlan", recordID))).toEqual(notCancellable);
});

test("five minutes before its time a plan can be edited but not cancelled, and later not even edited", async () => {
  const recordID = await plans.add({ scheduleTime: inMinutes(60) });
  await base.owner.query("update broadcast_plan set schedule_at = now() + interval '4 minutes' where plan_id = $1", [
    recordID,
  ]);
  expect(refusalOf(await plans.get("CancelPlan", recordID))).toEqual({ code: 100302, name: "PLAN_CANCEL_TOO_LATE" });
  expect((await plans.post("EditPlan", { recordID, name: "改了" })).body).toMatchObject({ success: true });
  await plans.leadWith("91234001");
  await base.owner.query("update broadcast_plan set schedule_at = now() where plan_id = $1", [recordID]);
  await workOnPlans(sendingOf(base));
  expect(await plans.info(recordID)).toMatchObject({ state: "running", name: "改了" });
  expect(refusalOf(await plans.post("EditPlan", { recordID, name: "再改" }))).toEqual(conflict);
});

test("five minutes before its time a plan cannot be made a draft or postponed, which would cancel it", async () => {
  const recordID = await plans.add({ scheduleTime: inMinutes(60) });
  const dueIn = (minutes: number) =>
    base.owner.query("update broadcast_plan set schedule_at = now() + make_interval(mins => $2) where plan_id = $1", [
      recordID,
      minutes,
    ]);
  await dueIn(4);
  const late = { code: 100302, name: "PLAN_CANCEL_TOO_LATE" };
  expect(refusalOf(await plans.post("EditPlan", { recordID, name: "改了", draft: true }))).toEqual(late);
  expect(refusalOf(await plans.post("EditPlan", { recordID, name: "改了", scheduleTime: inMinutes(60) }))).toEqual(
    late,
  );
  expect((await plans.post("EditPlan", { recordID, name: "改了", scheduleTime: null })).body).toMatchObject({
    success: true,
  });
  expect(refusalOf(await plans.post("EditPlan", { recordID, name: "改了", draft: true }))).toEqual(late);
  await dueIn(6);
  expect((await plans.post("EditPlan", { recordID, name: "改了", scheduleTime: inMinutes(60) })).body).toMatchObject({
    success: true,
  });
  await dueIn(6);
  expect((await plans.post("EditPlan", { recordID, name: "改了", draft: true })).body).toMatchObject({ success: true });
});

test("a form with an unchanged near start saves the rest, but no other near time", async () => {
  const recordID = await plans.add({ scheduleTime: inMinutes(60) });
  await base.owner.query("update broadcast_plan set schedule_at = now() + interval '4 minutes' where plan_id = $1", [
    recordID,
  ]);
  const { scheduleTime } = await plans.info(recordID);
  expect((await plans.post("EditPlan", { recordID, name: "改了", scheduleTime })).body).toMatchObject({
    success: true,
  });
  expect(await plans.info(recordID)).toMatchObject({ name: "改了", scheduleTime });
  const sooner = await plans.post("EditPlan", { recordID, name: "再改", scheduleTime: inMinutes(3) });
  expect(sooner.body).toMatchObject({ name: "PLAN_TIME_NOT_FUTURE", errors: [{ field: "scheduleTime" }] });
});

test("a draft with a past time does not start when completed", async () => {
  const recordID = await plans.add({ draft: true, scheduleTime: inMinutes(60) });
  await base.owner.query("update broadcast_plan set schedule_at = now() - interval '1 day' where plan_id = $1", [
    recordID,
  ]);
  const { body } = await plans.post("EditPlan", { recordID, name: "改了", draft: false });
  expect(body).toMatchObject({ name: "PLAN_TIME_NOT_FUTURE", errors: [{ field: "scheduleTime" }] });
  expect(await plans.info(recordID)).toMatchObject({ state: "draft" });
  expect(
    (await plans.post("EditPlan", { recordID, name: "改了", draft: false, scheduleTime: inMinutes(60) })).body,
  ).toMatchObject({
    success: true,
  });
});

test("a plan that reached everyone cannot be resent to failed recipients", async () => {
  const planId = await plans.add({ scheduleTime: inMinutes(60) });
  await setState(planId, "completed");
  const refused = await plans.post("ResendPlan", { recordID: planId, part: "failed" });
  expect(refusalOf(refused)).toEqual({ code: 100312, name: "PLAN_NONE_FAILED" });
});

test("a plan is resent only to its failed recipients, once even if repeated", async () => {
  for (const phone of ["91234001", "91234002"]) await plans.leadWith(phone);
  const planId = await plans.add();
  await workOnPlans(sendingOf(base));
  await base.owner.query(
    `update broadcast_recipient set state = case phone when '85291234001' then 'failed' else 'delivered' end
     where plan_id = $1`,
    [planId],
  );
  await base.owner.query("update broadcast_plan set state = 'completed', failed = 1 where plan_id = $1", [planId]);
  const newID = "0190c3a0-0000-7000-8000-0000000000aa" as RecordId;
  const form = { recordID: planId, part: "failed", newID };
  const [one, other] = await Promise.all([plans.post("ResendPlan", form), plans.post("ResendPlan", form)]);
  expect([one.body.resultData, other.body.resultData]).toEqual([{ recordID: newID }, { recordID: newID }]);
  await workOnPlans(sendingOf(base));
  const { rows } = await base.owner.query("select phone from broadcast_recipient where plan_id = $1", [newID]);
  expect(rows).toEqual([{ phone: "85291234001" }]);
  expect(await plans.info(newID)).toMatchObject({ sourceRecordID: planId, sourcePart: "failed" });
});

const settle = async (planId: RecordId, states: Readonly<Record<string, string>>) => {
  for (const [phone, state] of Object.entries(states))
    await base.owner.query("update broadcast_recipient set state = $3 where plan_id = $1 and phone = $2", [
      planId,
      phone,
      state,
    ]);
  const failed = Object.values(states).filter((state) => state === "failed").length;
  await base.owner.query("update broadcast_plan set state = 'completed', failed = $2 where plan_id = $1", [
    planId,
    failed,
  ]);
};
const resent = async (recordID: RecordId) => {
  const { body } = await plans.post<{ recordID: RecordId }>("ResendPlan", { recordID, part: "failed" });
  expect(body).toMatchObject({ success: true });
  await workOnPlans(sendingOf(base));
  return body.resultData?.recordID as RecordId;
};
const phonesOf = async (planId: RecordId) => {
  const { rows } = await base.owner.query<{ phone: string }>(
    "select phone from broadcast_recipient where plan_id = $1 order by phone",
    [planId],
  );
  return rows.map(({ phone }) => phone);
};

test("while a plan is being resent, neither it nor its copy can be resent", async () => {
  await plans.leadWith("91234001");
  const planId = await plans.add();
  await workOnPlans(sendingOf(base));
  await settle(planId, { "85291234001": "failed" });
  const form = { recordID: planId, part: "all" };
  const both = await Promise.all([plans.post("ResendPlan", form), plans.post("ResendPlan", form)]);
  expect(both.map(({ body }) => body.success).sort()).toEqual([false, true]);
  const running = { code: 100313, name: "PLAN_RESEND_RUNNING" };
  expect(refusalOf(both.find(({ body }) => !body.success) as (typeof both)[0])).toEqual(running);
  await workOnPlans(sendingOf(base));
  expect(refusalOf(await plans.post("ResendPlan", form))).toEqual(running);
  const { rows } = await base.owner.query<{ id: RecordId }>(
    "select plan_id as id from broadcast_plan where source_id = $1",
    [planId],
  );
  const first = rows[0]?.id as RecordId;
  await settle(first, { "85291234001": "failed" });
  const second = await resent(first);
  expect(refusalOf(await plans.post("ResendPlan", form))).toEqual(running);
  await settle(second, { "85291234001": "delivered" });
  expect((await plans.post("ResendPlan", form)).body).toMatchObject({ success: true });
});

test("resending to failed recipients leaves out people reached by, or waiting in, a later plan", async () => {
  const phones = ["85291234001", "85291234002", "85291234003", "85291234004"];
  for (const phone of phones) await plans.leadWith(phone.slice(3));
  const planId = await plans.add();
  await workOnPlans(sendingOf(base));
  await settle(planId, Object.fromEntries(phones.map((phone) => [phone, "failed"])));
  const first = await resent(planId);
  expect(await phonesOf(first)).toEqual(phones);
  const [one, two, three, four] = phones as [string, string, string, string];
  await settle(first, { [one]: "delivered", [two]: "unsure", [three]: "failed", [four]: "failed" });
  const second = await resent(first);
  expect(await phonesOf(second)).toEqual([three, four]);
  await settle(second, { [three]: "accepted", [four]: "failed" });
  const third = await resent(planId);
  expect(await phonesOf(third)).toEqual([four]);
  await settle(third, { [four]: "sent" });
  const refused = await plans.post("ResendPlan", { recordID: first, part: "failed" });
  expect(refusalOf(refused)).toEqual({ code: 100312, name: "PLAN_NONE_FAILED" });
});

test("a plan that failed before it had recipients is resent once, to its current audience", async () => {
  const planId = await plans.add({ scheduleTime: inMinutes(60) });
  await setState(planId, "failed");
  const newID = "0190c3a0-0000-7000-8000-0000000000ab" as RecordId;
  const form = { recordID: planId, part: "all", newID };
  for (const _ of [1, 2]) expect((await plans.post("ResendPlan", form)).body.resultData).toEqual({ recordID: newID });
  await plans.leadWith("91234009");
  await workOnPlans(sendingOf(base));
  const { rows } = await base.owner.query(
    "select from broadcast_recipient where plan_id = $1 and phone = '85291234009'",
    [newID],
  );
  expect(rows).toHaveLength(1);
});

test("a plan is created once for each key, and resent once", async () => {
  const made = async (call: string, form: object, key: string) =>
    (await plans.post<object>(call, form, key)).body.resultData;
  const form = plans.form({ scheduleTime: inMinutes(60) });
  const first = await made("AddPlan", form, "tab 1");
  expect(await made("AddPlan", form, "tab 1")).toEqual(first);
  expect(await made("AddPlan", form, "tab 2")).not.toEqual(first);
  const { recordID } = first as { recordID: RecordId };
  await base.owner.query(
    "update broadcast_plan set state = 'completed', started_at = now(), finished_at = now(), total = 1 where plan_id = $1",
    [recordID],
  );
  const again = await made("ResendPlan", { recordID, part: "all" }, "tab 1");
  expect(again).toEqual({ recordID: expect.any(String) });
  expect(again).not.toEqual(first);
  expect(await made("ResendPlan", { recordID, part: "all" }, "tab 1")).toEqual(again);
});

test("a plan for a closed list is refused at its field, and fails if the list is closed before the start", async () => {
  await plans.leadWith("91234001");
  const listId = v7() as RecordId;
  await base.owner.query(
    `insert into recipient_list (organization_id, list_id, name, query_rule, lead_count) values ($1, $2, '全部', $3, 1)`,
    [plans.organization.organizationId, listId, { everyone: true }],
  );
  const close = () => base.owner.query("update recipient_list set open_status = 0 where list_id = $1", [listId]);
  const chosen = { filter: null, targetIDs: [listId] };
  const planId = await plans.add(chosen);
  await close();
  await workOnPlans(sendingOf(base));
  expect(await plans.info(planId)).toMatchObject({ state: "failed", problem: "PLAN_LIST_CLOSED" });
  for (const call of ["AddPlan", "EstimateCost"]) {
    const refused = await plans.post(call, plans.form(chosen));
    expect(refusalOf(refused)).toEqual({ code: 100315, name: "PLAN_LIST_CLOSED" });
    expect(refused.body).toMatchObject({ errors: [{ field: "targetIDs" }] });
  }
});
