import type { MessageRow } from "@homeroom/contract/chat";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, signIn } from "../harness/caller.ts";
import { type PhoneMessage, phonesOf } from "../harness/phone.ts";
import { type Product, startProduct } from "../harness/product.ts";
import { until } from "../harness/until.ts";
import { seededRandom } from "./seeded-random.ts";
import { beginTalks, customersWrite, type Flow, staffAnswer, type Talk, wholeTalk } from "./traffic.ts";

const rounds = Number(process.env["KILL_ROUNDS"] ?? 20);
/** KILL_SEED repeats the choices of a run that failed, though not the machine's timing. */
const seed = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);

/** Lines that drop the answer of a send that was taken, repeat statuses, or turn them round; the rest are well. */
const behaviours = ["cut", "duplicates", "reversed"];

let product: Product;
let staff: Caller;
let talks: Talk[];

beforeAll(async () => {
  product = await startProduct({ database: "embedded", env: { RATE_LIMITS: "off" } });
  staff = await signIn(product.url, "owner@demo.homeroom.test");
  talks = await beginTalks(product, staff, { count: 16, behaviours });
}, 120_000);
afterAll(() => product?.stop());

test(`killed ${rounds} times while messages come and go, nothing is lost and nothing is doubled (seed ${seed})`, async () => {
  const random = seededRandom(seed);
  let stopped = false;
  const flow: Flow = { random, pauseMs: 60, stopped: () => stopped };
  const traffic = [
    customersWrite(product, talks, flow),
    ...talks.map((talk) => staffAnswer(product, staff, talk, { ...flow, pauseMs: 100 })),
  ];
  for (let round = 0; round < rounds; round += 1) await killOnce(random);
  stopped = true;
  await Promise.all(traffic);
  await settled();

  const figures = { inbound: 0, outbound: 0, unsure: 0, failed: 0 };
  for (const talk of talks) {
    const rows = await wholeTalk(staff, talk);
    const phone = await phonesOf(product.sandbox.url).chat(talk.phone);
    expectInboundOnce(talk, rows);
    const outbound = expectOutboundOnce(talk, rows, phone);
    figures.inbound += talk.inbound.length;
    figures.outbound += talk.outbound.length;
    figures.unsure += outbound.filter(({ state }) => state === "unsure").length;
    figures.failed += outbound.filter(({ state }) => state === "failed").length;
  }
  process.stdout.write(`kill test, seed ${seed}: ${JSON.stringify(figures)}\n`);
  expect(figures.inbound).toBeGreaterThan(rounds);
  expect(figures.outbound).toBeGreaterThan(rounds);
}, 400_000);

/** Kills at a moment of its own: most often under traffic, now and then while the server is still starting. */
async function killOnce(random: () => number): Promise<void> {
  if (random() < 0.2) {
    const starting = Promise.allSettled([product.kill().then(() => product.start())]);
    await new Promise((resolve) => setTimeout(resolve, 300 + random() * 1500));
    await product.kill();
    await starting;
  } else {
    await new Promise((resolve) => setTimeout(resolve, 200 + random() * 1300));
    await product.kill();
  }
  await product.start();
}

/** Until every webhook is taken, and every message of ours is somewhere staff can see; the sweep takes a minute for that. */
async function settled(): Promise<void> {
  const phones = phonesOf(product.sandbox.url);
  const left = new Map<Talk, string>(talks.map((talk) => [talk, "not looked at"]));
  let waiting = 0;
  await until(
    "every message to come to an end",
    async () => {
      for (const talk of left.keys()) {
        const open = openMessages(talk, await wholeTalk(staff, talk), await phones.chat(talk.phone));
        if (open === "") left.delete(talk);
        else left.set(talk, open);
      }
      waiting = await phones.waiting();
      return left.size === 0 && waiting === 0;
    },
    {
      ms: 120_000,
      everyMs: 500,
      left: () => `${waiting} webhooks wait; ${[...left].map(([{ name }, open]) => `${name}: ${open}`).join("; ")}`,
    },
  );
}

/** What is still under way in a talk: a message in our hands, one that arrived and is not yet known to, one not yet taken in. */
function openMessages(talk: Talk, rows: readonly MessageRow[], phone: readonly PhoneMessage[]): string {
  const arrived = new Set(phone.map(({ callbackData }) => callbackData));
  const open = rows.filter(
    ({ state, messageId }) =>
      state === "queued" || state === "sending" || (state === "unsure" && arrived.has(messageId)),
  );
  const missing = talk.inbound.length - rows.filter(({ direction }) => direction === "in").length;
  const said = open.map(({ text, state }) => `${text} ${state}`);
  return [...said, ...(missing > 0 ? [`${missing} inbound missing`] : [])].join(", ");
}

function expectInboundOnce(talk: Talk, rows: readonly MessageRow[]): void {
  const inbound = rows.filter(({ direction }) => direction === "in").map(({ text }) => text);
  expect(inbound.toSorted(), `${talk.name} wrote`).toEqual(talk.inbound.toSorted());
}

/** What staff sent is there in their order, reached the phone at most once, and did so unless staff are told otherwise. */
function expectOutboundOnce(talk: Talk, rows: readonly MessageRow[], phone: readonly PhoneMessage[]): MessageRow[] {
  const outbound = rows.filter(({ direction }) => direction === "out");
  const sent = talk.outbound.map(({ messageId }) => messageId);
  expect(
    outbound.map(({ messageId }) => messageId),
    `${talk.name} was sent`,
  ).toEqual(sent);

  const arrived = phone.filter(({ from }) => from === "business").map(({ callbackData = "" }) => callbackData);
  expect(new Set(arrived).size, `${talk.name} got something twice`).toBe(arrived.length);
  const reached = new Set(arrived);
  expect(arrived, `${talk.name} got them in another order`).toEqual(sent.filter((id) => reached.has(id)));
  for (const { messageId, state, text } of outbound) {
    const said = `${talk.name}: "${text}" is ${state}`;
    if (state === "unsure" || state === "failed") expect(reached.has(messageId), `${said}, but arrived`).toBe(false);
    else {
      expect(["accepted", "sent", "delivered", "read"], said).toContain(state);
      expect(reached.has(messageId), `${said}, but did not arrive`).toBe(true);
    }
  }
  return outbound;
}
