import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildLead } from "#modules/leads/for-tests";
import { unsubscribeLink } from "#modules/leads/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { serveSmtp, speakSmtp } from "#platform/mail/for-tests";
import { failSilent } from "./actions/apply-news.ts";
import { takeMailNotices } from "./actions/email-stops.ts";
import { claimMails, settleMails } from "./actions/mail-recipients.ts";
import { pauseFor } from "./actions/stop-plan.ts";
import { takePace } from "./actions/take-pace.ts";
import { nobodyAtWork } from "./for-tests.ts";
import { workOnMails } from "./jobs.ts";
import { broadcastPlansModule, forgetRecipients } from "./public.ts";
import { runningPlan } from "./queries/running-plan.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let planId: RecordId;

const server = prepareServer(base, (platform) => [broadcastPlansModule(platform, [])]);
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  planId = v7() as RecordId;
});

const within = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(base.db, organization.scope, work);

/** A running plan of mails to these leads. All of them wait. */
async function runTo(...leadIds: LeadId[]): Promise<void> {
  const { organizationId } = organization;
  await base.owner.query(
    `insert into broadcast_plan (organization_id, plan_id, name, kind, branch_id, state, total, started_at, email_content)
     values ($1, $2, '暑期班', 'email', $4, 'running', $3, now(), '{"category": "marketing"}')`,
    [organizationId, planId, leadIds.length, organization.branchIds[0]],
  );
  await base.owner.query(
    `insert into broadcast_recipient (organization_id, plan_id, lead_id, email, state)
     select organization_id, $1, lead_id, email, 'waiting' from unnest($2::uuid[]) with ordinality as one (lead_id, place)
     join lead using (lead_id) order by place`,
    [planId, leadIds],
  );
}

const claim = () =>
  within(async (tx) => {
    const plan = await runningPlan(tx, organization.scope, planId);
    return plan ? claimMails(tx, organization.scope, { plan, most: 10 }) : [];
  });
const leadWith = (email: string, nickname: string) => buildLead(base.db, organization, { email, nickname });
const toBin = (leadId: LeadId, into: LeadId | null = null) =>
  base.owner.query("update lead set deleted_at = now(), merged_into = $2 where lead_id = $1", [leadId, into]);

test("a lead in the bin gets no mail, and a merged one is written to as the lead that it became", async () => {
  const [gone, merged, left] = [
    await leadWith("a@school.test", "甲"),
    await leadWith("b@school.test", "乙"),
    await leadWith("c@school.test", "丙"),
  ];
  await runTo(gone, merged, left);
  const [kept, unwilling] = [await leadWith("", "丁"), await leadWith("", "戊")];
  await base.owner.query(
    `insert into consent_entry (organization_id, lead_id, channel, decision, source, said_at)
     values ($1, $2, 'email', 'withdrawn', 'link', now())`,
    [organization.organizationId, unwilling],
  );
  await toBin(gone);
  await toBin(merged, kept);
  await toBin(left, unwilling);
  expect(await claim()).toMatchObject([
    { leadId: gone, exclusion: "leadGone" },
    { leadId: kept, exclusion: null, email: "b@school.test", facts: { nickname: "丁" } },
    { leadId: unwilling, exclusion: "consentWithdrawn" },
  ]);
});

test("a merged lead unsubscribes by its own link, so that it stays unsubscribed if the merge is undone", async () => {
  const merged = await leadWith("b@school.test", "乙");
  await runTo(merged);
  await toBin(merged, await leadWith("", "丁"));
  let heard = "";
  await serveMails(undefined, (data) => (heard += data));
  await workOnMails({ platform: base.platform, people: nobodyAtWork });
  const { organizationId } = organization;
  expect(heard).toContain(unsubscribeLink(base.platform.secrets, { organizationId, leadId: merged, channel: "email" }));
});

test("mails to erased people keep their state: silence does not fail a mail", async () => {
  const leadId = await leadWith("a@school.test", "甲");
  await runTo(leadId);
  await base.owner.query(
    "update broadcast_recipient set state = 'accepted', queued_at = now() - interval '8 days' where plan_id = $1",
    [planId],
  );
  await within((tx) => forgetRecipients(tx, organization.scope, [leadId]));
  await failSilent(base.db, organization.scope);
  const { rows } = await base.owner.query("select state, email from broadcast_recipient where plan_id = $1", [planId]);
  expect(rows).toEqual([{ state: "accepted", email: null }]);
});

async function ownersToken(): Promise<string> {
  const [branchId] = organization.branchIds;
  const owner = await buildAccount(base.db, organization, { role: "owner" });
  return buildSession(base.db, organization, { ...owner, branchId });
}

