import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Call, openCaller, spread } from "./measure/callers.ts";
import { type BenchDatabase, startBenchDatabase } from "./measure/database.ts";
import { report } from "./measure/figures.ts";
import { end, startReference, startServer } from "./measure/programs.ts";
import { callTo } from "./measure/recorded-calls.ts";
import { pagePath, publishPage } from "./page/published-page.ts";
import { fillTalks, type TalkativeCentre } from "./talks/fill-talks.ts";

const perSecond = Number(process.env["BENCH_RATE"] ?? 3000);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 5);
const rounds = 4;
/** People at the inbox, and how long each looks at an answer. */
const people = 4;
const lookMs = 50;

const base = await startBenchDatabase();
const folder = mkdtempSync(join(tmpdir(), "homeroom-bench-page-"));
try {
  await measure(base);
} finally {
  await base.stop();
  await rm(folder, { recursive: true, force: true });
}

/**
 * The inbox alone; while visitors load a page from a separate process (PAGES_PORT), and from the one that serves the inbox;
 * and while they load the same bytes from a bare server, the minimum cost of visitors on the same machine. The cases
 * alternate, since other load on the machine varies.
 */
async function measure(database: BenchDatabase): Promise<void> {
  const talks = await fillTalks(database, "連鎖大班", { conversations: 2000, messages: 20_000, inLongest: 2000 });
  const file = join(folder, "page.gz");
  writeFileSync(file, gzipSync(await publishPage(database), { level: 9 }));
  await database.owner.query("vacuum analyze");
  const bare = await startReference(join(import.meta.dirname, "page/bare-page.ts"), { PAGE_FILE: file });
  const product = await startServer({ ownerUrl: database.access.ownerUrl, process: "api", serve: true });
  const pages = await startServer({ ownerUrl: database.access.ownerUrl, process: "pages", serve: true });
  const visitors = await startVisitors();
  const inbox = callsOf(talks);
  await workInInbox(product.port, inbox);
  const places = { apart: pages.port, together: product.port, bare: bare.port };
  const found: Measurements = { alone: [], apart: [], together: [], bare: [], rates: [] };
  for (let round = 0; round < rounds; round += 1) {
    found.alone.push(...(await workInInbox(product.port, inbox)));
    for (const [place, port] of Object.entries(places)) {
      visitors.come(port);
      found[place as keyof typeof places].push(...(await workInInbox(product.port, inbox)));
      const rate = await visitors.leave();
      if (place === "apart") found.rates.push(rate);
    }
  }
  for (const program of [visitors, product, pages, bare]) await program.stop();
  tell(found);
}

function callsOf({ token, longest }: TalkativeCentre): Call[] {
  const post = (path: string, body: Record<string, unknown>) => callTo({ token, method: "POST", path, body });
  return [
    post("/api_chat/Chat/ConversationList", { filter: "All", pageNum: 1, pageSize: 50 }),
    post("/api_chat/Chat/MessageList", { conversationId: longest, pageSize: 50 }),
  ];
}

async function workInInbox(port: number, calls: readonly Call[]): Promise<number[]> {
  const { call, close } = openCaller(port, people);
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  const work = async (person: number) => {
    for (let index = person; performance.now() < until; index += 1) {
      const begin = performance.now();
      const { status } = await call(calls[index % calls.length] as Call);
      times.push(performance.now() - begin);
      if (status !== 200) throw new Error(`The inbox answered ${status}`);
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  };
  await Promise.all(Array.from({ length: people }, (_, person) => work(person)));
  close();
  return times;
}

async function startVisitors() {
  const env = { ...process.env, PAGE_RATE: String(perSecond), PAGE_PATH: pagePath };
  const child: ChildProcess = fork(join(import.meta.dirname, "page/visitors.ts"), { env });
  await once(child, "message");
  return {
    come(port: number) {
      child.send({ port });
    },
    async leave(): Promise<number> {
      child.send({});
      const [rate] = (await once(child, "message")) as [number];
      return rate;
    },
    stop: () => end(child),
  };
}

interface Measurements {
  alone: number[];
  apart: number[];
  together: number[];
  bare: number[];
  /** Pages a second from the separate process. */
  rates: number[];
}

function tell({ alone, apart, together, bare, rates }: Measurements): void {
  const without = spread(alone);
  const p95 = (times: readonly number[]) => ({ unit: "ms" as const, own: spread(times).p95, reference: without.p95 });
  report({
    title: `The inbox of ${people} people while a published page is loaded ${perSecond.toLocaleString("en")} times a second, all on one machine`,
    against: "the inbox without visitors, alternating in the same run",
    figures: [
      {
        what: "pages from a separate process: inbox, median",
        unit: "ms",
        own: spread(apart).p50,
        reference: without.p50,
      },
      { what: "pages from a separate process: inbox, p95", ...p95(apart), wanted: { of: "ratio", atMost: 1.3 } },
      { what: "pages from the inbox's process: inbox, p95", ...p95(together) },
      { what: "pages from a bare server: inbox, p95", ...p95(bare) },
      {
        what: "pages answered, the slowest round",
        unit: "/s",
        own: Math.min(...rates),
        wanted: { of: "own", atLeast: perSecond * 0.99 },
      },
    ],
  });
}
