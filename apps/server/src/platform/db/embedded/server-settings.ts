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
  // Fewer processes that only wait: memory when nobody works is what a laptop notices.
  io_method: "sync",
  max_worker_processes: "6",
  max_parallel_workers: "2",
  autovacuum_max_workers: "2",
  jit: "off",
  random_page_cost: "1.1",
  // There is no standby to feed.
  wal_level: "minimal",
  max_wal_senders: "0",
  checkpoint_timeout: "15min",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
  log_checkpoints: "off",
  // Nobody's name or phone number belongs in a log file: no statements, no "Key (phone)=(...) already exists".
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};
