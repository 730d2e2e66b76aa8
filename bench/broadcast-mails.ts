import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { RecordId } from "@homeroom/contract/ids";
import { sendMails } from "@homeroom/server/modules/broadcast-plans/actions/send-mails";
import { startPlan } from "@homeroom/server/modules/broadcast-plans/actions/start-plan";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { readSettings } from "@homeroom/server/platform/config/settings";
import { createLog } from "@homeroom/server/platform/log/log";
import { createSecretBox } from "@homeroom/server/platform/secrets/secret-box";
import type { Platform } from "@homeroom/server/platform/server-module";
import { createTransport } from "nodemailer";
import { v7 } from "uuid";
import { type BenchDatabase, secretKey, startBenchDatabase } from "./measure/database.ts";
import { report } from "./measure/figures.ts";

const mails = Number(process.env["BENCH_MAILS"] ?? 5000);

/** As long as the rendered template below. */
const bareHtml = `<html><body>${"<p>暑期班開始報名，早鳥優惠到月底。</p>".repeat(110)}</body></html>`;

const base = await startBenchDatabase();
const sink = fork(join(import.meta.dirname, "measure/mail-sink.ts"));
try {
  const [port] = (await once(sink, "message")) as [number];
  await measure(base, port);
} finally {
  sink.kill();
  await base.stop();
}

/** A plan's mails handed over by one process, and the same number sent by a loop around nodemailer to the same mail server. */
async function measure({ owner, db }: BenchDatabase, port: number): Promise<void> {
  const organization = await buildOrganization(db, "連鎖補習班");
  const secrets = createSecretBox(secretKey);
  // The parts of the platform that sending needs; it stores no files and enqueues nothing.
  const platform: Platform = {
    ...{ db, secrets, settings: readSettings({}, false), log: createLog("warn", "bench") },
    files: undefined as never,
    enqueue: async () => undefined,
  };
  const people = { ms: () => 0, look: async () => undefined };
  const planId = await writePlan(owner, organization, { port, sealed: secrets.seal({ password: "" }) });
  await startPlan(db, organization.scope, planId);
  const reference = await bareLoop(port);
  let sent = 0;
  const start = performance.now();
  while (sent < mails) sent += await sendMails({ platform, people }, organization.scope, planId);
  const own = sent / ((performance.now() - start) / 1000);
  const taken = await owner.query<{ count: number }>(
    "select count(*)::int as count from broadcast_recipient where state = 'accepted'",
  );
  if (taken.rows[0]?.count !== mails) throw new Error("Not every mail was accepted");
  report({
    title: "Mails of a broadcast plan",
    against: "a loop around nodemailer, five connections, a mail of the same size into the same mail server",
    figures: [
      {
        what: `${mails.toLocaleString("en")} mails of a plan handed over by one process`,
        unit: "/s",
        own,
        reference,
        wanted: { of: "ratio", atLeast: 0.7 },
      },
    ],
  });
}

async function bareLoop(port: number): Promise<number> {
  const transport = createTransport({
    ...{ host: "127.0.0.1", port, ignoreTLS: true },
    ...{ pool: true, maxConnections: 5, maxMessages: Number.POSITIVE_INFINITY },
  });
  const send = (at: number) =>
    transport.sendMail({
      ...{ from: "office@school.test", to: `parent-${at}@example.test`, subject: "暑期班開始報名" },
      ...{ text: "暑期班開始報名，早鳥優惠到月底。", html: bareHtml },
    });
  await send(0);
  let next = 0;
  const start = performance.now();
  const work = async () => {
    while (next < mails) {
      next += 1;
      await send(next);
    }
  };
  await Promise.all(Array.from({ length: 20 }, work));
  const rate = mails / ((performance.now() - start) / 1000);
  transport.close();
  return rate;
}

/** A plan of a marketing mail to everyone, due now. */
async function writePlan(
  owner: BenchDatabase["owner"],
  { organizationId, branchIds }: TestOrganization,
  { port, sealed }: { port: number; sealed: Buffer },
): Promise<RecordId> {
  await owner.query(
    `insert into lead (organization_id, lead_id, branch_id, nickname, email, lead_date, contact1, contact2)
     select $1, gen_random_uuid(), $2, '家長 ' || n, 'parent-' || n || '@example.test', current_date, '{}', '{}'
     from generate_series(1, $3::int) as n`,
    [organizationId, branchIds[0], mails],
  );
  await owner.query(
    `insert into email_setting (organization_id, branch_id, provider, server, port, security, username, secrets, sender, sender_name, verified_at)
     values ($1, $2, 'other', '127.0.0.1', $3, 'none', '', $4, 'office@school.test', '晨光', now())`,
    [organizationId, branchIds[0], port, sealed],
  );
  const [templateId, planId] = [v7(), RecordId.parse(v7())];
  const content = {
    ...{ language: "zh-tw", category: "marketing", subject: "{{nickname|家長}}，暑期班開始報名", preheader: "" },
    blocks: [
      { type: "heading", text: "{{nickname|家長}}您好" },
      { type: "text", text: "{{branch}}的暑期班開始報名，早鳥優惠到月底。" },
      { type: "button", label: "立即報名", link: "https://school.test/join" },
    ],
  };
  await owner.query(
    "insert into email_template (organization_id, template_id, name, content) values ($1, $2, 'bench', $3)",
    [organizationId, templateId, JSON.stringify(content)],
  );
  await owner.query(
    `insert into broadcast_plan (organization_id, plan_id, name, kind, branch_id, email_template_id, filter, state, schedule_at)
     values ($1, $2, 'bench', 'email', $3, $4, '{}', 'pending', now())`,
    [organizationId, planId, branchIds[0], templateId],
  );
  await owner.query(
    "insert into broadcast_setting (organization_id, quiet_from, quiet_until) values ($1, null, null)",
    [organizationId],
  );
  await owner.query("analyze");
  return planId;
}
