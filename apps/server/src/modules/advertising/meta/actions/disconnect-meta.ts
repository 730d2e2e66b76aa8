import { metaSettings } from "@homeroom/contract/meta-settings";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { stopAccounts } from "../../campaigns/writes/write-accounts.ts";
import { AdPlatformFailure, type MetaPageAccess, type MetaProvider } from "../../port.ts";
import { holdConnection } from "../queries.ts";

/**
 * Ends the connection: removes all keys and asks Meta to stop calling. Ad accounts keep their figures. If Meta cannot
 * be reached, nothing is held up: calls for unknown pages are ignored.
 */
export async function disconnectMeta(
  { db, secrets, log }: Pick<Platform, "db" | "secrets" | "log">,
  provider: MetaProvider | null,
  actor: Actor,
): Promise<void> {
  requireAccess(actor, metaSettings.disconnect);
  const scope = scopeOf(actor, "org:meta:edit");
  if (scope.branchIds !== null) throw new AppError("PERMISSION_DENIED");
  const { organizationId } = scope;
  const taken = await inTransaction(db, scope, async (tx): Promise<MetaPageAccess[]> => {
    const connection = await holdConnection(tx, scope);
    if (!connection) return [];
    const pages = await tx
      .deleteFrom("meta_page")
      .where("organization_id", "=", organizationId)
      .returning(["page_id", "name", "secrets", "status"])
      .execute();
    await stopAccounts(tx, scope, "meta");
    await tx.deleteFrom("meta_connection").where("organization_id", "=", organizationId).execute();
    await recordChange(tx, actor, {
      module: "setting",
      action: "disabled",
      subject: { type: "metaConnection", id: organizationId, name: connection.user_name },
    });
    return pages
      .filter(({ status }) => status === 1)
      .map(({ page_id, name, ...page }) => ({
        pageId: page_id,
        name,
        token: secrets.open(page.secrets)["token"] ?? "",
      }));
  });
  await Promise.all(taken.map((page) => unsubscribe(provider, page, log)));
}

async function unsubscribe(provider: MetaProvider | null, page: MetaPageAccess, log: Platform["log"]): Promise<void> {
  try {
    await provider?.setSubscription(page, false);
  } catch (error) {
    if (!(error instanceof AdPlatformFailure)) throw error;
    log.warn({ pageId: page.pageId, reason: error.reason }, "Meta goes on calling for a page that is disconnected");
  }
}
