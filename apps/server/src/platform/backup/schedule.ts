import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { backupFolderOf, backupTimeOf, type Settings } from "#platform/config/settings";
import type { Log } from "#platform/log/log";
import { type KeptBackup, listBackups } from "./backup-folder.ts";
import { diskSpaceOf, isNearlyFull } from "./disk-space.ts";

const program = fileURLToPath(new URL("../../backup.ts", import.meta.url));
const maxReasonLength = 2000;

/** How a backup ended: null when it succeeded, otherwise the last lines of its output. */
type BackupRun = Promise<string | null>;

/**
 * Makes a backup in a separate process with a low priority, so that no caller waits for it. `signal` ends the process; its
 * unfinished file does not count as a backup.
 */
async function runBackup(env: NodeJS.ProcessEnv, signal: AbortSignal): BackupRun {
  const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "ignore", "pipe"], signal });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-maxReasonLength);
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  try {
    const [code] = (await once(child, "close")) as [number | null];
    return code === 0 ? null : said.trim() || "It was ended";
  } catch (error) {
    return (error as Error).message;
  }
}

/** Best effort: it may have ended already. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    if ((error as { info?: { code?: string } }).info?.code !== "ESRCH") throw error;
  }
}

/** Problems that the operators of an installation are notified of. */
export type Concern = "backup.late" | "disk.filling";

export interface ScheduleParts {
  readonly settings: Settings;
  readonly log: Log;
  /** Notifies people; called again every hour for as long as a concern lasts. */
  tell(concern: Concern): Promise<void>;
  /** For tests. */
  run?(env: NodeJS.ProcessEnv, signal: AbortSignal): BackupRun;
}

const lookEveryMs = 60_000;
const tryAgainMs = 15 * 60_000;
const warnEveryMs = 3_600_000;

/**
 * A worker's loop: makes a backup once a day at BACKUP_AT, at once if that moment was missed, and reports late ones and
 * full disks.
 */
export function startBackupSchedule(parts: ScheduleParts): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const state: State = { failedAt: 0, toldAt: 0, signal: stopping.signal };
  let running = Promise.resolve();
  let busy = false;
  const look = () => {
    if (busy) return;
    busy = true;
    running = lookAfter(parts, state)
      .catch((error: Error) => parts.log.error({ reason: error.message }, "Looking after backups failed; trying again"))
      .finally(() => (busy = false));
  };
  look();
  const timer = setInterval(look, lookEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

interface State {
  failedAt: number;
  toldAt: number;
  readonly signal: AbortSignal;
}

/** Makes a backup if one is due, then reports concerns at most once an hour. */
export async function lookAfter(parts: ScheduleParts, state: State, now = new Date()): Promise<void> {
  await makeIfDue(parts, state, now);
  if (state.signal.aborted || now.getTime() - state.toldAt < warnEveryMs) return;
  state.toldAt = now.getTime();
  for (const concern of await findConcerns(parts.settings, now)) {
    parts.log.warn({ concern }, concernTexts[concern]);
    await parts.tell(concern);
  }
}

const concernTexts: Record<Concern, string> = {
  "backup.late": "There is no backup of the last day",
  "disk.filling": "The disk of the data or of the backups fills up",
};

async function makeIfDue({ settings, log, run = runBackup }: ScheduleParts, state: State, now: Date): Promise<void> {
  const at = backupTimeOf(settings);
  if (at === null || now.getTime() - state.failedAt < tryAgainMs) return;
  const [newest] = await listBackups(backupFolderOf(settings));
  if (!isDue(at, newest?.madeAt, now)) return;
  const start = performance.now();
  // oxlint-disable-next-line node/no-process-env -- the backup runs as a process with the same settings
  const failure = await run({ ...process.env, DATA_DIR: settings.DATA_DIR }, state.signal);
  if (state.signal.aborted) return;
  state.failedAt = failure === null ? 0 : now.getTime();
  if (failure === null) log.info({ seconds: Math.round((performance.now() - start) / 1000) }, "Backed up");
  else log.error({ reason: failure }, "The backup failed; trying again later");
}

async function findConcerns(settings: Settings, now: Date): Promise<Concern[]> {
  const [newest] = await listBackups(backupFolderOf(settings));
  const concerns: Concern[] = [];
  if (backupTimeOf(settings) !== null && isLate(newest?.madeAt, now)) concerns.push("backup.late");
  if (await fillsUp(settings, newest)) concerns.push("disk.filling");
  return concerns;
}

async function fillsUp(settings: Settings, newest: KeptBackup | undefined): Promise<boolean> {
  if (isNearlyFull(await diskSpaceOf(settings.DATA_DIR))) return true;
  if (newest === undefined) return false;
  const { size } = await stat(newest.file);
  return isNearlyFull(await diskSpaceOf(backupFolderOf(settings)), size);
}

const lateAfterMs = 26 * 3_600_000;

/** The latest moment, up to now, at which a backup was due. `at` is a time of day on this machine, such as "03:30". */
export function lastDue(at: string, now: Date): Date {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const due = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hours, minutes);
  if (due > now) due.setDate(due.getDate() - 1);
  return due;
}

/** Whether a backup is due: none was made since the last due moment, for example after a night without power. */
export function isDue(at: string, newest: Date | undefined, now: Date): boolean {
  return newest === undefined || newest < lastDue(at, now);
}

/** Whether backups need attention: none was made within the last day. */
export function isLate(newest: Date | undefined, now: Date): boolean {
  return newest === undefined || now.getTime() - newest.getTime() > lateAfterMs;
}
