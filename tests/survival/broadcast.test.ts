import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { broadcastPlans } from "@homeroom/contract/broadcast-plans";
import { RecordId } from "@homeroom/contract/ids";
import { messageTemplates } from "@homeroom/contract/message-templates";
import { startEmbeddedPostgres } from "@homeroom/server/platform/db/embedded/launcher";
import { isDatabaseAway } from "@homeroom/server/platform/db/failures";
import { startTcpProxy } from "@homeroom/server/platform/db/tcp-proxy-for-tests";
import pg from "pg";
import { v7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, signIn } from "../harness/caller.ts";
import { phonesOf } from "../harness/phone.ts";
import { createDemoDatabase, type Product, startProduct } from "../harness/product.ts";
import { until } from "../harness/until.ts";
import { seededRandom } from "./seeded-random.ts";

const rounds = Math.min(100, Number(process.env["KILL_ROUNDS"] ?? 2));
/** In a short run the connection to the database breaks; in a long one the database is killed, on its own cluster. */
const isLong = rounds > 10;
const people = isLong ? 20_000 : rounds * 60;
/** KILL_SEED repeats the choices of a run that failed, though not the machine's timing. */
const seed = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);
/** Numbers without a lead; the others belong to leads, who are written to in batches. */
const strangers = Math.min(200, people / 2);
/** Phones whose provider accepts a message and drops the answer. */
const cutEvery = 40;

let product: Product;
let staff: Caller;
let owner: pg.Pool;
let database: Breakable;

beforeAll(async () => {
  database = isLong ? await ownCluster() : await sharedCluster();
  product = await startProduct({
    database: "embedded",
    env: { RATE_LIMITS: "off", DATABASE_URL: database.productUrl },
  });
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  owner.on("error", () => undefined);
  staff = await signIn(product.url, "owner@demo.homeroom.test");
});
afterAll(async () => {
  await owner?.end();
  await product?.stop();
  await database?.stop();
});

/** A database that can be cut off while the product works. */
interface Breakable {
  ownerUrl: string;
  productUrl: string;
  break(): Promise<void>;
  stop(): Promise<void>;
}

async function sharedCluster(): Promise<Breakable> {
  const demo = await createDemoDatabase();
  const line = await startTcpProxy(demo.url);
  return {
    ownerUrl: demo.url,
    productUrl: line.url,
    async break() {
      await line.cut();
      await line.mend();
    },
    async stop() {
      await line.close();
      await demo.drop();
    },
  };
}

async function ownCluster(): Promise<Breakable> {
  const folder = await mkdtemp(join(tmpdir(), "homeroom-killed-"));
  await chmod(folder, 0o755);
  const log = { info: () => undefined, error: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log });
  return {
    ownerUrl: postgres.ownerUrl,
    productUrl: postgres.ownerUrl,
    async break() {
      const [found] = await ask<{ pid: number }>("select pg_backend_pid() as pid");
      const status = await readFile(`/proc/${found?.pid}/status`, "utf8");
      process.kill(Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]), "SIGKILL");
      await ask("select 1");
    },
    async stop() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const phones = Array.from({ length: people }, (_, index) => `8869130${String(index).padStart(5, "0")}`);

/** Polls the database until it is back. */
function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const answer = () =>
    owner.query<Row>(text, values).then(
      ({ rows }) => rows,
      (error: unknown) => {
        if (isDatabaseAway(error)) return null;
        throw error;
      },
    );
  return until("the database", answer);
}

interface Recipient {
  phone: string;
  state: string;
  message: string | null;
  message_id: string | null;
}

