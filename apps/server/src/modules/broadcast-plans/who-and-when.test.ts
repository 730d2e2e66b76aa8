import type { RecordId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { buildChannel, inboundText, receive } from "#modules/inbox/for-tests";
import { buildLead } from "#modules/leads/for-tests";
import { connectDatabase } from "#platform/db/database";
import type { TestDatabase } from "#platform/db/for-tests";
import { startPlan } from "./actions/start-plan.ts";
import { buildApprovedTemplate, preparePlans, sendingOf, type TestPlans } from "./for-tests.ts";
import { workOnPlans } from "./jobs.ts";

let base: TestDatabase;
let plans: TestPlans;

preparePlans((desk) => {
  ({ base, plans } = desk);
});

const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const phones = ["91234001", "91234002", "91234003"];

function resultOf<Result>({ body }: { body: { resultData: Result | null } }): Result {
  if (body.resultData === null) throw new Error("The call was refused");
  return body.resultData;
}

test("leaves out excluded people, with the reason", async () => {
  await plans.leadWith(phones[0] as string);
  await plans.leadWith(phones[1] as string);
  await plans.leadWith(phones[2] as string);
  await buildLead(base.db, plans.organization, { phone: "", phone_e164: null });
  await receive(
    base,
    plans.channel,
    phones.map((phone) => inboundText({ from: { phone: `852${phone}` } })),
  );
  await base.owner.query("update channel_contact set blocked_at = now() where phone = $1 and organization_id = $2", [
    `852${phones[0]}`,
    plans.organization.organizationId,
  ]);
  await base.owner.query(
    "update channel_contact set marketing_stopped_at = now() where phone = $1 and organization_id = $2",
    [`852${phones[1]}`, plans.organization.organizationId],
  );
  const estimate = async (given: object = {}) => {
    const { name: _name, ...rest } = plans.form(given) as { name: string };
    return resultOf(await plans.post<{ count: number; excluded: unknown[] }>("EstimateCost", rest));
  };
  const marketing = await estimate();
  expect(marketing).toMatchObject({ count: 1, amount: null, balance: null });
  expect(marketing.excluded).toEqual(
    expect.arrayContaining([
      { reason: "blocked", count: 1 },
      { reason: "optedOut", count: 1 },
      { reason: "noNumber", count: 1 },
    ]),
  );
  expect(
    await estimate({ templateID: await buildApprovedTemplate(base, plans.organization, "utility") }),
  ).toMatchObject({
    count: 2,
  });
  await plans.add();
  await workOnPlans(sendingOf(base));
  await workOnPlans(sendingOf(base));
  expect(await estimate()).toMatchObject({ count: 0 });
});

test("a typed number of another branch's lead is left out of a plan of one branch", async () => {
  const { organization } = plans;
  const [own, other] = organization.branchIds;
  const leadAt = (branchId: typeof own, phone: string) =>
    buildLead(base.db, organization, { branch_id: branchId, phone, phone_e164: `852${phone}` });
  await leadAt(own, phones[0] as string);
  await leadAt(other, phones[1] as string);
  const planId = await plans.add({ filter: null, numbers: phones.map((phone) => `+852${phone}`) });
  await base.owner.query("update broadcast_plan set reach_branch_id = $1 where plan_id = $2", [own, planId]);
  await workOnPlans(sendingOf(base));
  expect(await plans.info(planId)).toMatchObject({
    counters: { total: 2, excluded: 1 },
    reasons: [{ state: "excluded", reason: "otherBranch", count: 1 }],
  });
});

test("people who withdrew consent are left out at the start and before their turn", async () => {
  const early = await plans.leadWith(phones[0] as string);
  const late = await plans.leadWith(phones[1] as string);
  const withdraw = (leadId: string, decision = "withdrawn") =>
    base.owner.query(
      "insert into consent_entry (organization_id, lead_id, channel, decision, source, said_at) values ($1, $2, 'whatsapp', $3, 'staff', now())",
      [plans.organization.organizationId, leadId, decision],
    );
  await withdraw(early);
  const { name: _name, ...audience } = plans.form() as { name: string };
  const estimate = await plans.post<{ count: number; excluded: unknown[] }>("EstimateCost", audience);
  expect(resultOf(estimate)).toMatchObject({ count: 1, excluded: [{ reason: "consentWithdrawn", count: 1 }] });
  const planId = await plans.add();
  await workOnPlans(sendingOf(base));
  await withdraw(late);
  await workOnPlans(sendingOf(base));
  expect(await plans.messages()).toHaveLength(0);
  expect(await plans.info(planId)).toMatchObject({
    counters: { total: 0, excluded: 2 },
    reasons: [{ state: "excluded", reason: "consentWithdrawn", count: 2 }],
  });
  await withdraw(late, "given");
  const utility = await plans.add({ templateID: await buildApprovedTemplate(base, plans.organization, "utility") });
  await workOnPlans(sendingOf(base));
  expect(await plans.info(utility)).toMatchObject({ counters: { total: 2 } });
});

test("marketing waits during quiet hours, and shows until when; a service notice does not", async () => {
  await plans.leadWith(phones[0] as string);
  const clock = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000).toLocaleTimeString("en-GB", { timeZone: "Asia/Hong_Kong" }).slice(0, 5);
  await plans.quietHours(clock(-60), clock(60));
  const planId = await plans.add();
  await workOnPlans(sendingOf(base));
  await workOnPlans(sendingOf(base));
  expect(await plans.messages()).toHaveLength(0);
  const { quietUntil, state } = await plans.info(planId);
  expect(state).toBe("running");
  expect(Math.abs(Date.parse(quietUntil as string) - Date.now() - 3_600_000)).toBeLessThan(120_000);
  await plans.add({ templateID: await buildApprovedTemplate(base, plans.organization, "utility") });
  await workOnPlans(sendingOf(base));
  await workOnPlans(sendingOf(base));
  expect(await plans.messages()).toHaveLength(1);
  await plans.quietHours(clock(60), clock(120));
  await workOnPlans(sendingOf(base));
  expect(await plans.messages()).toHaveLength(2);
  expect(await plans.info(planId)).toMatchObject({ quietUntil: null });
});

