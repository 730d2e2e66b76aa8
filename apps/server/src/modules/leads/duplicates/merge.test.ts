import type { Consents } from "@homeroom/contract/consents";
import { type LeadId, RecordId } from "@homeroom/contract/ids";
import type { LeadLogRow } from "@homeroom/contract/leads";
import { v7 } from "uuid";
import { beforeEach, describe, expect, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareLeadCalls } from "../for-tests.ts";

const { desk, owner, call, card, build } = prepareLeadCalls();
beforeEach(() => desk.owner.query("delete from lead"));

const merge = (keep: LeadId, from: LeadId, more: object = {}, as = owner.token) =>
  call<{ recordID: RecordId }>("MergeLeads", { keep, from, versions: { keep: 1, from: 1 }, ...more }, as);
const undo = (recordID: RecordId | undefined) => call<{ leadId: LeadId; stayed: string[] }>("UndoMerge", { recordID });

const there = async () =>
  (await desk.owner.query<{ lead_id: LeadId }>("select lead_id from lead where deleted_at is null order by lead_id"))
    .rows;

/** A press, a form, a lead form of an ad and the stages of a lead that Meta knows. */
async function buildOrigin(leadId: LeadId, stages: readonly string[]): Promise<void> {
  const { organizationId, branchIds } = desk.organization;
  const pageId = v7();
  const insert = (text: string, ...values: unknown[]) => desk.owner.query(text, [organizationId, ...values]);
  await insert(
    `insert into landing_page (organization_id, page_id, branch_id, name, url_name, theme, language, button_action)
     values ($1, $2, $3, $4, $5, 'calm', 'zh-tw', 'form')`,
    ...[pageId, branchIds[0], pageId, pageId],
  );
  await insert(
    `insert into landing_click (organization_id, click_id, page_id, code, action, source, lead_id)
     values ($1, $2, $3, $4, 'form', '{}', $5)`,
    ...[v7(), pageId, v7(), leadId],
  );
  await insert(
    `insert into landing_entry (organization_id, entry_id, page_id, fields, source, consent_text, state, lead_id, done_at)
     values ($1, $2, $3, '{}', '{}', '', 'done', $4, now())`,
    ...[v7(), pageId, leadId],
  );
  await insert(
    `insert into ad_lead (organization_id, ad_lead_id, source, external_id, branch_id, payload, state, lead_id, done_at)
     values ($1, $2, 'meta', $3, $4, '{}', 'done', $5, now())`,
    ...[v7(), v7(), branchIds[0], leadId],
  );
  for (const stage of stages) {
    await insert(
      `insert into conversion_event
         (organization_id, event_id, lead_id, branch_id, stage, kind, click, clicked_at, happened_at)
       values ($1, $2, $3, $4, $5, 'form', 'x', now(), now())`,
      ...[v7(), leadId, branchIds[0], stage],
    );
  }
}

/** How a lead came, and the stages of it that are reported. */
async function originOf(leadId: LeadId) {
  const { rows } = await desk.owner.query<{ clicks: number; entries: number; forms: number; stages: string[] | null }>(
    `select (select count(*)::int from landing_click where lead_id = $1) as clicks,
       (select count(*)::int from landing_entry where lead_id = $1) as entries,
       (select count(*)::int from ad_meta_click where kind = 'form' and lead_id = $1) as forms,
       (select array_agg(stage order by stage) from conversion_event where lead_id = $1) as stages`,
    [leadId],
  );
  return rows[0];
}

