import pg from "pg";
import type { DatabaseAccess } from "./access.ts";

/**
 * Has the database look at what its tables hold. It does so by itself within some minutes of many new rows; until then it
 * plans as if there were none, and a search that takes milliseconds takes seconds.
 */
export async function refreshStatistics({ ownerUrl }: Pick<DatabaseAccess, "ownerUrl">): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("analyze");
  } finally {
    await client.end();
  }
}
