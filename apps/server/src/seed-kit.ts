import type { SeedKit } from "@homeroom/database/seed/kit";
import { createDefaultLists } from "#modules/lists/public";
import { createDefaultRoles } from "#modules/roles/public";
import { hashPassword } from "#platform/auth/passwords";
import { organizationScope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";

/** Lets the seed of the demo organisation use the product's own ways of making an organisation. */
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
