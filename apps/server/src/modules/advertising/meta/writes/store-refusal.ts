import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Records Meta's refusal on a page and the connection; staff see it in the settings. */
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
  if (reason === "reconnect") await storeConnectionRefused(tx, organizationId, new Date());
}

/** Records that Meta refuses the key of a connection, unless a person has connected since that key was used. */
export async function storeConnectionRefused(
  tx: Tx,
  organizationId: Scope["organizationId"],
  usedAt: Date,
): Promise<void> {
  await tx
    .updateTable("meta_connection")
    .set({ refused_at: new Date() })
    .where("organization_id", "=", organizationId)
    .where("connected_at", "<=", usedAt)
    .where("refused_at", "is", null)
    .execute();
}
