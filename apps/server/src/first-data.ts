import { seedDemo } from "@homeroom/database/seed/demo";
import type { SeedKit } from "@homeroom/database/seed/kit";
import { hasAccountAt } from "#modules/accounts/public";
import { importDictionary } from "#modules/dictionary/public";
import { createDefaultLists } from "#modules/lists/public";
import { importMenus } from "#modules/menus/public";
import { createDefaultRoles } from "#modules/roles/public";
import { hashPassword } from "#platform/auth/passwords";
import { connectDatabase } from "#platform/db/database";
import { refreshStatistics } from "#platform/db/refresh-statistics";
import { organizationScope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { createFileStore } from "#platform/files/configured-file-store";
import { createSecretBox } from "#platform/secrets/secret-box";
import type { Platform } from "#platform/server-module";
import type { ServerOptions } from "./app.ts";

/**
 * Updates the data that come with the code: the menu tree, the dictionaries, and with DEMO=on the demo organisation. Safe in
 * several processes at once.
 */
export async function writeFirstData({ settings, access, secretKey, log }: ServerOptions): Promise<void> {
  const connection = connectDatabase(access, { size: 4 }, log);
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

/** Gives the demo organisation's seed the product's own functions for creating an organisation. */
export function seedKit({
  db,
  files,
  secrets,
  settings,
}: Pick<Platform, "db" | "files" | "secrets" | "settings">): SeedKit {
  const language = "zh-tw" as const;
  return {
    inOrganization: (organizationId, work) => inTransaction(db, organizationScope(organizationId), work),
    hashPassword,
    sealSecrets: secrets.seal,
    putFile: files.put,
    workFolder: settings.DATA_DIR,
    mailPort: settings.DEMO_SMTP_PORT,
    createDefaultLists: (tx, organizationId, newId) =>
      createDefaultLists(tx as Tx, { organizationId, language }, newId),
    createDefaultRoles: (tx, organizationId, newId) =>
      createDefaultRoles(tx as Tx, { organizationId, language }, newId),
  };
}
