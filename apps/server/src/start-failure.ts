import { SettingsError } from "#platform/config/settings";
import { EmbeddedPostgresError } from "#platform/db/embedded/embedded-postgres-error";
import { isDatabaseAway, sqlState } from "#platform/db/failures";
import { MigrationError } from "#platform/db/migrations/migration-error";

/** Refused sign-in, missing database: what DATABASE_URL says does not fit the server that it names. */
const wrongAddress = new Set(["28000", "28P01", "3D000", "42501"]);

/**
 * Why the server could not start: one line for what an operator can put right, without any password; a bug comes with
 * its stack.
 */
export function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SettingsError || error instanceof EmbeddedPostgresError || error instanceof MigrationError)
    return error.message;
  const code = "code" in error ? String(error.code) : "";
  if (code === "EADDRINUSE" || code === "EACCES" || code === "EADDRNOTAVAIL")
    return `Setting HOST or PORT is wrong: ${error.message}.`;
  if (isDatabaseAway(error) || wrongAddress.has(sqlState(error) ?? ""))
    return `Setting DATABASE_URL is wrong, or its server is away: ${error.message}`;
  return error.stack ?? error.message;
}
