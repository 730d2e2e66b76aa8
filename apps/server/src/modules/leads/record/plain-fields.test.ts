import { type DeclaredLeadField, declaredLeadFields, filterFields, rowFields } from "@homeroom/contract/lead-fields";
import type { LeadCard, LeadRow } from "@homeroom/contract/leads";
import { beforeAll, expect, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { openLeadDesk } from "../for-tests.ts";

const desk = prepareDesk(openLeadDesk);
let token: string;

beforeAll(async () => {
  ({ token } = await desk.signIn({ role: "owner" }));
});

async function call<Result>(name: string, body: object): Promise<Result> {
  const answer = await callApi<Result>(desk.app, `POST /api_users/Member/${name}`, { token, body });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.resultData;
}

/** A value that the kind of a field takes and that no other lead of this file has. */
const values: Record<DeclaredLeadField["kind"], (at: number) => string | number> = {
  line: (at) => `line ${at}`,
  choice: () => 2,
  birthday: () => "2016-05-04",
  country: () => "SG",
  flag: () => 1,
};
const someContact = { contact1: { name: "王太", email: "wong@plain.test" } };
const whole = Object.fromEntries(declaredLeadFields.map(([name, { kind }], at) => [name, values[kind](at)]));

test("every declared field is saved, read, listed and found by its filter", async () => {
  const { leadId } = await call<{ leadId: string }>("AddLeadInfo", { nickname: "全欄位", ...someContact });
  const empty = await call<LeadCard>("QueryLeadInfo", { leadId });
  await call("EditLeadInfo", { leadId, version: empty.version, nickname: "全欄位", ...whole });

  const card = await call<LeadCard>("QueryLeadInfo", { leadId });
  expect(card).toMatchObject(whole);
  const { list } = await call<{ list: LeadRow[] }>("LeadsList", { keywords: "全欄位" });
  expect(list[0]).toMatchObject(Object.fromEntries(rowFields.map((field) => [field, whole[field]])));
  for (const field of filterFields) {
    const found = await call<{ list: LeadRow[] }>("LeadsList", { [field]: whole[field] });
    expect([field, found.list.map((lead) => lead.leadId)]).toEqual([field, [leadId]]);
  }
});

test("a merge fills in every declared field, except those that must be chosen", async () => {
  const keep = await call<{ leadId: string }>("AddLeadInfo", { nickname: "留下", ...someContact });
  const from = await call<{ leadId: string }>("AddLeadInfo", { nickname: "併入", ...someContact, ...whole });
  const versions = { keep: 1, from: 1 };
  await call("MergeLeads", { keep: keep.leadId, from: from.leadId, versions });
  const card = await call<LeadCard>("QueryLeadInfo", { leadId: keep.leadId });
  for (const [field, { merge, kind }] of declaredLeadFields) {
    const none = kind === "flag" || kind === "choice" ? 0 : "";
    expect([field, card[field]]).toEqual([field, merge === "chosen" ? none : whole[field]]);
  }
});
