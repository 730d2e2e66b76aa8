import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { MetaPageAccess } from "../../port.ts";

/** Writes the pages that Meta lists, with their keys. Pages that are no longer listed accept no more leads. */
export async function writePages(
  tx: Tx,
  { organizationId }: Scope,
  { secrets, pages }: { secrets: SecretBox; pages: readonly MetaPageAccess[] },
): Promise<void> {
  const named = pages.map(({ pageId }) => pageId);
  if (pages.length > 0) {
    await tx
      .insertInto("meta_page")
      .values(
        pages.map(({ pageId, name, token }) => ({
          organization_id: organizationId,
          page_id: pageId,
          name: name.slice(0, 200),
          secrets: secrets.seal({ token }),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(["organization_id", "page_id"]).doUpdateSet(({ ref }) => ({
          name: ref("excluded.name"),
          secrets: ref("excluded.secrets"),
          problem: null,
        })),
      )
      .execute();
  }
  await tx
    .updateTable("meta_page")
    .set({ status: 0, problem: "refused", version: sql<number>`version + 1` })
    .where("organization_id", "=", organizationId)
    .where("status", "=", 1)
    .where(sql<boolean>`page_id <> all(${sql.val(named)}::text[])`)
    .execute();
}
