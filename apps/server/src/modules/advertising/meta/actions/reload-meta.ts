import { metaSettings } from "@homeroom/contract/meta-settings";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { accountsOf, writeAccounts } from "../../campaigns/writes/write-accounts.ts";
import type { MetaProvider } from "../../port.ts";
import { connectionOf } from "../queries.ts";
import { asRefusal } from "../rules/connection.ts";
import { writePages } from "../writes/write-pages.ts";

/** Asks Meta again which pages and ad accounts the organisation has. Throws FEATURE_NOT_SET_UP while nobody has connected it. */
export async function reloadMeta(
  { db, secrets }: Pick<Platform, "db" | "secrets">,
  provider: MetaProvider,
  actor: Actor,
): Promise<void> {
  requireAccess(actor, metaSettings.reload);
  const scope = scopeOf(actor, "org:meta:test");
  const connection = await inTransaction(db, scope, (tx) => connectionOf(tx, scope));
  if (!connection) throw new AppError("FEATURE_NOT_SET_UP");
  const token = secrets.open(connection.secrets)["token"] ?? "";
  const pages = await asRefusal(() => provider.pages(token));
  const accounts = await asRefusal(() => accountsOf(provider, token));
  await inTransaction(db, scope, async (tx) => {
    await writePages(tx, scope, { secrets, pages });
    await writeAccounts(tx, scope, { platform: "meta", accounts });
  });
}
