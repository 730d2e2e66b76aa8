import { EmbeddedPostgresError } from "../apps/server/src/platform/db/embedded/embedded-postgres-error.ts";
import { reachEmbeddedPostgres } from "../apps/server/src/platform/db/embedded/launcher.ts";
import { TransferError } from "../apps/server/src/platform/db/transfer/transfer-error.ts";

/**
 * Runs a tool's work on the database that the product uses: DATABASE_URL, otherwise the embedded one in DATA_DIR,
 * which may be in use. What an operator can mend is printed in one line, with exit code 1.
 */
export async function onOwnDatabase(work: (ownerUrl: string) => Promise<void>): Promise<void> {
  try {
    const url = process.env["DATABASE_URL"];
    if (url) return await work(url);
    const log = { info: () => undefined, error: console.error };
    const { ownerUrl, stop } = await reachEmbeddedPostgres({ dataDir: process.env["DATA_DIR"] ?? "./data", log });
    await work(ownerUrl).finally(stop);
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError || error instanceof TransferError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
