import type { RequestOf } from "@homeroom/contract/endpoint";
import { metaSettings } from "@homeroom/contract/meta-settings";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emitAll } from "#platform/outbox/events";
import type { Platform } from "#platform/server-module";
import { accountsOf, stopAccounts, writeAccounts } from "../../campaigns/writes/write-accounts.ts";
import { adLeadReceived } from "../../events.ts";
import { wholeOrganization } from "../../policy.ts";
import { AdPlatformFailure, type MetaGrant, type MetaPageAccess, type MetaProvider } from "../../port.ts";
import { newSignInState, useSignInState } from "../../writes/sign-in-state.ts";
import { connectionOf, lockConnection } from "../queries.ts";
import { returnUrlOf } from "../rules/addresses.ts";
import { asRefusal } from "../rules/connection.ts";
import { endSubscriptions } from "../writes/end-subscriptions.ts";
import { storeConnectionRefused } from "../writes/store-refusal.ts";
import { writePages } from "../writes/write-pages.ts";

/** The address for the actor's sign-in at Meta. The returned state is valid once, only for them, for a quarter of an hour. */
export async function startSignIn(platform: Platform, provider: MetaProvider, actor: Actor): Promise<string> {
  const scope = wholeOrganization(actor, "org:meta:edit");
  const of = { table: "meta_sign_in" as const, actor };
  const state = await inTransaction(platform.db, scope, (tx) => newSignInState(tx, scope, of));
  return provider.signInUrl(state, returnUrlOf(platform.settings));
}

/** Connects the organisation with Meta. Throws META_SIGN_IN_ENDED for a state that is not the actor's own, or was used. */
export async function connectMeta(
  platform: Platform,
  provider: MetaProvider,
  { actor, form }: { actor: Actor; form: RequestOf<typeof metaSettings.connect> },
): Promise<void> {
  const { db, settings } = platform;
  const scope = wholeOrganization(actor, "org:meta:edit");
  const back = { table: "meta_sign_in" as const, actor, state: form.state };
  if (!(await inTransaction(db, scope, (tx) => useSignInState(tx, scope, back))))
    throw new AppError("META_SIGN_IN_ENDED");
  // No transaction is open during the call of Meta.
  const grant = await asRefusal(() => provider.grantOf(form.code, returnUrlOf(settings)));
  const pages = await asRefusal(() => provider.pages(grant.token));
  const accounts = await asRefusal(() => accountsOf(provider, grant.token));
  await inTransaction(db, scope, async (tx) => {
    await writeConnection(tx, scope, { platform, actor, grant });
    await writePages(tx, scope, { secrets: platform.secrets, pages });
    await writeAccounts(tx, scope, { platform: "meta", accounts });
    await requeueStopped(tx, scope);
    await recordChange(tx, actor, {
      module: "setting",
      action: "enabled",
      subject: { type: "metaConnection", id: scope.organizationId, name: grant.userName },
    });
  });
}

async function writeConnection(
  tx: Tx,
  { organizationId }: Scope,
  { platform, actor, grant }: { platform: Platform; actor: Actor; grant: MetaGrant },
): Promise<void> {
  const columns = {
    user_id: grant.userId,
    user_name: grant.userName,
    secrets: platform.secrets.seal({ token: grant.token }),
    missing_scopes: grant.missingScopes,
    expires_at: grant.expiresAt,
    refused_at: null,
    connected_by: actor.accountId,
    connected_at: sql<Date>`now()`,
  };
  await tx
    .insertInto("meta_connection")
    .values({ organization_id: organizationId, ...columns })
    .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(columns))
    .execute();
}

/** Requests the leads that could not be fetched while the connection was invalid. */
async function requeueStopped(tx: Tx, { organizationId }: Scope): Promise<void> {
  const waiting = await tx
    .updateTable("ad_lead")
    .set({ state: "waiting", problem: null })
    .where("organization_id", "=", organizationId)
    .where("source", "=", "meta")
    .where("problem", "=", "reconnect")
    .returning("ad_lead_id as adLeadId")
    .execute();
  await emitAll(
    tx,
    adLeadReceived,
    waiting.map(({ adLeadId }) => ({ organizationId, aggregateId: adLeadId, payload: { adLeadId } })),
  );
}

/**
 * Asks Meta again which pages and ad accounts the organisation has. Throws FEATURE_NOT_SET_UP while nobody has connected it.
 * The connection counts as refused from the time Meta refuses its key until Meta accepts it again.
 */
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
  const usedAt = new Date();
  const [pages, accounts] = await asRefusal(async () => {
    try {
      return [await provider.pages(token), await accountsOf(provider, token)] as const;
    } catch (error) {
      const isRefused = error instanceof AdPlatformFailure && error.reason === "reconnect";
      if (isRefused) await inTransaction(db, scope, (tx) => storeConnectionRefused(tx, scope.organizationId, usedAt));
      throw error;
    }
  });
  await inTransaction(db, scope, async (tx) => {
    await writePages(tx, scope, { secrets, pages });
    await writeAccounts(tx, scope, { platform: "meta", accounts });
    if (await clearRefusal(tx, scope)) await requeueStopped(tx, scope);
  });
}

/** Whether Meta had refused the connection before. */
async function clearRefusal(tx: Tx, { organizationId }: Scope): Promise<boolean> {
  const cleared = await tx
    .updateTable("meta_connection")
    .set({ refused_at: null })
    .where("organization_id", "=", organizationId)
    .where("refused_at", "is not", null)
    .returning("organization_id")
    .execute();
  return cleared.length > 0;
}

/**
 * Ends the connection: removes all keys and asks Meta to stop calling. Ad accounts keep their figures.
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
    const connection = await lockConnection(tx, scope);
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
  await endSubscriptions({ db, log }, provider, taken);
}
