import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, signIn } from "../harness/caller.ts";
import { phonesOf } from "../harness/phone.ts";
import { type Product, startProduct } from "../harness/product.ts";
import { until } from "../harness/until.ts";
import { seededRandom } from "./seeded-random.ts";
import { expectInboundOnce, expectOutboundOnce, settled } from "./settled-talks.ts";
import { beginTalks, customersWrite, type Flow, staffAnswer, type TestConversation, wholeTalk } from "./traffic.ts";

const rounds = Number(process.env["KILL_ROUNDS"] ?? 6);
/** KILL_SEED repeats the choices of a run that failed, though not the machine's timing. */
const seed = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);

/** Lines that drop the answer to an accepted send, repeat statuses, or reverse their order; the others work normally. */
const behaviours = ["cut", "duplicates", "reversed"];

let product: Product;
let staff: Caller;
let talks: TestConversation[];

beforeAll(async () => {
  product = await startProduct({ database: "embedded", env: { RATE_LIMITS: "off" } });
  staff = await signIn(product.url, "owner@demo.homeroom.test");
  talks = await beginTalks(product, staff, { count: 16, behaviours });
});
afterAll(() => product?.stop());

test(`killed ${rounds} times while messages come and go, nothing is lost and nothing is duplicated (seed ${seed})`, async () => {
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
  await settled(product, staff, talks);

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
});

const sentByStaff = () => talks.reduce((sum, { outbound }) => sum + outbound.length, 0);

/**
 * Kills at a random moment: usually under traffic, after staff have sent something since the start; sometimes while the
 * server is still starting.
 */
async function killOnce(random: () => number): Promise<void> {
  if (random() < 0.2) {
    // Killed before the next one starts: otherwise the old server could stay alive beside the one started below.
    await product.kill();
    const starting = Promise.allSettled([product.start()]);
    await new Promise((resolve) => setTimeout(resolve, 300 + random() * 1500));
    await product.kill();
    await starting;
  } else {
    const before = sentByStaff();
    const wanted = 1 + Math.floor(random() * talks.length);
    await until(`${wanted} messages to be sent`, async () => sentByStaff() >= before + wanted);
    await new Promise((resolve) => setTimeout(resolve, random() * 300));
    await product.kill();
  }
  await product.start();
}
