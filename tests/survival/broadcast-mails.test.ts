import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { broadcastPlans } from "@homeroom/contract/broadcast-plans";
import { emailSettings } from "@homeroom/contract/email-settings";
import { emailTemplates } from "@homeroom/contract/email-templates";
import { RecordId } from "@homeroom/contract/ids";
import { demo } from "@homeroom/database/seed/places";
import { mailAccount, startMailServer } from "@homeroom/sandbox/mail/mail-server";
import pg from "pg";
import { v7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, signIn } from "../harness/caller.ts";
import { type Product, startProduct } from "../harness/product.ts";
import { until } from "../harness/until.ts";
import { seededRandom } from "./seeded-random.ts";

const rounds = Number(process.env["KILL_ROUNDS"] ?? 2);
/** KILL_SEED repeats the choices of a run that failed, though not the machine's timing. */
const seed = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);

let product: Product;
let staff: Caller;
let owner: pg.Client;
let mailDir: string;
/** When the running process was started, by the database's clock. */
let startedAt = new Date(0);
let mailServer: Awaited<ReturnType<typeof startMailServer>>;

beforeAll(async () => {
  mailDir = await mkdtemp(join(tmpdir(), "homeroom-kill-mails-"));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  mailServer = await startMailServer({ host: "127.0.0.1", port: 0, mailDir, log });
  product = await startProduct({ env: { RATE_LIMITS: "off" } });
  owner = new pg.Client({ connectionString: product.databaseUrl });
  await owner.connect();
  staff = await signIn(product.url, "owner@demo.homeroom.test");
});
afterAll(async () => {
  await owner?.end();
  await product?.stop();
  await mailServer?.close();
  await rm(mailDir, { recursive: true, force: true });
});

test(`a plan of mails whose process is killed ${rounds} times sends each reader one mail at most (seed ${seed})`, async () => {
  const random = seededRandom(seed);
  const planId = await startPlan();
  for (let round = 0; round < rounds; round += 1) await killOnce(planId, random);
  await until("everybody's turn to have come", async () => (await countOf(planId, "waiting")) === 0, { everyMs: 200 });
  await until("mails under way to be taken", async () => (await underWay(planId)) === 0, { everyMs: 200 });

  const arrived = await readersOfMails();
  const { rows } = await owner.query<{ email: string; state: string }>(
    "select lower(email) as email, state from broadcast_recipient where plan_id = $1 and state <> 'excluded'",
    [planId],
  );
  const figures = { accepted: 0, unsure: 0 };
  for (const { email, state } of rows) {
    const mails = arrived.get(email) ?? 0;
    // Mails that were being handed over when a process died may or may not have been accepted.
    if (state === "accepted") expect(mails, email).toBe(1);
    else expect(mails, `${email} is ${state}`).toBeLessThanOrEqual(1);
    if (state === "accepted") figures.accepted += 1;
    else figures.unsure += 1;
  }
  process.stdout.write(`mails kill test, seed ${seed}: ${JSON.stringify(figures)}\n`);
  expect(figures.accepted).toBeGreaterThan(rows.length / 2);
  const { counters } = await staff.call(broadcastPlans.info, { recordID: planId });
  expect(counters).toMatchObject({ total: rows.length, accepted: figures.accepted });
});

async function startPlan(): Promise<RecordId> {
  const branchID = demo.branches[0]?.branchId;
  if (!branchID || !mailServer) throw new Error("The demo has a branch");
  const fixed = { provider: "other", server: "127.0.0.1", security: "none", ...mailAccount } as const;
  const form = { ...fixed, branchID, port: mailServer.port, sender: "office@school.test", senderName: "" };
  const { testID } = await staff.call(emailSettings.test, { ...form, receiver: "somebody@example.test" });
  await staff.call(emailSettings.save, { ...form, testID });
  const template = await staff.call(emailTemplates.save, {
    ...{ name: "Killed", language: "zh-tw", category: "utility", preheader: "", subject: "停課通知" },
    blocks: [{ type: "text", text: "{{nickname|家長}}您好，今天停課。" }],
  });
  const { recordID } = await staff.call(broadcastPlans.add, {
    ...{ recordID: RecordId.parse(v7()), name: "Killed", kind: "email", branchID },
    ...{ emailTemplateID: template.recordID, filter: { everyone: true }, scheduleTime: null },
  });
  return recordID;
}

/** Kills at a random moment after more mails have left. */
async function killOnce(planId: RecordId, random: () => number): Promise<void> {
  const before = await countOf(planId, "accepted");
  const wanted = before + 1 + Math.floor(random() * 150);
  const isFar = async () => (await countOf(planId, "accepted")) >= wanted || (await isOver(planId));
  await until("mails to leave", isFar, { everyMs: 5 });
  await new Promise((resolve) => setTimeout(resolve, random() * 30));
  await product.kill();
  startedAt = (await owner.query<{ now: Date }>("select clock_timestamp() as now")).rows[0]?.now ?? startedAt;
  await product.start();
}

async function isOver(planId: RecordId): Promise<boolean> {
  const found = await owner.query<{ total: number }>("select total from broadcast_plan where plan_id = $1", [planId]);
  return (found.rows[0]?.total ?? 0) > 0 && (await countOf(planId, "waiting")) === 0;
}

async function countOf(planId: RecordId, state: string): Promise<number> {
  const found = await owner.query<{ count: number; started: boolean }>(
    `select count(*) filter (where recipient.state = $2)::int as count, bool_and(plan.started_at is not null) as started
     from broadcast_plan plan left join broadcast_recipient recipient using (organization_id, plan_id) where plan_id = $1`,
    [planId, state],
  );
  const [row] = found.rows;
  // Before the plan starts nobody waits, and nothing has ended.
  return row?.started ? row.count : state === "waiting" ? Number.POSITIVE_INFINITY : 0;
}

/** Mails that the running process is sending; those of dead processes stay as they are. */
async function underWay(planId: RecordId): Promise<number> {
  const found = await owner.query<{ count: number }>(
    "select count(*)::int as count from broadcast_recipient where plan_id = $1 and state = 'queued' and queued_at > $2",
    [planId, startedAt],
  );
  return found.rows[0]?.count ?? 0;
}

/** The number of mails by reader. */
async function readersOfMails(): Promise<Map<string, number>> {
  const names = (await readdir(mailDir)).filter((name) => name.endsWith(".eml") && !name.startsWith("."));
  const readers = new Map<string, number>();
  for (const name of names) {
    const [, address = ""] = /^To: .*?([^\s<]+@[^\s>]+)/im.exec(await readFile(join(mailDir, name), "utf8")) ?? [];
    readers.set(address.toLowerCase(), (readers.get(address.toLowerCase()) ?? 0) + 1);
  }
  return readers;
}
