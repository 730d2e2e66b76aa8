import { join } from "node:path";
import { RecordId } from "@homeroom/contract/ids";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { createSecretBox } from "@homeroom/server/platform/secrets/secret-box";
import { v7 } from "uuid";
import { type BenchDatabase, secretKey, startBenchDatabase } from "./measure/database.ts";
import { report } from "./measure/figures.ts";
import { freePort, startReference, startServer } from "./measure/programs.ts";

/** Numbers side by side; WhatsApp takes 80 messages a second of each. */
const channels = Number(process.env["BENCH_CHANNELS"] ?? 16);
/** Of each number's plan. */
const messages = Number(process.env["BENCH_MESSAGES"] ?? 2000);
const perSecond = 80;
const place = { source: "none", text: "週六" };
const variables = { "body.1": place, "body.2": place, "body.3": place };

const base = await startBenchDatabase();
try {
  await measure(base);
} finally {
  await base.stop();
}

/** Plans through the sandbox, a process of its own that answers and reports as WhatsApp does: with one server process, with two. */
async function measure(database: BenchDatabase): Promise<void> {
  const { access, owner } = database;
  const organization = await buildOrganization(database.db, "連鎖補習班");
  const numbers = await writeChannels(owner, organization);
  const sandboxPort = await freePort();
  const server = { ownerUrl: access.ownerUrl, process: "all", serve: true } as const;
  const env = { WHATSAPP_API_URL: `http://127.0.0.1:${sandboxPort}` };
  const first = await startServer({ ...server, env });
  const webhookUrl = `http://127.0.0.1:${first.port}/api_webhook/WhatsApp/Callback`;
  const options = { port: sandboxPort, channels: numbers.map(({ account }) => ({ ...account, webhookUrl })) };
  const sandbox = await startReference(join(import.meta.dirname, "measure/whatsapp-sandbox.ts"), {
    SANDBOX: JSON.stringify(options),
  });
  const all = numbers.map(({ channelId }) => channelId);
  const single = await run(owner, { organization, channelIds: all.slice(0, 1), series: 1 });
  const one = await run(owner, { organization, channelIds: all, series: 2 });
  const second = await startServer({ ...server, env });
  const two = await run(owner, { organization, channelIds: all, series: 3 });
  for (const program of [second, first, sandbox]) await program.stop();
  report({
    title: `Broadcasts through the sandbox: ${channels} numbers, ${messages.toLocaleString("en")} messages each`,
    against: `WhatsApp's rate of ${perSecond} a second and number; for two processes: one`,
    figures: [
      {
        what: "messages of one number",
        unit: "/s",
        own: single,
        reference: perSecond,
        wanted: { of: "ratio", atMost: 1.02 },
      },
      { what: "messages of all numbers, one process", unit: "/s", own: one, wanted: { of: "own", atLeast: 1000 } },
      {
        what: "messages of all numbers, two processes",
        unit: "/s",
        own: two,
        reference: one,
        wanted: { of: "ratio", atLeast: 1 },
      },
    ],
  });
}

interface Run {
  organization: TestOrganization;
  channelIds: readonly string[];
  /** People of their own for each run. */
  series: number;
}

/** Messages a second, from the first that WhatsApp took to the last; the burst that a full bucket allows is left out. */
async function run(owner: BenchDatabase["owner"], { organization, channelIds, series }: Run): Promise<number> {
  const { organizationId, branchIds } = organization;
  const planIds = channelIds.map(() => RecordId.parse(v7()));
  const { rows } = await owner.query<{ id: string }>("select template_id as id from message_template");
  for (const [at, channelId] of channelIds.entries()) {
    const start = 900_000_000 + (series * 100 + at) * 100_000;
    const phones = Array.from({ length: messages }, (_, index) => `886${start + index}`);
    await owner.query(
      `insert into broadcast_plan (organization_id, plan_id, name, channel_id, branch_id, template_id, variables, numbers, state, schedule_at)
       values ($1, $2, 'bench', $3, $4, $5, $6, $7, 'pending', now() + interval '1 second')`,
      [organizationId, planIds[at], channelId, branchIds[0], rows[0]?.id, JSON.stringify(variables), phones],
    );
  }
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const standing = await owner.query<{ open: number; failed: number }>(
      `select count(*) filter (where state in ('pending', 'running'))::int as open, coalesce(sum(failed), 0)::int as failed
       from broadcast_plan where plan_id = any($1)`,
      [planIds],
    );
    if (standing.rows[0]?.failed) throw new Error(`${standing.rows[0].failed} messages failed`);
    if (standing.rows[0]?.open === 0) break;
  }
  const taken = await owner.query<{ rate: number }>(
    `select (count(*) - $2::int) / extract(epoch from max(accepted_at) - min(accepted_at))::float8 as rate
     from broadcast_recipient where plan_id = any($1)`,
    [planIds, channelIds.length * perSecond],
  );
  return taken.rows[0]?.rate ?? 0;
}

/** The numbers, each with its sandbox account, and a template that the sandbox's accounts begin with. */
async function writeChannels(owner: BenchDatabase["owner"], { organizationId, branchIds }: TestOrganization) {
  const secrets = createSecretBox(secretKey);
  const app = { appId: "4", accessToken: "bench-token", appSecret: "bench-secret", verifyToken: "bench-verify" };
  const { accessToken, appSecret, verifyToken } = app;
  const numbers = [];
  for (let at = 0; at < channels; at += 1) {
    const channelId = v7();
    const phoneNumberId = String(100_000 + at);
    await owner.query(
      `insert into channel (organization_id, channel_id, branch_id, kind, name, external_id, settings, secrets)
       values ($1, $2, $3, 'whatsapp', 'WhatsApp', $4, '{"businessAccountId": "2"}', $5)`,
      [organizationId, channelId, branchIds[0], phoneNumberId, secrets.seal({ accessToken, appSecret, verifyToken })],
    );
    const displayPhoneNumber = `+852 3700 ${String(at).padStart(4, "0")}`;
    numbers.push({ channelId, account: { ...app, phoneNumberId, displayPhoneNumber, businessAccountId: "2" } });
  }
  const content = {
    ...{ type: "none", header: "", headerSample: "", headerImage: null, footer: "課前兩小時可改期", buttons: [] },
    body: "您好 {{1}}，提醒您明天 {{2}} 有一堂試聽課，地點在{{3}}。請問會準時到嗎？",
    variables: [1, 2, 3].map(() => ({ sample: "週六", source: "none" })),
  };
  await owner.query(
    `insert into message_template (organization_id, template_id, business_account_id, name, language, category, content, approved_content, review_status)
     values ($1, $2, '2', 'trial_class_reminder', 'zh_TW', 'utility', $3, $3, 'approved')`,
    [organizationId, v7(), JSON.stringify(content)],
  );
  return numbers;
}
