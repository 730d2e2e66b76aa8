import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Notes on a page, and on the connection, that Meta refused; staff see it in the settings. */
export async function storeRefusal(
  tx: Tx,
  { organizationId }: Scope,
  { pageId, reason }: { pageId: string; reason: "reconnect" | "refused" },
): Promise<void> {
  await tx
    .updateTable("meta_page")
    .set({ problem: reason })
    .where("organization_id", "=", organizationId)
    .where("page_id", "=", pageId)
    .execute();
  if (reason !== "reconnect") return;
  await tx
    .updateTable("meta_connection")
    .set({ refused_at: new Date() })
    .where("organization_id", "=", organizationId)
    .where("refused_at", "is", null)
    .execute();
}
