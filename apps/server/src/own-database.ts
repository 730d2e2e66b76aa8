import { BackupError } from "#platform/backup/backup-error";
import { SettingsError } from "#platform/config/settings";
import { EmbeddedPostgresError } from "#platform/db/embedded/embedded-postgres-error";
import { reachEmbeddedPostgres, startEmbeddedPostgres } from "#platform/db/embedded/launcher";
import { MigrationError } from "#platform/db/migrations/migration-error";
import { TransferError } from "#platform/db/transfer/transfer-error";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs a tool's work on the product's database: DATABASE_DIRECT_URL or DATABASE_URL, otherwise the embedded one in
 * DATA_DIR, which may be in use; `make` creates a missing one. Problems that an operator can solve are printed in one
 * line, with exit code 1; the exit code reports the work, not how the database stopped afterwards.
 */
export async function onOwnDatabase(
  work: (ownerUrl: string) => Promise<void>,
  { make = false, env = process.env }: { make?: boolean; env?: Environment } = {},
): Promise<void> {
  try {
    const url = env["DATABASE_DIRECT_URL"] || env["DATABASE_URL"];
    if (url) return await work(url);
    const log = { info: () => undefined, error: console.error };
    const reach = make ? startEmbeddedPostgres : reachEmbeddedPostgres;
    const { ownerUrl, stop } = await reach({ dataDir: env["DATA_DIR"] || "./data", log });
    try {
      await work(ownerUrl);
    } finally {
      await stop().catch((error: Error) => console.error(`The database did not stop in order: ${error.message}`));
    }
  } catch (error) {
    console.error(whatToMend(error));
    process.exitCode = 1;
  }
}

const mendable = [EmbeddedPostgresError, TransferError, BackupError, SettingsError, MigrationError];

function whatToMend(error: unknown): string {
  if (error instanceof Error && mendable.some((kind) => error instanceof kind)) return error.message;
  // Errors of the server (wrong password, unknown database), the network (nothing listens) or the disk (full).
  const { code, message, syscall } = error as { code?: string; message?: string; syscall?: string };
  if (code === undefined) throw error;
  if (code === "ENOSPC" || code === "EACCES" || code === "EROFS") return `The disk cannot be used: ${message}`;
  return syscall && !/connect|getaddrinfo|read/.test(syscall)
    ? String(message)
    : `The database cannot be used: ${message || code}`;
}