test(
  `a plan whose process is killed ${rounds} times sends each person one message (seed ${seed})`,
  async () => {
    const random = seededRandom(seed);
    const customers = phonesOf(product.sandbox.url);
    // The sandbox forgets the oldest unknown people.
    const known = people > 1000 ? phones : phones.filter((_, index) => index % cutEvery === 0);
    for (const phone of known) {
      const isCut = phones.indexOf(phone) % cutEvery === 0;
      await customers.add({ name: phone, phone, ...(isCut && { behaviour: "cut" }) });
    }
    const before = await topUp();
    const planId = await startPlan();
    const kills = { server: 0, database: 0 };
    for (let round = 0; round < rounds; round += 1) kills[await killOnce(planId, random)] += 1;

    const recipients = await until("everyone's message to come to an end", () => settled(planId), {
      everyMs: 200,
      withinMs: 180_000 + people * 100,
    });
    expect(recipients.map(({ phone }) => phone).toSorted()).toEqual(phones);
    const figures = { arrived: 0, unsure: 0 };
    for (const { phone, state, message_id: messageId } of recipients) {
      const chat = await customers.chat(phone).catch(() => []);
      const arrived = chat.filter(({ from }) => from === "business").map(({ callbackData }) => callbackData);
      const isUnsure = state === "unsure" || state === "queued";
      expect(arrived, `${phone} is ${state}`).toEqual(isUnsure && arrived.length === 0 ? [] : [messageId]);
      figures.arrived += arrived.length;
      figures.unsure += isUnsure ? 1 : 0;
    }
    process.stdout.write(`broadcast kill test, seed ${seed}: ${JSON.stringify({ ...kills, ...figures })}\n`);
    // A kill leaves messages in flight: some groups of up to 125 of an upgraded number.
    expect(figures.arrived).toBeGreaterThan(people / 4);

    const [counted] = await ask(
      `select count(*)::int as total, count(*) filter (where state in ('accepted', 'sent', 'delivered', 'read'))::int as accepted,
       count(*) filter (where state in ('delivered', 'read'))::int as delivered,
       count(*) filter (where state = 'read')::int as read, count(*) filter (where state = 'failed')::int as failed
     from broadcast_recipient where plan_id = $1`,
      [planId],
    );
    expect((await staff.call(broadcastPlans.info, { recordID: planId })).counters).toMatchObject({ ...counted });
    // Charges are settled once a minute: a short run does not wait for it.
    if (isLong) await expectPaidFor(planId, before);
  },
  600_000 + rounds * 30_000 + people * 100,
);

type Balances = Record<"outside" | "available" | "reserved" | "used", number>;

/** The messages that the centre may send: enough for everyone. */
async function topUp(): Promise<Balances> {
  await ask(
    `update ledger_balance set balance = balance + case place when 'available' then $1 else -$1::bigint end
     from channel where unit = 'message' and place in ('available', 'outside')
       and ledger_balance.organization_id = channel.organization_id and channel.kind = 'whatsapp'`,
    [people],
  );
  return balances();
}

async function balances(): Promise<Balances> {
  const rows = await ask<{ place: keyof Balances; balance: number }>(
    `select place, balance::int from ledger_balance where unit = 'message'
       and organization_id in (select organization_id from channel where kind = 'whatsapp')`,
  );
  return Object.fromEntries(rows.map(({ place, balance }) => [place, balance])) as Balances;
}

/**
 * Delivered messages are spent, unsure ones stay reserved, and failed ones are released: one movement per message, however
 * often the process that settles them died.
 */
