import { readdirSync, readFileSync } from "node:fs";
import type { Pool } from "pg";

/** Clock ticks a second of /proc, the same on every Linux of today. */
const ticks = 100;

/** Seconds of processor time that a process has used, with those of its children where `withChildren`. */
export function processorSeconds(pid: number, withChildren = false): number {
  const all = withChildren ? [pid, ...childrenOf(pid)] : [pid];
  return all.reduce((sum, one) => sum + ownSeconds(one), 0);
}

/** Ended children are counted by their parent. */
function ownSeconds(pid: number): number {
  const fields = statOf(pid);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return (user + system + endedUser + endedSystem) / ticks;
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => Number(statOf(one)[1]) === pid);
}

/** The fields of /proc/pid/stat after the name, from the state on; none for a process that is gone. */
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/** The parent process of a database server. */
export async function postmasterOf(owner: Pick<Pool, "query">): Promise<number> {
  const { rows } = await owner.query<{ pid: number }>("select pg_backend_pid() as pid");
  return Number(statOf(rows[0]?.pid ?? 0)[1]);
}
