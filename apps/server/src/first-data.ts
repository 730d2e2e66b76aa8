import { importMenus } from "#modules/menus/public";
import { connectDatabase } from "#platform/db/database";
import type { ServerOptions } from "./app.ts";

/** Brings the data that the code itself brings up to date: the menu tree. Safe in several processes at once. */
export async function writeFirstData({ access, log }: ServerOptions): Promise<void> {
  const connection = connectDatabase(access.applicationUrl, 4, log);
  try {
    await importMenus(connection.db);
  } finally {
    await connection.close();
  }
}
