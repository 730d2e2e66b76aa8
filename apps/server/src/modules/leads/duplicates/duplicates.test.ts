import type { LeadId } from "@homeroom/contract/ids";
import type { DuplicateGroup } from "@homeroom/contract/lead-families";
import type { SimilarLead } from "@homeroom/contract/leads";
import { beforeEach, expect, test } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { buildLead, prepareLeadCalls } from "../for-tests.ts";

const { desk, owner, call, build } = prepareLeadCalls();
beforeEach(() => desk.owner.query("delete from lead"));

async function like(leadId: LeadId, as = owner.token) {
  const { body } = await call<{ list: SimilarLead[] }>("LeadDuplicates", { leadId }, as);
  return body.resultData?.list.map(({ lead, why }) => [lead.leadId, why.join(" ")]) ?? [];
}

test("numbers and addresses are compared with those of all contacts", async () => {
  const contact = JSON.stringify({ name: "媽媽", email: "mum@a.hk", areaCode: "+852", phone: "91234567" });
  const lead = await build({ nickname: "甲", phone_e164: "85291234567", email: "Mum@a.hk" });
  const first = await build({ nickname: "乙", contact1: contact, contact1_e164: "85291234567" });
  const second = await build({ nickname: "丙", contact2_e164: "85291234567" });
  await build({ nickname: "丁", phone_e164: "85291234568" });
  expect(await like(lead)).toEqual([
    [first, "phone email"],
    [second, "phone"],
  ]);
  expect((await like(first)).map(([id]) => id)).toEqual([lead, second]);
});

test.each([
  ["陳大文", "陳 大文", "name"],
  ["ＡＭＹ Chan", "chan, amy", "name"],
  ["Jonathan Smith", "Jonathon Smith", "similarName"],
])("%s is like %s", async (one, other, why) => {
  const lead = await build({ nickname: one });
  const twin = await build({ nickname: other });
  await build({ nickname: "李小龍" });
  expect(await like(lead)).toEqual([[twin, why]]);
});

test("a name is compared with all names of a lead; birthday and school add evidence", async () => {
  const lead = await build({ nickname: "小明", fullname: "王小明", birthday: "2016-05-01", school: "光明小學" });
  const twin = await build({
    last_name: "王",
    first_name: "小明",
    nickname: "Ming",
    birthday: "2016-05-01",
    school: "光明小學",
  });
  expect(await like(lead)).toEqual([[twin, "name birthday school"]]);
});

test("invisible, deleted, related or excluded leads are not shown", async () => {
  const sales = await desk.signIn({ role: "sales" });
  const colleague = await desk.signIn({ role: "sales" });
  const lead = await build();
  await build({ sales_id: colleague.accountId });
  await build({ branch_id: desk.organization.branchIds[1] });
  await build({ deleted_at: new Date() });
  await buildLead(desk.db, await buildOrganization(desk.db, "別家"));
  expect(await like(lead, sales.token)).toEqual([]);
  expect(await like(lead)).toHaveLength(2);

  const other = await build();
  expect(await like(lead, sales.token)).toHaveLength(1);
  expect((await call("DismissDuplicate", { leadId: other, otherId: lead }, sales.token)).status).toBe(200);
  expect((await call("DismissDuplicate", { leadId: lead, otherId: other }, sales.token)).status).toBe(200);
  expect(await like(lead, sales.token)).toEqual([]);
  expect(await like(other, sales.token)).toEqual([]);
  expect((await call("DismissDuplicate", { leadId: lead, otherId: lead })).status).toBe(422);
});

