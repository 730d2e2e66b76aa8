import { RecordId } from "@homeroom/contract/ids";
import { sendBatch } from "@homeroom/server/modules/broadcast-plans/actions/send-batch";
import { startPlan } from "@homeroom/server/modules/broadcast-plans/actions/start-plan";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { readSettings } from "@homeroom/server/platform/config/settings";
import { createSecretBox } from "@homeroom/server/platform/secrets/secret-box";
import { v7 } from "uuid";
import { type BenchDatabase, secretKey, startBenchDatabase } from "./measure/database.ts";
import { report } from "./measure/figures.ts";

const leads = Number(process.env["BENCH_LEADS"] ?? 1_000_000);
const messages = Number(process.env["BENCH_MESSAGES"] ?? 1600);

const base = await startBenchDatabase();
try {
  await measure(base);
} finally {
  await base.stop();
}

/** Recipients written for a plan to everyone, and messages queued into their conversations by one process. */
async function measure({ owner, db }: BenchDatabase): Promise<void> {
  const organization = await buildOrganization(db, "連鎖補習班");
  const planId = await writePlan(owner, organization);
  const start = performance.now();
  await startPlan(db, organization.scope, planId);
  const seconds = (performance.now() - start) / 1000;
  const count = await owner.query<{ count: number }>("select count(*)::int as count from broadcast_recipient");
  if (count.rows[0]?.count !== leads) throw new Error("Not every lead became a recipient");

  const secrets = createSecretBox(secretKey);
  const platform = { db, secrets, settings: readSettings({}, false) };
  let queued = 0;
  let spent = 0;
  while (queued < messages) {
    const begun = performance.now();
    queued += await sendBatch(platform, organization.scope, planId);
    spent += performance.now() - begun;
    // As if the provider had taken them: the plan waits for it otherwise.
    await owner.query("update broadcast_recipient set state = 'accepted' where state = 'queued'");
  }
  report({
    title: "Broadcast plans",
    against: "none",
    figures: [
      {
        what: `${leads.toLocaleString("en")} recipients written`,
        unit: "s",
        own: seconds,
        wanted: { of: "own", atMost: 60 },
      },
      { what: "messages queued by one process", unit: "/s", own: queued / (spent / 1000) },
    ],
  });
}

/** A plan of a marketing template to everyone, due now. */
async function writePlan(owner: BenchDatabase["owner"], { organizationId, branchIds }: TestOrganization) {
  await owner.query(
    `insert into lead (organization_id, lead_id, branch_id, nickname, area_code, phone, phone_e164, lead_date, contact1, contact2)
     select $1, gen_random_uuid(), $2, '家長 ' || n, '+886', (900000000 + n)::text, (886900000000 + n)::text, current_date, '{}', '{}'
     from generate_series(1, $3::int) as n`,
    [organizationId, branchIds[0], leads],
  );
  const [channelId, templateId, planId] = [v7(), v7(), RecordId.parse(v7())];
  await owner.query(
    `insert into channel (organization_id, channel_id, branch_id, kind, name, external_id, settings, secrets)
     values ($1, $2, $3, 'whatsapp', 'WhatsApp', 'bench', '{"businessAccountId": "1"}', '')`,
    [organizationId, channelId, branchIds[0]],
  );
  const content = { type: "none", header: "", headerSample: "", headerImage: null, footer: "", buttons: [] };
  await owner.query(
    `insert into message_template (organization_id, template_id, business_account_id, name, language, category, content, approved_content, review_status)
     values ($1, $2, '1', 'bench', 'zh_TW', 'marketing', $3, $3, 'approved')`,
    [organizationId, templateId, JSON.stringify({ ...content, body: "您好，暑期班開始報名。", variables: [] })],
  );
  await owner.query(
    `insert into broadcast_plan (organization_id, plan_id, name, channel_id, branch_id, template_id, filter, state, schedule_at)
     values ($1, $2, 'bench', $3, $4, $5, '{}', 'pending', now())`,
    [organizationId, planId, channelId, branchIds[0], templateId],
  );
  await owner.query(
    "insert into broadcast_setting (organization_id, quiet_from, quiet_until) values ($1, null, null)",
    [organizationId],
  );
  await owner.query("analyze");
  return planId;
}
