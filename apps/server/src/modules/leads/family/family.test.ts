import type { LeadId } from "@homeroom/contract/ids";
import type { LeadFamily } from "@homeroom/contract/lead-families";
import type { LeadCard } from "@homeroom/contract/leads";
import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#platform/db/transaction";
import { prepareLeadCalls } from "../for-tests.ts";
import { leadForNewContact } from "../public.ts";

const { desk, owner, call, card, build } = prepareLeadCalls();
beforeEach(() => desk.owner.query("delete from lead"));

const familyOf = async (leadId: LeadId, as = owner.token) =>
  (await call<LeadFamily>("FamilyOfLead", { leadId }, as)).body.resultData as LeadFamily;
const membersOf = async (leadId: LeadId, as = owner.token) =>
  (await familyOf(leadId, as)).members.map((lead) => lead.leadId);

const mother = { name: "陳太", email: "", areaCode: "+852", phone: "91234567" };
const father = { name: "陳先生", email: "", areaCode: "+852", phone: "98765432" };
const grandmother = { name: "外婆", email: "", areaCode: "+852", phone: "95550000" };
const ofMother = { contact1: JSON.stringify(mother), contact1_e164: "85291234567" };

async function addSibling(leadId: LeadId, nickname: string, more: object = {}): Promise<LeadId> {
  const { body } = await call<{ leadId: LeadId }>("AddSibling", { leadId, form: { nickname, ...more } });
  return body.resultData?.leadId as LeadId;
}

const writes = (phoneE164: string) =>
  inTransaction(desk.db, desk.organization.scope, (tx) =>
    leadForNewContact(tx, desk.organization.scope, {
      branchId: desk.organization.branchIds[0],
      nickname: "陳太",
      phoneE164,
      leadChannelCode: "WhatsApp_chat",
      at: new Date(),
    }),
  );

test("a sibling has the same contacts, people and channel, and its own name and birthday", async () => {
  const sales = await desk.signIn({ role: "sales" });
  const first = await build({ nickname: "陳大寶", sales_id: sales.accountId, ...ofMother });
  const second = await addSibling(first, "陳二寶", { birthday: "2018-02-03", grade: "K3" });
  expect(await card(second)).toMatchObject({
    nickname: "陳二寶",
    birthday: "2018-02-03",
    grade: "K3",
    contact1: mother,
    sales: sales.accountId,
    phone: "",
  });
  expect(await familyOf(second)).toMatchObject({ name: "陳家", mainLeadId: first, hasConversation: false });
  expect(await membersOf(first)).toEqual([first, second]);
});

test("the number of a parent who wrote becomes contact 1 of the whole family", async () => {
  const parent = await build({ nickname: "陳太", area_code: "+852", phone: "91234567", phone_e164: "85291234567" });
  const child = await addSibling(parent, "陳二寶");
  for (const leadId of [parent, child])
    expect((await card(leadId)).contact1).toMatchObject({ areaCode: "+852", phone: "91234567" });
  expect((await writes("85291234567")).leadId).toBe(parent);
});

test("repeating the create of a sibling makes one lead", async () => {
  const first = await build();
  const siblingId = "0197a000-0000-7000-8000-00000000000c";
  await addSibling(first, "二寶", { siblingId });
  await addSibling(first, "二寶", { siblingId });
  expect(await membersOf(first)).toHaveLength(2);
});

