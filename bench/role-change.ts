import { setTimeout as sleep } from "node:timers/promises";
import { buildAccount } from "@homeroom/server/modules/accounts/for-tests";
import { menuIdOf } from "@homeroom/server/modules/menus/for-tests";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { buildSession } from "@homeroom/server/modules/sign-in/for-tests";
import { io, type Socket } from "socket.io-client";
import { spread } from "./measure/callers.ts";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { type Figure, report } from "./measure/figures.ts";
import { startServer } from "./measure/programs.ts";

const people = Number(process.env["BENCH_SOCKETS"] ?? 200);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 20);
const manyRoles = 500;
const givesUpAfterMs = 10_000;
const permission = "crm:lead:export";

await withBenchDatabase(measure);

interface Person {
  token: string;
  socket: Socket;
}

async function measure({ access, owner, db }: BenchDatabase): Promise<void> {
  const organization = await buildOrganization(db, "連鎖補習班");
  const session = async (role: "owner" | "sales") =>
    buildSession(db, organization, await buildAccount(db, organization, { role }));
  const manager = await session("owner");
  const tokens: string[] = [];
  for (let made = 0; made < people; made++) tokens.push(await session("sales"));
  await owner.query(
    `insert into role (organization_id, role_id, code, name)
     select $1, gen_random_uuid(), 'role-' || n, '角色 ' || n from generate_series(1, $2::int) n`,
    [organization.organizationId, manyRoles],
  );

  const { port, stop } = await startServer({ ownerUrl: access.ownerUrl, process: "all", serve: true });
  const ask = askAt(`http://127.0.0.1:${port}`);
  const persons = await Promise.all(tokens.map((token) => connect(port, token)));
  const told: number[] = [];
  const seen: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { heard, known } = await changeRole(ask, { organization, manager, persons, given: round % 2 === 0 });
    told.push(...heard);
    seen.push(...known);
    await sleep(300);
  }
  const pages: number[] = [];
  for (let asked = 0; asked < 300; asked++) {
    const start = performance.now();
    await ask(manager, "GET", "/api_basic/Roles/page?pageSize=50");
    if (asked >= 50) pages.push(performance.now() - start);
  }
  for (const { socket } of persons) socket.disconnect();
  await stop();

  const atMost = (bound: number) => ({ wanted: { of: "own" as const, atMost: bound } });
  const [hearing, knowing, paging] = [spread(told), spread(seen), spread(pages)];
  const figures: Figure[] = [
    { what: "role saved to session.changed received, p50", unit: "ms", own: hearing.p50 },
    { what: "role saved to session.changed received, p95", unit: "ms", own: hearing.p95 },
    { what: "role saved to the new permissions answered, p50", unit: "ms", own: knowing.p50 },
    { what: "role saved to the new permissions answered, p95", unit: "ms", own: knowing.p95, ...atMost(1000) },
    {
      what: "people not notified, or without the new permissions",
      unit: "",
      own: people * rounds - seen.length,
      ...atMost(0),
    },
    { what: `page of 50 of ${manyRoles} roles, p50`, unit: "ms", own: paging.p50 },
    { what: `page of 50 of ${manyRoles} roles, p95`, unit: "ms", own: paging.p95, ...atMost(30) },
  ];
  report({
    title: `Role change: ${rounds} changes of a role of ${people} people with open sockets, who all reload at once`,
    against: "none",
    figures,
  });
}

type Ask = ReturnType<typeof askAt>;

function askAt(url: string) {
  return async <Result>(token: string, method: "GET" | "PUT", path: string, body?: unknown): Promise<Result> => {
    const answer = await fetch(url + path, {
      method,
      headers: { accessToken: token, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { resultData: Result }).resultData;
  };
}

async function connect(port: number, token: string): Promise<Person> {
  const socket = io(`http://127.0.0.1:${port}`, {
    path: "/api_chat/socket",
    auth: { accessToken: token },
    transports: ["websocket"],
    forceNew: true,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", () => resolve());
    socket.once("connect_error", reject);
  });
  return { token, socket };
}

interface Change {
  organization: TestOrganization;
  manager: string;
  persons: readonly Person[];
  /** Whether the permission is given or taken. */
  given: boolean;
}

/** Saves the role and returns, for each person, when they were notified and when they had their new permissions. */
async function changeRole(ask: Ask, { organization, manager, persons, given }: Change) {
  const path = `/api_basic/Roles/${organization.roles.sales}`;
  const before = await ask<string[]>(manager, "GET", `${path}/menuIds`);
  const button: string = menuIdOf(permission);
  const after = given ? [...before, button] : before.filter((id) => id !== button);
  const heard: number[] = [];
  const known: number[] = [];
  const start = performance.now();
  const all = persons.map(async ({ socket, token }) => {
    const news = new Promise<boolean>((resolve) => socket.once("session.changed", () => resolve(true)));
    if (!(await Promise.race([news, sleep(givesUpAfterMs, false, { ref: false })]))) return;
    heard.push(performance.now() - start);
    const { perms } = await ask<{ perms: string[] }>(token, "GET", "/api_users/Member/User");
    if (perms.includes(permission) === given) known.push(performance.now() - start);
  });
  await ask(manager, "PUT", `${path}/menus`, after);
  await Promise.all(all);
  return { heard, known };
}
