import pg from "pg";

/** SQLSTATE classes of temporary failures: connection, resources, operator intervention, system errors. */
const passingClasses = new Set(["08", "53", "57", "58"]);

const statementTimeout = "57014";

/** PostgreSQL refuses statements like this after one before them failed. */
export const behindFailure = "25P02";

/** The code of an error that PostgreSQL reported; undefined for any other, such as `EPIPE`, which looks like one. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/**
 * Whether a statement failed because the database was unavailable, so that the same work can succeed later. A statement that
 * took too long is none of these: other work succeeds meanwhile, and the same work may fail for ever.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlState(error);
  if (state === behindFailure) return isDatabaseAway(error.cause);
  if (state) return state !== statementTimeout && passingClasses.has(state.slice(0, 2));
  const code = "code" in error ? String(error.code) : "";
  // A server that is down has no Unix socket.
  if (code === "ENOENT" && "syscall" in error && error.syscall === "connect") return true;
  if (/^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/.test(code)) return true;
  // The driver's messages for a connection that broke or could not be made; these errors have no code.
  return /Connection terminated|connection timeout|timeout exceeded when trying to connect|read timeout|not queryable|Client was closed/i.test(
    error.message,
  );
}

/** Whether a statement took longer than it may. */
export function isStatementTimeout(error: unknown): boolean {
  return sqlState(error) === statementTimeout;
}

/** Whether a prepared statement met a table whose columns have changed since. */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === "0A000" && error instanceof Error && error.message.includes("cached plan");
}

/** Whether two transactions conflicted, so that retrying the same one can succeed. */
export function isCollision(error: unknown): boolean {
  const state = sqlState(error);
  return state === "40001" || state === "40P01";
}

/** Whether the rows themselves were refused: retrying does not help. */
export function isRefusedData(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && (state.startsWith("22") || state.startsWith("23"));
}
