import { seedDemo } from "@homeroom/database/seed/demo";
import { hasAccountAt } from "#modules/accounts/public";
import { importDictionary } from "#modules/dictionary/public";
import { importMenus } from "#modules/menus/public";
import { connectDatabase } from "#platform/db/database";
import { refreshStatistics } from "#platform/db/refresh-statistics";
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
    if (settings.serving && (await hasAccountAt(connection.db, "demo.homeroom.test")))
      log.warn("The database holds the demo organisation, whose passwords are public: production needs one of its own");
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
