import { RecordId } from "@homeroom/contract/ids";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import { claimBatch } from "@homeroom/server/modules/broadcast-plans/actions/send-batch";
import { startPlan } from "@homeroom/server/modules/broadcast-plans/actions/start-plan";
import type { BroadcastSender } from "@homeroom/server/modules/inbox/public";
import { readSettings } from "@homeroom/server/platform/config/settings";
import { createLog } from "@homeroom/server/platform/log/log";
import { createSecretBox } from "@homeroom/server/platform/secrets/secret-box";
import { v7 } from "uuid";
import { type Centre, fillCentre, withoutLeadIndexes } from "./lead-list/fill-leads.ts";
import { type Call, callInTurns } from "./measure/callers.ts";
import { type BenchDatabase, secretKey, withBenchDatabase } from "./measure/database.ts";
import { type Figure, report } from "./measure/figures.ts";
import { memoryOverTime } from "./measure/memory-over-time.ts";
import { startServer } from "./measure/programs.ts";

const leads = Number(process.env["BENCH_LEADS"] ?? 1_000_000);
const messages = Number(process.env["BENCH_MESSAGES"] ?? 1600);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 5);
const count = leads.toLocaleString("en");

await withBenchDatabase(measure);

/**
 * Writing a plan's recipients by five conditions, which all leads meet; claiming messages into their conversations by one
 * process; and the plan's page, with all its recipients.
 */
async function measure(database: BenchDatabase): Promise<void> {
  const { owner, db } = database;
  const centre = await withoutLeadIndexes(owner, () => fillCentre(database, "連鎖補習班", leads));
  const { scope } = centre.organization;
  const planId = await writePlan(owner, centre);
  const memory = memoryOverTime();
  const start = performance.now();
  await startPlan(db, scope, planId);
  const taken = (performance.now() - start) / 1000;
  const grown = memory.stop();
  const found = await owner.query<{ count: number }>("select count(*)::int as count from broadcast_recipient");
  if (found.rows[0]?.count !== leads) throw new Error(`${found.rows[0]?.count} recipients were written`);
  await owner.query("vacuum (analyze) broadcast_recipient");
  report({
    title: "Broadcast plans",
    against: "none",
    figures: [
      {
        what: `${count} recipients written by five conditions`,
        unit: "s",
        own: taken,
        wanted: { of: "own", atMost: 60 },
      },
      {
        what: "additional memory of the process",
        unit: "MB",
        own: Math.max(grown.firstHalf, grown.secondHalf),
        wanted: { of: "own", atMost: 32 },
      },
      {
        what: "messages claimed by one process, the first to each lead",
        unit: "/s",
        own: await claimRate(database, { centre, planId }),
      },
      ...(await pageTimes(database, { centre, planId })),
    ],
  });
}

async function claimRate(
  { owner, db }: BenchDatabase,
  { centre, planId }: { centre: Centre; planId: RecordId },
): Promise<number> {
  const log = createLog("warn", "bench");
  const platform = { db, log, secrets: createSecretBox(secretKey), settings: readSettings({}, false) };
  // Nothing is handed over: broadcast-sandbox measures that.
  const sender: BroadcastSender = { inTurn: (work) => work(), picture: async () => null, send: async () => undefined };
  let claimed = 0;
  let spent = 0;
  while (claimed < messages) {
    await owner.query("update channel set send_tokens = 1000, send_tokens_at = now()");
    const begun = performance.now();
    const batch = await claimBatch(
      { platform, sender, people: { ms: () => 0, look: async () => undefined } },
      centre.organization.scope,
      planId,
    );
    if (batch && "rest" in batch) await batch.rest();
    spent += performance.now() - begun;
    if (!batch || "waitMs" in batch || batch.dealt === 0) throw new Error("The plan claimed nothing");
    claimed += batch.dealt;
    // As if the provider had accepted them; otherwise the plan would wait for it.
    await owner.query("update broadcast_recipient set state = 'accepted' where state = 'queued'");
  }
  return claimed / (spent / 1000);
}

