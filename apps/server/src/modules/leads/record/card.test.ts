import type { Failure } from "@homeroom/contract/envelope";
import { type LeadLogRow, type LeadRow, leadActions } from "@homeroom/contract/leads";
import sharp from "sharp";
import { v7 } from "uuid";
import { describe, expect, it, test } from "vitest";
import { callApi, postForm } from "#modules/sign-in/for-tests";
import { buildLead, openLeadDesk, prepareLeadCalls } from "../for-tests.ts";

const { desk, owner, call: post, card } = prepareLeadCalls({ nickname: "何校長" });

const get = <Result>(path: string, by = owner.token) =>
  callApi<Result>(desk.app, `GET /api_users/Member/${path}`, { token: by });
const outcome = ({ status, body }: { status: number; body: { success: boolean } }) =>
  body.success ? String(status) : `${status} ${(body as Failure).name}`;

async function history(leadId: string, more = ""): Promise<LeadLogRow[]> {
  const { body } = await get<{ list: LeadLogRow[] }>(`LeadsLogList?leadId=${leadId}&pageSize=50${more}`);
  return body.resultData?.list ?? [];
}

async function change(leadId: string, changes: object, by = owner.token) {
  return post<{ version: number }>("ChangeLeadInfo", { leadId, version: (await card(leadId)).version, changes }, by);
}

describe("the history of an edit", () => {
  it("shows the old and new value of each field, with names", async () => {
    const leadId = await buildLead(desk.db, desk.organization, { nickname: "陳大文", email: "a@b.hk" });
    const status = await desk.itemId(3, "following");
    const { accountId } = await desk.signIn({ role: "tutor", nickname: "李導師" });
    await change(leadId, { email: "", status, tutor: accountId, notes: "長".repeat(300), birthday: "2018-03-04" });
    const [entry] = await history(leadId);
    expect(entry?.actionType).toBe(leadActions.edited);
    expect(new Set(entry?.details["changes"] as object[])).toEqual(
      new Set([
        { field: "email", before: "a@b.hk", after: "" },
        { field: "status", before: null, after: "跟進中" },
        { field: "tutor", before: null, after: "李導師" },
        { field: "notes", before: "", after: `${"長".repeat(200)}…` },
        { field: "birthday", before: "", after: "2018-03-04" },
      ]),
    );
  });

  it("can be filtered by kind", async () => {
    const leadId = await buildLead(desk.db, desk.organization);
    await change(leadId, { nickname: "甲" });
    await post("AddLeadDesc", { leadId, content: "備註" });
    const kinds = async (types: number[]) =>
      (await history(leadId, `&actionType=${types.join(",")}`)).map(({ actionType }) => actionType);
    expect(await kinds([12])).toEqual([12]);
    expect(await kinds([11, 12])).toEqual([11, 12]);
    expect(await kinds([4, 5])).toEqual([]);
    expect(outcome(await get(`LeadsLogList?leadId=${leadId}&actionType=16`))).toBe("422 FIELD_INVALID");
  });
});

