import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../backup.ts", import.meta.url));
const longestReason = 2000;

/** How a backup ended: null when it succeeded, otherwise its last words. */
export type BackupRun = Promise<string | null>;

/**
 * Makes a backup in a process of its own with a low priority, so that no caller waits for it. `signal` ends it; what it was
 * writing is no backup then.
 */
export async function runBackup(env: NodeJS.ProcessEnv, signal: AbortSignal): BackupRun {
  const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "ignore", "pipe"], signal });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-longestReason);
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