test.each(["EditLeadContactInfo", "EditLeadInfo", "ChangeLeadInfo"])(
  "%s writes the contacts of all of them",
  async (name) => {
    const first = await build({ nickname: "陳大寶", ...ofMother });
    const second = await addSibling(first, "陳二寶");
    const contacts = {
      contact1: { ...mother, phone: "6111 1111" },
      contact2: { name: "爸爸", areaCode: "+852", phone: "62222222" },
    };
    const lead = await card(second);
    const form = {
      EditLeadContactInfo: contacts,
      EditLeadInfo: { nickname: "陳二寶", ...contacts },
      ChangeLeadInfo: { changes: contacts },
    }[name];
    expect((await call(name, { leadId: second, version: lead.version, ...form })).status).toBe(200);
    const after = await card(first);
    expect(after).toMatchObject({
      contact1: { phone: "61111111" },
      contact2: { name: "爸爸", phone: "62222222" },
      version: 3,
    });
    const { rows } = await desk.owner.query(
      "select details->'fields' as fields from lead_log where lead_id = $1 and action_type = 12",
      [first],
    );
    expect(rows).toContainEqual({ fields: ["contact1", "contact2"] });
    for (const phone of ["85261111111", "85262222222"]) expect((await writes(phone)).leadId).toBe(first);
  },
);

test("simultaneous saves of two members' contacts end in the same contacts", async () => {
  const first = await build({ nickname: "陳大寶", ...ofMother });
  const second = await addSibling(first, "陳二寶");
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await card(first), await card(second)];
    const save = (lead: LeadCard, phone: string) =>
      call("EditLeadContactInfo", {
        leadId: lead.leadId,
        version: lead.version,
        contact1: { ...mother, phone },
        contact2: {},
      });
    const answers = await Promise.all([save(one, `6100000${round}`), save(other, `6200000${round}`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [a, b] = [await card(first), await card(second)];
    expect(a.contact1).toEqual(b.contact1);
  }
});

test.each([
  ["the other parent takes the free place", { ...father }, {}, { contact1: mother, contact2: father }],
  ["a parent of both is there once", { ...mother, name: "媽媽" }, {}, { contact1: mother, contact2: {} }],
  ["who is there already keeps the place", { ...father }, grandmother, { contact1: mother, contact2: grandmother }],
])("of the contacts of a lead that joins, %s", async (_, theirs, second, expected) => {
  const child = await build({ nickname: "甲", ...ofMother, contact2: JSON.stringify(second) });
  const joining = await build({
    nickname: "乙",
    contact1: JSON.stringify(theirs),
    contact1_e164: `852${theirs.phone}`,
  });
  expect((await call("JoinFamily", { leadId: joining, withLeadId: child })).status).toBe(200);
  for (const leadId of [child, joining]) expect(await card(leadId)).toMatchObject(expected);
});

test("leads can join and leave a family; a leaver keeps the contacts", async () => {
  const [first, second, third] = [
    await build({ nickname: "甲", ...ofMother }),
    await build({ nickname: "乙" }),
    await build({ nickname: "丙" }),
  ];
  const join = (leadId: LeadId, withLeadId: LeadId) => call("JoinFamily", { leadId, withLeadId });
  expect((await join(second, first)).status).toBe(200);
  expect((await join(second, first)).status).toBe(200);
  expect((await join(first, third)).status).toBe(200);
  expect(await membersOf(third)).toEqual([first, second, third]);
  expect((await card(third)).contact1).toEqual(mother);
  await call("LeaveFamily", { leadId: first });
  await call("LeaveFamily", { leadId: first });
  expect(await membersOf(first)).toEqual([]);
  expect(await familyOf(third)).toMatchObject({ mainLeadId: second });
  expect((await card(first)).contact1).toEqual(mother);
  expect((await join(first, first)).status).toBe(422);
});

test("the history records who joined or left a family, and the contacts they received", async () => {
  const [first, second] = [
    await build({ nickname: "甲", ...ofMother }),
    await build({ nickname: "乙", contact1: JSON.stringify(father), contact1_e164: "85298765432" }),
  ];
  await call("JoinFamily", { leadId: second, withLeadId: first });
  await call("LeaveFamily", { leadId: second });
  const { rows } = await desk.owner.query<{ details: object }>(
    "select details from lead_log where lead_id = $1 and details ? 'family' order by created_at, log_id",
    [second],
  );
  const changes = [
    { field: "contact1", before: father, after: mother },
    { field: "contact2", before: expect.objectContaining({ phone: "" }), after: father },
  ];
  expect(rows.map(({ details }) => details)).toEqual([
    { fields: ["contact1", "contact2"], changes, family: "joined" },
    { family: "left" },
  ]);
});

test("simultaneous joins of the same leads never deadlock", async () => {
  for (let round = 0; round < 5; round++) {
    // Only some have numbers, which are what joins of one lead would otherwise wait for.
    const leads = await Promise.all(Array.from({ length: 5 }, (_, index) => build(index % 3 === 2 ? ofMother : {})));
    const pairs = leads.flatMap((leadId) => leads.map((withLeadId) => ({ leadId, withLeadId })));
    const others = pairs.filter(({ leadId, withLeadId }) => leadId !== withLeadId);
    const answers = await Promise.all(others.map((pair) => call("JoinFamily", pair)));
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200));
    for (const leadId of leads) {
      const { contact1 } = await card(leadId);
      for (const member of await membersOf(leadId)) expect((await card(member)).contact1).toEqual(contact1);
    }
  }
});

