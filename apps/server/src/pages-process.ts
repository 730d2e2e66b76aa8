import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Log } from "#platform/log/log";

/** Between the end of a process and the start of the next. */
const restartAfterMs = 1000;

/** Pages are in memory: the database is queried once a second for each page, and for visitors' requests. */
const connections = "5";

interface PagesProcessOptions {
  port: number;
  addresses: { direct: string; pooled: string };
  log: Log;
}

/**
 * Runs this program again as PROCESS=pages, so that visitors share no event loop with staff, and restarts it when it
 * ends. It stops when we end in any way, because its channel closes.
 */
export function keepPagesProcess({ port, addresses, log }: PagesProcessOptions): { stop(): Promise<void> } {
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;
  const start = () => {
    child = spawn(
      process.execPath,
      [...process.execArgv, join(import.meta.dirname, "main.ts"), ...process.argv.slice(2)],
      {
        env: {
          // oxlint-disable-next-line node/no-process-env -- a process with the same settings but these
          ...process.env,
          ...{ PROCESS: "pages", PORT: String(port), PAGES_PORT: "", METRICS_PORT: "" },
          ...{ DATABASE_URL: addresses.pooled, DATABASE_DIRECT_URL: addresses.direct, DATABASE_POOL: connections },
        },
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      },
    );
    log.info({ pid: child.pid }, "The process of the pages is started");
    child.once("error", (error) => log.error({ err: error }, "The process of the pages did not start"));
    child.once("exit", (code, signal) => {
      child = null;
      if (stopping) return;
      log.warn({ code, signal }, "The process of the pages ended and is started again");
      timer = setTimeout(start, restartAfterMs);
    });
  };
  start();
  return {
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (!child) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