test("two processes together keep its pace", async () => {
  const numbers = Array.from({ length: 20 }, (_, index) => `+852 9123 41${String(index).padStart(2, "0")}`);
  const planId = await plans.add({ filter: null, numbers, perMinute: 120 });
  await workOnPlans(sendingOf(base));
  const start = Date.now();
  let sent = 0;
  while (sent < 4) {
    await Promise.all([workOnPlans(sendingOf(base)), workOnPlans(sendingOf(base))]);
    sent = (await plans.messages()).length;
  }
  expect(sent).toBeLessThanOrEqual(2 + ((Date.now() - start) / 1000) * 2);
  expect(await plans.info(planId)).toMatchObject({ perMinute: 120 });
});

test("a plan limited by the branch's answers waits in every process until it has answered", async () => {
  const numbers = Array.from({ length: 4 }, (_, index) => `+852 9123 420${index}`);
  const ask = (phone: string) => receive(base, plans.channel, [inboundText({ from: { phone } })]);
  const both = () => Promise.all([workOnPlans(sendingOf(base)), workOnPlans(sendingOf(base))]);
  await ask("85291239001");
  await ask("85291239002");
  const planId = await plans.add({ filter: null, numbers, mostUnanswered: 1 });
  await both();
  await both();
  expect(await plans.messages()).toHaveLength(0);
  expect(await plans.info(planId)).toMatchObject({ state: "running", waitsForAnswers: true, pausedTime: null });
  await base.owner.query(
    `update conversation set last_direction = 'out' where conversation_id =
      (select conversation_id from conversation where organization_id = $1 limit 1)`,
    [plans.organization.organizationId],
  );
  await both();
  expect(await plans.messages()).toHaveLength(4);
  expect(await plans.info(planId)).toMatchObject({ waitsForAnswers: false });
});

