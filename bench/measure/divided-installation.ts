import { connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { startPooler } from "../../tools/start/pooler.ts";

/**
 * BENCH_DIVIDED=on: the installation of a large centre, on a database whose owner is not a superuser, through PgBouncer in
 * transaction mode, with two API processes and two workers.
 */
export const isDivided = process.env["BENCH_DIVIDED"] === "on";

const role = { name: "bench_owner", password: "bench" };
const database = "bench";
let pooled: { database: string; direct: string } | undefined;

/** Creates a database owned by a role with only LOGIN and CREATEROLE, and starts PgBouncer in front of it. */
export async function makePooledDatabase(
  superuserUrl: string,
): Promise<{ ownerUrl: string; superuserUrl: string; stop(): Promise<void> }> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`create role ${role.name} login createrole password '${role.password}'`);
  await client.query(`create database ${database} owner ${role.name}`);
  await client.end();
  const pooler = await startPooler(superuserUrl);
  const direct = addressOf(superuserUrl, { pathname: `/${database}`, username: role.name, password: role.password });
  pooled = { direct, database: addressOf(direct, { host: `127.0.0.1:${pooler.port}` }) };
  return {
    ownerUrl: direct,
    superuserUrl: addressOf(superuserUrl, { pathname: `/${database}` }),
    stop: () => pooler.stop(),
  };
}

/** The settings that lead a server to the database: `ownerUrl` itself, or the pooler and the database behind it. */
export function serverAddresses(ownerUrl: string): Record<string, string> {
  return pooled ? { DATABASE_URL: pooled.database, DATABASE_DIRECT_URL: pooled.direct } : { DATABASE_URL: ownerUrl };
}

/** Passes each new connection to the next port, like a proxy in front of several processes. */
export async function startBalancer(
  port: number,
  behind: readonly number[],
): Promise<{ port: number; pid: number; stop(): Promise<void> }> {
  const open = new Set<Socket>();
  let next = 0;
  const server = createServer((client) => {
    const target = connect(behind[next++ % behind.length] ?? 0, "127.0.0.1");
    for (const socket of [client, target]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => socket.destroy());
    }
    client.on("close", () => void (open.delete(client), target.destroy()));
    target.on("close", () => void (open.delete(target), client.destroy()));
    client.pipe(target).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port,
    pid: process.pid,
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

function addressOf(url: string, parts: Partial<Pick<URL, "host" | "pathname" | "username" | "password">>): string {
  const address = new URL(url);
  Object.assign(address, parts);
  if (parts.host) address.searchParams.delete("host");
  return address.href;
}
