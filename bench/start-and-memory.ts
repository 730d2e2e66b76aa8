import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { platform, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPostgres } from "@homeroom/server/platform/db/embedded/launcher";
import { type Figure, report } from "./measure/figures.ts";
import { type Memory, memoryBelow } from "./measure/memory.ts";
import { end, freePort, startReference } from "./measure/programs.ts";

const idleSeconds = Number(process.env["BENCH_SECONDS"] ?? 15);
const root = join(import.meta.dirname, "..");
const builtFrom = join(root, "apps/web/dist/.built-from");

const data = folder();
const bareData = folder();
try {
  const reference = await measureReference();
  // As after an installation: no current build of the web app, no data.
  await rm(builtFrom, { force: true });
  const installed = await startOnce();
  const again = await startOnce();
  await rm(data, { recursive: true, force: true });
  const withoutData = await startOnce(idleSeconds);
  report({
    title: "npm start until it prints the address of Homeroom, and its memory when idle",
    against: "the embedded PostgreSQL alone; for memory, with a bare Fastify, pg and socket.io process",
    figures: figuresOf({ installed, again, withoutData }, reference),
  });
} finally {
  await rm(data, { recursive: true, force: true });
  await rm(bareData, { recursive: true, force: true });
}

interface Start {
  seconds: number;
  memory: Memory | null;
}

function figuresOf(
  own: { installed: Start; again: Start; withoutData: Start },
  reference: { first: number; again: number; memory: Memory | null },
): Figure[] {
  const wanted = { of: "own" as const, atMost: 15 };
  const figures: Figure[] = [
    {
      what: "first start after installation, web app built",
      unit: "s",
      own: own.installed.seconds,
      reference: reference.first,
      wanted,
    },
    {
      what: "first start, web app already built",
      unit: "s",
      own: own.withoutData.seconds,
      reference: reference.first,
      wanted,
    },
    { what: "start with data", unit: "s", own: own.again.seconds, reference: reference.again, wanted },
  ];
  const { memory } = own.withoutData;
  if (memory && reference.memory) {
    const idle = { of: "own" as const, atMost: 500 };
    const { proportional, resident } = reference.memory;
    figures.push(
      {
        what: "idle memory, shared pages once (PSS)",
        unit: "MB",
        own: memory.proportional,
        reference: proportional,
        wanted: idle,
      },
      {
        what: "idle memory, shared pages in each process (RSS)",
        unit: "MB",
        own: memory.resident,
        reference: resident,
      },
    );
  }
  return figures;
}

/** Starts everything like `npm start` until it reports that it runs; then stops it, optionally after some idle time. */
async function startOnce(idle = 0): Promise<Start> {
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
  const env = { ...process.env, ...ports, DATA_DIR: data };
  const start = performance.now();
  const child = spawn(process.execPath, ["tools/start.ts"], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  await saysItRuns(child);
  const seconds = (performance.now() - start) / 1000;
  await sleep(idle * 1000);
  const memory = measureMemory(child.pid ?? 0, data);
  await end(child);
  return { seconds, memory };
}

async function saysItRuns(child: ChildProcess): Promise<void> {
  let said = "";
  const runs = new Promise<void>((resolve) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("Homeroom is running")) resolve();
    });
  });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`npm start ended with ${String(code)}: ${said}`);
  });
  await Promise.race([runs, ended]);
  ended.catch(() => undefined);
}

async function measureReference() {
  const log = { info: () => {}, error: (line: string) => console.error(line) };
  const timed = async () => {
    const start = performance.now();
    const postgres = await startEmbeddedPostgres({ dataDir: bareData, log });
    return { postgres, seconds: (performance.now() - start) / 1000 };
  };
  const first = await timed();
  await first.postgres.stop();
  const again = await timed();
  const file = join(import.meta.dirname, "webhook/bare-intake.ts");
  const bare = await startReference(file, { DATABASE_URL: again.postgres.ownerUrl });
  await sleep(2000);
  const memory = measureMemory(bare.pid, bareData);
  await bare.stop();
  await again.postgres.stop();
  return { first: first.seconds, again: again.seconds, memory };
}

function measureMemory(pid: number, mark: string): Memory | null {
  return platform() === "linux" ? memoryBelow(pid, mark) : null;
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "homeroom-bench-"));
  chmodSync(made, 0o755); // as root, the database's user has to get in
  return made;
}
