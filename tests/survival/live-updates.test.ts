import { leads } from "@homeroom/contract/leads";
import { type SocketEvent, socketPath } from "@homeroom/contract/sockets";
import type { TestDatabase } from "@homeroom/server/platform/db/embedded/for-tests";
import { startTcpProxy, type TcpProxy } from "@homeroom/server/platform/db/tcp-proxy-for-tests";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, callerOf, signIn } from "../harness/caller.ts";
import { type AddedServer, createDemoDatabase, type Product, startProduct } from "../harness/product.ts";
import { until } from "../harness/until.ts";

const restarts = 5;
let product: Product;
let second: AddedServer;
let staff: Caller;
let line: TcpProxy;
let database: TestDatabase;
const sockets: Socket[] = [];

beforeAll(async () => {
  database = await createDemoDatabase();
  line = await startTcpProxy(database.url);
  product = await startProduct({ database: "embedded", env: { DATABASE_URL: line.url } });
  staff = await signIn(product.url, "owner@demo.homeroom.test");
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await line?.mend();
  await product?.stop();
  await line?.close();
  await database?.drop();
});

/** A client of one process; `heard` are the leads announced to it. */
async function connect(url: string): Promise<Set<string>> {
  const auth = { accessToken: staff.token };
  const socket = io(url, { path: socketPath, auth, transports: ["websocket"], forceNew: true });
  sockets.push(socket);
  const heard = new Set<string>();
  socket.on("lead.changed" satisfies SocketEvent, ({ leadId }: { leadId: string }) => heard.add(leadId));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return heard;
}

const healthOf = async (url: string) => (await fetch(`${url}/health`)).status;

/** Simulates a restart of the database, and waits until all processes can serve again. */
async function restartDatabase(urls: readonly string[]): Promise<void> {
  await line.cut();
  for (const url of urls) await until("the health check to fail", async () => (await healthOf(url)) === 503);
  await line.mend();
  for (const url of urls) await until("the health check to recover", async () => (await healthOf(url)) === 200);
}

let count = 0;

async function addLead(url: string): Promise<string> {
  count += 1;
  const lead = { nickname: `重啟${count}`, areaCode: "+886", phone: `0976${String(count).padStart(6, "0")}` };
  return (await callerOf(url, staff.token).call(leads.add, lead)).leadId;
}

test("after each of five restarts of the database the sockets of one process receive a change", async () => {
  const heard = await connect(product.url);
  for (const round of Array.from({ length: restarts }, (_, index) => index + 1)) {
    await restartDatabase([product.url]);
    const leadId = await addLead(product.url);
    await until(`the socket to hear, restart ${round}`, async () => heard.has(leadId));
  }
  expect(heard.size).toBeGreaterThanOrEqual(restarts);
});

test("with two processes the sockets of both receive it, whichever made the change", async () => {
  second = await product.addServer();
  await second.start();
  const urls = [product.url, second.url];
  const made: string[] = [];
  const [first, other] = [await connect(product.url), await connect(second.url)];
  for (const round of Array.from({ length: restarts }, (_, index) => index + 1)) {
    await restartDatabase(urls);
    for (const url of urls) {
      const leadId = await addLead(url);
      made.push(leadId);
      await until(`both sockets to hear, restart ${round}`, async () => first.has(leadId) && other.has(leadId));
    }
  }
  expect(made.filter((leadId) => !first.has(leadId) || !other.has(leadId))).toEqual([]);
});

test("a stop ends the process although the database does not answer", async () => {
  line.stall();
  expect(await second.stopServer()).not.toBeNull();
});
