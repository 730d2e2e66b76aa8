import type { AccountId, LeadId } from "@homeroom/contract/ids";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { buildLead } from "../for-tests.ts";
import {
  gptStatus,
  leadForNewContact,
  leadHeads,
  type NewContact,
  recordCustomerMessage,
  recordStaffMessage,
} from "../public.ts";
import type { Lead } from "../record/queries/load-lead.ts";

const base = prepareDatabase();
let organization: TestOrganization;
const at = new Date("2026-11-20T16:30:00Z");

beforeEach(async () => {
  organization = await buildOrganization(base.db);
});

const inside = <Result>(work: Parameters<typeof inTransaction<Result>>[2]) =>
  inTransaction(base.db, organization.scope, work);

const arrives = (given: Partial<NewContact> = {}) =>
  inside((tx) =>
    leadForNewContact(tx, organization.scope, {
      branchId: organization.branchIds[0],
      nickname: "Amy",
      phoneE164: "85261234567",
      leadChannelCode: "WhatsApp_chat",
      at,
      ...given,
    }),
  );

const sales = (count: number) =>
  Promise.all(Array.from({ length: count }, () => buildAccount(base.db, organization, { role: "sales" })));

async function rowOf(leadId: LeadId) {
  const { rows } = await base.owner.query<Lead>("select * from lead where lead_id = $1", [leadId]);
  return rows[0];
}

async function historyOf(leadId: LeadId) {
  const { rows } = await base.owner.query<{ action_type: number; operator_id: string | null; details: object }>(
    "select action_type, operator_id, details from lead_log where lead_id = $1 order by created_at, action_type",
    [leadId],
  );
  return rows;
}

test("a new customer becomes a lead with an owner and a history", async () => {
  const [person] = await sales(1);
  const lead = await arrives();
  expect(lead).toMatchObject({ salesId: person?.accountId, tutorId: null, created: true });
  expect(await rowOf(lead.leadId)).toMatchObject({
    nickname: "Amy",
    area_code: "+852",
    phone: "61234567",
    phone_e164: "85261234567",
    country: "HK",
    lead_type: 1,
    version: 1,
    created_by: null,
    last_contact_at: at,
  });
  const { rows } = await base.owner.query("select lead_date::text from lead where lead_id = $1", [lead.leadId]);
  expect(rows).toEqual([{ lead_date: "2026-11-21" }]);
  expect(await historyOf(lead.leadId)).toEqual([
    { action_type: 1, operator_id: null, details: { channel: "WhatsApp_chat" } },
    { action_type: 3, operator_id: null, details: { salesId: person?.accountId } },
  ]);
  const heads = await inside((tx) => leadHeads(tx, organization.scope, [lead.leadId]));
  expect(heads.get(lead.leadId)).toMatchObject({ nickname: "Amy", phone: "+852 61234567", status: { name: "新名單" } });
});

test("the lead with that number is found, even at another branch", async () => {
  const leadId = await buildLead(base.db, organization, { phone_e164: "85261234567", sales_id: null });
  const found = await arrives({ branchId: organization.branchIds[1] });
  expect(found).toEqual({ leadId, branchId: organization.branchIds[0], salesId: null, tutorId: null, created: false });
});

test("a deleted lead, and one of another organisation, are not found", async () => {
  await buildLead(base.db, organization, { phone_e164: "85261234567", deleted_at: new Date() });
  await buildLead(base.db, await buildOrganization(base.db, "別家"), { phone_e164: "85261234567" });
  expect((await arrives()).created).toBe(true);
});

test("twenty simultaneous messages of a new number create one lead and use one turn", async () => {
  const people = await sales(3);
  const found = await Promise.all(Array.from({ length: 20 }, () => arrives()));
  expect(new Set(found.map((lead) => lead.leadId)).size).toBe(1);
  expect(found.filter((lead) => lead.created)).toHaveLength(1);
  expect(new Set(found.map((lead) => lead.salesId)).size).toBe(1);
  const { rows } = await base.owner.query("select account_id from branch_turn where organization_id = $1", [
    organization.organizationId,
  ]);
  expect(rows).toEqual([{ account_id: found[0]?.salesId }]);
  expect(people.map((person) => person.accountId)).toContain(found[0]?.salesId);
});