describe("an entry by staff in the history", () => {
  const at = "2099-05-01T10:00:00+08:00";

  it("is stored with its text and time, once", async () => {
    const leadId = await buildLead(desk.db, desk.organization);
    const recordID = v7();
    const form = { leadId, recordID, actionType: leadActions.trialBooked, content: "帶妹妹一起", at };
    const answers = await Promise.all([1, 2, 3].map(() => post("AddLeadLog", form)));
    expect(answers.map(outcome)).toEqual(["200", "200", "200"]);
    expect(await history(leadId)).toMatchObject([
      { recordID, actionType: 6, content: "帶妹妹一起", details: { at }, operator: "何校長" },
    ]);
    expect(await history(leadId)).toHaveLength(1);
  });

  it("sets the status for a deal or a closed case", async () => {
    const leadId = await buildLead(desk.db, desk.organization);
    await post("AddLeadLog", { leadId, actionType: leadActions.deal, content: "一年班" });
    expect((await card(leadId)).status).toBe(await desk.itemId(3, "deal"));
    expect(new Set((await history(leadId)).map(({ actionType }) => actionType))).toEqual(new Set([4, 12]));
    await post("AddLeadLog", { leadId, actionType: leadActions.caseClosed });
    expect((await card(leadId)).status).toBe(await desk.itemId(3, "closed"));
    const again = await history(leadId);
    await post("AddLeadLog", { leadId, actionType: leadActions.caseClosed, content: "再說一次" });
    expect(await history(leadId)).toHaveLength(again.length + 1);
  });

  it("counts as a contact if it implies one", async () => {
    const contactOf = async (leadId: string) => {
      const { rows } = await desk.owner.query("select contacted_at, last_contact_at from lead where lead_id = $1", [
        leadId,
      ]);
      return [rows[0].contacted_at !== null, rows[0].last_contact_at !== null];
    };
    for (const [action, isContact] of [
      ["deal", true],
      ["courseScheduled", true],
      ["trialBooked", true],
      ["trialAttended", true],
      ["trialCancelled", true],
      ["trialAbsent", false],
      ["caseClosed", false],
    ] as const) {
      const leadId = await buildLead(desk.db, desk.organization);
      await post("AddLeadLog", { leadId, actionType: leadActions[action] });
      expect([action, ...(await contactOf(leadId))]).toEqual([action, isContact, isContact]);
    }
  });

  it("stays a note if the organisation has no such status", async () => {
    const other = await openLeadDesk();
    const { token } = await other.signIn({ role: "owner" });
    await other.owner.query("delete from list_item where code = 'deal'");
    const leadId = await buildLead(other.db, other.organization);
    const options = { token, body: { leadId, actionType: leadActions.deal } };
    expect(outcome(await callApi(other.app, "POST /api_users/Member/AddLeadLog", options))).toBe("200");
    await other.stop();
  });

  it("must be of an allowed kind, for a visible lead", async () => {
    const leadId = await buildLead(desk.db, desk.organization);
    for (const actionType of [1, 3, 11, 14, 0])
      expect(outcome(await post("AddLeadLog", { leadId, actionType }))).toBe("422 FIELD_INVALID");
    expect(outcome(await post("AddLeadLog", { leadId, actionType: 6, at: "soon" }))).toBe("422 FIELD_INVALID");
    expect(outcome(await post("AddLeadLog", { leadId: v7(), actionType: 6 }))).toBe("404 NOT_FOUND");
    const teacher = await desk.signIn({ role: "teacher" });
    expect(outcome(await post("AddLeadLog", { leadId, actionType: 6 }, teacher.token))).toBe("403 PERMISSION_DENIED");
    const other = await buildLead(desk.db, desk.organization);
    const recordID = v7();
    await post("AddLeadLog", { leadId: other, recordID, actionType: 6 });
    expect(outcome(await post("AddLeadLog", { leadId, recordID, actionType: 6 }))).toBe("422 FIELD_INVALID");
  });
});

describe("the app of a lead", () => {
  it("can be opened and closed if contact 1 is reachable, which the history records", async () => {
    const leadId = await buildLead(desk.db, desk.organization);
    expect(outcome(await post("OpenLeadApp", { leadId, open: 1 }))).toBe("422 LEAD_NO_LOGIN_CONTACT");
    await change(leadId, { contact1: { name: "媽媽", email: "mum@mail.hk", areaCode: "", phone: "" } });
    for (const open of [1, 1, 0]) expect(outcome(await post("OpenLeadApp", { leadId, open }))).toBe("200");
    expect((await history(leadId)).slice(0, 2)).toMatchObject([
      { details: { changes: [{ field: "appopenflag", before: 1, after: 0 }] } },
      { details: { changes: [{ field: "appopenflag", before: 0, after: 1 }] } },
    ]);
    expect((await card(leadId)).appopenflag).toBe(0);
  });

  it("needs the permission to activate it, also in the form", async () => {
    const sales = await desk.signIn({ role: "sales" });
    const contact1 = JSON.stringify({ name: "媽媽", email: "dad@mail.hk" });
    const leadId = await buildLead(desk.db, desk.organization, { sales_id: sales.accountId, contact1 });
    expect(outcome(await post("OpenLeadApp", { leadId, open: 1 }, sales.token))).toBe("403 PERMISSION_DENIED");
    expect(outcome(await change(leadId, { appopenflag: 1 }, sales.token))).toBe("403 PERMISSION_DENIED");
    expect(outcome(await change(leadId, { nickname: "照舊" }, sales.token))).toBe("200");
    const form = { nickname: "新", appopenflag: 1, contact1: { email: "x@y.hk" } };
    expect(outcome(await post("AddLeadInfo", form, sales.token))).toBe("403 PERMISSION_DENIED");
  });

  it("shows on which device it is used", async () => {
    const none = await buildLead(desk.db, desk.organization);
    expect((await get(`UserDeviceInfo?leadId=${none}`)).body.resultData).toEqual([]);
    const device = { app_device: "iPhone 16", system_version: "iOS 26", app_version: "3.1.0" };
    const leadId = await buildLead(desk.db, desk.organization, { ...device, app_seen_at: "2026-11-01T00:00:00Z" });
    expect((await get(`UserDeviceInfo?leadId=${leadId}`)).body.resultData).toEqual([
      { appDevice: "iPhone 16", systemVersion: "iOS 26", appVersion: "3.1.0", lastTime: "2026-11-01T00:00:00.000Z" },
    ]);
    expect(outcome(await get(`UserDeviceInfo?leadId=${v7()}`))).toBe("404 NOT_FOUND");
  });
});

