import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestPostgres } from "../apps/server/src/platform/db/embedded/for-tests.ts";
import { claimPort } from "./start/free-port.ts";

const projects = ["--project", "unit", "--project", "survival"];

/**
 * What talks to the database in every way that the product does, the calls of the largest modules, and two processes that answer
 * calls beside two workers, of which one after the other is killed.
 */
const core = [
  "apps/server/src/platform",
  "apps/server/src/modules/sign-in",
  "apps/server/src/modules/leads",
  "apps/server/src/modules/inbox",
  "tests/query-plans",
  "tests/survival/two-processes.test.ts",
];

/**
 * Runs the core of the tests with PgBouncer in transaction mode between the application and the database, as an
 * operator would set it up. Needs `pgbouncer` on the path. More arguments are the tests to run instead.
 */
async function run(): Promise<number> {
  const postgres = await startTestPostgres();
  const folder = mkdtempSync(join(tmpdir(), "homeroom-pooler-"));
  chmodSync(folder, 0o755);
  const port = await claimPort("PORT", "0", "127.0.0.1");
  const bouncer = spawn("pgbouncer", [writeConfiguration(folder, postgres.url, port)], {
    stdio: "inherit",
    ...asNobody(),
  });
  try {
    await untilOpen(port);
    const tests = process.argv.slice(2);
    const env = { ...process.env, HOMEROOM_TEST_POOLER: `127.0.0.1:${port}` };
    const vitest = ["node_modules/vitest/vitest.mjs", "run", ...projects, ...(tests.length > 0 ? tests : core)];
    return await exitCode(spawn(process.execPath, vitest, { stdio: "inherit", env }));
  } finally {
    bouncer.kill("SIGINT");
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function writeConfiguration(folder: string, databaseUrl: string, port: number): string {
  const { hostname, port: databasePort, username, password } = new URL(databaseUrl);
  const users = join(folder, "users.txt");
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`, { mode: 0o644 });
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
auth_user = ${decodeURIComponent(username)}
auth_query = select usename, passwd from pg_shadow where usename = $1
pool_mode = transaction
default_pool_size = 10
max_client_conn = 1000
server_idle_timeout = 5
log_connections = 0
log_disconnections = 0
`,
    { mode: 0o644 },
  );
  return file;
}

/** PgBouncer does not run as root. */
function asNobody(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
}

async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      });
      socket.on("error", () => resolve(false));
    });
    if (isOpen) return;
    if (tries === 100) throw new Error("PgBouncer does not answer");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function exitCode(program: ReturnType<typeof spawn>): Promise<number> {
  return new Promise((resolve) => program.on("exit", (code) => resolve(code ?? 1)));
}

process.exitCode = await run();
