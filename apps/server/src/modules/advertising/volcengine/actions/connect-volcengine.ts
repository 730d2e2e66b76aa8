import type { RequestOf } from "@homeroom/contract/endpoint";
import { volcengine } from "@homeroom/contract/volcengine";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { stopAccounts, writeAccounts } from "../../campaigns/writes/write-accounts.ts";
import { wholeOrganization } from "../../policy.ts";
import type { VolcengineProvider } from "../../port.ts";
import { newSignInState, useSignInState } from "../../writes/sign-in-state.ts";
import { asVolcengineRefusal, returnUrlOf, sealGrant } from "../rules.ts";
import { volcengineToken } from "../writes/renew-token.ts";

const table = "volcengine_sign_in" as const;

/** The address for the actor's sign-in at Volcengine. The state is valid once, only for them, for a quarter of an hour. */
export async function startVolcengineSignIn(
  platform: Platform,
  provider: VolcengineProvider,
  actor: Actor,
): Promise<string> {
  const scope = wholeOrganization(actor, "ad:volcengine:edit");
  const state = await inTransaction(platform.db, scope, (tx) => newSignInState(tx, scope, { table, actor }));
  return provider.signInUrl(state, returnUrlOf(platform.settings));
}

/** Connects the organisation. Throws VOLCENGINE_SIGN_IN_ENDED for a state that is not the actor's own, or was used. */
export async function connectVolcengine(
  { db, secrets }: Pick<Platform, "db" | "secrets">,
  provider: VolcengineProvider,
  { actor, form }: { actor: Actor; form: RequestOf<typeof volcengine.connect> },
): Promise<void> {
  const scope = wholeOrganization(actor, "ad:volcengine:edit");
  const isOwn = await inTransaction(db, scope, (tx) => useSignInState(tx, scope, { table, actor, state: form.state }));
  if (!isOwn) throw new AppError("VOLCENGINE_SIGN_IN_ENDED");
  // No transaction is open during the call of Volcengine.
  const grant = await asVolcengineRefusal(() => provider.grantOf(form.code));
  const accounts = await asVolcengineRefusal(() => provider.adAccounts(grant.token));
  await inTransaction(db, scope, async (tx) => {
    const columns = {
      ...sealGrant(secrets, grant),
      refused_at: null,
      connected_by: actor.accountId,
      connected_at: sql<Date>`now()`,
    };
    await tx
      .insertInto("volcengine_connection")
      .values({ organization_id: scope.organizationId, ...columns })
      .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(columns))
      .execute();
    await writeAccounts(tx, scope, { platform: "volcengine", accounts });
    await recordChange(tx, actor, {
      module: "setting",
      action: "enabled",
      subject: { type: "volcengineConnection", id: scope.organizationId, name: "" },
    });
  });
}

/** Ends the connection: its keys are removed. What was fetched stays. */
export async function disconnectVolcengine({ db }: Pick<Platform, "db">, actor: Actor): Promise<void> {
  const scope = wholeOrganization(actor, "ad:volcengine:edit");
  await inTransaction(db, scope, async (tx) => {
    const ended = await tx
      .deleteFrom("volcengine_connection")
      .where("organization_id", "=", scope.organizationId)
      .executeTakeFirst();
    if (Number(ended.numDeletedRows) === 0) return;
    await stopAccounts(tx, scope, "volcengine");
    await recordChange(tx, actor, {
      module: "setting",
      action: "disabled",
      subject: { type: "volcengineConnection", id: scope.organizationId, name: "" },
    });
  });
}

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
