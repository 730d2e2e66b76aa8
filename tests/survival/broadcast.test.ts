import { broadcastPlans } from "@homeroom/contract/broadcast-plans";
import { RecordId } from "@homeroom/contract/ids";
import { messageTemplates } from "@homeroom/contract/message-templates";
import pg from "pg";
import { v7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, signIn } from "../harness/caller.ts";
import { phonesOf } from "../harness/phone.ts";
import { type Product, startProduct } from "../harness/product.ts";
import { until } from "../harness/until.ts";
import { seededRandom } from "./seeded-random.ts";

const rounds = Number(process.env["KILL_ROUNDS"] ?? 2);
/** KILL_SEED repeats the choices of a run that failed, though not the machine's timing. */
const seed = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);
const people = rounds * 60;
/** Phones whose provider takes a message and drops the answer. */
const cutEvery = 40;

let product: Product;
let staff: Caller;
let owner: pg.Client;

beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMITS: "off" } });
  owner = new pg.Client({ connectionString: product.databaseUrl });
  await owner.connect();
  staff = await signIn(product.url, "owner@demo.homeroom.test");
});
afterAll(async () => {
  await owner?.end();
  await product?.stop();
});

const phones = Array.from({ length: people }, (_, index) => `8869130${String(index).padStart(5, "0")}`);

interface Recipient {
  phone: string;
  state: string;
  message: string | null;
  message_id: string | null;
}

test(`a plan whose process is killed ${rounds} times sends each person one message (seed ${seed})`, async () => {
  const random = seededRandom(seed);
  const customers = phonesOf(product.sandbox.url);
  for (const phone of phones.filter((_, index) => index % cutEvery === 0))
    await customers.add({ name: phone, phone, behaviour: "cut" });
  const planId = await startPlan();
  for (let round = 0; round < rounds; round += 1) await killOnce(planId, random);

  const recipients = await until("everyone's message to come to an end", () => settled(planId), { everyMs: 200 });
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
  process.stdout.write(`broadcast kill test, seed ${seed}: ${JSON.stringify(figures)}\n`);
  expect(figures.arrived).toBeGreaterThan(people / 2);

  const counted = await owner.query(
    `select count(*)::int as total, count(*) filter (where state in ('accepted', 'sent', 'delivered', 'read'))::int as accepted,
       count(*) filter (where state in ('delivered', 'read'))::int as delivered,
       count(*) filter (where state = 'read')::int as read, count(*) filter (where state = 'failed')::int as failed
     from broadcast_recipient where plan_id = $1`,
    [planId],
  );
  expect((await staff.call(broadcastPlans.info, { recordID: planId })).counters).toMatchObject(counted.rows[0]);
});

async function startPlan(): Promise<RecordId> {
  const { list, channels } = await staff.call(messageTemplates.list, { pageSize: 100 });
  const template = list.find(({ name }) => name === "trial_class_reminder");
  const channel = channels[0]?.channelId;
  if (!template || !channel) throw new Error("The demo has no template to send");
  const place = { source: "none", text: "週六" } as const;
  const { recordID } = await staff.call(broadcastPlans.add, {
    recordID: RecordId.parse(v7()),
    name: "Killed",
    channel,
    templateID: template.recordID,
    variables: { "body.1": place, "body.2": place, "body.3": place },
    numbers: phones.map((phone) => `+${phone}`),
  });
  return recordID;
}

/** Kills once more messages have left, at a moment of its own: between a claim and its answer as a rule. */
async function killOnce(planId: RecordId, random: () => number): Promise<void> {
  const left = async () => {
    const found = await owner.query<{ count: number }>(
      "select count(*)::int as count from message where broadcast_plan_id = $1 and state not in ('queued')",
      [planId],
    );
    return found.rows[0]?.count ?? 0;
  };
  const before = await left();
  const wanted = Math.min(people, before + 1 + Math.floor(random() * 30));
  await until("messages to leave", async () => (await left()) >= wanted, { everyMs: 5 });
  await new Promise((resolve) => setTimeout(resolve, random() * 50));
  await product.kill();
  await product.start();
}

/** The recipients, when nothing of them is under way but what was being sent when its process died. */
async function settled(planId: RecordId): Promise<Recipient[] | null> {
  const found = await owner.query<Recipient>(
    `select recipient.phone, recipient.state, message.state as message, recipient.message_id
     from broadcast_recipient recipient left join message using (organization_id, message_id)
     where plan_id = $1`,
    [planId],
  );
  const news = await owner.query("select from broadcast_news limit 1");
  const isOpen = ({ state, message }: Recipient) =>
    state === "waiting" || message === "queued" || ["accepted", "sent"].includes(message ?? "");
  if (found.rows.some(isOpen) || news.rows.length > 0 || (await phonesOf(product.sandbox.url).waiting()) > 0)
    return null;
  return found.rows;
}