test("the next contact and its kind are changed in place; without a day there is no kind", async () => {
  const leadId = await buildLead(desk.db, desk.organization);
  const renewal = await desk.itemId(4, "renewal");
  await change(leadId, { nextContactDate: "2099-01-02", regularContact: renewal });
  expect(await card(leadId)).toMatchObject({
    nextContactDate: "2099-01-02",
    regularContact: renewal,
    names: { regularContact: "續報關懷" },
  });
  const { version } = await card(leadId);
  await post("EditLeadInfo", { leadId, version, nickname: "表單沒有提到" });
  expect(await card(leadId)).toMatchObject({ nextContactDate: "2099-01-02", regularContact: renewal });
  await change(leadId, { nextContactDate: "" });
  expect(await card(leadId)).toMatchObject({ nextContactDate: null, regularContact: null });
  const status = await desk.itemId(3, "deal");
  const wrong = await change(leadId, { nextContactDate: "2099-01-02", regularContact: status });
  expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: "regularContact" }] } });
});

describe("the photo of a lead", () => {
  async function upload(by: string, fields: Record<string, string> = {}, type = "image/png") {
    const create = { width: 1500, height: 900, channels: 3 as const, background: "teal" };
    const picture = type === "text/plain" ? Buffer.from("text") : await sharp({ create }).png().toBuffer();
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("file", new Blob([new Uint8Array(picture)], { type }), "photo.png");
    const answer = await postForm(desk.app, "/api_users/Member/UploadLeadAvatar", { form, token: by });
    return { status: answer.statusCode, body: answer.json<{ resultData: { fileID: string; width: number } }>() };
  }

  it("can be uploaded, saved, shown on the card and in the list, and removed", async () => {
    const leadId = await buildLead(desk.db, desk.organization, { nickname: "有相片的人" });
    const { fileID, width } = (await upload(owner.token, { leadId })).body.resultData;
    expect(width).toBe(1024);
    expect(outcome(await change(leadId, { avatarFileID: fileID }))).toBe("200");
    expect((await card(leadId)).avatar).toContain(fileID);
    const list = await post<{ list: LeadRow[] }>("LeadsList", { keywords: "有相片的人" });
    expect(list.body.resultData?.list[0]?.avatar).toContain(fileID);
    await change(leadId, { nickname: "有相片的人二" });
    expect((await card(leadId)).avatar).toContain(fileID);
    await change(leadId, { avatarFileID: null });
    expect((await card(leadId)).avatar).toBeNull();
  });

  it("must be the person's own upload", async () => {
    const other = await desk.signIn({ role: "sales" });
    const { fileID } = (await upload(other.token)).body.resultData;
    const leadId = await buildLead(desk.db, desk.organization);
    for (const avatarFileID of [fileID, v7()])
      expect(await change(leadId, { avatarFileID })).toMatchObject({
        status: 422,
        body: { errors: [{ field: "avatarFileID" }] },
      });
  });

  it("must be a picture for a visible lead, and needs the permission to save it", async () => {
    expect((await upload(owner.token, {}, "text/plain")).status).toBe(415);
    expect((await upload(owner.token, { leadId: v7() })).status).toBe(404);
    const teacher = await desk.signIn({ role: "teacher" });
    expect((await upload(teacher.token)).status).toBe(403);
  });
});

test.each(["+852 9321 0001", "００８５２ ９３２１　０００１", "(852) 9321-0001", "9321 0001"])(
  "a number written as %s is one and the same",
  async (phone) => {
    await desk.owner.query("delete from lead where phone_e164 = '85293210001'");
    const made = await post<{ leadId: string }>("AddLeadInfo", { nickname: "電話", areaCode: "+852", phone });
    expect(await card(made.body.resultData?.leadId ?? "")).toMatchObject({ phone: "93210001", areaCode: "+852" });
    const again = await post("AddLeadInfo", { nickname: "電話", areaCode: "+852", phone: "93210001" });
    expect(outcome(again)).toBe("409 LEAD_PHONE_EXISTS");
  },
);
