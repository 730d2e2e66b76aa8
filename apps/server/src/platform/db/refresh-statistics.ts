import pg from "pg";
import type { DatabaseAccess } from "./access.ts";

/**
 * Refreshes the planner's statistics. The database does so by itself some minutes after many new rows; until then it
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
