import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as later } from "node:timers/promises";
import { sqlState } from "#platform/db/failures";
import type { Platform } from "#platform/server-module";
import { Submission, storeSent } from "./store-sent.ts";

/** Visitors do not wait longer for the database. */
const patienceMs = 2500;
const tryAgainEveryMs = 3000;
const mostWaiting = 50_000;
/** A file is written within milliseconds. */
const writtenWithinMs = 60_000;

/** Stores visitors' submissions, even if the database is unavailable. */
export interface Spool {
  keep(sent: Submission): Promise<void>;
  /** Stores waiting submissions; returns how many are left. */
  storeWaiting(): Promise<number>;
  close(): void;
}

/**
 * Submissions that the database does not accept within seconds are written to DATA_DIR/landing, one file each, and stored
 * when the database is back, also after a restart. Storing a file twice is harmless, because it has an id. One that cannot
 * be read or is refused is kept as `.bad` and does not block the next ones; submissions to an erased page are removed.
 */
export function sentSpool({ db, settings, log }: Pick<Platform, "db" | "settings" | "log">): Spool {
  const folder = join(settings.DATA_DIR, "landing");
  const storeWaiting = async () => {
    const all = await readdir(folder).catch(() => []);
    await removeBroken(folder, all).catch((error: unknown) => log.warn({ err: error }, "An unfinished file stays"));
    const names = all.filter((name) => name.endsWith(".json"));
    for (const [done, name] of names.entries()) {
      const file = join(folder, name);
      try {
        // oxlint-disable-next-line no-await-in-loop -- in their order, and as slowly as the database takes them
        await storeFile(file, { store: (sent) => storeSent(db, sent), log });
      } catch (error) {
        log.warn({ err: error, waiting: names.length - done }, "What visitors sent waits for the database");
        return names.length - done;
      }
    }
    return 0;
  };
  let isStoring = false;
  const timer = setInterval(() => {
    if (isStoring) return;
    isStoring = true;
    void storeWaiting().finally(() => (isStoring = false));
  }, tryAgainEveryMs);
  timer.unref();
  return {
    async keep(sent) {
      const stored = storeSent(db, sent);
      const outcome = await Promise.race([stored.then(() => null, asError), later(patienceMs, tooLate)]);
      if (outcome === null) return;
      // It may still succeed: the same id makes that harmless.
      stored.catch(() => undefined);
      if (isRefusal(outcome)) throw outcome;
      log.warn({ err: outcome, pageId: sent.pageId }, "What a visitor sent is kept in a file");
      await keepInFile(folder, sent);
    },
    storeWaiting,
    close: () => clearInterval(timer),
  };
}

const tooLate = new Error("The database took too long");
/** A foreign key is missing: a page is only erased with its organisation's data. */
const pageIsGone = "23503";
const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** The database refuses the row, for example for an erased page. Other errors may be temporary. */
function isRefusal(error: Error): boolean {
  const { code } = error as Error & { code?: unknown };
  return typeof code === "string" && /^2[23]/.test(code);
}

async function keepInFile(folder: string, sent: Submission): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length >= mostWaiting) throw new Error("Too much waits for the database");
  const name = join(folder, `${Date.now()}-${randomUUID()}`);
  const file = await open(`${name}.part`, "wx", 0o600);
  try {
    await file.writeFile(JSON.stringify(sent));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${name}.part`, `${name}.json`);
}

/** Removes unfinished files of killed processes: their senders got no confirmation. */
async function removeBroken(folder: string, names: readonly string[]): Promise<void> {
  const broken = names.filter(
    (name) => name.endsWith(".part") && Date.now() - Number.parseInt(name, 10) > writtenWithinMs,
  );
  await Promise.all(broken.map((name) => rm(join(folder, name), { force: true })));
}

async function storeFile(
  file: string,
  { store, log }: { store: (sent: Submission) => Promise<void>; log: Platform["log"] },
): Promise<void> {
  const text = await readFile(file, "utf8").catch(() => null);
  // Another process was faster.
  if (text === null) return;
  const sent = readSent(text);
  if (!sent) {
    log.error({ file }, "A file of what a visitor sent cannot be read");
    await keepApart(file);
    return;
  }
  try {
    await store(sent);
  } catch (error) {
    if (!isRefusal(asError(error))) throw error;
    const { kind, organizationId, pageId } = sent;
    log.error({ err: error, kind, organizationId, pageId }, "What a visitor sent is refused by the database");
    if (sqlState(error) !== pageIsGone) return keepApart(file);
  }
  // One that stays does not block the next ones; it is stored again, which is harmless.
  await rm(file, { force: true }).catch((error: unknown) => log.warn({ err: error }, "A stored submission stays"));
}

/** It does not block the next ones, and a person can check it. */
async function keepApart(file: string): Promise<void> {
  await rename(file, `${file}.bad`).catch(() => undefined);
}

/** The content of a file; null if it is not ours or incomplete. */
function readSent(text: string): Submission | null {
  try {
    return Submission.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
