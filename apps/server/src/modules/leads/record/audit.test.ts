import type { LeadId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { prepareLeadCalls } from "../for-tests.ts";

const { desk, call, card } = prepareLeadCalls({ nickname: "何校長" });

async function added(form: object): Promise<LeadId> {
  const { body } = await call<{ leadId: LeadId }>("AddLeadInfo", form);
  if (!body.success) throw new Error(body.name);
  return body.resultData.leadId;
}

async function entries(leadId: string) {
  const { rows } = await desk.owner.query(
    `select operator, action, subject_name as name, before, after, path from audit_entry
     where module = 'lead' and subject_id = $1 order by created_at, audit_id`,
    [leadId],
  );
  return rows;
}

test("the entry of a new lead contains its values, that of an edit the differences, with names instead of ids", async () => {
  const leadId = await added({ nickname: "王小明", school: "大安國中" });
  const held = await card(leadId);
  const form = {
    ...held,
    leadId,
    version: held.version,
    nickname: "王大明",
    status: await desk.itemId(3, "following"),
  };
  expect((await call("EditLeadInfo", form)).status).toBe(200);
  expect(await entries(leadId)).toEqual([
    {
      operator: "何校長",
      action: "created",
      name: "王小明",
      before: null,
      after: { nickname: "王小明", school: "大安國中" },
      path: "/api_users/Member/AddLeadInfo",
    },
    {
      operator: "何校長",
      action: "edited",
      name: "王大明",
      before: { nickname: "王小明", status: "新名單" },
      after: { nickname: "王大明", status: "跟進中" },
      path: "/api_users/Member/EditLeadInfo",
    },
  ]);
});

test("contacts and notes are logged; unchanged and refused saves are not", async () => {
  const leadId = await added({ nickname: "陳大文" });
  const held = await card(leadId);
  expect((await call("EditLeadInfo", { ...held, leadId, version: held.version })).status).toBe(200);
  expect((await call("EditLeadInfo", { ...held, leadId, version: 99, nickname: "舊" })).status).toBe(409);
  const contacts = { leadId, version: held.version, contact1: { name: "媽媽" }, contact2: {} };
  expect((await call("EditLeadContactInfo", contacts)).status).toBe(200);
  expect((await call("AddLeadDesc", { leadId, content: "已致電" })).status).toBe(200);
  expect(await entries(leadId)).toMatchObject([
    { action: "created" },
    { action: "edited", before: { contact1: { name: "" } }, after: { contact1: { name: "媽媽" } } },
    { action: "noted", before: null, after: { content: "已致電" } },
  ]);
});