test("a new lead returns similar ones, and the form asks before it is saved", async () => {
  const twin = await build({ nickname: "陳大文", phone_e164: "85261112222" });
  const added = await call<{ leadId: LeadId; duplicates: SimilarLead[] }>("AddLeadInfo", { nickname: "陳大文" });
  expect(added.body.resultData?.duplicates.map(({ lead }) => lead.leadId)).toEqual([twin]);

  const colleague = await desk.signIn({ role: "sales" });
  const sales = await desk.signIn({ role: "sales" });
  await build({ nickname: "黃小姐", sales_id: colleague.accountId, phone_e164: "85263334444", email: "wong@a.hk" });
  const ask = async (form: object, as: string) =>
    (await call<{ list: SimilarLead[]; taken: string[] }>("FindSimilarLeads", form, as)).body.resultData;
  expect(await ask({ areaCode: "+852", phone: "6333 4444", email: "WONG@a.hk" }, sales.token)).toEqual({
    list: [],
    taken: ["phone", "email"],
  });
  expect((await ask({ nickname: "黃小姐" }, colleague.token))?.list).toHaveLength(1);
  expect(await ask({}, owner.token)).toEqual({ list: [], taken: [] });
  expect(await ask({ areaCode: "x", phone: "12", nickname: "%_\\" }, owner.token)).toEqual({ list: [], taken: [] });
});

type Groups = { list: DuplicateGroup[]; nextCursor: string | null };

test("an organisation's duplicates come in pages, by number, e-mail or name", async () => {
  const mother = (n: number) => ({
    contact1_e164: `8526000000${n}`,
    contact1: JSON.stringify({ name: "媽", email: `m${n}@a.hk` }),
  });
  for (const n of [1, 2, 3]) for (const nickname of ["甲", "乙"]) await build({ nickname, ...mother(n) });
  await build({ phone_e164: "85260000003", contact1_e164: "85260000003" });
  await build({ phone_e164: "85260000009" });
  const page = async (request: object) => (await call<Groups>("LeadDuplicateList", request)).body.resultData as Groups;
  const first = await page({ by: "phone", pageSize: 2 });
  expect(first.list.map(({ value, total }) => [value, total])).toEqual([
    ["85260000001", 2],
    ["85260000002", 2],
  ]);
  const second = await page({ by: "phone", pageSize: 2, cursor: first.nextCursor });
  expect(second.list.map(({ value, total }) => [value, total])).toEqual([["85260000003", 3]]);
  expect(second.nextCursor).toBeNull();
  expect((await page({ by: "email" })).list.map(({ value }) => value)).toEqual(["m1@a.hk", "m2@a.hk", "m3@a.hk"]);
  expect((await page({ by: "name" })).list).toEqual([]);

  await build({ nickname: "陳大文", birthday: "2015-01-01" });
  await build({ nickname: "陳 大文", birthday: "2015-01-01" });
  await build({ nickname: "陳大文", birthday: "2015-01-02" });
  const [group] = (await page({ by: "name" })).list;
  expect(group).toMatchObject({ why: "name", value: "陳大文", total: 2 });
  const [leadId, otherId] = group?.members.map((member) => member.leadId) ?? [];
  await call("DismissDuplicate", { leadId, otherId });
  expect((await page({ by: "name" })).list).toEqual([]);
  expect((await call("LeadDuplicateList", { by: "name", cursor: "x" })).status).toBe(400);
});

test("a group disappears once a lead outside the family is marked as different from its members", async () => {
  const contact1_e164 = "85260000002";
  const family = { contact1_e164, family_id: "0197a000-0000-7000-8000-000000000002" as never };
  const [one, two, leaver] = [await build(family), await build(family), await build({ contact1_e164 })];
  const groups = async () => (await call<Groups>("LeadDuplicateList", { by: "phone" })).body.resultData?.list ?? [];
  expect(await groups()).toMatchObject([{ total: 3 }]);
  for (const leadId of [one, two]) await call("DismissDuplicate", { leadId, otherId: leaver });
  expect(await groups()).toEqual([]);
});

test("a family with a shared number is not a duplicate", async () => {
  const familyId = "0197a000-0000-7000-8000-000000000001" as never;
  const [one] = [await build({ nickname: "甲", contact1_e164: "85260000001", family_id: familyId })];
  await build({ nickname: "乙", contact1_e164: "85260000001", family_id: familyId });
  expect(await like(one)).toEqual([]);
  const { body } = await call<Groups>("LeadDuplicateList", { by: "phone" });
  expect(body.resultData?.list).toEqual([]);
});
