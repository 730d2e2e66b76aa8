import { volcengine } from "@homeroom/contract/volcengine";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { writeAccounts } from "../../campaigns/writes/write-accounts.ts";
import type { VolcengineProvider } from "../../port.ts";
import { asVolcengineRefusal } from "../rules.ts";
import { volcengineToken } from "../writes/renew-token.ts";

/** Asks Volcengine again which advertisers there are. Throws FEATURE_NOT_SET_UP while nobody has connected it. */
export async function reloadVolcengine(platform: Platform, provider: VolcengineProvider, actor: Actor): Promise<void> {
  requireAccess(actor, volcengine.reload);
  const scope = scopeOf(actor, "ad:volcengine:sync");
  const accounts = await asVolcengineRefusal(async () => {
    const token = await volcengineToken(platform, provider, scope);
    if (token === undefined) throw new AppError("FEATURE_NOT_SET_UP");
    return provider.adAccounts(token);
  });
  await inTransaction(platform.db, scope, (tx) => writeAccounts(tx, scope, { platform: "volcengine", accounts }));
}
