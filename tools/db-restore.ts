import { resolve } from "node:path";
import { onOwnDatabase } from "../apps/server/src/own-database.ts";
import { restoreOrganization } from "../apps/server/src/platform/db/transfer/restore-organization.ts";

const [, , file] = process.argv;

await onOwnDatabase(async (ownerUrl) => {
  if (file === undefined) {
    console.log("npm run db:restore -- <file>\n\nDATABASE_URL says into which database; it must have been migrated.");
    return;
  }
  const { name, organizationId, rows, statisticsProblem } = await restoreOrganization(ownerUrl, resolve(file));
  console.log(
    `Restored: ${name} (${organizationId}) with all of its ${rows} rows. Its files and SECRET_KEY are moved separately.`,
  );
  if (statisticsProblem !== null) {
    console.log(
      `The database could not look at the new rows (${statisticsProblem}): run ANALYZE, or lists are slow at first.`,
    );
  }
});