/** What a person does to the plan. */
async function press(call: "PausePlan" | "EndPlan"): Promise<void> {
  const sent = { token: await ownersToken(), body: { recordID: planId } };
  const { body } = await callApi(server.app, `POST /api_chat/Broadcast/${call}`, sent);
  expect(body).toMatchObject({ success: true });
}

/** What the plan's page says of it. */
async function shown() {
  const { body } = await callApi(server.app, `GET /api_chat/Broadcast/PlanInfo?recordID=${planId}`, {
    token: await ownersToken(),
  });
  return body;
}

test("mails in progress when their plan ends do not wait again, and the plan is not paused again", async () => {
  const leads = [await leadWith("a@school.test", "甲"), await leadWith("b@school.test", "乙")];
  await runTo(...leads, await leadWith("c@school.test", "丙"));
  const [first, second] = await within(async (tx) => {
    const plan = await runningPlan(tx, organization.scope, planId);
    return plan ? claimMails(tx, organization.scope, { plan, most: 2 }) : [];
  });
  if (!first || !second) throw new Error("Nobody had their turn");
  await press("PausePlan");
  await press("EndPlan");
  expect(await shown()).toMatchObject({ resultData: { state: "running", isEnding: true, pausedTime: null } });
  const isServerDown = { state: "waiting", waitSeconds: 60, tries: 5, isServerDown: true } as const;
  const outcomes = [{ id: first.id, ...isServerDown }, { id: second.id, state: "accepted" } as const];
  await within(async (tx) => {
    const plan = await runningPlan(tx, organization.scope, planId);
    if (!plan) throw new Error("The plan does not run");
    await settleMails(tx, organization.scope, { planId, outcomes });
    await pauseFor(tx, plan, "mailServer");
  });
  const { rows } = await base.owner.query(
    "select state, reason, next_try_at from broadcast_recipient where plan_id = $1 order by recipient_id",
    [planId],
  );
  expect(rows).toEqual([
    { state: "failed", reason: "planEnded", next_try_at: null },
    { state: "accepted", reason: null, next_try_at: null },
    { state: "failed", reason: "planEnded", next_try_at: null },
  ]);
  await workOnMails({ platform: base.platform, people: nobodyAtWork });
  const plan = await base.owner.query(
    "select state, accepted, failed, paused_at from broadcast_plan where plan_id = $1",
    [planId],
  );
  expect(plan.rows).toEqual([{ state: "completed", accepted: 1, failed: 2, paused_at: null }]);
  expect(await shown()).toMatchObject({ resultData: { state: "completed", isEnding: false } });
});

test("a mail that bounces before its result is stored has failed", async () => {
  await runTo(await leadWith("a@school.test", "甲"));
  const [reader] = await claim();
  if (!reader) throw new Error("Nobody had their turn");
  const { rows } = await base.owner.query<{ link: string }>(
    "select link_number as link from broadcast_plan where plan_id = $1",
    [planId],
  );
  const messageId = `homeroom.${rows[0]?.link}.${reader.id}@school.test`;
  const notice = { kind: "bounced", address: "a@school.test", detail: "5.1.1", messageId } as const;
  await takeMailNotices(base.db, organization.scope, [notice]);
  await within((tx) =>
    settleMails(tx, organization.scope, { planId, outcomes: [{ id: reader.id, state: "accepted" }] }),
  );
  const recipient = await base.owner.query("select state, reason from broadcast_recipient where plan_id = $1", [
    planId,
  ]);
  expect(recipient.rows).toEqual([{ state: "failed", reason: "mailBounced" }]);
  const plan = await base.owner.query("select accepted, failed from broadcast_plan where plan_id = $1", [planId]);
  expect(plan.rows).toEqual([{ accepted: 0, failed: 1 }]);
});

/** Gives the branch a mail server that takes everything, and the plan something to say. */
async function serveMails(
  answer?: Parameters<typeof speakSmtp>[1],
  hear: (data: string) => void = () => undefined,
): Promise<void> {
  const { port, close } = await serveSmtp((socket) => {
    socket.on("data", (data) => hear(String(data)));
    speakSmtp(socket, answer);
  });
  onTestFinished(close);
  const { organizationId, branchIds } = organization;
  await base.owner.query(
    `insert into email_setting (organization_id, branch_id, provider, server, port, security, username, secrets, sender, sender_name, verified_at)
     values ($1, $2, 'other', '127.0.0.1', $3, 'none', '', $4, 'office@school.test', '', now())`,
    [organizationId, branchIds[0], port, base.platform.secrets.seal({ password: "" })],
  );
  const blocks = [{ type: "text", text: "開始報名" }];
  const content = { language: "zh-tw", category: "marketing", subject: "暑期班", preheader: "", blocks };
  await base.owner.query("update broadcast_plan set email_content = $2 where plan_id = $1", [planId, content]);
  await setQuietHours(null, null);
}

