import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeAll, expect, test } from "vitest";
import { connectDatabase, type DatabaseConnection } from "#platform/db/database";
import { prepareDatabase } from "#platform/db/for-tests";
import { startTcpProxy } from "#platform/db/tcp-proxy-for-tests";
import { createLog } from "#platform/log/log";
import { registerHealth } from "./health.ts";

const base = prepareDatabase();
let role: string;
let app: FastifyInstance;
let connection: DatabaseConnection;
const state = { stopping: false, live: true, free: 1e12 };

beforeAll(async () => {
  role = `"${decodeURIComponent(new URL(base.access.applicationUrl).username)}"`;
});
afterEach(async () => {
  await app.close();
  await connection.close();
  await base.superuser.query(`alter role ${role} reset all`);
  Object.assign(state, { stopping: false, live: true, free: 1e12 });
});

/** A process of its own: settings of the role hold for connections that are made after. */
function startProcess(url = base.access.sessionUrl): void {
  connection = connectDatabase({ applicationUrl: url, sessionUrl: url }, { size: 2 }, createLog("silent", "test"));
  app = fastify();
  registerHealth(app, {
    db: connection.db,
    isStopping: () => state.stopping,
    hasLiveUpdates: () => state.live,
    dataDir: base.platform.settings.DATA_DIR,
    freeBytes: async () => {
      if (state.free < 0) throw new Error("ENOENT");
      return state.free;
    },
  });
}

async function health(): Promise<[number, string | undefined]> {
  const answer = await app.inject("/health");
  return [answer.statusCode, answer.json<{ problem?: string }>().problem];
}

test("a process that can serve reports that at both addresses", async () => {
  startProcess();
  expect(await health()).toEqual([200, undefined]);
  expect((await app.inject("/api_basic/Health")).json()).toEqual({ status: "ok" });
});

test.each([
  ["takes no rows", "default_transaction_read_only = on"],
  ["has no room for new files", "temp_file_limit = 0"],
])("a database that %s is a problem, and no problem any more once it does", async (_what, setting) => {
  await base.superuser.query(`alter role ${role} set ${setting}`);
  startProcess();
  expect(await health()).toEqual([503, "database does not take writes"]);
  await base.superuser.query(`alter role ${role} reset all`);
  await base.superuser.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [
    role.slice(1, -1),
  ]);
  await expect.poll(health).toEqual([200, undefined]);
});

test("a hanging database counts as unreachable", async () => {
  const line = await startTcpProxy(base.access.applicationUrl);
  startProcess(line.url);
  expect(await health()).toEqual([200, undefined]);
  line.stall();
  expect(await health()).toEqual([503, "database not reached"]);
  await line.close();
});

test("a full or missing data folder is a problem", async () => {
  state.free = 1000;
  startProcess();
  expect(await health()).toEqual([503, "no room in the data folder"]);
  state.free = -1;
  expect(await health()).toEqual([503, "no room in the data folder"]);
  state.free = 1e12;
  expect(await health()).toEqual([200, undefined]);
});

test("interrupted live updates and a stop are problems", async () => {
  startProcess();
  state.live = false;
  expect(await health()).toEqual([503, "live updates interrupted"]);
  state.stopping = true;
  expect(await health()).toEqual([503, "stopping"]);
});

test("frequent checks write only occasionally", async () => {
  startProcess();
  await Promise.all(Array.from({ length: 50 }, health));
  const { rows } = await base.owner.query("select count(distinct probed_at)::int as writes from health_probe");
  expect(rows).toEqual([{ writes: 1 }]);
});
