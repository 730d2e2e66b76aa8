import { readFileSync } from "node:fs";

/** Whether a process with this id runs, of any user. One that has ended counts as gone even before it is reaped. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return process.platform !== "linux" || !isUnreaped(pid);
}

// In a container whose first process does not reap its children, ended processes stay listed for ever.
function isUnreaped(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    return status.charAt(status.lastIndexOf(")") + 2) === "Z";
  } catch {
    return false;
  }
}
