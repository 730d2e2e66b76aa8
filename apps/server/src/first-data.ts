import { seedDemo } from "@homeroom/database/seed/demo";
import { importDictionary } from "#modules/dictionary/public";
import { importMenus } from "#modules/menus/public";
import { SettingsError } from "#platform/config/settings";
import { connectDatabase } from "#platform/db/database";
import { refreshStatistics } from "#platform/db/refresh-statistics";
import { type Database, inSystemTransaction } from "#platform/db/transaction";
import { createFileStore } from "#platform/files/configured-file-store";
import { createSecretBox } from "#platform/secrets/secret-box";
import type { ServerOptions } from "./app.ts";
import { seedKit } from "./seed-kit.ts";

/**
 * Brings the data that the code itself brings up to date: the menu tree, the dictionaries, and with DEMO=on the demo organisation. Safe in
 * several processes at once.
 */
export async function writeFirstData({ settings, access, secretKey, log }: ServerOptions): Promise<void> {
  const connection = connectDatabase(access, 4, log);
  try {
    await importMenus(connection.db);
    await importDictionary(connection.db);
    if (settings.serving) await refuseDemoData(connection.db);
    if (settings.DEMO === "off") return;
    const files = createFileStore(settings);
    const kit = seedKit({ db: connection.db, settings, files, secrets: createSecretBox(secretKey) });
    const made = await seedDemo(kit);
    if (!made) return;
    await refreshStatistics(access);
    log.info("The demo organisation has been made");
  } finally {
    await connection.close();
  }
}

/** Everybody knows the passwords of the demo, and its address is one that no mail server has. */
async function refuseDemoData(db: Database): Promise<void> {
  const found = await inSystemTransaction(db, (tx) =>
    tx.selectFrom("account").select("account_id").where("email", "like", "%@demo.homeroom.test").limit(1).execute(),
  );
  if (found.length === 0) return;
  throw new SettingsError(
    "Setting DATA_DIR or DATABASE_URL is wrong: the database holds the demo organisation. Production needs one of its own.",
  );
}