async function expectPaidFor(planId: RecordId, before: Balances): Promise<void> {
  const [plan] = await ask<{ total: number; delivered: number; failed: number }>(
    "select total, delivered, failed from broadcast_plan where plan_id = $1",
    [planId],
  );
  const { total = 0, delivered = 0, failed = 0 } = plan ?? {};
  const open = total - delivered - failed;
  const held = () =>
    ask<{ packaged: number; spent: number; kept: number }>(
      "select packaged, spent, kept from message_hold where subject_id = $1",
      [planId],
    );
  await until("the charges to be settled", async () => (await held())[0]?.spent === delivered || null, {
    withinMs: 150_000,
  });
  expect(await held()).toEqual([{ packaged: total, spent: delivered, kept: delivered + open }]);
  expect(await balances()).toEqual({
    outside: before.outside,
    available: before.available - delivered - open,
    reserved: before.reserved + open,
    used: before.used + delivered,
  });
  const moved = await ask<{ to: string; amount: number }>(
    `select to_place as to, sum(amount)::int as amount from ledger_entry
     where unit = 'message' and reservation_id in (
       select package_reservation_id from message_hold where subject_id = $1)
     group by to_place order by to_place`,
    [planId],
  );
  const released = total - delivered - open;
  expect(moved).toEqual([
    ...(released > 0 ? [{ to: "available", amount: released }] : []),
    { to: "reserved", amount: total },
    ...(delivered > 0 ? [{ to: "used", amount: delivered }] : []),
  ]);
}

async function startPlan(): Promise<RecordId> {
  const { list, channels } = await staff.call(messageTemplates.list, { pageSize: 100 });
  const template = list.find(({ name }) => name === "trial_class_reminder");
  const channel = channels[0]?.channelId;
  if (!template || !channel) throw new Error("The demo has no template to send");
  // An ordinary number would take minutes for 20,000, and the demo's limit of the month is used up by then.
  if (isLong) {
    await ask("update broadcast_setting set monthly_limit = null");
    await ask(`update channel set settings = settings || '{"throughput": "HIGH"}' where channel_id = $1`, [channel]);
  }
  await ask(
    `insert into lead (organization_id, lead_id, branch_id, nickname, area_code, phone, phone_e164, lead_date, contact1, contact2)
     select organization_id, gen_random_uuid(), branch_id, '存活 ' || one, '+886', substr(one, 4), one, current_date, '{}', '{}'
     from channel, unnest($2::text[]) as one where channel_id = $1`,
    [channel, phones.slice(strangers)],
  );
  const place = { source: "none", text: "週六" } as const;
  const { recordID } = await staff.call(broadcastPlans.add, {
    recordID: RecordId.parse(v7()),
    name: "Killed",
    channel,
    templateID: template.recordID,
    variables: { "body.1": place, "body.2": place, "body.3": place },
    filter: { keywords: "存活" },
    numbers: phones.slice(0, strangers).map((phone) => `+${phone}`),
    scheduleTime: null,
  });
  return recordID;
}

/** Kills at a random moment after more messages have left: usually between a claim and its answer. */
async function killOnce(planId: RecordId, random: () => number): Promise<"server" | "database"> {
  const left = async () => {
    const found = await ask<{ count: number }>(
      "select count(*)::int as count from message where broadcast_plan_id = $1 and state not in ('queued')",
      [planId],
    );
    return found[0]?.count ?? 0;
  };
  const before = await left();
  const wanted = Math.min(people, before + 1 + Math.floor(random() * Math.min(people / rounds, 200)));
  await until("messages to leave", async () => (await left()) >= wanted, { everyMs: 5 });
  await new Promise((resolve) => setTimeout(resolve, random() * 50));
  if (random() < 0.5) {
    await product.kill();
    await product.start();
    return "server";
  }
  await database.break();
  return "database";
}

/** The recipients, once nothing is in progress except what was being sent when its process died. */
async function settled(planId: RecordId): Promise<Recipient[] | null> {
  const found = await ask<Recipient>(
    `select recipient.phone, recipient.state, message.state as message, recipient.message_id
     from broadcast_recipient recipient left join message using (organization_id, message_id)
     where plan_id = $1`,
    [planId],
  );
  const news = await ask("select from broadcast_news limit 1");
  const isOpen = ({ state, message }: Recipient) =>
    state === "waiting" || message === "queued" || ["accepted", "sent"].includes(message ?? "");
  if (found.some(isOpen) || news.length > 0 || (await phonesOf(product.sandbox.url).waiting()) > 0) return null;
  return found;
}
