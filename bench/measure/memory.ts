import { readdirSync, readFileSync } from "node:fs";

/** Megabytes of some processes together: `proportional` counts shared pages once, `resident` in each that holds them. */
export interface Memory {
  proportional: number;
  resident: number;
}

/** The memory of every process below `root`, and of those whose command line names `mark`, with all below them. Linux only. */
export function memoryBelow(root: number, mark?: string): Memory {
  const all = processes();
  const members = new Set(
    all.filter(({ pid, command }) => pid === root || (mark && command.includes(mark))).map(({ pid }) => pid),
  );
  let before = -1;
  while (members.size !== before) {
    before = members.size;
    for (const { pid, parent } of all) if (members.has(parent)) members.add(pid);
  }
  const sums = [...members].map(readMemory);
  return {
    proportional: sums.reduce((sum, one) => sum + one.proportional, 0),
    resident: sums.reduce((sum, one) => sum + one.resident, 0),
  };
}

/** The most memory that a running process has had resident until now, in megabytes; 0 when it has ended. Linux only. */
export function mostMemoryOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

function processes(): { pid: number; parent: number; command: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(`/proc/${name}/stat`);
      // The program's name is in brackets and may contain anything; after it come the state and the parent's id.
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      return stat === "" ? [] : [{ pid: Number(name), parent, command: read(`/proc/${name}/cmdline`) }];
    });
}

function readMemory(pid: number): Memory {
  const text = read(`/proc/${pid}/smaps_rollup`);
  const megabytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0) / 1024;
  return { proportional: megabytes("Pss"), resident: megabytes("Rss") };
}

/** A file of /proc; empty when the process has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
