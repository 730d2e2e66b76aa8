import { mkdir } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { resolve } from "node:path";
import { readSecretKey } from "#platform/config/secret-key";
import { readSettings, type Settings, SettingsError, settingsWithoutUse } from "#platform/config/settings";
import { prepareAccess } from "#platform/db/access";
import { EmbeddedPostgresError } from "#platform/db/embedded/embedded-postgres-error";
import { startEmbeddedPostgres } from "#platform/db/embedded/launcher";
import { ownMachine } from "#platform/db/embedded/server-settings";
import { isDatabaseAway, sqlState } from "#platform/db/failures";
import { migrate } from "#platform/db/migrations/migrate";
import { MigrationError } from "#platform/db/migrations/migration-error";
import { type PlannedMigration, planMigrations } from "#platform/db/migrations/plan-migrations";
import { createLog, type Log } from "#platform/log/log";
import { startServer } from "./app.ts";
import { writeFirstData } from "./first-data.ts";
import { keepPagesProcess } from "./pages-process.ts";

/** The started parts, stopped in reverse order. */
const started: { name: string; stop(): Promise<void> }[] = [];

let stopping = false;

/** The part being stopped. */
let underWay = "start";

/** A stop ends the process after this time, even if something hangs: supervisors kill after 10 s. */
const stopWithinMs = 9000;

/** Refused sign-in, missing database: DATABASE_URL does not match its server. */
const wrongAddress = new Set(["28000", "28P01", "3D000", "42501"]);

await main().catch(async (error: unknown) => {
  // A stop during the start closes parts that the start still uses: the stop continues and ends the process.
  if (stopping) return;
  process.stderr.write(`${startFailure(error)}\n`);
  await stopAll();
  process.exit(1);
});

async function main(): Promise<void> {
  const read = readSettings(process.env, process.argv.includes("--serve"));
  const settings = { ...read, DATA_DIR: resolve(read.DATA_DIR) };
  const log = createLog(settings.LOG_LEVEL, settings.PROCESS);
  if (settings.serving) warnOfUnusedSettings(log);
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  stopOnSignals(log);
  const secretKey = await readSecretKey(settings);
  const addresses = await reachDatabase(settings, log);
  if (process.argv.includes("--plan")) {
    process.stdout.write(planText(await planMigrations(addresses.direct)));
    return stopAll();
  }
  const access = await prepareAccess(addresses.direct, secretKey, addresses.pooled);
  await migrate(access);
  // On a shared machine, staff have priority over visitors.
  if (settings.PROCESS === "pages") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const options = { settings, access, secretKey, log };
  await writeFirstData(options);
  if (process.argv.includes("--migrate")) return stopAll();
  const server = await startServer(options);
  started.push({ name: "server", stop: server.stop });
  if (settings.PAGES_PORT && (settings.PROCESS === "all" || settings.PROCESS === "api")) {
    const pages = keepPagesProcess({ port: settings.PAGES_PORT, addresses, log });
    started.push({ name: "process of the pages", stop: pages.stop });
  }
  log.info({ address: server.address }, "Homeroom is ready");
}

/** Warns about settings that have no effect yet. */
function warnOfUnusedSettings(log: Log): void {
  for (const name of settingsWithoutUse) {
    if (process.env[name]) log.warn({ setting: name }, "This release has nothing yet that uses the setting");
  }
}

/** The pending migrations as readable SQL. */
function planText(planned: readonly PlannedMigration[]): string {
  if (planned.length === 0) return "-- The database is up to date.\n";
  return planned.map(({ name, statements }) => `-- ${name}\n${statements.join(";\n")};\n`).join("\n");
}

/** The owner's addresses of the database: the direct one, and the one that may use a pooler. */
async function reachDatabase(settings: Settings, log: Log): Promise<{ direct: string; pooled: string }> {
  const { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct = pooled } = settings;
  if (pooled && direct) return { direct, pooled };
  const embedded = await startEmbeddedPostgres({
    dataDir: settings.DATA_DIR,
    settings: settings.serving ? ownMachine(settings.DATA_DIR) : {},
    log,
  });
  const stop = () => {
    // An interrupted start loses its connections here: not worth a warning.
    if (stopping) log.level = "silent";
    return embedded.stop();
  };
  started.push({ name: "database", stop });
  log.info({ location: embedded.location }, "The embedded database is running");
  return { direct: embedded.ownerUrl, pooled: embedded.ownerUrl };
}

function stopOnSignals(log: Log): void {
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "Stopping: requests finish, jobs return to the queue");
    endWithoutWaiting(log);
    await stopAll();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
  // The parent process has ended in any way.
  process.on("disconnect", () => void stop("disconnect"));
}

/** Ends the process even if something hangs, such as a connection to a database that does not answer. */
function endWithoutWaiting(log: Log): void {
  const timer = setTimeout(() => {
    log.level = "error";
    log.error({ part: underWay }, "Stopping took too long; ending without it");
    process.exit(1);
  }, stopWithinMs);
  timer.unref();
}

async function stopAll(): Promise<void> {
  for (const part of started.reverse()) {
    underWay = part.name;
    try {
      await part.stop();
    } catch (error) {
      process.stderr.write(`Stopping the ${part.name} failed: ${(error as Error).message}\n`);
    }
  }
}

/**
 * Why the server could not start: one line, without passwords, for problems that an operator can solve; a bug has
 * its stack.
 */
function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SettingsError || error instanceof EmbeddedPostgresError || error instanceof MigrationError)
    return error.message;
  const code = "code" in error ? String(error.code) : "";
  if (code === "EADDRINUSE" || code === "EACCES" || code === "EADDRNOTAVAIL")
    return `Setting HOST or PORT is wrong: ${error.message}.`;
  if (isDatabaseAway(error) || wrongAddress.has(sqlState(error) ?? ""))
    return `Setting DATABASE_URL is wrong, or its server is away: ${error.message}`;
  return error.stack ?? error.message;
}