describe("merging", () => {
  test("the source is moved, stages reported by both are not, and an undo restores them", async () => {
    const [keep, from] = [await build(), await build()];
    await buildOrigin(keep, ["lead"]);
    await buildOrigin(from, ["lead", "deal"]);
    const { body } = await merge(keep, from);
    expect(await originOf(keep)).toEqual({ clicks: 2, entries: 2, forms: 2, stages: ["deal", "lead"] });
    expect(await originOf(from)).toEqual({ clicks: 0, entries: 0, forms: 0, stages: ["lead"] });
    expect((await undo(body.resultData?.recordID)).status).toBe(200);
    expect(await originOf(keep)).toEqual({ clicks: 1, entries: 1, forms: 1, stages: ["lead"] });
    expect(await originOf(from)).toEqual({ clicks: 1, entries: 1, forms: 1, stages: ["deal", "lead"] });
  });

  test("fills empty fields, combines tags, adds counts, and keeps the earlier date and later contact", async () => {
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

  test("uses the chosen values, and a remaining number becomes a contact's", async () => {
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

  test("notes and history are moved, and both leads record the merge", async () => {
    const [keep, from] = [await build({ nickname: "甲" }), await build({ nickname: "乙" })];
    await call("AddLeadDesc", { leadId: from, content: "已致電" });
    await merge(keep, from, { versions: { keep: 1, from: 2 } });
    const get = (path: string) =>
      callApi<{ list: LeadLogRow[] }>(desk.app, `GET /api_users/Member/${path}?leadId=${keep}`, owner);
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

  test("refuses stale, invisible or identical leads, and people without permission", async () => {
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

  test("two simultaneous merges of a pair in opposite directions make one lead", async () => {
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

  test("repeating a merge changes nothing", async () => {
    const [keep, from] = [await build(), await build()];
    const recordID = "0197a000-0000-7000-8000-00000000000a";
    const first = await merge(keep, from, { recordID });
    const second = await merge(keep, from, { recordID });
    expect([first.body.resultData, second.body.resultData]).toEqual([{ recordID }, { recordID }]);
  });
});

describe("an address from before the merge", () => {
  const mergedInto = (leadId: LeadId, as = owner.token) =>
    call<{ leadId: LeadId; mergedName: string }>("MergedInto", { leadId }, as);

  test("leads to the kept lead, even after several merges, unless it is invisible", async () => {
    const [first, second, third] = [await build({ nickname: "甲" }), await build({ nickname: "乙" }), await build()];
    expect((await mergedInto(first)).status).toBe(404);
    await merge(second, first);
    expect((await mergedInto(first)).body.resultData).toEqual({ leadId: second, mergedName: "甲" });
    await merge(third, second, { versions: { keep: 1, from: 2 } });
    expect((await mergedInto(first)).body.resultData).toEqual({ leadId: third, mergedName: "甲" });
    expect((await mergedInto(second)).body.resultData).toEqual({ leadId: third, mergedName: "乙" });
    const sales = await desk.signIn({ role: "sales" });
    expect((await mergedInto(first, sales.token)).status).toBe(200);
    await desk.owner.query("update lead set sales_id = $2 where lead_id = $1", [
      third,
      (await desk.signIn({ role: "sales" })).accountId,
    ]);
    expect((await mergedInto(first, sales.token)).status).toBe(404);
    await desk.owner.query("update lead set deleted_at = now() where lead_id = $1", [third]);
    expect((await mergedInto(first)).status).toBe(404);
  });
});

describe("undoing a merge", () => {
  test("restores both leads with notes and history, once", async () => {
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

  test("leaves later changes, and reports them", async () => {
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

  test("takes nothing that meanwhile belongs to others", async () => {
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

  test("leaves values that meanwhile belong to another lead", async () => {
    const mail = { email: "keep@home.test" };
    const keep = await build({ phone_e164: "85261111111", phone: "61111111", area_code: "+852", ...mail });
    const number = { phone_e164: "85262222222", phone: "62222222", area_code: "+852" };
    const from = await build({ ...number, email: "from@home.test", contact2: JSON.stringify({ name: "媽" }) });
    await desk.owner.query(`update lead set contact2 = '{"name":"爸"}' where lead_id = $1`, [keep]);
    const { body } = await merge(keep, from, { choices: { phone: "from", email: "from", grade: "from" } });
    const form = { nickname: "丙", areaCode: "+852", phone: "61111111", email: mail.email };
    expect((await call("AddLeadInfo", form)).status).toBe(200);
    const undone = await undo(body.resultData?.recordID);
    expect(undone.body.resultData?.stayed.sort()).toEqual(["email", "phone"]);
    expect(await card(keep)).toMatchObject({ phone: "62222222", email: "from@home.test" });
    expect(await card(from)).toMatchObject({ phone: "", email: "", nickname: "王小明" });
  });

  test("does not restore deleted references", async () => {
    const left = await desk.signIn({ role: "sales" });
    const item = "insert into list_item (organization_id, item_id, project_id, name) values ($1, $2, $3, '舊項目')";
    const [former, tag] = [RecordId.parse(v7()), RecordId.parse(v7())];
    for (const [id, list] of [
      [former, 3],
      [tag, 1],
    ] as const)
      await desk.owner.query(item, [desk.organization.organizationId, id, list]);
    const deal = await desk.itemId(3, "deal");
    const keep = await build({ status_id: former, sales_id: left.accountId, grade: "小一" });
    const from = await build({
      status_id: deal,
      sales_id: (await desk.signIn({ role: "sales" })).accountId,
      grade: "小二",
    });
    const { body } = await merge(keep, from, { choices: { status: "from", sales: "from", grade: "from" } });
    await desk.owner.query("delete from list_item where item_id = $1", [former]);
    await desk.owner.query("update account set status = 2 where account_id = $1", [left.accountId]);
    const undone = await undo(body.resultData?.recordID);
    expect(undone.body.resultData?.stayed.sort()).toEqual(["sales", "status"]);
    expect(await card(keep)).toMatchObject({ status: deal, grade: "小一" });
  });

  test("returns each lead's own consent", async () => {
    const [keep, from] = [await build(), await build()];
    const record = (leadId: LeadId, decision: "given" | "withdrawn", channel: string) =>
      call("RecordLeadConsent", { leadId, channel, decision, wording: "電話中說的" });
    const said = async (leadId: LeadId) => {
      const path = `GET /api_users/Member/LeadConsentList?leadId=${leadId}` as const;
      const { body } = await callApi<Consents>(desk.app, path, owner);
      return Object.fromEntries(body.resultData?.current.map(({ channel, decision }) => [channel, decision]) ?? []);
    };
    await record(keep, "withdrawn", "email");
    await record(from, "given", "email");
    await record(from, "given", "whatsapp");
    const { body } = await merge(keep, from);
    expect(await said(keep)).toEqual({ email: "given", whatsapp: "given", line: null });
    await record(keep, "withdrawn", "line");
    expect((await undo(body.resultData?.recordID)).status).toBe(200);
    expect(await said(keep)).toEqual({ email: "withdrawn", whatsapp: null, line: "withdrawn" });
    expect(await said(from)).toEqual({ email: "given", whatsapp: "given", line: null });
  });

  test("is refused once the kept lead was merged into a third", async () => {
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
