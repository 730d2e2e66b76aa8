import type { LeadId, RecordId } from "@homeroom/contract/ids";
import type { LeadCard, LeadLogRow } from "@homeroom/contract/leads";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { buildLead, type LeadDesk, openLeadDesk } from "../for-tests.ts";

let desk: LeadDesk;
let token: string;
beforeAll(async () => {
  desk = await openLeadDesk();
  token = (await desk.signIn({ role: "owner" })).token;
});
beforeEach(() => desk.owner.query("delete from lead"));
afterAll(() => desk.stop());

const call = <Result>(name: string, body: object, as = token) =>
  callApi<Result>(desk.app, `POST /api_users/Member/${name}`, { token: as, body });
const build = (columns: Parameters<typeof buildLead>[2] = {}) => buildLead(desk.db, desk.organization, columns);
const card = async (leadId: LeadId) => (await call<LeadCard>("QueryLeadInfo", { leadId })).body.resultData as LeadCard;
const merge = (keep: LeadId, from: LeadId, more: object = {}, as = token) =>
  call<{ recordID: RecordId }>("MergeLeads", { keep, from, versions: { keep: 1, from: 1 }, ...more }, as);
const undo = (recordID: RecordId | undefined) => call<{ leadId: LeadId; stayed: string[] }>("UndoMerge", { recordID });

const there = async () =>
  (await desk.owner.query<{ lead_id: LeadId }>("select lead_id from lead where deleted_at is null order by lead_id"))
    .rows;

describe("merging", () => {
  test("fills what is empty, unites tags, sums counts, and takes the earlier date and the later contact", async () => {
    const [tagA, tagB] = [await desk.itemId(3, "new"), await desk.itemId(3, "deal")];
    const at = (day: string) => new Date(`2026-11-${day}T00:00:00Z`);
    const keep = await build({
      nickname: "甲",
      school: "光明小學",
      tag_ids: [tagA],
      lead_date: "2026-11-05",
      lead_count: 2,
      last_contact_at: at("06"),
    });
    const from = await build({
      nickname: "乙",
      school: "別的學校",
      grade: "小三",
      email: "a@b.hk",
      area_code: "+852",
      phone: "91234567",
      phone_e164: "85291234567",
      tag_ids: [tagA, tagB],
      lead_date: "2026-11-03",
      last_contact_at: at("04"),
      notes: "喜歡鋼琴",
    });
    expect((await merge(keep, from)).status).toBe(200);
    expect(await card(keep)).toMatchObject({
      nickname: "甲",
      school: "光明小學",
      grade: "小三",
      email: "a@b.hk",
      phone: "91234567",
      tag: [tagA, tagB],
      leadDate: "2026-11-03",
      leadcount: 3,
      lastContactDate: at("06").toISOString(),
      notes: "喜歡鋼琴",
      version: 2,
    });
    expect((await call("QueryLeadInfo", { leadId: from })).status).toBe(404);
    expect(await there()).toEqual([{ lead_id: keep }]);
  });

  test("takes what was chosen, and a number that is left over becomes a contact's", async () => {
    const keep = await build({ nickname: "甲", phone: "61111111", area_code: "+852", phone_e164: "85261111111" });
    const from = await build({ nickname: "乙", phone: "62222222", area_code: "+852", phone_e164: "85262222222" });
    await merge(keep, from, { choices: { nickname: "from", phone: "from" } });
    expect(await card(keep)).toMatchObject({
      nickname: "乙",
      phone: "62222222",
      contact2: { name: "甲", areaCode: "+852", phone: "61111111" },
    });
    expect((await call("AddLeadInfo", { nickname: "丙", areaCode: "+852", phone: "62222222" })).status).toBe(409);
  });

  test("notes and history go over, and both say what happened", async () => {
    const [keep, from] = [await build({ nickname: "甲" }), await build({ nickname: "乙" })];
    await call("AddLeadDesc", { leadId: from, content: "已致電" });
    await merge(keep, from, { versions: { keep: 1, from: 2 } });
    const get = (path: string) =>
      callApi<{ list: LeadLogRow[] }>(desk.app, `GET /api_users/Member/${path}?leadId=${keep}`, { token });
    expect((await get("LeadsDescList")).body.resultData?.list).toMatchObject([{ content: "已致電" }]);
    const logs = (await get("LeadsLogList")).body.resultData?.list.map(({ actionType, details }) => [
      actionType,
      details,
    ]);
    expect(logs).toEqual(expect.arrayContaining([[12, expect.objectContaining({ mergedFrom: "乙" })]]));
    const { rows } = await desk.owner.query("select details->>'mergedInto' as into from lead_log where lead_id = $1", [
      from,
    ]);
    expect(rows).toEqual([{ into: "甲" }]);
    const audit = await desk.owner.query("select action, subject_name from audit_entry where action = 'merged'");
    expect(audit.rows).toContainEqual({ action: "merged", subject_name: "甲" });
  });

  test("refuses what is stale, out of sight, the same, or not permitted", async () => {
    const sales = await desk.signIn({ role: "sales" });
    const [keep, from] = [await build(), await build()];
    expect((await merge(keep, from, { versions: { keep: 2, from: 1 } })).body).toMatchObject({ name: "STALE_DATA" });
    expect((await merge(keep, keep)).status).toBe(422);
    expect((await merge(keep, from, {}, sales.token)).status).toBe(403);
    const gone = await build({ deleted_at: new Date() });
    expect((await merge(keep, gone)).status).toBe(404);
    const there = await build({ branch_id: desk.organization.branchIds[1], sales_id: sales.accountId });
    expect((await merge(keep, there, { choices: { sales: "from" } })).status).toBe(422);
    expect((await merge(keep, there)).status).toBe(200);
    expect((await card(keep)).sales).toBeNull();
  });

  test("two people who merge a pair at once, the one way and the other, make one lead of it", async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [
        await build({ email: `a${round}@b.hk` }),
        await build({ phone_e164: `8526123000${round}` }),
      ];
      const answers = await Promise.all([merge(one, other), merge(other, one), merge(one, other)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    }
    expect(await there()).toHaveLength(5);
  });

  test("a merge that is sent again is the same one", async () => {
    const [keep, from] = [await build(), await build()];
    const recordID = "0197a000-0000-7000-8000-00000000000a";
    const first = await merge(keep, from, { recordID });
    const second = await merge(keep, from, { recordID });
    expect([first.body.resultData, second.body.resultData]).toEqual([{ recordID }, { recordID }]);
  });
});