test("a channel given only by kind is the branch's, and a plan returns its status under both names", async () => {
  const planId = await plans.add({ channel: "whatsapp", variables: {}, scheduleTime: soon() });
  const { channelId } = plans.channel;
  expect(await plans.info(planId)).toMatchObject({
    ...{ kind: "whatsapp", channel: { channelID: channelId }, state: "pending", status: "pending" },
    variables: { "body.1": { source: "nickname", text: "" } },
  });
  const mails = await plans.post<{ recordID: RecordId }>("AddPlan", {
    ...{ name: "寒假營", channel: "email", templateID: null, filter: { everyone: true }, draft: true },
  });
  expect(mails.body).toMatchObject({ name: "EMAIL_NOT_SET_UP", errors: [{ field: "branchID" }] });
  const listed = async (channel: string) =>
    resultOf(await plans.post<{ list: { recordID: RecordId }[] }>("PlanList", { channel })).list;
  expect(await listed("whatsapp")).toMatchObject([{ recordID: planId }]);
  expect(await listed(channelId)).toMatchObject([{ recordID: planId }]);
  expect(await listed("email")).toEqual([]);
});

test("a failing plan does not prevent others from starting", async () => {
  await plans.leadWith(phones[0] as string);
  const [broken, other] = [await plans.add(), await plans.add()];
  await base.owner.query(
    `alter table broadcast_plan add constraint never_runs check (state <> 'running' or plan_id <> '${broken}') not valid`,
  );
  await workOnPlans(sendingOf(base));
  await base.owner.query("alter table broadcast_plan drop constraint never_runs");
  expect(await plans.info(broken)).toMatchObject({ state: "pending" });
  expect((await plans.info(other)).state).not.toBe("pending");
});

test("numbers of one portfolio share their limit, including the marketing of a day", async () => {
  const facts = (limit: object) =>
    base.owner.query("update channel set settings = settings || $1 where organization_id = $2", [
      JSON.stringify(limit),
      plans.organization.organizationId,
    ]);
  const other = await buildChannel(base, plans.organization);
  await facts({ limit: "TIER_2K", portfolioId: "77" });
  const numbers = ["+85291234001", "+85291234002"];
  await plans.add({ filter: null, numbers });
  await workOnPlans(sendingOf(base));
  await workOnPlans(sendingOf(base));
  const estimate = async () => {
    const { name: _name, ...form } = plans.form({ filter: null, numbers, channel: other.channelId }) as {
      name: string;
    };
    return resultOf(await plans.post<{ tierUsed: number }>("EstimateCost", form));
  };
  expect(await estimate()).toMatchObject({
    ...{ count: 0, tier: 2000, tierUsed: 2 },
    excluded: [{ reason: "recentMarketing", count: 2 }],
  });
  await receive(base, other, [inboundText({ from: { phone: "85291234001" }, sentAt: new Date(Date.now() + 1000) })]);
  expect(await estimate()).toMatchObject({ count: 1, excluded: [{ reason: "recentMarketing", count: 1 }] });
  await base.owner.query('update channel set settings = settings || \'{"portfolioId":"78"}\' where channel_id = $1', [
    other.channelId,
  ]);
  expect(await estimate()).toMatchObject({ tierUsed: 0 });
});

test("writing the recipients of a plan has a longer time limit than other statements", async () => {
  const id = await plans.add({ filter: null, numbers: ["+85291234009"] });
  const address = new URL(base.access.applicationUrl);
  address.searchParams.set("options", "-c statement_timeout=19s");
  const connection = connectDatabase(
    { applicationUrl: address.href, sessionUrl: address.href },
    { size: 1, waitMs: 600_000 },
    base.platform.log,
  );
  try {
    await base.owner.query(`
      create function refuse_short_time() returns trigger language plpgsql as $$ begin
        if current_setting('statement_timeout')::interval <= '19s' then raise exception 'There is too little time'; end if;
        return new;
      end $$;
      create trigger takes_long before insert on broadcast_recipient for each row execute function refuse_short_time()`);
    await startPlan(connection.db, plans.organization.scope, id);
  } finally {
    await base.owner.query("drop function if exists refuse_short_time() cascade");
    await connection.close();
  }
  expect(await plans.info(id)).toMatchObject({ state: "running" });
});
