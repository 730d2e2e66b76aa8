import { EmbeddedPostgresError } from "../apps/server/src/platform/db/embedded/embedded-postgres-error.ts";
import { reachEmbeddedPostgres } from "../apps/server/src/platform/db/embedded/launcher.ts";
import { TransferError } from "../apps/server/src/platform/db/transfer/transfer-error.ts";

/**
 * Runs a tool's work on the database that the product uses: DATABASE_URL, otherwise the embedded one in DATA_DIR,
 * which may be in use. What an operator can mend is printed in one line, with exit code 1; the code says whether the work was
 * done, not how the database stopped after it.
 */
export async function onOwnDatabase(work: (ownerUrl: string) => Promise<void>): Promise<void> {
  try {
    const url = process.env["DATABASE_URL"];
    if (url) return await work(url);
    const log = { info: () => undefined, error: console.error };
    const { ownerUrl, stop } = await reachEmbeddedPostgres({ dataDir: process.env["DATA_DIR"] ?? "./data", log });
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

function whatToMend(error: unknown): string {
  if (error instanceof EmbeddedPostgresError || error instanceof TransferError) return error.message;
  // Words of the server (a wrong password, an unknown database) or of the network (nobody listens there).
  const { code, message } = error as { code?: string; message?: string };
  if (code !== undefined) return `The database cannot be used: ${message || code}`;
  throw error;
}
