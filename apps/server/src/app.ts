import { mkdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { menuPaths } from "#modules/menus/public";
import { planCheck } from "#modules/organizations/public";
import { authenticator, endedTokens, socketAuthenticator } from "#modules/sign-in/public";
import { can } from "#platform/auth/actor";
import { freeDataBytes, newestBackupTime } from "#platform/backup/figures";
import { type Concern, startBackupSchedule } from "#platform/backup/schedule";
import { backupTimeOf, type Settings } from "#platform/config/settings";
import type { DatabaseAccess } from "#platform/db/access";
import { connectDatabase, type DatabaseConnection } from "#platform/db/database";
import { startBackfills } from "#platform/db/migrations/run-backfills";
import { followReplica, type Replica } from "#platform/db/replica";
import { createFileStore } from "#platform/files/configured-file-store";
import { registerHealth } from "#platform/health/health";
import { registerCalls } from "#platform/http/bind";
import { registerDocumentation } from "#platform/http/documentation";
import { keepPagesApart } from "#platform/http/pages-host";
import { type AnswerAtOnce, createHttpServer } from "#platform/http/server";
import { serveWebApp, webAppPages } from "#platform/http/web-app";
import { type Jobs, startJobs } from "#platform/jobs/jobs";
import { type ScheduledWork, scheduledWorkHandler, startSchedule } from "#platform/jobs/scheduled-work";
import type { Log } from "#platform/log/log";
import { createCarrier } from "#platform/mail/carrier";
import { startPostOffice } from "#platform/mail/post-office";
import { registerMetrics } from "#platform/metrics/metrics";
import type { Reaction } from "#platform/outbox/events";
import { outboxRemoval, readLateMessages, readPublishedMessages, startRelay } from "#platform/outbox/relay";
import { createLocalRateLimit } from "#platform/rate-limit/rate-limit";
import { joinByDatabase } from "#platform/realtime/database-adapter";
import { type JoinedProcesses, joinByRedis } from "#platform/realtime/joined-processes";
import { type Realtime, startRealtime } from "#platform/realtime/realtime";
import { createSecretBox } from "#platform/secrets/secret-box";
import type { Platform, ServerModule } from "#platform/server-module";
import { notifyOperators } from "./notify-operators.ts";
import { modulesOf } from "./product-modules.ts";
import { productVersion } from "./product-version.ts";

export interface ServerOptions {
  settings: Settings;
  access: DatabaseAccess;
  secretKey: Buffer;
  log: Log;
}

export interface RunningServer {
  address: string;
  /** Requests under way finish, jobs under way finish or return to the queue, connections close. */
  stop(): Promise<void>;
}

/** Calls with a body and without a session, by address; a school's whole staff may share one. */
const publicCalls = { points: 300, seconds: 60 };

/** How long a stop waits for jobs under way; the process ends soon after, see main.ts. */
const stopJobsWithinMs = 7000;

/** Starts the parts that PROCESS requests and resolves once they answer. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, access, log } = options;
  const connection = connectDatabase(access, { size: settings.DATABASE_POOL }, log);
  // The queue needs the modules' handlers, and modules get the platform: it enqueues once both exist.
  const queue: { jobs?: Jobs } = {};
  const replica = replicaOf(options, connection);
  const platform = createPlatform(options, { ...connection, replica }, async (requests) => {
    if (!queue.jobs) throw new Error("Jobs are enqueued once the server has started");
    await queue.jobs.enqueue(requests);
  });
  const modules = modulesOf(platform, access.sessionUrl);
  const schedule = [outboxRemoval(platform.db), ...modules.flatMap((module) => module.schedule ?? [])];
  const handlers = [scheduledWorkHandler(schedule), ...modules.flatMap((module) => module.jobs ?? [])];
  const { works } = roleOf(settings);
  const jobs = await startJobs({ url: access.sessionUrl, handlers, log, supervise: works });
  queue.jobs = jobs;

  const state = { stopping: false };
  const http = await startHttp(options, { platform, modules, connection, state });
  const worker = works
    ? await startWorker(options, { platform, modules, schedule, jobs, realtime: http.realtime })
    : null;
  return {
    address: http.address,
    async stop() {
      state.stopping = true;
      await worker?.stop();
      await Promise.all([jobs.stop(stopJobsWithinMs), http.stop()]);
      await replica?.stop();
      await connection.close();
    },
  };
}

function replicaOf({ settings, access, log }: ServerOptions, { db }: DatabaseConnection): Replica | null {
  const { DATABASE_REPLICA_URL: url, DATABASE_POOL: poolSize } = settings;
  return url === undefined ? null : followReplica({ url, access, primary: db, poolSize, log });
}

function createPlatform(
  { settings, secretKey, log }: ServerOptions,
  { db, replica }: Pick<DatabaseConnection, "db"> & { replica: Replica | null },
  enqueue: Platform["enqueue"],
): Platform {
  const files = createFileStore(settings);
  return { settings, db, replica, files, secrets: createSecretBox(secretKey), log, enqueue };
}

interface HttpParts {
  platform: Platform;
  modules: readonly ServerModule[];
  connection: DatabaseConnection;
  state: { stopping: boolean };
}

/** The parts that PROCESS requests: the product's calls, published pages, background work. */
function roleOf({ PROCESS: name }: Settings) {
  const isAll = name === "all";
  return {
    serves: isAll || name === "api",
    showsPages: isAll || name === "api" || name === "pages",
    works: isAll || name === "worker",
  };
}

/** The HTTP server and its sockets. A worker serves only its health and its metrics. */
async function startHttp(options: ServerOptions, parts: HttpParts) {
  const { settings, log } = options;
  const { platform, modules } = parts;
  const { serves, showsPages } = roleOf(settings);
  const quick = countedAnswers(modules);
  const https = URL.parse(settings.PUBLIC_URL ?? "")?.protocol === "https:";
  const app = await createHttpServer({
    log,
    https,
    trustProxy: settings.TRUST_PROXY,
    // A payment at ECPay begins with a form that the customer's browser posts there.
    formTargets: [new URL(settings.ECPAY_API_URL).origin],
    ...(serves && { page: webAppPages(() => menuPaths(platform.db)) }),
    ...(showsPages && { atOnce: quick.answer }),
  });
  if (settings.PAGES_URL) keepPagesApart(app, settings.PAGES_URL);
  if (showsPages) for (const module of modules) module.guard?.(app);
  const authenticate = authenticator(platform.db);
  const realtime = startRealtime({
    ...(serves && { http: app.server }),
    joined: await joinProcesses(options),
    authenticate: socketAuthenticator(platform.db),
    findEnded: (tokens) => endedTokens(platform.db, tokens),
    rooms: (actor) => modules.flatMap((module) => module.rooms?.(actor) ?? []),
    readMissed: (seconds) => readPublishedMessages(platform.db, reactionsOf(modules), seconds),
    readLate: (since) => readLateMessages(platform.db, reactionsOf(modules), since),
    log,
  });
  await registerMetrics(app, {
    pool: parts.connection.pool,
    socketCount: realtime.socketCount,
    answeredAtOnce: quick.count,
    settings,
    ...(backupTimeOf(settings) !== null && { newestBackupTime: () => newestBackupTime(settings) }),
    freeDataBytes: () => freeDataBytes(settings),
    ...(platform.replica && { replicaLag: platform.replica.lagSeconds }),
  });
  registerHealth(app, {
    db: platform.db,
    isStopping: () => parts.state.stopping,
    hasLiveUpdates: realtime.isJoined,
    dataDir: settings.DATA_DIR,
  });
  if (showsPages) await registerPages(app, modules);
  if (serves) await registerProduct(app, { settings, platform, modules, authenticate });
  await app.listen({ host: settings.HOST, port: settings.PORT });
  const { port } = app.server.address() as AddressInfo;
  return {
    realtime,
    address: `http://${settings.HOST}:${port}`,
    async stop() {
      // The sockets close first, because the server would wait for their connections.
      await realtime.close();
      await app.close();
    },
  };
}

/** The requests that modules answer before the hooks, and their counts. */
function countedAnswers(modules: readonly ServerModule[]): { answer: AnswerAtOnce; count(): number } {
  const answers = modules.flatMap(({ answerAtOnce }) => answerAtOnce ?? []);
  let answered = 0;
  return {
    answer(request, response) {
      const isAnswered = answers.some((answer) => answer(request, response));
      if (isAnswered) answered += 1;
      return isAnswered;
    },
    count: () => answered,
  };
}

function joinProcesses({ settings, access, log }: ServerOptions): Promise<JoinedProcesses> {
  if (settings.REDIS_URL) return joinByRedis(settings.REDIS_URL, log);
  return joinByDatabase(access.sessionUrl, log);
}

async function registerPages(app: FastifyInstance, modules: readonly ServerModule[]): Promise<void> {
  for (const { pages } of modules) if (pages) await app.register(async (scope) => pages(scope));
}

async function registerProduct(
  app: FastifyInstance,
  parts: {
    settings: Settings;
    platform: Platform;
    modules: readonly ServerModule[];
    authenticate: ReturnType<typeof authenticator>;
  },
): Promise<void> {
  const { settings, modules, authenticate } = parts;
  const uploadFolder = join(settings.DATA_DIR, "files", "uploads");
  await mkdir(uploadFolder, { recursive: true, mode: 0o700 });
  const { take: limitAddress } = createLocalRateLimit(settings, publicCalls);
  const checkAnswers = !settings.serving;
  const requirePlan = planCheck(parts.platform.db);
  await registerCalls(app, { authenticate, can, requirePlan, limitAddress, uploadFolder, checkAnswers }, (bind) => {
    for (const module of modules) module.routes?.(bind);
  });
  for (const module of modules) {
    const { callbacks } = module;
    if (callbacks) await app.register(async (scope) => callbacks(scope));
  }
  registerDocumentation(app, { version: productVersion });
  await serveWebApp(app);
}

function reactionsOf(modules: readonly ServerModule[]): Reaction[] {
  return modules.flatMap((module) => module.reactions ?? []);
}

interface WorkerParts {
  platform: Platform;
  modules: readonly ServerModule[];
  schedule: readonly ScheduledWork[];
  jobs: Jobs;
  realtime: Realtime;
}

async function startWorker({ settings, access, log }: ServerOptions, parts: WorkerParts) {
  const { platform, modules, schedule, jobs, realtime } = parts;
  const reactions = reactionsOf(modules);
  await jobs.work();
  const loops = await Promise.all(modules.map(async (module) => module.startWork?.()));
  loops.push(startSchedule(schedule, { jobs, log }));
  loops.push(startBackfills({ ownerUrl: access.ownerUrl, log }));
  const tell = (concern: Concern) => notifyOperators(platform.db, concern, new Date());
  if (settings.serving || backupTimeOf(settings) !== null) loops.push(startBackupSchedule({ settings, log, tell }));
  const relay = startRelay({
    db: platform.db,
    url: access.sessionUrl,
    jobs,
    reactions,
    tellSockets: realtime.tell,
    log,
  });
  const postOffice = startPostOffice({
    db: platform.db,
    url: access.sessionUrl,
    carrier: createCarrier(settings),
    log,
  });
  return {
    async stop() {
      await Promise.all(loops.map(async (loop) => loop?.stop()));
      await relay.stop();
      await postOffice.stop();
    },
  };
}
