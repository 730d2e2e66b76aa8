import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type ChildProgram, startChild } from "./start/child-program.ts";
import { fillDemoCatalogue } from "./start/demo-catalogue.ts";
import { claimPort } from "./start/free-port.ts";
import { type Addresses, sandboxAddress, sandboxSettings, serverAddress, serverSettings } from "./start/programs.ts";
import { buildWebApp } from "./start/web-build.ts";

const root = join(import.meta.dirname, "..");
const readyWithinMs = 180_000;
const watching = process.argv.includes("--watch");
const children: ChildProgram[] = [];
let ready = false;
let stopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(0));
followNpm();
await main().catch((error: unknown) => end(1, error instanceof Error ? error.message : String(error)));

async function main(): Promise<void> {
  const env = process.env;
  const host = env["HOST"] || "127.0.0.1";
  const addresses: Addresses = {
    host,
    port: await claimPort("PORT", env["PORT"] || "8080", host),
    sandboxPort: await claimPort("SANDBOX_PORT", env["SANDBOX_PORT"] || "8090", "127.0.0.1"),
    dataDir: resolve(env["DATA_DIR"] || "./data"),
  };
  // Others cannot list it, but a database server that root starts as another user can pass through.
  mkdirSync(addresses.dataDir, { recursive: true, mode: 0o711 });
  if (!watching) await buildIfStale();
  console.log("Starting the database, the server and the sandbox ...");
  const server = start("server", serverArgs(), serverSettings(addresses, env));
  start("sandbox", ["apps/sandbox/src/main.ts"], sandboxSettings(addresses, env));
  await Promise.all([answers(`${serverAddress(addresses)}/health`), answers(sandboxAddress(addresses))]);
  if (stopping) return;
  if (showsDemo(env)) await fillDemoCatalogue(sandboxAddress(addresses));
  ready = true;
  const page = watching ? await startPages(addresses) : serverAddress(addresses);
  for (const child of children) child.speakUp();
  console.log(greeting(addresses, page, server.logged("location")));
}

/** npm exits at once on SIGTERM without passing it on: if it is gone, nothing else would stop this process. */
function followNpm(): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const npm = process.ppid;
  setInterval(() => process.ppid !== npm && void end(0), 300).unref();
}

async function buildIfStale(): Promise<void> {
  const start = performance.now();
  if (await buildWebApp(root))
    console.log(`Built the web app in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
}

function serverArgs(): string[] {
  const main = "apps/server/src/main.ts";
  return watching ? ["--watch", "--watch-preserve-output", main] : [main];
}

function start(name: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProgram {
  const child = startChild(args, env, Boolean(process.env["LOG_LEVEL"]));
  children.push(child);
  void child.ended.then((reason) => {
    const said = reason.startsWith(`${name}: `) ? reason.slice(name.length + 2) : reason;
    return end(1, `The ${name} ${ready ? "stopped" : "did not start"}: ${said}`);
  });
  return child;
}

/** The pages come from Vite, which passes calls on to the server. */
async function startPages(addresses: Addresses): Promise<string> {
  const port = await claimPort("WEB_PORT", process.env["WEB_PORT"] || "5173", addresses.host);
  const args = ["node_modules/vite/bin/vite.js", "apps/web", "--host", addresses.host, "--port", String(port)];
  start("web app", [...args, "--strictPort", "--logLevel", "warn"], {
    ...process.env,
    HOMEROOM_SERVER: serverAddress(addresses),
  });
  const page = serverAddress({ ...addresses, port });
  await answers(page);
  return page;
}

async function answers(address: string): Promise<void> {
  const giveUp = performance.now() + readyWithinMs;
  while (!stopping && performance.now() < giveUp) {
    const response = await fetch(address, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  if (!stopping) throw new Error(`${address} did not answer within ${readyWithinMs / 1000} s.`);
}

function greeting(addresses: Addresses, page: string, database: string | undefined): string {
  const lines = [
    ["Homeroom", page],
    ["Customer's phone", sandboxAddress(addresses)],
    ...(showsDemo(process.env) ? accounts() : []),
    ["Data", addresses.dataDir],
  ];
  if (database !== undefined && !resolve(database).startsWith(addresses.dataDir)) lines.push(["Database", database]);
  const width = Math.max(...lines.map(([label = ""]) => label.length)) + 2;
  const block = lines.map(([label = "", text = ""]) => `  ${label.padEnd(width)}${text}`).join("\n");
  return `\nHomeroom is running. Ctrl+C stops it.\n\n${block}\n`;
}

function showsDemo(env: NodeJS.ProcessEnv): boolean {
  return env["DEMO"] !== "off";
}

function accounts(): string[][] {
  return [
    ["Sign in", "owner@demo.homeroom.test   password Homeroom2026"],
    ["", "or admin@ tutor@ sales1@ sales2@ teacher@demo.homeroom.test, same password"],
    ["Another centre", "owner@other.homeroom.test"],
  ];
}

async function end(code: number, reason?: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  if (reason !== undefined) console.error(reason);
  await Promise.all(children.map((child) => child.stop()));
  process.exit(code);
}
