import type { RequestOf } from "@homeroom/contract/endpoint";
import type { metaSettings } from "@homeroom/contract/meta-settings";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { hashToken, newToken } from "#platform/auth/tokens";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emitAll } from "#platform/outbox/events";
import type { Platform } from "#platform/server-module";
import { accountsOf, writeAccounts } from "../../campaigns/writes/write-accounts.ts";
import { adLeadReceived } from "../../events.ts";
import type { MetaGrant, MetaProvider } from "../../port.ts";
import { returnUrlOf } from "../rules/addresses.ts";
import { asRefusal } from "../rules/connection.ts";
import { writePages } from "../writes/write-pages.ts";

/** A person has so long to sign in at Meta. */
const signInMs = 15 * 60_000;

/** The scope of an actor who decides for all branches. Throws PERMISSION_DENIED for anyone else. */
function wholeOrganization(actor: Actor): Scope {
  requirePermission(actor, "org:meta:edit");
  const scope = scopeOf(actor, "org:meta:edit");
  if (scope.branchIds !== null) throw new AppError("PERMISSION_DENIED");
  return scope;
}

/** Where the actor signs in at Meta. What they bring back is good once, for them, and for a quarter of an hour. */
export async function startSignIn(platform: Platform, provider: MetaProvider, actor: Actor): Promise<string> {
  const scope = wholeOrganization(actor);
  const state = newToken();
  await inTransaction(platform.db, scope, async (tx) => {
    await tx
      .deleteFrom("meta_sign_in")
      .where("organization_id", "=", scope.organizationId)
      .where((where) =>
        where.or([
          where("account_id", "=", actor.accountId),
          where("created_at", "<", new Date(Date.now() - signInMs)),
        ]),
      )
      .execute();
    await tx
      .insertInto("meta_sign_in")
      .values({
        organization_id: scope.organizationId,
        state_hash: hashToken(state),
        account_id: actor.accountId,
      })
      .execute();
  });
  return provider.signInUrl(state, returnUrlOf(platform.settings));
}

/** Connects the organisation with Meta. Throws META_SIGN_IN_ENDED for a state that is not the actor's own, or was used. */
export async function connectMeta(
  platform: Platform,
  provider: MetaProvider,
  { actor, form }: { actor: Actor; form: RequestOf<typeof metaSettings.connect> },
): Promise<void> {
  const { db, settings } = platform;
  const scope = wholeOrganization(actor);
  await inTransaction(db, scope, (tx) => useState(tx, scope, { actor, state: form.state }));
  // No transaction is open while Meta is asked.
  const grant = await asRefusal(() => provider.grantOf(form.code, returnUrlOf(settings)));
  const pages = await asRefusal(() => provider.pages(grant.token));
  const accounts = await asRefusal(() => accountsOf(provider, grant.token));
  await inTransaction(db, scope, async (tx) => {
    await writeConnection(tx, scope, { platform, actor, grant });
    await writePages(tx, scope, { secrets: platform.secrets, pages });
    await writeAccounts(tx, scope, accounts);
    await requeueStopped(tx, scope);
    await recordChange(tx, actor, {
      module: "setting",
      action: "enabled",
      subject: { type: "metaConnection", id: scope.organizationId, name: grant.userName },
    });
  });
}

async function useState(tx: Tx, scope: Scope, { actor, state }: { actor: Actor; state: string }): Promise<void> {
  const used = await tx
    .deleteFrom("meta_sign_in")
    .where("organization_id", "=", scope.organizationId)
    .where("state_hash", "=", hashToken(state))
    .where("account_id", "=", actor.accountId)
    .where("created_at", ">", new Date(Date.now() - signInMs))
    .executeTakeFirst();
  if (Number(used.numDeletedRows) === 0) throw new AppError("META_SIGN_IN_ENDED");
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

/** Has the leads made that could not be fetched while the connection was worth nothing. */
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