describe("taking a merge back", () => {
  test("puts both back as they were, notes and history too, and twice is once", async () => {
    const keep = await build({ nickname: "甲", revisit_count: 1, last_contact_at: new Date("2026-11-01T00:00:00Z") });
    const from = await build({
      nickname: "乙",
      phone: "91234567",
      phone_e164: "85291234567",
      area_code: "+852",
      email: "x@y.hk",
      revisit_count: 2,
      last_contact_at: new Date("2026-11-02T00:00:00Z"),
    });
    await call("AddLeadDesc", { leadId: from, content: "已致電" });
    const [before, other] = [await card(keep), await card(from)];
    const { body } = await merge(keep, from, { versions: { keep: 1, from: 2 } });
    const first = await undo(body.resultData?.recordID);
    expect(first.body.resultData).toEqual({ leadId: from, stayed: [] });
    expect((await undo(body.resultData?.recordID)).body.resultData).toEqual({ leadId: from, stayed: [] });
    const passing = { version: expect.any(Number), updateTime: expect.any(String), updater: expect.any(String) };
    expect(await card(keep)).toEqual({ ...before, ...passing });
    expect(await card(from)).toEqual({ ...other, ...passing });
    const notes = await desk.owner.query("select lead_id from lead_note where content = '已致電'");
    expect(notes.rows).toEqual([{ lead_id: from }]);
  });

  test("leaves what was changed since, and says so", async () => {
    const keep = await build({ nickname: "甲" });
    const from = await build({
      nickname: "乙",
      school: "光明小學",
      grade: "小三",
      phone: "91234567",
      phone_e164: "85291234567",
      area_code: "+852",
    });
    const { body } = await merge(keep, from);
    await call("ChangeLeadInfo", { leadId: keep, version: 2, changes: { school: "別的學校" } });
    const undone = await undo(body.resultData?.recordID);
    expect(undone.body.resultData?.stayed).toEqual(["school"]);
    expect(await card(keep)).toMatchObject({ school: "別的學校", grade: "", phone: "" });
    expect(await card(from)).toMatchObject({ school: "光明小學", grade: "小三", phone: "91234567" });
  });

  test("does not take from others what is theirs by now", async () => {
    const keep = await build({
      phone_e164: "85261111111",
      phone: "61111111",
      area_code: "+852",
      contact2: JSON.stringify({ name: "媽" }),
    });
    const from = await build({ nickname: "乙", phone_e164: "85262222222", phone: "62222222", area_code: "+852" });
    const { body } = await merge(keep, from);
    const added = await call<{ leadId: LeadId }>("AddLeadInfo", {
      nickname: "丙",
      areaCode: "+852",
      phone: "62222222",
    });
    expect(added.status).toBe(200);
    expect((await undo(body.resultData?.recordID)).body.resultData?.stayed).toEqual(["phone"]);
    expect(await card(from)).toMatchObject({ phone: "", nickname: "乙" });
  });

  test("is not possible once the kept lead has gone into a third", async () => {
    const [one, two, three] = [await build(), await build(), await build()];
    const first = await merge(two, one);
    const second = await merge(three, two, { versions: { keep: 1, from: 2 } });
    expect((await undo(first.body.resultData?.recordID)).status).toBe(404);
    expect((await undo(second.body.resultData?.recordID)).status).toBe(200);
    expect((await undo(first.body.resultData?.recordID)).status).toBe(200);
    expect(await there()).toHaveLength(3);
    expect((await undo("0197a000-0000-7000-8000-00000000000b" as RecordId)).status).toBe(404);
  });
});
