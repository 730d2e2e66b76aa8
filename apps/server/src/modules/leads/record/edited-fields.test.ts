import type { Failure } from "@homeroom/contract/envelope";
import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { buildLead, prepareLeadCalls } from "../for-tests.ts";

const { desk, call, card } = prepareLeadCalls();

const edit = (body: object) => call<null>("EditLeadInfo", body);

async function added(form: object): Promise<string> {
  const { body } = await call<{ leadId: string }>("AddLeadInfo", { nickname: "陳小文", ...form });
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.resultData.leadId;
}

test("an edit keeps what is not sent, within a contact too", async () => {
  const leadId = await added({
    fullname: "陳大文",
    birthday: "2015-04-03",
    school: "大安國中",
    areaCode: "+886",
    phone: "0955 123 456",
    contact1: { name: "陳太", email: "chan@home.test" },
    notes: "週末",
  });
  const { version, ...before } = await card(leadId);
  expect((await edit({ leadId, version, nickname: "阿文", contact1: { name: "陳媽" } })).status).toBe(200);
  const { version: after, ...now } = await card(leadId);
  expect(now).toMatchObject({
    fullname: "陳大文",
    birthday: "2015-04-03",
    school: "大安國中",
    areaCode: "+886",
    phone: "955123456",
    notes: "週末",
    nickname: "阿文",
    contact1: { ...before.contact1, name: "陳媽" },
  });
  const contacts = { leadId, version: after, contact2: { name: "陳爸" } };
  expect((await call<null>("EditLeadContactInfo", contacts)).status).toBe(200);
  expect((await card(leadId)).contact1).toEqual({ ...before.contact1, name: "陳媽" });
});

test.each(["886", "＋886", "00886", "+886"])("the area code %s is stored as +886", async (areaCode) => {
  const leadId = await added({ areaCode, phone: `09${Math.floor(1e7 + Math.random() * 9e7)}` });
  const now = await card(leadId);
  expect(now.areaCode).toBe("+886");
  expect((await edit({ ...now, nickname: "再存一次" })).status).toBe(200);
});

test("a date of birth in the future is refused", async () => {
  const { status, body } = await call<null>("AddLeadInfo", { nickname: "王小明", birthday: "2099-01-01" });
  expect(status).toBe(422);
  expect((body as Failure).errors).toMatchObject([{ field: "birthday", name: "FIELD_INVALID" }]);
});

test("a lead with deleted items and channels can still be saved", async () => {
  const gone = () => RecordId.parse(v7());
  const items = { status_id: gone(), result_id: gone(), regular_contact_id: gone(), tag_ids: [gone()] };
  const channels = { channel_id: gone(), secondary_channel_id: gone() };
  const leadId = await buildLead(desk.db, desk.organization, { ...items, ...channels });
  expect((await call("ChangeLeadInfo", { leadId, version: 1, changes: { notes: "已致電" } })).status).toBe(200);
  const changes = { status: gone(), tag: [...items.tag_ids, gone()] };
  expect((await call("ChangeLeadInfo", { leadId, version: 2, changes })).body).toMatchObject({
    errors: [{ field: "status" }, { field: "tag" }],
  });
});
