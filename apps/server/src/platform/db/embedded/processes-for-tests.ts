import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { Client } from "pg";
import { isAlive } from "./liveness.ts";
import { canReach, startedByRoot } from "./run-as.ts";
import { readPidFile } from "./server-process.ts";
import { temporaryFolder } from "./temporary-folder-for-tests.ts";

/** Another Homeroom process, seen from outside. */
export interface Program {
  readonly process: ChildProcess;
  /** What it printed when it was ready, or why it gave up. */
  readonly answer: { ownerUrl: string; location: string; lines: string[] } & { name: string; message: string };
  /** Resolves when the process has ended. */
  readonly ended: Promise<unknown>;
}

/** Folders for one test, and a function that ends everything started in them. */
export interface TestFolders {
  readonly dataDir: string;
  readonly systemFolder: string;
  run(ending?: "exit" | "throw"): Promise<Program>;
  clear(): Promise<void>;
}

const program = join(import.meta.dirname, "program-for-tests.ts");
const nobody = { uid: 65_534, gid: 65_534 };

/** Whether a test can be an ordinary user: as one, or as root where nobody can read the code. */
export const canBeOrdinary =
  !startedByRoot() || [import.meta.dirname, dirname(process.execPath)].every((folder) => canReach(folder, nobody));

/** Makes the folders. `as` says who the programs in them are, `mode` what others may do in the data folder. */
export function makeTestFolders({
  as = "ourselves",
  mode = 0o755,
}: {
  as?: "ourselves" | "ordinary";
  mode?: number;
}): TestFolders {
  const user = as === "ordinary" && startedByRoot() ? nobody : undefined;
  const root = mkdtempSync(join(temporaryFolder(), "homeroom-place-"));
  chmodSync(root, user === undefined ? 0o755 : 0o777);
  const programs: Program[] = [];
  const place = { dataDir: join(root, "data"), systemFolder: join(root, "system") };
  const run = async (ending = ""): Promise<Program> => {
    const umask = mode === 0o700 ? "077" : "022";
    const command = `umask ${umask}; exec "$0" "$@"`;
    const args = ["-c", command, process.execPath, program, place.dataDir, place.systemFolder, ending];
    const child = spawn("sh", args, { ...user, stdio: ["ignore", "pipe", "pipe"] });
    const ended = once(child, "exit");
    const complaint = text(child.stderr);
    const answered = once(createInterface(child.stdout), "line") as Promise<[string]>;
    const silent = once(child, "close").then(async () => {
      throw new Error(`it said nothing: ${await complaint}`);
    });
    const [line] = await Promise.race([answered, silent]);
    const started = { process: child, ended, answer: JSON.parse(line) as Program["answer"] };
    programs.push(started);
    return started;
  };
  const clear = async (): Promise<void> => {
    for (const each of programs) each.process.kill("SIGKILL");
    for (const { answer } of programs) {
      const server = answer.location && readPidFile(join(answer.location, "cluster"));
      if (server && isAlive(server.pid)) process.kill(server.pid, "SIGQUIT");
    }
    await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  return { ...place, run, clear };
}

/** The database server of a program. */
export function serverOf({ answer }: Program): { pid: number; port: number } {
  if (answer.message) throw new Error(answer.message);
  const server = readPidFile(join(answer.location, "cluster"));
  if (server === undefined) throw new Error(`no server in ${answer.location}`);
  return server;
}

export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = (await client.query({ text: sql, rowMode: "array" })) as { rows: unknown[][] };
    return rows.map((row) => row[0]);
  } finally {
    await client.end();
  }
}

/** Whose process that is (Linux). */
export function ownerOf(pid: number): number {
  return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