const setQuietHours = (from: string | null, until: string | null) =>
  base.owner.query(
    `insert into broadcast_setting (organization_id, quiet_from, quiet_until, version) values ($1, $2, $3, 0)
     on conflict (organization_id) do update set quiet_from = $2, quiet_until = $3`,
    [organization.organizationId, from, until],
  );

async function runToMany(count: number): Promise<void> {
  const addresses = Array.from({ length: count }, (_, index) => `reader-${index}@school.test`);
  await runTo(...(await Promise.all(addresses.map((address) => leadWith(address, "甲")))));
}

async function countStates(): Promise<object[]> {
  const { rows } = await base.owner.query(
    "select state, count(*)::int as count from broadcast_recipient where plan_id = $1 group by 1 order by 1",
    [planId],
  );
  return rows;
}

test("a plan whose branch has no mail server is paused with that reason", async () => {
  await runToMany(1);
  await setQuietHours(null, null);
  await workOnMails({ platform: base.platform, people: nobodyAtWork });
  const mailFailure = { reason: "notSetUp", answer: "" };
  expect(await shown()).toMatchObject({ resultData: { pauseReason: "mailServer", mailFailure } });
});

test("quiet hours that begin during a round apply from then on", async () => {
  await runToMany(120);
  await serveMails();
  const clock = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000).toLocaleTimeString("en-GB", { timeZone: "Asia/Hong_Kong" }).slice(0, 5);
  let looks = 0;
  const people = {
    ms: () => 0,
    // Before each group of 50, of which two are in hand at a time.
    look: async () => {
      looks += 1;
      if (looks === 3) await setQuietHours(clock(-60), clock(60));
    },
  };
  await workOnMails({ platform: base.platform, people });
  expect(await countStates()).toEqual([
    { state: "accepted", count: 100 },
    { state: "waiting", count: 20 },
  ]);
});

test("a failed round leaves no mail unsure", async () => {
  await runToMany(120);
  const failed = Promise.withResolvers<void>();
  let letters = 0;
  await serveMails(async (said) => {
    if (said === "letter") letters += 1;
    // The first group of 50 is done by now.
    if (letters > 60) await failed.promise;
    return undefined;
  });
  let looks = 0;
  const people = {
    ms: () => 0,
    look: async () => {
      looks += 1;
      if (looks < 3) return;
      failed.resolve();
      throw new Error("The database is away");
    },
  };
  await workOnMails({ platform: base.platform, people });
  await expect.poll(countStates).toEqual([
    { state: "accepted", count: 100 },
    { state: "waiting", count: 20 },
  ]);
});

test("two processes that claim mails of a paced plan do not block each other", async () => {
  await runTo(await leadWith("a@school.test", "甲"));
  await base.owner.query("update broadcast_plan set per_minute = 600 where plan_id = $1", [planId]);
  const taken = await within(async (tx) => {
    await runningPlan(tx, organization.scope, planId);
    return within(async (other) => {
      const plan = await runningPlan(other, organization.scope, planId);
      if (!plan) throw new Error("The plan does not run");
      await sql`set local lock_timeout = '2s'`.execute(other);
      return takePace(other, plan, 5);
    });
  });
  expect(taken).toBe(5);
});

test("a plan shows how many mails were deferred, once no others are left, and each recipient until when", async () => {
  await runTo(await leadWith("a@school.test", "甲"), await leadWith("b@school.test", "乙"));
  const putOff = (id: number, waitSeconds: number) =>
    ({ id, state: "waiting", detail: "451 later", tries: 1, waitSeconds }) as const;
  const [first, second] = await claim();
  if (!first || !second) throw new Error("Nobody had their turn");
  const settle = (...outcomes: ReturnType<typeof putOff>[]) =>
    within((tx) => settleMails(tx, organization.scope, { planId, outcomes }));
  await settle(putOff(first.id, 240), putOff(second.id, 0));
  expect(await shown()).toMatchObject({ resultData: { putOff: null } });
  await claim();
  await settle(putOff(second.id, 60));
  const { rows } = await base.owner.query<{ at: Date }>(
    "select next_try_at as at from broadcast_recipient where plan_id = $1 order by next_try_at",
    [planId],
  );
  const [sooner, later] = rows.map(({ at }) => at.toISOString());
  expect(await shown()).toMatchObject({ resultData: { putOff: { count: 2, nextTime: sooner } } });
  const { body } = await callApi<{ list: { nextTryTime: string | null }[] }>(
    server.app,
    "POST /api_chat/Broadcast/PlanDetailList",
    { token: await ownersToken(), body: { recordID: planId, pageNum: 1, pageSize: 10 } },
  );
  expect(body.resultData?.list.map(({ nextTryTime }) => nextTryTime)).toEqual([later, sooner]);
});
