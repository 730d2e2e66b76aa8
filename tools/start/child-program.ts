import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export interface ChildProgram {
  /** Resolves when the program has ended, with its last error message. */
  readonly ended: Promise<string>;
  /** A field that it logged, for example `location`; the first value seen. */
  logged(field: string): string | undefined;
  /** From now on its errors go to the terminal. */
  speakUp(): void;
  stop(): Promise<void>;
}

const repository = join(import.meta.dirname, "../..");
const guard = join(import.meta.dirname, "stop-with-parent.ts");
const stopWithinMs = 15_000;
const warning = 40;
/** The cache of stripped and compiled sources, so that the second start is faster. Git-ignored. */
const compileCache = join(repository, ".cache/node");
/** Megabytes. Node's default of 16 costs each program some 40 MB that it never needs; 8 is as fast. */
const youngGeneration = "--max-semi-space-size=8";

/** Starts one of our programs as a child that ends with us. `loud` passes its log on unchanged. */
export function startChild(args: readonly string[], env: NodeJS.ProcessEnv, loud: boolean): ChildProgram {
  // In a group of its own, so that Ctrl+C reaches only this process, which then stops the children in order.
  const child = spawn(process.execPath, [youngGeneration, "--import", guard, ...args], {
    cwd: repository,
    env: { NODE_COMPILE_CACHE: compileCache, ...env },
    detached: process.platform !== "win32",
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const fields = new Map<string, string>();
  const complaints: string[] = [];
  let speaks = loud;
  const complain = (line: string): void => {
    if (speaks) process.stderr.write(`${line}\n`);
    else complaints.push(line);
  };
  eachLine(child.stdout, (line) => {
    const entry = readEntry(line);
    for (const [name, value] of Object.entries(entry)) if (!fields.has(name)) fields.set(name, String(value));
    if (loud) process.stdout.write(`${line}\n`);
    else if (isComplaint(entry)) complain(line);
  });
  eachLine(child.stderr, complain);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", () => resolve(complaints.find((line) => line.trim() !== "") ?? "it gave no reason"));
  });
  return {
    ended,
    logged: (field) => fields.get(field),
    speakUp() {
      speaks = true;
      for (const line of complaints.splice(0)) process.stderr.write(`${line}\n`);
    },
    stop: () => stop(child, ended),
  };
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
  const killer = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
  await ended;
  clearTimeout(killer);
}

function eachLine(stream: Readable | null, take: (line: string) => void): void {
  if (stream) createInterface({ input: stream }).on("line", take);
}

function readEntry(line: string): Record<string, unknown> {
  if (!line.startsWith("{")) return {};
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return {};
  }
}

// Programs log a JSON line per event, with a level as a number or a word.
function isComplaint({ level }: Record<string, unknown>): boolean {
  return typeof level === "number" ? level >= warning : level === "warn" || level === "error";
}