test("leads are assigned in turn, both successively and simultaneously", async () => {
  const people = await sales(3);
  await buildAccount(base.db, organization, { role: "sales", status: 0 });
  await buildAccount(base.db, organization, { role: "sales", branchIds: [organization.branchIds[1]] });
  await buildAccount(base.db, organization, { role: "teacher" });
  const given = new Map<AccountId | null, number>();
  const count = (id: AccountId | null) => given.set(id, (given.get(id) ?? 0) + 1);
  for (let n = 0; n < 6; n++) count((await arrives({ phoneE164: `8526000000${n}` })).salesId);
  expect([...given.values()]).toEqual([2, 2, 2]);
  const atOnce = await Promise.all(Array.from({ length: 24 }, (_, n) => arrives({ phoneE164: `852610000${10 + n}` })));
  for (const lead of atOnce) count(lead.salesId);
  expect(new Set(given.keys())).toEqual(new Set(people.map((person) => person.accountId)));
  expect([...given.values()]).toEqual([10, 10, 10]);
});

test("without sales the lead has no owner, and without a number each message creates a lead", async () => {
  const [one, other] = [await arrives({ phoneE164: null }), await arrives({ phoneE164: null })];
  expect([one.salesId, one.created, other.created]).toEqual([null, true, true]);
  expect((await historyOf(one.leadId)).map((row) => row.action_type)).toEqual([1]);
});

test("an empty or too long name is replaced by a valid one", async () => {
  const nickname = async (given: Partial<NewContact>) => (await rowOf((await arrives(given)).leadId))?.nickname;
  expect(await nickname({ nickname: "", phoneE164: "85261230001" })).toBe("61230001");
  expect(await nickname({ nickname: "名".repeat(200), phoneE164: null })).toBe("名".repeat(64));
});

test("after 14 days of silence a message makes a repeat lead; before, it moves last contact alone", async () => {
  const before = (days: number) => new Date(at.getTime() - days * 86_400_000);
  const leadId = await buildLead(base.db, organization, { last_contact_at: before(13.9) });
  const write = (moment: Date) => inside((tx) => recordCustomerMessage(tx, organization.scope, { leadId, at: moment }));
  await write(at);
  expect(await rowOf(leadId)).toMatchObject({ last_contact_at: at, lead_type: 1, revisit_count: 0, version: 1 });
  await write(before(2));
  expect(await rowOf(leadId)).toMatchObject({ last_contact_at: at, version: 1 });

  const later = new Date(at.getTime() + 14 * 86_400_000);
  await Promise.all([write(later), write(later), write(later)]);
  expect(await rowOf(leadId)).toMatchObject({
    last_contact_at: later,
    lead_type: 2,
    revisit_count: 1,
    lead_count: 2,
    version: 2,
  });
  expect(await historyOf(leadId)).toEqual([{ action_type: 2, operator_id: null, details: {} }]);
});

test("a message of staff pauses GPT once, and last contact never goes back", async () => {
  const leadId = await buildLead(base.db, organization, { gpt_status: gptStatus.on });
  const write = (moment: Date) => inside((tx) => recordStaffMessage(tx, organization.scope, { leadId, at: moment }));
  expect(await write(at)).toMatchObject({ gptStatus: gptStatus.paused });
  expect(await write(new Date(at.getTime() - 60_000))).toMatchObject({ gptStatus: gptStatus.paused });
  expect(await rowOf(leadId)).toMatchObject({ gpt_status: 2, last_contact_at: at, version: 2 });
  const off = await buildLead(base.db, organization, { gpt_status: gptStatus.off });
  await inside((tx) => recordStaffMessage(tx, organization.scope, { leadId: off, at }));
  expect(await rowOf(off)).toMatchObject({ gpt_status: 0, version: 1 });
});
