import { setTimeout as sleep } from "node:timers/promises";
import { type Call, openCaller } from "./measure/callers.ts";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { type Figure, report } from "./measure/figures.ts";
import { memoryBelow } from "./measure/memory.ts";
import { type Program, startServer } from "./measure/programs.ts";
import { callTo } from "./measure/recorded-calls.ts";
import { type Listener, openListeners } from "./webhook/listeners.ts";
import { signedWebhook } from "./webhook/signed-webhook.ts";
import { buildTalkingCentre, type TalkingCentre } from "./webhook/talking-centre.ts";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 3600);
const parts = 6;
const messagesPerSecond = 2;
const callsPerSecond = 8;
const customers = 300;
const sampleEveryMs = 5000;
/** Sockets are reopened at this interval, like tabs that are closed and opened. */
const reconnectEveryMs = 60_000;

await withBenchDatabase(measure);

async function measure(database: BenchDatabase): Promise<void> {
  const centre = await buildTalkingCentre(database, 1, { managers: 5, sales: 15 });
  const env = { WHATSAPP_API_URL: "http://127.0.0.1:9" };
  const product = await startServer({ ownerUrl: database.access.ownerUrl, process: "all", serve: true, env });
  const start = performance.now();
  const isOver = () => performance.now() - start >= seconds * 1000;
  const load = Promise.all([writeAsCustomers(product, centre, isOver), workAsStaff(product, centre, isOver)]);
  const samples: Sample[] = [];
  while (!isOver()) {
    await sleep(sampleEveryMs);
    samples.push({ resident: memoryBelow(product.pid).resident, heap: await usedHeap(product) });
  }
  await load;
  await product.stop();
  report({
    title: `Memory of the server for ${Math.round(seconds / 60)} minutes with ${messagesPerSecond} messages and ${callsPerSecond} calls a second`,
    against: "the second of six parts of that time, after the warm-up in the first",
    figures: figuresOf(samples),
  });
}

interface Sample {
  resident: number;
  heap: number;
}

/**
 * The lowest heap size in a part is the live memory after a collection: a leak makes it grow, so it is what is judged.
 * Resident memory depends on the collector.
 */
function figuresOf(samples: readonly Sample[]): Figure[] {
  const size = samples.length / parts;
  const of = (part: number) => samples.slice(Math.round(part * size), Math.round((part + 1) * size));
  const live = Array.from({ length: parts }, (_, part) => Math.min(...of(part).map(({ heap }) => heap)));
  const resident = Array.from({ length: parts }, (_, part) => average(of(part).map((sample) => sample.resident)));
  return [
    ...live.map((own, part) => ({
      ...figureOf(`live heap, part ${part + 1} of ${parts}`, own, live[1]),
      ...(part === parts - 1 && { wanted: { of: "ratio", atMost: 1.05 } as const }),
    })),
    ...resident.map((own, part) => figureOf(`resident memory, part ${part + 1} of ${parts}`, own, resident[1])),
  ];
}

function figureOf(what: string, own: number, reference = Number.NaN): Figure {
  return { what, unit: "MB", own, reference };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Megabytes of the server's heap in use, by its own figures. */
async function usedHeap({ port }: Program): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const bytes = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)?.[1];
  if (bytes === undefined) throw new Error("The server does not report its heap");
  return Number(bytes) / 1e6;
}

async function writeAsCustomers(product: Program, { number }: TalkingCentre, isOver: () => boolean): Promise<void> {
  const { call, close } = openCaller(product.port, 4);
  for (let sent = 0; !isOver(); sent++) {
    const customer = `8526${String(sent % customers).padStart(7, "0")}`;
    requireOk((await call(signedWebhook(number, customer).call)).status);
    await sleep(1000 / messagesPerSecond);
  }
  close();
}

async function workAsStaff(product: Program, centre: TalkingCentre, isOver: () => boolean): Promise<void> {
  const tokens = [...centre.managers, ...centre.sales];
  const { call, close } = openCaller(product.port, 4);
  let listener: Listener | undefined;
  let reconnectAt = 0;
  for (let made = 0; !isOver(); made++) {
    if (performance.now() > reconnectAt) {
      await listener?.close();
      const handshakes = tokens.map((accessToken) => ({ accessToken }));
      listener = await openListeners(product.port, { path: "/api_chat/socket", handshakes });
      reconnectAt = performance.now() + reconnectEveryMs;
    }
    requireOk((await call(nextCall(tokens[made % tokens.length] ?? "", made))).status);
    await sleep(1000 / callsPerSecond);
  }
  await listener?.close();
  close();
}

function nextCall(token: string, made: number): Call {
  const calls = [
    { method: "GET", path: "/api_users/Member/User", body: {} },
    { method: "POST", path: "/api_users/Member/LeadsList", body: { pageNum: 1, pageSize: 50 } },
    { method: "POST", path: "/api_chat/Chat/ConversationList", body: { filter: "All", pageNum: 1, pageSize: 50 } },
  ] as const;
  return callTo({ token, ...(calls[made % calls.length] ?? calls[0]) });
}

function requireOk(status: number): void {
  if (status !== 200) throw new Error(`A call was answered with ${status}`);
}
