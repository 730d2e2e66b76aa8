import type { LeadId, RecordId } from "@homeroom/contract/ids";
import type { LeadRow } from "@homeroom/contract/leads";
import { beforeAll, expect, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { buildLead, openLeadDesk } from "../for-tests.ts";

const desk = prepareDesk(openLeadDesk);
let token: string;

beforeAll(async () => {
  ({ token } = await desk.signIn({ role: "owner" }));
});

const post = async <Result>(call: string, body: object, as = token, app = desk.app): Promise<Result> =>
  (await callApi<Result>(app, `POST /api_users/Member/${call}`, { token: as, body })).body.resultData as Result;
const noteOf = async (leadId: LeadId, content: string): Promise<RecordId> =>
  (await post<{ recordID: RecordId }>("AddLeadDesc", { leadId, content })).recordID;
const turn = (call: string, note: Record<string, string>) =>
  callApi(desk.app, `GET /api_users/Member/${call}?${new URLSearchParams(note).toString()}`, { token });
const found = async (keywords: string, as = token, app = desk.app) => {
  const { list } = await post<{ list: LeadRow[] }>("LeadsList", { keywords }, as, app);
  return list.map(({ nickname }) => nickname).sort();
};

test("finds leads by notes of contacts, together with their names", async () => {
  const one = await buildLead(desk.db, desk.organization, { nickname: "方芳", notes: "介紹人是鄰居" });
  const other = await buildLead(desk.db, desk.organization, { nickname: "方圓" });
  await noteOf(one, "想在暑假前試堂，ＰＹＴＨＯＮ 班");
  await noteOf(other, "太太說週末再試堂");
  expect(await found("試堂")).toEqual(["方圓", "方芳"].sort());
  expect(await found("python 方")).toEqual(["方芳"]);
  expect(await found("圓 週末")).toEqual(["方圓"]);
  expect(await found("鄰居")).toEqual(["方芳"]);
});

test("searches single characters only in names: notes would match everywhere", async () => {
  const leadId = await buildLead(desk.db, desk.organization, { nickname: "鍾靈" });
  await noteOf(leadId, "龔先生介紹");
  expect(await found("龔")).toEqual([]);
  expect(await found("鍾")).toEqual(["鍾靈"]);
  expect(await found("龔先")).toEqual(["鍾靈"]);
});

test("follows a note that is changed, withdrawn, restored or moved by a merge", async () => {
  const leadId = await buildLead(desk.db, desk.organization, { nickname: "甲乙" });
  const kept = await buildLead(desk.db, desk.organization, { nickname: "丙丁" });
  const recordID = await noteOf(leadId, "喜歡圍棋");
  const note = { leadId, recordID };
  await post("EditLeadDesc", { ...note, content: "喜歡象棋", result: null });
  expect([await found("圍棋"), await found("象棋")]).toEqual([[], ["甲乙"]]);
  await turn("DeleteLeadDesc", note);
  expect(await found("象棋")).toEqual([]);
  await turn("RestoreLeadDesc", note);
  expect(await found("象棋")).toEqual(["甲乙"]);
  const versionOf = async (id: LeadId) => (await post<{ version: number }>("QueryLeadInfo", { leadId: id })).version;
  const versions = { keep: await versionOf(kept), from: await versionOf(leadId) };
  await post("MergeLeads", { keep: kept, from: leadId, versions });
  expect(await found("象棋")).toEqual(["丙丁"]);
});

test("keeps the notes of another organisation apart", async () => {
  const leadId = await buildLead(desk.db, desk.organization, { nickname: "戊己" });
  await noteOf(leadId, "獨門暗號");
  const other = await openLeadDesk();
  const { token: theirs } = await other.signIn({ role: "owner" });
  const seen = await found("獨門暗號", theirs, other.app);
  await other.stop();
  expect([await found("獨門暗號"), seen]).toEqual([["戊己"], []]);
});
