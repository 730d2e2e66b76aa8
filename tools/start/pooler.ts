import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claimPort } from "./free-port.ts";

/** PgBouncer in transaction mode in front of a server. */
export interface Pooler {
  /** On 127.0.0.1. */
  port: number;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer in transaction mode, as an operator would set it up; every role that can sign in to the server of
 * `databaseUrl` (a superuser's address) can sign in through it. Needs `pgbouncer` on the path; throws without it.
 */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), "homeroom-pooler-"));
  chmodSync(folder, 0o755);
  const port = await claimPort("PORT", "0", "127.0.0.1");
  const bouncer = spawn("pgbouncer", [writeConfiguration(folder, databaseUrl, port)], {
    stdio: "inherit",
    ...asNobody(),
  });
  const failed = new Promise<never>((_, reject) => bouncer.once("error", reject));
  await Promise.race([untilOpen(port), failed]);
  return {
    port,
    async stop() {
      bouncer.kill("SIGINT");
      await rm(folder, { recursive: true, force: true });
    },
  };
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

/** PgBouncer refuses to run as root. */
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
