import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { secretKey } from "./database.ts";
import { isDivided, serverAddresses, startBalancer } from "./divided-installation.ts";

export interface Program {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

const guard = fileURLToPath(new URL("../../tools/start/stop-with-parent.ts", import.meta.url));
const serverMain = fileURLToPath(new URL("../../apps/server/src/main.ts", import.meta.url));

interface ServerGiven {
  ownerUrl: string;
  /** The value of PROCESS. */
  process: "all" | "api" | "pages" | "worker";
  /** As in production, where answers are not checked; otherwise as `npm start` runs it. */
  serve: boolean;
  /** A module that the process loads first. */
  preload?: string;
  env?: Record<string, string>;
}

/**
 * The product's server as a process of its own; resolves once it is healthy. In a divided installation: two API processes
 * behind one port, with two workers if `process` is "all"; `pid` is that of the first.
 */
export async function startServer(given: ServerGiven): Promise<Program> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "homeroom-bench-files-"));
  const place = { port, dataDir, publicUrl: `http://127.0.0.1:${port}` };
  const divides = isDivided && given.process !== "pages" && given.process !== "worker";
  const processes = divides ? await startDivided(given, place) : [await startProcess(given, place)];
  return {
    port,
    pid: processes[0]?.pid ?? 0,
    async stop() {
      for (const process of processes.toReversed()) await process.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Place {
  port: number;
  dataDir: string;
  /** The product's public address. */
  publicUrl: string;
}

async function startDivided(given: ServerGiven, place: Place): Promise<Program[]> {
  const workers = given.process === "all" ? (["worker", "worker"] as const) : [];
  const processes: Program[] = [];
  // One after another: concurrent starts on the database are not what is measured.
  for (const role of ["api", "api", ...workers] as const) {
    processes.push(await startProcess({ ...given, process: role }, { ...place, port: await freePort() }));
  }
  const behind = processes.slice(0, 2).map(({ port }) => port);
  return [...processes, await startBalancer(place.port, behind)];
}

async function startProcess(given: ServerGiven, { port, dataDir, publicUrl }: Place): Promise<Program> {
  const env = {
    ...process.env,
    ...serverAddresses(given.ownerUrl),
    SECRET_KEY: secretKey.toString("base64"),
    PUBLIC_URL: publicUrl,
    DATA_DIR: dataDir,
    PORT: String(port),
    PROCESS: given.process,
    ...given.env,
  };
  const preloads = ["--import", guard, ...(given.preload ? ["--import", given.preload] : [])];
  const args = [...preloads, serverMain, ...(given.serve ? ["--serve"] : [])];
  // Its log is written, as in production, but not read.
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  await untilHealthy(`http://127.0.0.1:${port}/health`, child);
  return { port, pid: child.pid ?? 0, stop: () => end(child) };
}

/** A reference server: a program that sends its port to its parent once it listens. */
export async function startReference(file: string, env: Record<string, string>): Promise<Program> {
  const child = fork(file, { env: { ...process.env, ...env }, execArgv: ["--import", guard] });
  const [port] = (await Promise.race([once(child, "message"), failure(child, file)])) as [number];
  return { port, pid: child.pid ?? 0, stop: () => end(child) };
}

/** Waits until an address answers with 200; throws when the program ends before. */
async function untilHealthy(address: string, child: ChildProcess, everyMs = 50): Promise<void> {
  while (child.exitCode === null) {
    const healthy = await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  throw new Error(`The program ended with ${child.exitCode} before ${address} answered`);
}

/** Stops a program as an operator would, and waits for its end. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** A port of this machine that is free right now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

async function failure(child: ChildProcess, file: string): Promise<never> {
  const [code] = (await once(child, "exit")) as [number | null];
  throw new Error(`${file} ended with ${code} before it listened`);
}
