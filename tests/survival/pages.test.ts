import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { landingPages } from "@homeroom/contract/landing-pages";
import { leads } from "@homeroom/contract/leads";
import type { createTestDatabase } from "@homeroom/server/platform/db/embedded/for-tests";
import { startTcpProxy, type TcpProxy } from "@homeroom/server/platform/db/tcp-proxy-for-tests";
import { v7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, signIn } from "../harness/caller.ts";
import { freePort } from "../harness/free-port.ts";
import { createDemoDatabase, type Product, startProduct } from "../harness/product.ts";
import { until } from "../harness/until.ts";

/** How much visitors send in each state of the product before the next one begins. */
const enough = 4;
const formName = "落地頁訪客";

let product: Product;
let staff: Caller;
let line: TcpProxy;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
/** The pages' address in the process that serves them. */
let address: string;

beforeAll(async () => {
  database = await createDemoDatabase();
  line = await startTcpProxy(database.url);
  const port = await freePort();
  address = `http://127.0.0.1:${port}/p/chenguang/summer-camp`;
  product = await startProduct({
    database: "embedded",
    env: { DATABASE_URL: line.url, PAGES_PORT: String(port), RATE_LIMITS: "off" },
  });
  staff = await signIn(product.url, "owner@demo.homeroom.test");
});
afterAll(async () => {
  await product?.stop();
  await line?.close();
  await database?.drop();
});

test("nothing that a visitor sent is lost when the database fails, the pages' process is killed, and then everything is", async () => {
  const pressesBefore = await presses();
  await until("the pages", isShown);
  const visitors = comeAndSend();

  await visitors.sentMore();
  await line.cut();
  // What is sent without the database waits in files.
  await visitors.sentMore();
  expect(await isShown()).toBe(true);
  await until("files of what was sent", async () => (await waiting()) >= enough);
  killPages();
  await until("the end of the pages", async () => !(await isShown()));
  await line.mend();
  await until("the pages to be there again", isShown);
  await visitors.sentMore();

  killPages();
  await visitors.sentMore();
  await line.cut();
  await visitors.sentMore();
  await product.kill();
  await line.mend();
  await product.start();
  await visitors.sentMore();
  const sent = await visitors.leave();

  await until("everything to be stored", async () => (await waiting()) === 0);
  const made = await until("the leads", async () => {
    const names = await namesOfLeads();
    return names.length >= sent.forms.length && names;
  });
  expect(made.toSorted()).toEqual(sent.forms.toSorted());
  // A click whose answer was lost with the process may be stored too.
  expect(await presses()).toBeGreaterThanOrEqual(pressesBefore + sent.presses);
});

const isShown = async () => (await answerOf(() => fetch(address)))?.status === 200;

const answerOf = (ask: () => Promise<Response>): Promise<Response | null> => ask().catch(() => null);

async function waiting(): Promise<number> {
  const names = await readdir(join(product.dataDir, "landing")).catch(() => []);
  return names.filter((name) => name.endsWith(".json")).length;
}

function killPages(): void {
  const starts = [...product.log().matchAll(/"pid":(\d+),[^\n]*"The process of the pages is started"/g)];
  process.kill(Number(starts.at(-1)?.[1]), "SIGKILL");
}

async function presses(): Promise<number> {
  const { list } = await staff.call(landingPages.list, { keywords: "summer-camp" });
  return list[0]?.clickCount ?? 0;
}

async function namesOfLeads(): Promise<string[]> {
  const names: string[] = [];
  for (let pageNum = 1; ; pageNum += 1) {
    const { list } = await staff.call(leads.list, { keywords: formName, pageNum, pageSize: 100 });
    names.push(...list.map(({ nickname }) => nickname));
    if (list.length < 100) return names;
  }
}

/** Visitors who send forms and press buttons until they leave. Like the page's script, they send a form until it is accepted. */
function comeAndSend() {
  const sent = { forms: [] as string[], presses: 0 };
  let hasLeft = false;
  const sendForm = (count: number, name: string) => {
    const phone = `0966${String(count).padStart(6, "0")}`;
    const body = new URLSearchParams({ entry: v7(), name, phone, seconds: "9" });
    const headers = { accept: "application/json" };
    return until("the form to be taken", async () => {
      const answer = await answerOf(() => fetch(`${address}/send`, { method: "POST", body, headers }));
      if (answer && answer.status < 500) expect(answer.status).toBe(200);
      return answer?.ok;
    });
  };
  const press = async () => {
    const headers = { "user-agent": "Mozilla/5.0 (iPhone)" };
    const answer = await answerOf(() => fetch(`${address}/go?v=1`, { headers, redirect: "manual" }));
    if (answer?.status === 303) sent.presses += 1;
  };
  const sending = (async () => {
    for (let count = 0; !hasLeft; count += 1) {
      const name = `${formName}${count}`;
      await sendForm(count, name);
      sent.forms.push(name);
      await press();
    }
  })();
  return {
    async sentMore() {
      const before = sent.forms.length;
      await until("visitors", async () => sent.forms.length >= before + enough);
    },
    async leave() {
      hasLeft = true;
      await sending;
      return sent;
    },
  };
}