/** How long callers, one at a time, wait for the plan, for the first page of its recipients, and for its estimate. */
async function pageTimes(
  { owner, access: { ownerUrl } }: BenchDatabase,
  { centre, planId }: { centre: Centre; planId: RecordId },
): Promise<Figure[]> {
  const server = await startServer({ ownerUrl, process: "api", serve: true });
  const headers = { "content-type": "application/json", accesstoken: centre.token };
  const info: Call = {
    ...{ method: "GET", headers, body: Buffer.alloc(0) },
    path: `/api_chat/Broadcast/PlanInfo?recordID=${planId}`,
  };
  const details: Call = {
    ...{ headers, path: "/api_chat/Broadcast/PlanDetailList" },
    body: Buffer.from(JSON.stringify({ recordID: planId, pageSize: 30 })),
  };
  const timesOf = (call: Call) => callInTurns(server.port, { callers: 1, seconds, next: () => call });
  const { rows } = await owner.query<{ form: object }>(
    `select json_build_object('channel', channel_id, 'templateID', template_id, 'filter', filter) as form
     from broadcast_plan where plan_id = $1`,
    [planId],
  );
  const estimate: Call = {
    ...{ headers, path: "/api_chat/Broadcast/EstimateCost" },
    body: Buffer.from(JSON.stringify(rows[0]?.form)),
  };
  const [page, list, estimated] = [await timesOf(info), await timesOf(details), await timesOf(estimate)];
  await server.stop();
  const wanted = { of: "own", atMost: 50 } as const;
  return [
    { what: `a plan with ${count} recipients opened, p50`, unit: "ms", own: page.p50 },
    { what: `a plan with ${count} recipients opened, p95`, unit: "ms", own: page.p95, wanted },
    { what: "its first page of recipients, p95", unit: "ms", own: list.p95, wanted },
    { what: "its recipients counted and their cost estimated, p50", unit: "ms", own: estimated.p50 },
  ];
}

/** A plan of a marketing template to all leads that meet five conditions, due now. */
async function writePlan(owner: BenchDatabase["owner"], { organization, statuses, channels }: Centre) {
  const { organizationId, branchIds } = organization;
  const [channelId, templateId, planId] = [v7(), v7(), RecordId.parse(v7())];
  await owner.query(
    `insert into channel (organization_id, channel_id, branch_id, kind, name, external_id, settings, secrets)
     values ($1, $2, $3, 'whatsapp', 'WhatsApp', 'bench', '{"businessAccountId": "1", "throughput": "HIGH"}', '')`,
    [organizationId, channelId, branchIds[0]],
  );
  const filter: LeadQuery = {
    ...{ hasPhone: true, leadType: [1, 2, 3, 4], startTime: "2020-01-01" },
    ...{ status: statuses, channel: channels.slice(0, 20) },
  };
  const content = { type: "none", header: "", headerSample: "", headerImage: null, footer: "", buttons: [] };
  await owner.query(
    `insert into message_template (organization_id, template_id, business_account_id, name, language, category, content, approved_content, review_status)
     values ($1, $2, '1', 'bench', 'zh_TW', 'marketing', $3, $3, 'approved')`,
    [organizationId, templateId, JSON.stringify({ ...content, body: "您好，暑期班開始報名。", variables: [] })],
  );
  await owner.query(
    `insert into broadcast_plan (organization_id, plan_id, name, channel_id, branch_id, template_id, filter, state, schedule_at)
     values ($1, $2, 'bench', $3, $4, $5, $6, 'pending', now())`,
    [organizationId, planId, channelId, branchIds[0], templateId, JSON.stringify(filter)],
  );
  await owner.query(
    "insert into broadcast_setting (organization_id, quiet_from, quiet_until) values ($1, null, null)",
    [organizationId],
  );
  await owner.query("analyze");
  return planId;
}
