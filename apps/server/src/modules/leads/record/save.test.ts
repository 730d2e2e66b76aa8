import type { Failure } from "@homeroom/contract/envelope";
import type { LeadId } from "@homeroom/contract/ids";
import type { LeadLogRow } from "@homeroom/contract/leads";
import { v7 } from "uuid";
import { beforeAll, describe, expect, it, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { buildLead, prepareLeadCalls } from "../for-tests.ts";

const { desk, owner, call, card } = prepareLeadCalls({ nickname: "何校長" });

let lastNumber = 90_000_000;
const newPhone = () => ({ areaCode: "+852", phone: String(++lastNumber) });

const add = (body: object) => call<{ leadId: LeadId }>("AddLeadInfo", body);
const edit = (body: object) => call<null>("EditLeadInfo", body);

async function added(form: object = {}): Promise<LeadId> {
  const { body } = await add({ nickname: "陳大文", ...form });
  if (!body.success) throw new Error(`${body.name} ${JSON.stringify(body.errors)}`);
  return body.resultData.leadId;
}

async function history(leadId: string): Promise<LeadLogRow[]> {
  const path = `GET /api_users/Member/LeadsLogList?leadId=${leadId}&pageSize=50` as const;
  const { body } = await callApi<{ list: LeadLogRow[] }>(desk.app, path, owner);
  return body.resultData?.list ?? [];
}

const refusal = ({ status, body }: { status: number; body: { success: boolean } }) => {
  const { code, domain, name, errors } = body as Failure;
  return { status, code, domain, name, fields: errors?.map((error) => `${error.field} ${error.name}`) };
};

describe("the specified errors, by number, name and field, at adding and at editing", () => {
  const phone = { areaCode: "+852", phone: "98765432" };
  const elsewhere = { areaCode: "+852", phone: "98765433" };
  const parent = { areaCode: "+852", phone: "98765434" };
  const cases: [object, number, number, string, string][] = [
    [{ email: "nobody" }, 422, 100001, "LEAD_INVALID_EMAIL", "email LEAD_INVALID_EMAIL"],
    [{ contact2: { email: "a@" } }, 422, 100001, "LEAD_INVALID_EMAIL", "contact2.email LEAD_INVALID_EMAIL"],
    [{ appopenflag: 1 }, 422, 100002, "LEAD_NO_LOGIN_CONTACT", "contact1.phone LEAD_NO_LOGIN_CONTACT"],
    [{ nickname: " " }, 422, 100003, "LEAD_NICKNAME_REQUIRED", "nickname LEAD_NICKNAME_REQUIRED"],
    [{ nickname: undefined }, 422, 100003, "LEAD_NICKNAME_REQUIRED", "nickname LEAD_NICKNAME_REQUIRED"],
    [{ email: "Taken@Mail.HK" }, 409, 100004, "LEAD_EMAIL_EXISTS", "email LEAD_EMAIL_EXISTS"],
    [phone, 409, 100005, "LEAD_PHONE_EXISTS", "phone LEAD_PHONE_EXISTS"],
    [{ areaCode: "+999", phone: "91234567" }, 422, 100007, "LEAD_BAD_AREA_CODE", "areaCode LEAD_BAD_AREA_CODE"],
    [{ areaCode: "8x2", phone: "91234567" }, 422, 100007, "LEAD_BAD_AREA_CODE", "areaCode LEAD_BAD_AREA_CODE"],
    [{ areaCode: "", phone: "91234567" }, 422, 100007, "LEAD_BAD_AREA_CODE", "areaCode LEAD_BAD_AREA_CODE"],
    [{ areaCode: "+852", phone: "1234567" }, 422, 100008, "LEAD_BAD_PHONE", "phone LEAD_BAD_PHONE"],
    [{ areaCode: "+852", phone: "no number" }, 422, 100008, "LEAD_BAD_PHONE", "phone LEAD_BAD_PHONE"],
    [elsewhere, 409, 100010, "SETTING_PHONE_USED_BY_OTHER_BRANCH", "phone SETTING_PHONE_USED_BY_OTHER_BRANCH"],
    [
      { contact1: parent },
      409,
      100010,
      "SETTING_PHONE_USED_BY_OTHER_BRANCH",
      "contact1.phone SETTING_PHONE_USED_BY_OTHER_BRANCH",
    ],
  ];
  beforeAll(async () => {
    const branchID = desk.organization.branchIds[1];
    await added({ ...phone, email: "taken@mail.hk" });
    await added({ ...elsewhere, branchID });
    await added({ contact1: parent, branchID });
  });

  it.each(cases)("%j: %i %i %s", async (form, ...expectation) => {
    const [status, code, name, field] = expectation;
    const domain = name.startsWith("SETTING") ? "channel" : "lead";
    const expected = { status, code, domain, name, fields: [field] };
    expect(refusal(await add({ nickname: "陳大文", ...form }))).toEqual(expected);
    const now = await card(await added());
    expect(refusal(await edit({ ...now, ...form }))).toEqual(expected);
    expect(await card(now.leadId)).toEqual(now);
  });

  it("names every wrong field, with the code of the first", async () => {
    const answer = await add({
      nickname: "陳",
      ...phone,
      email: "taken@mail.hk",
      contact1: { areaCode: "+1", phone: "555 0123" },
    });
    expect(refusal(answer)).toMatchObject({
      name: "LEAD_BAD_PHONE",
      fields: ["contact1.phone LEAD_BAD_PHONE", "phone LEAD_PHONE_EXISTS", "email LEAD_EMAIL_EXISTS"],
    });
  });

  it("knows no lead of another branch than the organisation's own, nor of a closed one (100006)", async () => {
    await desk.owner.query("update branch set status = 0 where branch_id = $1", [desk.organization.branchIds[1]]);
    const missing = { status: 422, code: 100006, domain: "lead", name: "LEAD_ORGANIZATION_OR_BRANCH_MISSING" };
    for (const branchID of [v7(), desk.organization.branchIds[1]])
      expect(refusal(await add({ nickname: "陳", branchID }))).toMatchObject(missing);
    await desk.owner.query("update branch set status = 1 where branch_id = $1", [desk.organization.branchIds[1]]);
  });

  it("needs the primary channel of a secondary one", async () => {
    const parent = await desk.owner.query<{ id: string }>(
      "select lead_channel_id as id from lead_channel where organization_id = $1 and parent_id is null limit 1",
      [desk.organization.organizationId],
    );
    const [primary, secondary] = [parent.rows[0]?.id, v7()];
    await desk.owner.query(
      `insert into lead_channel (organization_id, lead_channel_id, parent_id, name, sort) values ($1, $2, $3, '傳單', 1)`,
      [desk.organization.organizationId, secondary, primary],
    );
    expect(refusal(await add({ nickname: "陳", secondaryChannel: secondary }))).toMatchObject({
      status: 422,
      code: 100007,
      domain: "channel",
      fields: ["channel CHANNEL_PRIMARY_REQUIRED"],
    });
    expect((await add({ nickname: "陳", channel: primary, secondaryChannel: secondary })).status).toBe(200);
  });

  it.each([
    ["status", { status: v7() }],
    ["result", { result: v7() }],
    ["tag", { tag: [v7()] }],
    ["channel", { channel: v7() }],
    ["secondaryChannel", { secondaryChannel: v7() }],
    ["sales", { sales: v7() }],
    ["tutor", { tutor: v7() }],
    ["birthday", { birthday: "2026-02-30" }],
    ["gender", { gender: 3 }],
    ["notes", { notes: "x".repeat(2001) }],
    ["tag", { tag: "red" }],
  ])("refuses what is no choice: %s", async (field, form) => {
    expect(refusal(await add({ nickname: "陳", ...form }))).toEqual({
      status: 422,
      code: 900422,
      domain: "common",
      name: "FIELD_INVALID",
      fields: [`${field} FIELD_INVALID`],
    });
  });

  it("refuses items of other lists, and people who do not work at the branch in that role", async () => {
    const sales = await desk.signIn({ role: "sales", branchIds: [desk.organization.branchIds[1]] });
    const teacher = await desk.signIn({ role: "teacher" });
    const status = await desk.itemId(2, "callFollow");
    const answer = await add({ nickname: "陳", status, sales: sales.accountId, tutor: teacher.accountId });
    const fields = ["status FIELD_INVALID", "sales FIELD_INVALID", "tutor FIELD_INVALID"];
    expect(refusal(answer)).toMatchObject({ name: "FIELD_INVALID", fields });
  });
});

describe("adding", () => {
  it("saves every field, fills in defaults, and records them in the history", async () => {
    const sales = await desk.signIn({ role: "sales", nickname: "阿詩" });
    const form = {
      nickname: "李小美",
      ename: "May Lee",
      fullname: "李小美",
      firstName: "小美",
      lastName: "李",
      birthday: "2015-03-09",
      gender: 2,
      country: "HK",
      areaCode: "+852",
      phone: "6123 4567",
      email: "May@Mail.HK",
      address: "旺角彌敦道 1 號",
      school: "聖心小學",
      grade: "P5",
      referrer: "王太",
      channel: await desk.channelId("WhatsApp_chat"),
      sales: sales.accountId,
      contact1: { name: "李太", email: "mum@mail.hk", areaCode: "+852", phone: "9123 4567" },
      acceptmessage: 1,
      notes: "想上鋼琴班",
      appopenflag: 1,
      leadDate: "2026-11-02",
      status: await desk.itemId(3, "following"),
      result: await desk.itemId(2, "callFollow"),
    };
    const leadId = await added(form);
    expect(await card(leadId)).toMatchObject({
      ...form,
      phone: "61234567",
      email: "may@mail.hk",
      contact1: { ...form.contact1, phone: "91234567" },
      secondaryChannel: null,
      tutor: null,
      tag: [],
      leadType: 4,
      version: 1,
      leadcount: 1,
      creator: "何校長",
      branchName: "旺角分校",
      names: { sales: "阿詩", tutor: "", status: "跟進中", channel: "WhatsApp_chat" },
      can: { edit: true, assign: true, note: true, chat: true },
    });
    expect((await history(leadId)).map((row) => [row.actionType, row.operator, row.details])).toEqual([
      [3, "何校長", { salesId: sales.accountId, salesName: "阿詩" }],
      [1, "何校長", { manual: true }],
    ]);
  });

  it("needs only a nickname; is new, dated today in the branch's time zone", async () => {
    const now = await card(await added());
    const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Asia/Hong_Kong" });
    expect(now).toMatchObject({ leadDate: today, status: await desk.itemId(3, "new"), gender: 0 });
  });

  test("repeating a create with one id, simultaneously or later, makes one lead with one history", async () => {
    const leadId = v7();
    const form = { leadId, nickname: "陳大文", ...newPhone() };
    const answers = await Promise.all([add(form), add(form), add(form)]);
    answers.push(await add(form));
    expect(answers.map(({ body }) => body.resultData?.leadId)).toEqual(Array.from({ length: 4 }, () => leadId));
    expect((await history(leadId)).filter(({ actionType }) => actionType === 1)).toHaveLength(1);
  });

  test("an id of another lead is refused", async () => {
    const leadId = await buildLead(desk.db, desk.organization);
    expect(refusal(await add({ leadId, nickname: "陳" }))).toMatchObject({ fields: ["leadId FIELD_INVALID"] });
  });

  test("five simultaneous creates with one phone make one lead; the others are told that it exists", async () => {
    const phone = newPhone();
    const answers = await Promise.all(Array.from({ length: 5 }, () => add({ nickname: "陳", ...phone })));
    const names = answers.map(({ body }) => (body.success ? "ok" : body.name)).sort();
    expect(names).toEqual(["LEAD_PHONE_EXISTS", "LEAD_PHONE_EXISTS", "LEAD_PHONE_EXISTS", "LEAD_PHONE_EXISTS", "ok"]);
  });

  test("simultaneous creates with one e-mail, or phone 1 at two branches, make one lead each", async () => {
    const [here, there] = desk.organization.branchIds;
    const mails = await Promise.all([1, 2, 3].map(() => add({ nickname: "陳", email: `${lastNumber}@same.hk` })));
    expect(mails.map(({ body }) => (body.success ? "ok" : body.name)).sort()).toEqual([
      "LEAD_EMAIL_EXISTS",
      "LEAD_EMAIL_EXISTS",
      "ok",
    ]);
    const contact1 = newPhone();
    const phones = await Promise.all([here, there].map((branchID) => add({ nickname: "陳", branchID, contact1 })));
    expect(phones.map(({ body }) => (body.success ? "ok" : body.name)).sort()).toEqual([
      "SETTING_PHONE_USED_BY_OTHER_BRANCH",
      "ok",
    ]);
  });

  test("siblings at one branch can share phone 1, and a deleted lead's phone is free", async () => {
    const contact1 = newPhone();
    await added({ contact1 });
    await added({ contact1 });
    const phone = newPhone();
    const leadId = await added(phone);
    await desk.owner.query("update lead set deleted_at = now() where lead_id = $1", [leadId]);
    await added(phone);
    expect((await call("QueryLeadInfo", { leadId })).status).toBe(404);
  });
});

describe("editing", () => {
  it("saves changes and names the fields in the history", async () => {
    const sales = await desk.signIn({ role: "sales", nickname: "阿詩" });
    // Nobody holds it: what is added is given to somebody.
    const now = await card(await buildLead(desk.db, desk.organization, { nickname: "陳大文" }));
    const { status } = await edit({ ...now, nickname: "陳小文", sales: sales.accountId, tag: [] });
    expect(status).toBe(200);
    const next = await card(now.leadId);
    expect(next).toMatchObject({ nickname: "陳小文", sales: sales.accountId, version: 2, updater: "何校長" });
    expect((await history(now.leadId)).slice(0, 2).map((row) => [row.actionType, row.details])).toEqual([
      [3, { salesId: sales.accountId, salesName: "阿詩" }],
      [12, { fields: ["nickname"], changes: [{ field: "nickname", before: "陳大文", after: "陳小文" }] }],
    ]);
    const taken = await edit({ ...next, sales: null });
    expect(taken.status).toBe(200);
    expect((await history(now.leadId))[0]).toMatchObject({ actionType: 12, details: { fields: ["sales"] } });
  });

  it("has a separate entry for a deal and for a closed case", async () => {
    const leadId = await buildLead(desk.db, desk.organization);
    await edit({ ...(await card(leadId)), status: await desk.itemId(3, "deal") });
    await edit({ ...(await card(leadId)), status: await desk.itemId(3, "closed") });
    expect((await history(leadId)).map((row) => row.actionType)).toEqual([10, 12, 4, 12]);
  });

  it("changes nothing when the same values are saved again, for manual leads and leads from messages", async () => {
    const byHand = await added({ contact1: { name: "陳太", ...newPhone(), email: "a@b.hk" }, ...newPhone() });
    const byMessage = await buildLead(desk.db, desk.organization, { phone: "99912345", phone_e164: "99912345" });
    for (const leadId of [byHand, byMessage]) {
      const now = await card(leadId);
      expect((await edit(now)).status).toBe(200);
      const { contact1, contact2, version } = now;
      expect((await call("EditLeadContactInfo", { leadId, version, contact1, contact2 })).status).toBe(200);
      expect(await card(leadId)).toEqual(now);
    }
  });

  it("validates a new number, but not an unchanged one", async () => {
    const byMessage = { phone: "99912344", phone_e164: "99912344" };
    const now = await card(await buildLead(desk.db, desk.organization, byMessage));
    expect((await edit({ ...now, nickname: "新名" })).status).toBe(200);
    const next = await card(now.leadId);
    expect(next).toMatchObject({ nickname: "新名", phone: "99912344" });
    expect(refusal(await edit({ ...next, phone: "99912346" }))).toMatchObject({ name: "LEAD_BAD_AREA_CODE" });
  });

  it("refuses a stale version, and one of two simultaneous edits", async () => {
    const now = await card(await added());
    const answers = await Promise.all(["甲", "乙"].map((nickname) => edit({ ...now, nickname })));
    const lost = answers.find(({ body }) => !body.success);
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
    expect(lost && refusal(lost)).toMatchObject({ status: 409, code: 900409, name: "STALE_DATA" });
    const { leadId, contact1, contact2 } = now;
    const stale = await call("EditLeadContactInfo", { leadId, version: 1, contact1, contact2 });
    expect(refusal(stale)).toMatchObject({ name: "STALE_DATA" });
  });

  it("saves contacts alone, with their own rules", async () => {
    const now = await card(await added({ ...newPhone(), appopenflag: 1, contact1: newPhone() }));
    const { leadId, version } = now;
    const contacts = (contact1: object) =>
      call<null>("EditLeadContactInfo", { leadId, version, contact1, contact2: now.contact2 });
    expect(refusal(await contacts({ phone: "", email: "" }))).toMatchObject({ name: "LEAD_NO_LOGIN_CONTACT" });
    expect((await contacts({ name: "陳太", email: "Mum@Mail.hk", areaCode: "", phone: "" })).status).toBe(200);
    const next = await card(leadId);
    expect(next.contact1).toEqual({ name: "陳太", email: "mum@mail.hk", areaCode: "", phone: "" });
    expect(next.phone).toBe(now.phone);
    expect((await history(leadId))[0]).toMatchObject({ actionType: 12, details: { fields: ["contact1"] } });
  });

  it("keeps someone who has left as sales until the lead is handed over", async () => {
    const sales = await desk.signIn({ role: "sales" });
    const leadId = await added({ sales: sales.accountId });
    await desk.owner.query("update account set status = 2 where account_id = $1", [sales.accountId]);
    expect((await edit({ ...(await card(leadId)), nickname: "新名" })).status).toBe(200);
    const other = await card(await added());
    expect(refusal(await edit({ ...other, sales: sales.accountId }))).toMatchObject({
      fields: ["sales FIELD_INVALID"],
    });
  });

  it("does not lock up when a lead is edited while its customer writes", async () => {
    const { leadForNewContact, recordCustomerMessage } = await import("../public.ts");
    const { inTransaction } = await import("#platform/db/transaction");
    const phone = newPhone();
    const { scope, branchIds } = desk.organization;
    const leadId = await added(phone);
    const at = new Date();
    const contact = { branchId: branchIds[0], nickname: "陳", phoneE164: `852${phone.phone}`, at };
    const writes = Array.from({ length: 10 }, () =>
      inTransaction(desk.db, scope, async (tx) => {
        const found = await leadForNewContact(tx, scope, { ...contact, leadChannelCode: "WhatsApp_chat" });
        await recordCustomerMessage(tx, scope, { leadId: found.leadId, at });
        return found.leadId;
      }),
    );
    const now = await card(leadId);
    const [edited, ...found] = await Promise.all([edit({ ...now, nickname: "新名" }), ...writes]);
    expect(edited).toMatchObject({ status: 200 });
    expect(new Set(found)).toEqual(new Set([leadId]));
  });
});

describe("saving some fields", () => {
  it("changes the named fields, records them in the history, and returns the version", async () => {
    const leadId = await added({ ...newPhone(), school: "聖保羅", contact1: { name: "媽媽" } });
    const status = await desk.itemId(3, "deal");
    const { body } = await call<{ version: number }>("ChangeLeadInfo", { leadId, version: 1, changes: { status } });
    expect(body.resultData).toEqual({ version: 2 });
    expect(await card(leadId)).toMatchObject({ status, school: "聖保羅", contact1: { name: "媽媽" }, version: 2 });
    expect((await history(leadId)).map(({ actionType }) => actionType)).toEqual(expect.arrayContaining([4, 12]));
  });

  it("applies the form's rules and the version", async () => {
    const taken = newPhone();
    await added(taken);
    const leadId = await added(newPhone());
    const change = async (changes: object, version = 1) =>
      refusal(await call("ChangeLeadInfo", { leadId, version, changes }));
    expect(await change({ phone: taken.phone })).toMatchObject({ name: "LEAD_PHONE_EXISTS" });
    expect(await change({ nickname: "" })).toMatchObject({ name: "LEAD_NICKNAME_REQUIRED" });
    expect(await change({ email: "x" })).toMatchObject({ fields: ["changes.email LEAD_INVALID_EMAIL"] });
    expect(await change({ school: "英皇" }, 7)).toMatchObject({ status: 409, name: "STALE_DATA" });
  });
});
