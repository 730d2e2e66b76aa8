import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { inboundText, receive, testProvider } from "#modules/inbox/for-tests";
import { ProviderFailure } from "#modules/inbox/port";
import type { TestDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { claimBatch } from "./actions/send-batch.ts";
import { preparePlans, sendingOf, type TestPlans } from "./for-tests.ts";
import { endSilence, processNews, workOnPlans } from "./jobs.ts";
import { forgetRecipients } from "./public.ts";

let base: TestDatabase;
let plans: TestPlans;

preparePlans((desk) => {
  ({ base, plans } = desk);
});

const toBin = (leadId: LeadId, into: LeadId | null = null) =>
  base.owner.query("update lead set deleted_at = now(), merged_into = $2 where lead_id = $1", [leadId, into]);
const erase = (...leadIds: LeadId[]) =>
  inTransaction(base.db, plans.organization.scope, (tx) => forgetRecipients(tx, plans.organization.scope, leadIds));

async function start(given: object = {}): Promise<RecordId> {
  const planId = await plans.add(given);
  await workOnPlans(sendingOf(base));
  return planId;
}

interface Recipient {
  leadId: LeadId | null;
  phone: string | null;
  state: string;
  reason: string | null;
}

async function recipientsOf(planId: RecordId): Promise<Recipient[]> {
  const { rows } = await base.owner.query<Recipient>(
    `select lead_id as "leadId", phone, state, reason from broadcast_recipient where plan_id = $1 order by recipient_id`,
    [planId],
  );
  return rows;
}

async function countLeads(): Promise<number> {
  const { rowCount } = await base.owner.query("select from lead where organization_id = $1", [
    plans.organization.organizationId,
  ]);
  return rowCount ?? 0;
}

async function resentTo(recordID: RecordId, part: "all" | "failed" = "all"): Promise<RecordId> {
  await base.owner.query(
    "update broadcast_plan set state = 'completed', started_at = now(), finished_at = now() where plan_id = $1",
    [recordID],
  );
  const { body } = await plans.post<{ recordID: RecordId }>("ResendPlan", { recordID, part });
  if (!body.resultData) throw new Error(`It was not sent again: ${JSON.stringify(body)}`);
  await workOnPlans(sendingOf(base));
  return body.resultData.recordID;
}

const left = { state: "excluded", reason: "leadGone" };

test("a lead in the bin is left out at its turn; a number without a lead is not", async () => {
  await receive(base, plans.channel, [inboundText({ from: { phone: "85291234001" } })]);
  const known = await base.owner.query<{ lead_id: LeadId }>("select lead_id from lead where organization_id = $1", [
    plans.organization.organizationId,
  ]);
  const unknown = await plans.leadWith("91234002");
  const planId = await start({ numbers: ["+852 9123 4003"] });
  for (const leadId of [unknown, ...known.rows.map(({ lead_id: id }) => id)]) await toBin(leadId);
  await workOnPlans(sendingOf(base));
  const found = await recipientsOf(planId);
  expect(found.find(({ phone }) => phone === "85291234001")).toMatchObject(left);
  expect(found.find(({ phone }) => phone === "85291234002")).toMatchObject(left);
  expect(found.find(({ phone }) => phone === "85291234003")).toMatchObject({ state: "queued" });
  expect(await plans.messages()).toHaveLength(1);
  // The two leads, and the one of the number that was typed.
  expect(await countLeads()).toBe(3);
  expect(await plans.info(planId)).toMatchObject({
    counters: { total: 1, excluded: 2 },
    reasons: [{ state: "excluded", reason: "leadGone", count: 2 }],
  });
});

test("a lead deleted after the batch was claimed is not sent to individually either", async () => {
  const leadId = await plans.leadWith("91234001");
  const planId = await start();
  // Whose number no lead has is left out of the batch.
  await base.owner.query("update lead set phone_e164 = null, phone = '' where lead_id = $1", [leadId]);
  const batch = await claimBatch(sendingOf(base), plans.organization.scope, planId);
  await toBin(leadId);
  if (!batch || "waitMs" in batch) throw new Error("Nobody had their turn");
  await batch.rest();
  expect(await recipientsOf(planId)).toMatchObject([left]);
  expect(await countLeads()).toBe(1);
});

test("the kept lead of a merge gets the message", async () => {
  const from = await plans.leadWith("91234001");
  const planId = await start();
  const kept = await plans.leadWith("91234009");
  await toBin(from, kept);
  await base.owner.query("update lead set contact2_e164 = '85291234001' where lead_id = $1", [kept]);
  await workOnPlans(sendingOf(base));
  expect(await recipientsOf(planId)).toMatchObject([{ state: "queued" }]);
  expect(await countLeads()).toBe(2);
});

test("resending leaves out leads in the bin, and checks the consent of the kept lead of a merge", async () => {
  const [gone, merged, there] = [
    await plans.leadWith("91234001"),
    await plans.leadWith("91234002"),
    await plans.leadWith("91234003"),
  ];
  const planId = await start();
  const [between, kept] = [await plans.leadWith("91234008"), await plans.leadWith("91234009")];
  await toBin(gone);
  await toBin(merged, between);
  await toBin(between, kept);
  await base.owner.query(
    `insert into consent_entry (organization_id, lead_id, channel, decision, source, said_at)
     values ($1, $2, 'whatsapp', 'withdrawn', 'staff', now())`,
    [plans.organization.organizationId, kept],
  );
  const again = await recipientsOf(await resentTo(planId));
  expect(again.find(({ leadId }) => leadId === gone)).toMatchObject(left);
  expect(again.find(({ leadId }) => leadId === kept)).toMatchObject({ state: "excluded", reason: "consentWithdrawn" });
  expect(again.find(({ leadId }) => leadId === there)).toMatchObject({ state: "waiting" });
});

test("erased leads are left out, also when a plan is resent", async () => {
  const [waits, had] = [await plans.leadWith("91234001"), await plans.leadWith("91234002")];
  const planId = await start();
  await base.owner.query("update broadcast_recipient set state = 'delivered' where plan_id = $1 and lead_id = $2", [
    planId,
    had,
  ]);
  await erase(waits, had);
  expect(await recipientsOf(planId)).toEqual([
    { leadId: null, phone: null, ...left },
    { leadId: null, phone: null, state: "delivered", reason: null },
  ]);
  expect(await plans.info(planId)).toMatchObject({
    counters: { total: 1, excluded: 1 },
    reasons: [{ state: "excluded", reason: "leadGone", count: 1 }],
  });
  await workOnPlans(sendingOf(base));
  expect(await plans.messages()).toEqual([]);
  expect(await recipientsOf(await resentTo(planId))).toEqual([]);
});

test("a waiting message is removed with its erased lead, and the plan ends without it", async () => {
  const [waits, had] = [await plans.leadWith("91234001"), await plans.leadWith("91234002")];
  const planId = await start({ numbers: ["+852 9123 4003"] });
  const passing = {
    class: "retryable",
    code: "1",
    reason: "providerUnavailable",
    detail: "",
    stops: "message",
  } as const;
  const provider = testProvider();
  provider.answer = async ({ id, to }) => {
    if (to.phone?.endsWith("2")) return { providerMessageId: `wamid.${id}` };
    throw new ProviderFailure(passing);
  };
  await workOnPlans(sendingOf(base, provider));
  await processNews(base.db);
  expect((await recipientsOf(planId)).map(({ state }) => state).toSorted()).toEqual(["accepted", "queued", "queued"]);
  // The number that was typed is a lead by now.
  const { rows } = await base.owner.query<{ id: LeadId }>(
    "select lead_id as id from lead where organization_id = $1 and phone_e164 = '85291234003'",
    [plans.organization.organizationId],
  );
  const gone = [waits, ...rows.map(({ id }) => id)];
  expect(gone).toHaveLength(2);
  await erase(...gone);
  await base.owner.query("delete from lead where lead_id = any($1)", [gone]);
  const nobody = { leadId: null, phone: null, ...left };
  expect((await recipientsOf(planId)).filter(({ leadId }) => leadId !== had)).toEqual([nobody, nobody]);
  await workOnPlans(sendingOf(base));
  expect(await plans.info(planId)).toMatchObject({
    state: "completed",
    counters: { total: 1, accepted: 1, excluded: 2 },
    reasons: [{ state: "excluded", reason: "leadGone", count: 2 }],
  });
});

test("a message to a lead that was erased since counts as failed after seven days of silence, too", async () => {
  const leadId = await plans.leadWith("91234001");
  const planId = await start({ numbers: [] });
  await workOnPlans(sendingOf(base));
  await processNews(base.db);
  await erase(leadId);
  await base.owner.query("update broadcast_recipient set queued_at = now() - interval '8 days' where plan_id = $1", [
    planId,
  ]);
  await endSilence(base.db);
  expect(await plans.info(planId)).toMatchObject({
    counters: { accepted: 0, failed: 1 },
    reasons: [{ reason: "noAnswer" }],
  });
});
