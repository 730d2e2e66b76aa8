import { randomBytes } from "node:crypto";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** The part of the organisation in the addresses of its pages; it is given one when it is first asked for. */
export async function siteNameOf(tx: Tx, { organizationId }: Scope): Promise<string> {
  const known = await readSiteName(tx, organizationId);
  if (known !== undefined) return known;
  await tx
    .insertInto("landing_site")
    .values({ organization_id: organizationId, site_name: newSiteName() })
    .onConflict((conflict) => conflict.column("organization_id").doNothing())
    .execute();
  const made = await readSiteName(tx, organizationId);
  if (made === undefined) throw new Error("A site was just made");
  return made;
}

async function readSiteName(tx: Tx, organizationId: Scope["organizationId"]): Promise<string | undefined> {
  const found = await tx
    .selectFrom("landing_site")
    .select("site_name")
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return found?.site_name;
}

/** Eight signs without those that look alike. */
function newSiteName(): string {
  const signs = "abcdefghjkmnpqrstuvwxyz23456789";
  return [...randomBytes(8)].map((byte) => signs[byte % signs.length]).join("");
}
