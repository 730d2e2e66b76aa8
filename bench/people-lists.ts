import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Call, callInTurns, type Load, openCaller } from "./measure/callers.ts";
import { type BenchDatabase, startBenchDatabase } from "./measure/database.ts";
import { type Figure, report } from "./measure/figures.ts";
import { startReference, startServer } from "./measure/programs.ts";
import { type Chain, fillChain } from "./people-lists/fill-people.ts";

const size = { staff: 2000, branches: 200, roles: 500 };
const neighbours = 30;
const seconds = Number(process.env["BENCH_SECONDS"] ?? 4);
const wantedMs = 30;

interface Asked {
  method: "GET" | "POST";
  path: string;
  body: Record<string, unknown>;
}

interface Series {
  name: string;
  calls: Asked[];
}

const work = mkdtempSync(join(tmpdir(), "homeroom-bench-"));
const base = await startBenchDatabase();
try {
  await measure(base);
} finally {
  await base.stop();
  await rm(work, { recursive: true, force: true });
}

async function measure(database: BenchDatabase): Promise<void> {
  const chain = await fillChain(database, "連鎖補習班", size);
  for (let made = 1; made <= neighbours; made++) {
    await fillChain(database, `鄰居 ${made}`, { staff: 40, branches: 3, roles: 8 });
  }
  await database.owner.query("vacuum analyze");
  const lists = listsOf();
  const recorded = join(work, "recorded.json");
  writeFileSync(recorded, JSON.stringify(await record(database, chain, lists)));

  const product = await startServer({ ownerUrl: database.access.ownerUrl, process: "api", serve: true });
  const bare = await startReference(join(import.meta.dirname, "people-lists/bare-server.ts"), {
    DATABASE_URL: database.access.applicationUrl,
    RECORDED: recorded,
  });
  const figures: Figure[] = [];
  for (const { name, calls } of lists) {
    for (const callers of [1, 16]) {
      const own = await run(product.port, callers, calls.map(callTo(chain)));
      const reference = await run(bare.port, callers, calls.map(callToBare));
      const about = `${name}, ${callers} caller${callers > 1 ? "s" : ""}`;
      const alone = callers === 1;
      figures.push(
        { what: `${about}, p50`, unit: "ms", own: own.p50, reference: reference.p50 },
        {
          what: `${about}, p95`,
          unit: "ms",
          own: own.p95,
          reference: reference.p95,
          ...(alone && { wanted: { of: "own" as const, atMost: wantedMs } }),
        },
        { what: `${about}, per second`, unit: "/s", own: own.perSecond, reference: reference.perSecond },
      );
    }
  }
  await Promise.all([product.stop(), bare.stop()]);
  report({
    title: `People and places: pages of 50 of ${size.staff} staff, ${size.branches} branches and ${size.roles} roles, ${neighbours} organisations beside`,
    against: "the same statements, as the product sent them, in a bare Fastify and pg handler",
    figures,
  });
}

function listsOf(): Series[] {
  const staff = (body: Record<string, unknown>): Asked => ({
    method: "POST",
    path: "/api_users/Member/StaffList",
    body: { pageNum: 1, pageSize: 50, ...body },
  });
  const page = (path: string): Asked => ({ method: "GET", path, body: {} });
  const numbers = [1, 2, 3, 4];
  return [
    { name: "staff", calls: numbers.map((pageNum) => staff({ pageNum })) },
    { name: "staff by part of a name", calls: ["志明", "陳", "雅", "Staff 19"].map((keywords) => staff({ keywords })) },
    {
      name: "branches",
      calls: numbers.map((number) => page(`/api_users/Member/QueryBranchList?pageNum=${number}&pageSize=50`)),
    },
    { name: "roles", calls: numbers.map((number) => page(`/api_basic/Roles/page?pageNum=${number}&pageSize=50`)) },
  ];
}

/** Makes each call of the product once and keeps the statements that it sent for it. */
async function record(
  { access }: BenchDatabase,
  chain: Chain,
  lists: readonly Series[],
): Promise<Record<string, string>> {
  const file = join(work, "statements");
  writeFileSync(file, "");
  const preload = new URL("lead-list/record-statements.ts", import.meta.url).href;
  const env = { RECORD_STATEMENTS: file };
  const server = await startServer({ ownerUrl: access.ownerUrl, process: "api", serve: true, preload, env });
  const { call, close } = openCaller(server.port, 1);
  const recorded: Record<string, string> = {};
  for (const asked of lists.flatMap(({ calls }) => calls)) {
    truncateSync(file);
    const { status, body } = await call(callTo(chain)(asked));
    if (status !== 200) throw new Error(`${asked.path} was answered with ${status}: ${body.toString().slice(0, 300)}`);
    recorded[JSON.stringify(asked)] = readFileSync(file, "utf8");
  }
  close();
  await server.stop();
  return recorded;
}

function run(port: number, callers: number, calls: readonly Call[]): Promise<Load> {
  return callInTurns(port, { callers, seconds, next: (index) => calls[index % calls.length] as Call });
}

function callTo({ token }: Chain): (asked: Asked) => Call {
  return ({ method, path, body }) => ({
    method,
    path,
    headers: { accesstoken: token, ...(method === "POST" && { "content-type": "application/json" }) },
    body: method === "POST" ? Buffer.from(JSON.stringify(body)) : Buffer.alloc(0),
  });
}

function callToBare(asked: Asked): Call {
  return {
    method: "POST",
    path: "/call",
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(asked)),
  };
}
