import { resolve } from "node:path";
import { onOwnDatabase } from "../apps/server/src/own-database.ts";
import { dumpOrganization, listOrganizations } from "../apps/server/src/platform/db/transfer/dump-organization.ts";

const [, , organizationId, file] = process.argv;

await onOwnDatabase(async (ownerUrl) => {
  if (organizationId === undefined || file === undefined) {
    const organizations = await listOrganizations(ownerUrl);
    console.log("npm run db:dump -- <organisation> <file>\n\nOrganisations of this database:");
    for (const each of organizations) console.log(`  ${each.organizationId}  ${each.name}`);
    return;
  }
  const rows = await dumpOrganization(ownerUrl, organizationId, resolve(file));
  console.log(`Dumped: all ${rows} rows are in ${resolve(file)}. It holds personal data: keep it accordingly.`);
});
