import { readFileSync, readlinkSync } from "node:fs";

const pauseMs = { least: 500, most: 4000 };

/**
 * Repeatedly pauses one of this process's Node child programs, with its own children, for up to `atMostMs`, as a busy
 * machine does. Finds tests that rely on a fast machine. Needs Linux.
 */
export function stallPrograms(atMostMs: number): { stop(): void } {
  let stalled: number | null = null;
  let timer: NodeJS.Timeout;
  const goOn = () => {
    if (stalled !== null) signal(stalled, "SIGCONT");
    stalled = null;
    timer = setTimeout(stall, between(pauseMs.least, pauseMs.most));
  };
  const stall = () => {
    const programs = descendants(process.pid).filter(isNode);
    stalled = programs[Math.floor(Math.random() * programs.length)] ?? null;
    if (stalled !== null) signal(stalled, "SIGSTOP");
    timer = setTimeout(goOn, between(100, atMostMs));
  };
  goOn();
  return {
    stop() {
      clearTimeout(timer);
      if (stalled !== null) signal(stalled, "SIGCONT");
    },
  };
}

function between(least: number, most: number): number {
  return least + Math.random() * (most - least);
}

function descendants(pid: number): number[] {
  const children = contentOf(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

function isNode(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`) === process.execPath;
  } catch {
    return false;
  }
}

// A program may end at any moment.
function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function signal(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
