import { mkdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { difyProvider } from "#integrations/dify/provider";
import { backupProvider } from "#integrations/group-backup/provider";
import { lineAccounts } from "#integrations/line/account";
import { lineProvider } from "#integrations/line/provider";
import { lineWebhook } from "#integrations/line/webhook";
import { openaiProvider } from "#integrations/openai/provider";
import { whatsappAccounts } from "#integrations/whatsapp/accounts";
import { facebookCatalogue } from "#integrations/whatsapp/catalogue";
import { whatsappProvider } from "#integrations/whatsapp/provider";
import { whatsappTemplates } from "#integrations/whatsapp/templates";
import { whatsappWebhook } from "#integrations/whatsapp/webhook";
import {
  accountsModule,
  admitToBranch,
  countByDepartment,
  ownerOf,
  peopleByIds,
  staffImport,
} from "#modules/accounts/public";
import { assistantModule } from "#modules/assistant/public";
import { auditModule, peopleInAudit } from "#modules/audit/public";
import { channelsModule, hearOfNumber, receiveAccountNews } from "#modules/channels/public";
import { chatSettingsModule } from "#modules/chat-settings/public";
import { dashboardModule } from "#modules/dashboard/public";
import { departmentsModule } from "#modules/departments/public";
import { dictionaryModule } from "#modules/dictionary/public";
import { fileAddresses, filesModule } from "#modules/files/public";
import { groupBackupModule } from "#modules/group-backup/public";
import { handOverModule } from "#modules/hand-over/public";
import { importsModule } from "#modules/imports/public";
import {
  channelDirectory,
  createDeliveryIntake,
  filesInConversations,
  inboxModule,
  isHeldByPerson,
  keepUnclaimed,
  leadConversations,
  peopleInInbox,
} from "#modules/inbox/public";
import { isChannelInRules, leadRulesModule } from "#modules/lead-rules/public";
import { leadImport, leadsModule, listUses, peopleInLeads } from "#modules/leads/public";
import { listsModule } from "#modules/lists/public";
import { menuPaths, menusModule } from "#modules/menus/public";
import { hearOfReview, inboxTemplates, messageTemplatesModule } from "#modules/message-templates/public";
import { noticesModule } from "#modules/notices/public";
import { notificationsModule } from "#modules/notifications/public";
import { organizationsModule, timeZoneOf } from "#modules/organizations/public";
import { passwordResetModule } from "#modules/password-reset/public";
import { productsModule, typesOfProducts } from "#modules/products/public";
import { quickRepliesModule } from "#modules/quick-replies/public";
import { registrationModule } from "#modules/registration/public";
import { rolesModule } from "#modules/roles/public";
import { authenticator, endSessionsAt, passwordCheck, signInModule } from "#modules/sign-in/public";
import { targetsModule } from "#modules/targets/public";
import { unansweredMailsModule } from "#modules/unanswered-mails/public";
import { viewsModule } from "#modules/views/public";
import { can } from "#platform/auth/actor";
import { freeDataBytes, newestBackupTime } from "#platform/backup/figures";
import { type Concern, startBackupSchedule } from "#platform/backup/schedule";
import { backupTimeOf, type Settings } from "#platform/config/settings";
import type { DatabaseAccess } from "#platform/db/access";
import { connectDatabase, type DatabaseConnection } from "#platform/db/database";
import { startBackfills } from "#platform/db/migrations/run-backfills";
import { createFileStore } from "#platform/files/configured-file-store";
import { registerHealth } from "#platform/health/health";
import { registerCalls } from "#platform/http/bind";
import { registerDocumentation } from "#platform/http/documentation";
import { createHttpServer } from "#platform/http/server";
import { serveWebApp, webAppPages } from "#platform/http/web-app";
import { type Jobs, startJobs } from "#platform/jobs/jobs";
import type { Log } from "#platform/log/log";
import { createCarrier } from "#platform/mail/carrier";
import { startPostOffice } from "#platform/mail/post-office";
import { registerMetrics } from "#platform/metrics/metrics";
import type { Reaction } from "#platform/outbox/events";
import { readPublishedMessages, startRelay } from "#platform/outbox/relay";
import { createLocalRateLimit } from "#platform/rate-limit/rate-limit";
import { joinByDatabase } from "#platform/realtime/database-adapter";
import { type JoinedProcesses, joinByRedis } from "#platform/realtime/joined-processes";
import { type Realtime, startRealtime } from "#platform/realtime/realtime";
import { createSecretBox } from "#platform/secrets/secret-box";
import type { Platform, ServerModule } from "#platform/server-module";
import { productVersion } from "./product-version.ts";
import { tellOperators } from "./tell-operators.ts";

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

/** Calls without a session that carry a body, by address; a school's whole staff may share one. */
const publicCalls = { points: 300, seconds: 60 };

/** How long a stop waits for jobs under way; the process ends soon after, see main.ts. */
const stopJobsWithinMs = 7000;

/** The product: what the server is made of, in the order in which routes are bound. */
function modulesOf(platform: Platform, databaseUrl: string): readonly ServerModule[] {
  const { WHATSAPP_API_URL, LINE_API_URL, LINE_DATA_API_URL } = platform.settings;
  const providers = [whatsappProvider(WHATSAPP_API_URL), lineProvider(LINE_API_URL, LINE_DATA_API_URL)];
  const traces = [peopleInLeads, peopleInInbox, peopleInAudit];
  return [
    signInModule(platform),
    accountsModule(platform, fileAddresses(platform), traces),
    organizationsModule(platform, { checkPassword: passwordCheck(platform), endSessionsAt, admitToBranch, ownerOf }),
    registrationModule(platform),
    passwordResetModule(platform),
    menusModule(platform),
    rolesModule(platform),
    listsModule(platform, listUses, [{ isChannelUsed: isChannelInRules }, typesOfProducts]),
    targetsModule(platform),
    leadsModule(platform, { conversations: leadConversations, findFiles: [filesInConversations] }),
    leadRulesModule(platform),
    filesModule(platform),
    handOverModule(platform),
    importsModule(platform, [staffImport(platform, traces), leadImport()]),
    viewsModule(platform),
    inboxModule(platform, {
      providers,
      databaseUrl,
      noticeHandlers: [hearOfNumber, receiveAccountNews, hearOfReview],
      templates: inboxTemplates,
    }),
    channelsModule(platform, providers, {
      whatsapp: whatsappAccounts(platform.settings.WHATSAPP_API_URL),
      line: lineAccounts(LINE_API_URL, LINE_DATA_API_URL),
    }),
    messageTemplatesModule(platform, whatsappTemplates(platform.settings.WHATSAPP_API_URL)),
    assistantModule(platform, {
      providers: [openaiProvider(platform.settings.OPENAI_API_URL), difyProvider(platform.settings.DIFY_API_URL)],
      mayAnswer: async (tx, scope, { conversationId }) => !(await isHeldByPerson(tx, scope, conversationId)),
    }),
    chatSettingsModule(platform),
    unansweredMailsModule(platform),
    groupBackupModule(platform, backupService(platform)),
    productsModule(platform, { keeper: facebookCatalogue(WHATSAPP_API_URL) }),
    quickRepliesModule(platform),
    notificationsModule(platform),
    noticesModule(platform),
    dashboardModule(platform),
    departmentsModule(platform, countByDepartment),
    dictionaryModule(platform),
    auditModule(platform, { zoneOf: timeZoneOf, findPictures: picturesOfPeople(platform) }),
    whatsappCallback(platform),
    lineCallback(platform),
  ];
}

/** The service that keeps copies of group chats, where the installation knows one. */
function backupService({ settings }: Platform) {
  return settings.BACKUP_API_URL ? backupProvider(settings.BACKUP_API_URL) : null;
}

/** Finds the addresses of people's pictures by their accounts. */
function picturesOfPeople(platform: Platform): Parameters<typeof auditModule>[1]["findPictures"] {
  const findAddresses = fileAddresses(platform);
  return async (tx, scope, ids) => {
    const people = [...(await peopleByIds(tx, scope, ids)).values()];
    const addresses = await findAddresses(
      tx,
      scope,
      people.flatMap(({ avatarFileId }) => avatarFileId ?? []),
    );
    return new Map(
      people.flatMap(({ accountId, avatarFileId }) => {
        const address = avatarFileId && addresses.get(avatarFileId);
        return address ? [[accountId, address] as const] : [];
      }),
    );
  };
}

function whatsappCallback(platform: Platform): ServerModule {
  const intake = createDeliveryIntake(platform.db);
  const webhook = whatsappWebhook({
    channels: channelDirectory(platform.db, platform.secrets, "whatsapp"),
    store: intake,
    keepUnclaimed: (call) => keepUnclaimed(platform.db, "whatsapp", call),
    log: platform.log,
  });
  return {
    name: "whatsapp",
    callbacks: async (app) => {
      await app.register(webhook);
    },
  };
}

function lineCallback(platform: Platform): ServerModule {
  const { findByAddress } = channelDirectory(platform.db, platform.secrets, "line");
  const webhook = lineWebhook({
    findChannel: findByAddress,
    store: createDeliveryIntake(platform.db),
    keepUnclaimed: (call) => keepUnclaimed(platform.db, "line", call),
    log: platform.log,
  });
  return {
    name: "line",
    callbacks: async (app) => {
      await app.register(webhook);
    },
  };
}

/** Starts the parts that PROCESS asks for and resolves once they answer. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, access, log } = options;
  const connection = connectDatabase(access, settings.DATABASE_POOL, log);
  // The queue is started for the handlers of modules that are given the platform: it enqueues once both are there.
  const queue: { jobs?: Jobs } = {};
  const platform = createPlatform(options, connection, async (requests) => {
    if (!queue.jobs) throw new Error("Jobs are enqueued once the server has started");
    await queue.jobs.enqueue(requests);
  });
  const modules = modulesOf(platform, access.sessionUrl);
  const handlers = modules.flatMap((module) => module.jobs ?? []);
  const works = settings.PROCESS !== "api";
  const jobs = await startJobs({ url: access.sessionUrl, handlers, log, supervise: works });
  queue.jobs = jobs;

  const state = { stopping: false };
  const http = await startHttp(options, { platform, modules, connection, state });
  const worker = works ? await startWorker(options, { platform, modules, jobs, realtime: http.realtime }) : null;
  return {
    address: http.address,
    async stop() {
      state.stopping = true;
      await worker?.stop();
      await Promise.all([jobs.stop(stopJobsWithinMs), http.stop()]);
      await connection.close();
    },
  };
}

function createPlatform(
  { settings, secretKey, log }: ServerOptions,
  { db }: DatabaseConnection,
  enqueue: Platform["enqueue"],
): Platform {
  const files = createFileStore(settings);
  return { settings, db, files, secrets: createSecretBox(secretKey), log, enqueue };
}

interface HttpParts {
  platform: Platform;
  modules: readonly ServerModule[];
  connection: DatabaseConnection;
  state: { stopping: boolean };
}

/** The HTTP server and its sockets. A worker answers only for its health and its figures. */
async function startHttp(options: ServerOptions, parts: HttpParts) {
  const { settings, log } = options;
  const { platform, modules } = parts;
  const serves = settings.PROCESS !== "worker";
  const https = URL.parse(settings.PUBLIC_URL ?? "")?.protocol === "https:";
  const app = await createHttpServer({
    log,
    https,
    trustProxy: settings.TRUST_PROXY,
    ...(serves && { page: webAppPages(() => menuPaths(platform.db)) }),
  });
  const authenticate = authenticator(platform.db);
  const realtime = startRealtime({
    ...(serves && { http: app.server }),
    joined: await joinProcesses(options),
    authenticate,
    rooms: (actor) => modules.flatMap((module) => module.rooms?.(actor) ?? []),
    readMissed: (seconds) => readPublishedMessages(platform.db, reactionsOf(modules), seconds),
    log,
  });
  await registerMetrics(app, {
    pool: parts.connection.pool,
    socketCount: realtime.socketCount,
    settings,
    ...(backupTimeOf(settings) !== null && { newestBackupTime: () => newestBackupTime(settings) }),
    freeDataBytes: () => freeDataBytes(settings),
  });
  registerHealth(app, {
    db: platform.db,
    isStopping: () => parts.state.stopping,
    hasLiveUpdates: realtime.isJoined,
    dataDir: settings.DATA_DIR,
  });
  if (serves) await registerProduct(app, { settings, modules, authenticate });
  await app.listen({ host: settings.HOST, port: settings.PORT });
  const { port } = app.server.address() as AddressInfo;
  return {
    realtime,
    address: `http://${settings.HOST}:${port}`,
    async stop() {
      // Closing the sockets first lets their connections go, for which the server would wait.
      await realtime.close();
      await app.close();
    },
  };
}

function joinProcesses({ settings, access, log }: ServerOptions): Promise<JoinedProcesses> {
  if (settings.REDIS_URL) return joinByRedis(settings.REDIS_URL, log);
  return joinByDatabase(access.sessionUrl, log);
}

async function registerProduct(
  app: FastifyInstance,
  parts: { settings: Settings; modules: readonly ServerModule[]; authenticate: ReturnType<typeof authenticator> },
): Promise<void> {
  const { settings, modules, authenticate } = parts;
  const uploadFolder = join(settings.DATA_DIR, "files", "uploads");
  await mkdir(uploadFolder, { recursive: true, mode: 0o700 });
  const { take: limitAddress } = createLocalRateLimit(settings, publicCalls);
  const checkAnswers = !settings.serving;
  await registerCalls(app, { authenticate, can, limitAddress, uploadFolder, checkAnswers }, (bind) => {
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

async function startWorker(
  { settings, access, log }: ServerOptions,
  parts: { platform: Platform; modules: readonly ServerModule[]; jobs: Jobs; realtime: Realtime },
) {
  const { platform, modules, jobs, realtime } = parts;
  const reactions = reactionsOf(modules);
  await jobs.work();
  const loops = await Promise.all(modules.map(async (module) => module.startWork?.()));
  loops.push(startBackfills({ ownerUrl: access.ownerUrl, log }));
  const tell = (concern: Concern) => tellOperators(platform.db, concern, new Date());
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
