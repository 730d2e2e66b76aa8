import type { LeadId, RecordId } from "@homeroom/contract/ids";
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { inboundText, receive } from "#modules/inbox/for-tests";
import { buildSession, callApi } from "#modules/sign-in/for-tests";
import type { TestDatabase } from "#platform/db/for-tests";
import { preparePlans, sendingOf, type TestPlans } from "./for-tests.ts";
import { processNews, workOnPlans } from "./jobs.ts";

let base: TestDatabase;
let app: FastifyInstance;
let plans: TestPlans;

preparePlans((desk) => {
  ({ base, app, plans } = desk);
});

async function personWith(role: "admin" | "tutor"): Promise<string> {
  const person = await buildAccount(base.db, plans.organization, { role });
  await base.owner.query("update conversation set tutor_id = $1 where organization_id = $2", [
    person.accountId,
    plans.organization.organizationId,
  ]);
  return buildSession(base.db, plans.organization, { ...person, branchId: plans.organization.branchIds[0] });
}

async function talkedAt(): Promise<(Date | null)[]> {
  const { rows } = await base.owner.query<{ at: Date | null }>(
    `select talked_at as at from lead join conversation using (organization_id, lead_id) where organization_id = $1`,
    [plans.organization.organizationId],
  );
  return rows.map(({ at }) => at);
}

interface Beside {
  recordID: RecordId;
  name: string;
  replyTime: string | null;
  canOpen: boolean;
}

async function beside(leadId: LeadId, token: string): Promise<Beside[]> {
  const { body } = await callApi<{ list: Beside[] }>(app, `GET /api_chat/Broadcast/LeadPlans?leadId=${leadId}`, {
    token,
  });
  if (!body.resultData) throw new Error(`The plans are not shown: ${JSON.stringify(body)}`);
  return body.resultData.list;
}

test("a conversation shows the plans sent to its customer, linked for people who see plans", async () => {
  const planId = await plans.add({ filter: null, numbers: ["+85291234001"] });
  await workOnPlans(sendingOf(base));
  await workOnPlans(sendingOf(base));
  // A broadcast alone is no talk with its lead.
  expect(await talkedAt()).toEqual([null]);
  await receive(base, plans.channel, [
    inboundText({ from: { phone: "85291234001" }, sentAt: new Date(Date.now() + 1000) }),
  ]);
  expect(await talkedAt()).toEqual([expect.any(Date)]);
  await processNews(base.db);
  const { rows } = await base.owner.query<{ lead_id: LeadId }>(
    "select lead_id from conversation where organization_id = $1",
    [plans.organization.organizationId],
  );
  const leadId = rows[0]?.lead_id as LeadId;
  const [shown] = await beside(leadId, await personWith("tutor"));
  expect(shown).toMatchObject({ recordID: planId, name: "暑期班", canOpen: false });
  expect(shown?.replyTime).not.toBeNull();
  expect(await beside(leadId, await personWith("admin"))).toMatchObject([{ recordID: planId, canOpen: true }]);
});

test("plans can be filtered by author", async () => {
  const mine = await plans.add({ draft: true });
  await base.owner.query("update broadcast_plan set created_by = null where plan_id <> $1", [mine]);
  const token = await personWith("admin");
  const { body } = await callApi<{ list: { accountID: string }[] }>(app, "GET /api_chat/Broadcast/PlanCreators", {
    token,
  });
  const creators = body.resultData?.list ?? [];
  const found = async (creator?: string) =>
    (await plans.post<{ list: { recordID: string }[] }>("PlanList", { creatorID: creator })).body.resultData?.list ??
    [];
  const [maker] = creators;
  expect(creators).toHaveLength(1);
  expect(await found(maker?.accountID)).toMatchObject([{ recordID: mine }]);
  expect(await found("0190c3a0-0000-7000-8000-000000000002")).toEqual([]);
});
