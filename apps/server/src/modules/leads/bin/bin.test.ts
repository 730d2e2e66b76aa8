import type { LeadId } from "@homeroom/contract/ids";
import type { DeletedLead, RestoredLeads } from "@homeroom/contract/lead-bulk";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { buildLead, type LeadDesk, openLeadDesk } from "../for-tests.ts";
import { eraseDeletedLeads } from "./actions/erase-deleted-leads.ts";

let desk: LeadDesk;
let token: string;

beforeAll(async () => {
  desk = await openLeadDesk();
  token = (await desk.signIn({ role: "owner" })).token;
});
afterAll(() => desk.stop());
beforeEach(() => desk.owner.query("delete from lead"));

const build = (columns: Parameters<typeof buildLead>[2] = {}) => buildLead(desk.db, desk.organization, columns);
const remove = (ids: readonly LeadId[]) =>
  callApi<null>(desk.app, `GET /api_users/Member/DeleteLeadInfo?leadIds=${ids.join(",")}`, { token });
const post = <Result>(name: string, body: object) =>
  callApi<Result>(desk.app, `POST /api_users/Member/${name}`, { token, body });
const restore = (leadIds: readonly LeadId[]) => post<RestoredLeads>("RestoreLeads", { leadIds });
const bin = async (body = {}) =>
  (await post<{ list: DeletedLead[]; total: number }>("DeletedLeads", { pageSize: 50, ...body })).body.resultData;
const listed = async () => (await post<{ total: number }>("LeadsList", {})).body.resultData?.total;

/** As if they had been deleted a number of days ago. */
async function age(days: number): Promise<void> {
  await desk.owner.query("update lead set deleted_at = deleted_at - make_interval(days => $1)", [days]);
  await desk.owner.query("update lead_bin_day set deleted_on = deleted_on - $1::int", [days]);
}

const erase = () => eraseDeletedLeads(desk.platform, [], () => false);

test("deleted leads leave the lists, appear in the bin, and come back with their history", async () => {
  const [one, two] = [await build({ nickname: "王小明" }), await build({ nickname: "陳大文" })];
  expect((await remove([one, two])).body).toMatchObject({ success: true, resultData: null });
  expect(await listed()).toBe(0);
  const found = await bin({ keywords: "小明" });
  expect(found?.list).toMatchObject([{ leadId: one, nickname: "王小明" }]);
  expect((await bin())?.total).toBe(2);
  expect((await restore([one, two])).body.resultData).toEqual({ restored: 2, refused: [] });
  expect(await listed()).toBe(2);
  const logs = await desk.owner.query<{ details: object }>(
    "select details from lead_log where lead_id = $1 order by created_at, log_id",
    [one],
  );
  expect(logs.rows.map(({ details }) => details)).toEqual([{ deleted: true }, { restored: true }]);
  expect((await restore([one])).body).toMatchObject({ name: "NOT_FOUND" });
});

test("several are deleted together or not at all", async () => {
  const [one, gone] = [await build(), await build()];
  await remove([gone]);
  expect((await remove([one, gone])).body).toMatchObject({ name: "NOT_FOUND" });
  expect(await listed()).toBe(1);
});

test("a number that somebody else has by now keeps a lead in the bin, with the reason", async () => {
  const [, there] = desk.organization.branchIds;
  const number = { area_code: "+852", phone: "61234567", phone_e164: "85261234567" };
  const first = await build({ nickname: "甲", ...number });
  await remove([first]);
  const second = await build({ nickname: "乙", ...number });
  await remove([second]);
  const mailed = await build({ nickname: "丙", email: "a@b.test" });
  await remove([mailed]);
  await build({ email: "A@b.test" });
  const { body } = await restore([first, second, mailed]);
  expect(body.resultData?.restored).toBe(1);
  expect(body.resultData?.refused.map(({ nickname, name }) => [nickname, name])).toEqual([
    ["乙", "LEAD_PHONE_EXISTS"],
    ["丙", "LEAD_EMAIL_EXISTS"],
  ]);
  const parent = await build({ contact1_e164: "85269999999" });
  await remove([parent]);
  await build({ contact1_e164: "85269999999", branch_id: there });
  expect((await restore([parent])).body.resultData?.refused[0]?.name).toBe("SETTING_PHONE_USED_BY_OTHER_BRANCH");
});

test("two people who restore the same leads at once bring them back once", async () => {
  const ids = [await build(), await build()];
  await remove(ids);
  const answers = await Promise.all([restore(ids), restore(ids)]);
  expect(answers.map(({ body }) => body.resultData?.restored ?? 0).sort()).toEqual([0, 2]);
  const logs = await desk.owner.query("select from lead_log where details ? 'restored'");
  expect(logs.rowCount).toBe(2);
});

test("after 30 days they can no longer be restored, and are erased with what became part of them", async () => {
  const [old, fresh] = [await build(), await build()];
  const part = await build({ deleted_at: new Date(), merged_into: old });
  await remove([old]);
  await age(40);
  await remove([fresh]);
  expect((await restore([old])).body).toMatchObject({ name: "NOT_FOUND" });
  expect((await bin())?.list.map(({ leadId }) => leadId)).toEqual([fresh]);
  await Promise.all([erase(), erase()]);
  await erase();
  const left = await desk.owner.query<{ lead_id: string }>("select lead_id from lead");
  expect(left.rows.map((row) => row.lead_id)).toEqual([fresh]);
  expect(left.rows.some((row) => row.lead_id === part)).toBe(false);
  const days = await desk.owner.query("select from lead_bin_day");
  expect(days.rowCount).toBe(1);
});

test("without the right to delete there is no bin", async () => {
  const sales = await desk.signIn({ role: "sales" });
  const answer = await callApi(desk.app, "POST /api_users/Member/DeletedLeads", { token: sales.token, body: {} });
  expect(answer.body).toMatchObject({ name: "PERMISSION_DENIED" });
});
