import type { LeadId } from "@homeroom/contract/ids";
import type { DeletedLead, RestoredLeads } from "@homeroom/contract/lead-bulk";
import type { Migration } from "@homeroom/database/migration";
import { up } from "@homeroom/database/migrations/0940-bin-days";
import { up as freeParts } from "@homeroom/database/migrations/0942-parts-of-erased-leads";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { loadMigrations } from "#platform/db/migrations/known-migrations";
import { migrate } from "#platform/db/migrations/migrate";
import { buildLead, openLeadDesk } from "../for-tests.ts";
import type { FindLeadFiles } from "../port.ts";
import { eraseDeletedLeads } from "./actions/erase-deleted-leads.ts";

const desk = prepareDesk(openLeadDesk);
let token: string;

beforeAll(async () => {
  token = (await desk.signIn({ role: "owner" })).token;
});
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

const forgotten: LeadId[] = [];
const forget = async (_tx: unknown, _scope: unknown, ids: readonly LeadId[]) => void forgotten.push(...ids);
const erase = () => eraseDeletedLeads(desk.platform, { findFiles: [], forget: [forget] }, () => false);

const upgrades: Record<string, Migration> = {};

/** Runs a migration of before once more. */
async function upgrade(up: Migration["up"]): Promise<void> {
  upgrades[`999${Object.keys(upgrades).length}-again`] = { up };
  await migrate(desk.access, { ...(await loadMigrations()), ...upgrades });
}

test("deleted leads disappear from the lists, appear in the bin, and are restored with their history", async () => {
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

test("several leads are deleted together or not at all", async () => {
  const [one, gone] = [await build(), await build()];
  await remove([gone]);
  expect((await remove([one, gone])).body).toMatchObject({ name: "NOT_FOUND" });
  expect(await listed()).toBe(1);
});

test("a lead whose number was reused stays in the bin, with the reason", async () => {
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

test("two simultaneous restores of the same leads restore them once", async () => {
  const ids = [await build(), await build()];
  await remove(ids);
  const answers = await Promise.all([restore(ids), restore(ids)]);
  expect(answers.map(({ body }) => body.resultData?.restored ?? 0).sort()).toEqual([0, 2]);
  const logs = await desk.owner.query("select from lead_log where details ? 'restored'");
  expect(logs.rowCount).toBe(2);
});

test("after 30 days leads can no longer be restored, and are erased with the leads merged into them", async () => {
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
  expect(new Set(forgotten)).toEqual(new Set([old, part]));
  const days = await desk.owner.query("select from lead_bin_day");
  expect(days.rowCount).toBe(1);
});

test("leads deleted before their day was kept are found by the days that a migration adds", async () => {
  await build({ deleted_at: new Date(Date.now() - 40 * 86_400_000) });
  await erase();
  expect((await desk.owner.query("select from lead")).rowCount).toBe(1);
  await upgrade(up);
  await erase();
  expect((await desk.owner.query("select from lead")).rowCount).toBe(0);
});

/** Three leads that became one step by step: the first has been in the bin for 40 days. */
async function buildChain(): Promise<LeadId[]> {
  const whole = await build();
  const part = await build({ deleted_at: new Date(), merged_into: whole });
  const first = await build({ deleted_at: new Date(), merged_into: part });
  await remove([whole]);
  await age(40);
  return [whole, part, first];
}

test("leads merged indirectly are erased too", async () => {
  await buildChain();
  await erase();
  expect((await desk.owner.query("select from lead")).rowCount).toBe(0);
});

test("a migration erases leads left behind by an erased lead that they were merged into", async () => {
  const [, , first] = await buildChain();
  await desk.owner.query("delete from lead where lead_id <> $1", [first]);
  await erase();
  expect((await desk.owner.query("select from lead")).rowCount).toBe(1);
  await upgrade(freeParts);
  await erase();
  expect((await desk.owner.query("select from lead")).rowCount).toBe(0);
});

test("a lead that is still referenced stays, emptied, and leads merged into it are erased", async () => {
  const [whole] = await buildChain();
  await desk.owner.query(
    `update lead set contact2_e164 = '85262222222', app_device = 'iPhone', system_version = '18', app_version = '2'
     where lead_id = $1`,
    [whole],
  );
  await desk.owner.query(
    `create table naming as select organization_id, lead_id from lead where lead_id = '${whole}';
     alter table naming add foreign key (organization_id, lead_id) references lead`,
  );
  try {
    await erase();
    const { rows } = await desk.owner.query(
      "select lead_id, nickname, contact2_e164, app_device, system_version, app_version from lead",
    );
    const nothing = { contact2_e164: null, app_device: "", system_version: "", app_version: "" };
    expect(rows).toEqual([{ lead_id: whole, nickname: "", ...nothing }]);
  } finally {
    await desk.owner.query("drop table naming");
  }
});

test("no lead is erased before its files were searched", async () => {
  await remove([await build()]);
  await age(40);
  const asked: LeadId[] = [];
  let late: LeadId | undefined;
  const findFiles: FindLeadFiles = async (_tx, _scope, ids) => {
    asked.push(...ids);
    late ??= await build({ deleted_at: new Date(Date.now() - 50 * 86_400_000) });
    return [];
  };
  await eraseDeletedLeads(desk.platform, { findFiles: [findFiles], forget: [] }, () => false);
  expect((await desk.owner.query("select from lead")).rowCount).toBe(0);
  expect(asked).toHaveLength(2);
  expect(asked).toContain(late);
});

test("the bin needs the permission to delete", async () => {
  const sales = await desk.signIn({ role: "sales" });
  const answer = await callApi(desk.app, "POST /api_users/Member/DeletedLeads", { token: sales.token, body: {} });
  expect(answer.body).toMatchObject({ name: "PERMISSION_DENIED" });
});