test("a family belongs to one branch and has at most twenty members", async () => {
  const first = await build();
  const there = await build({ branch_id: desk.organization.branchIds[1] });
  expect((await call("JoinFamily", { leadId: first, withLeadId: there })).body).toMatchObject({
    name: "LEAD_FAMILY_OTHER_BRANCH",
  });
  for (let n = 2; n <= 20; n++) await addSibling(first, `${n}寶`);
  expect((await call("AddSibling", { leadId: first, form: { nickname: "又一寶" } })).body).toMatchObject({
    name: "LEAD_FAMILY_FULL",
  });
  expect((await call("JoinFamily", { leadId: await build(), withLeadId: first })).body).toMatchObject({
    name: "LEAD_FAMILY_FULL",
  });
  expect((await call("AddSibling", { leadId: there, form: { nickname: "" } })).body).toMatchObject({
    name: "LEAD_NICKNAME_REQUIRED",
  });
});

test("an invisible member is not shown, but shares the contacts", async () => {
  const sales = await desk.signIn({ role: "sales" });
  const colleague = await desk.signIn({ role: "sales" });
  const mine = await build({ sales_id: sales.accountId });
  const theirs = await build({ sales_id: colleague.accountId });
  await call("JoinFamily", { leadId: mine, withLeadId: theirs });
  expect(await familyOf(mine, sales.token)).toMatchObject({ mainLeadId: null });
  expect(await membersOf(mine, sales.token)).toEqual([mine]);
  const { version } = await card(mine);
  await call("EditLeadContactInfo", { leadId: mine, version, contact1: mother, contact2: {} }, sales.token);
  expect((await card(theirs)).contact1).toEqual(mother);
});

test("for leads without a family, the one at the branch with the latest conversation is used", async () => {
  const [, elsewhere] = desk.organization.branchIds;
  const second = { contact2_e164: "85291234567" };
  await build({ ...second, branch_id: elsewhere, last_contact_at: new Date("2026-11-20T00:00:00Z") });
  await build({ ...second, last_contact_at: new Date("2026-11-01T00:00:00Z") });
  const talked = await build({ ...second, last_contact_at: new Date("2026-11-02T00:00:00Z") });
  await build(second);
  expect((await writes("85291234567")).leadId).toBe(talked);
  const first = await build(ofMother);
  expect((await writes("85291234567")).leadId).toBe(first);
  const own = await build({ phone_e164: "85291234567" });
  expect((await writes("85291234567")).leadId).toBe(own);
});

test("a merge moves the family, with the contacts of the merged lead", async () => {
  const first = await build({ nickname: "陳大寶", ...ofMother });
  const second = await addSibling(first, "陳二寶");
  const twin = await build({ nickname: "大寶" });
  const { version } = await card(first);
  const { status } = await call("MergeLeads", { keep: twin, from: first, versions: { keep: 1, from: version } });
  expect(status).toBe(200);
  expect(await familyOf(second)).toMatchObject({ mainLeadId: twin });
  expect((await membersOf(second)).sort()).toEqual([second, twin].sort());
});
