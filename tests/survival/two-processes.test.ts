import { isDeepStrictEqual } from "node:util";
import type { MessageRow } from "@homeroom/contract/chat";
import { type SocketEvent, socketPath } from "@homeroom/contract/sockets";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, callerOf, signIn } from "../harness/caller.ts";
import { phonesOf } from "../harness/phone.ts";
import { type AddedServer, type Product, startProduct } from "../harness/product.ts";
import { until } from "../harness/until.ts";
import { seededRandom } from "./seeded-random.ts";
import { expectInboundOnce, expectOutboundOnce, settled } from "./settled-talks.ts";
import { beginTalks, customersWrite, type Flow, staffAnswer, type TestConversation, wholeTalk } from "./traffic.ts";

const rounds = Number(process.env["KILL_ROUNDS"] ?? 1);
const seed = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);

let product: Product;
let second: AddedServer;
/** Behind a pooler (`npm run test:pooler`) the two only answer calls, and two others are the workers. */
const workers: AddedServer[] = [];
const isDivided = process.env["HOMEROOM_TEST_POOLER"] !== undefined;
let staff: Caller;
let talks: TestConversation[];
const sockets: Socket[] = [];

beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMITS: "off", PROCESS: isDivided ? "api" : "all" } });
  second = await product.addServer();
  await second.start();
  for (const _ of isDivided ? [1, 2] : []) {
    const worker = await product.addServer({ PROCESS: "worker" });
    await worker.start();
    workers.push(worker);
  }
  staff = await signIn(product.url, "owner@demo.homeroom.test");
  talks = await beginTalks(product, staff, { count: 8, behaviours: ["cut", "duplicates", "reversed"] });
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await product?.stop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A client of one process; `heard` are the messages announced to it. */
async function listen(url: string): Promise<{ socket: Socket; heard: Set<string> }> {
  const auth = { accessToken: staff.token };
  const socket = io(url, { path: socketPath, auth, transports: ["websocket"], forceNew: true });
  sockets.push(socket);
  const heard = new Set<string>();
  socket.on("message.changed" satisfies SocketEvent, ({ messageId }: { messageId: string }) => heard.add(messageId));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return { socket, heard };
}

test(`either of two processes is killed under traffic: nothing is lost, duplicated or out of order, and clients of the other stay live (seed ${seed})`, async () => {
  const random = seededRandom(seed);
  let stopped = false;
  const flow: Flow = { random, pauseMs: 80, stopped: () => stopped };
  // Customers' messages come in through the first process only; half of the answers go out through the second.
  const traffic = [
    customersWrite(product, talks, flow),
    ...talks.map((talk, index) =>
      staffAnswer(index % 2 === 0 ? product : { ...product, url: second.url }, staff, talk, { ...flow, pauseMs: 150 }),
    ),
  ];
  const atSecond = await listen(second.url);
  for (const round of Array.from({ length: rounds }, (_, index) => index + 1)) {
    await pause(500 + random() * 700);
    await product.kill();
    await hearsOn(atSecond, `round ${round}`);
    await product.start();

    const atFirst = await listen(product.url);
    await pause(random() * 500);
    await second.kill();
    await hearsOn(atFirst, `round ${round}, the other one`);
    await second.start();
    await until("the client to find the second process again", async () => atSecond.socket.connected);

    for (const worker of workers) {
      await pause(random() * 500);
      await worker.kill();
      await hearsOn(atFirst, `round ${round}, a worker`);
      await worker.start();
    }
  }
  stopped = true;
  await Promise.all(traffic);
  await settled(product, staff, talks);

  // Both processes show the same.
  const atOther = { ...callerOf(second.url, staff.token), accountID: staff.accountID };
  const places = (all: MessageRow[]) => all.map(({ messageId, state, position }) => ({ messageId, state, position }));
  for (const talk of talks) {
    // A sent message may be delivered or read between the two requests.
    const rows = await until(`both processes to tell the same of ${talk.name}`, async () => {
      const [here, there] = [await wholeTalk(staff, talk), await wholeTalk(atOther, talk)];
      return isDeepStrictEqual(places(here), places(there)) && here;
    });
    expectInboundOnce(talk, rows);
    expectOutboundOnce(talk, rows, await phonesOf(product.sandbox.url).chat(talk.phone));
  }
  expect(talks.flatMap(({ outbound }) => outbound).length).toBeGreaterThan(talks.length);
});

/** While one process is gone, a client of the other receives a message that was sent after. */
async function hearsOn({ heard }: { heard: Set<string> }, when: string): Promise<void> {
  const before = new Set(talks.flatMap(({ outbound }) => outbound.map(({ messageId }) => messageId)));
  await until(`a new message to be announced, ${when}`, async () =>
    talks.some(({ outbound }) => outbound.some(({ messageId }) => !before.has(messageId) && heard.has(messageId))),
  );
}
