import { statfsSync } from "node:fs";
import { totalmem } from "node:os";

/** PostgreSQL settings by name, given to the server at every start. */
export type ServerSettings = Readonly<Record<string, string>>;

/**
 * For a small machine that runs other things too. Whatever is not here is PostgreSQL's own default: fsync above all,
 * which stays on.
 */
export const smallMachine: ServerSettings = {
  listen_addresses: "127.0.0.1",
  max_connections: "60",
  shared_buffers: "128MB",
  effective_cache_size: "512MB",
  work_mem: "8MB",
  maintenance_work_mem: "128MB",
  // Fewer idle processes: on a laptop, memory use while idle matters.
  io_method: "sync",
  max_worker_processes: "6",
  max_parallel_workers: "2",
  autovacuum_max_workers: "2",
  jit: "off",
  random_page_cost: "1.1",
  // There is no standby.
  wal_level: "minimal",
  max_wal_senders: "0",
  checkpoint_timeout: "15min",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
  log_checkpoints: "off",
  // Names and phone numbers must not appear in a log file: no statements, no "Key (phone)=(...) already exists".
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

const megabyte = 1024 ** 2;

/**
 * What production adds, on a machine that only Homeroom uses: an eighth of its memory for database pages, and as much WAL
 * between two checkpoints as its disk can spare. A page's first change after a checkpoint writes the whole page
 * to the WAL, which is most of the cost of changing thousands of leads.
 */
export function ownMachine(dataDir: string): ServerSettings {
  const { bavail, bsize } = statfsSync(dataDir);
  // In a container the limit is lower than the machine's memory; 0 or a huge number means no limit.
  const limit = process.constrainedMemory() || totalmem();
  return settingsFor({ memory: Math.min(limit, totalmem()), freeDisk: bavail * bsize });
}

/** The settings for a machine with that memory and free disk, in bytes. Never less than on a small machine. */
export function settingsFor({ memory, freeDisk }: { memory: number; freeDisk: number }): ServerSettings {
  return {
    shared_buffers: between(128, memory / 8, 4096),
    effective_cache_size: between(512, memory / 2, 1_048_576),
    maintenance_work_mem: between(128, memory / 32, 1024),
    max_wal_size: between(1024, freeDisk / 16, 8192),
  };
}

function between(least: number, bytes: number, most: number): string {
  return `${Math.round(Math.min(Math.max(bytes / megabyte, least), most))}MB`;
}
