import type { RequestOf } from "@homeroom/contract/endpoint";
import type { volcengine } from "@homeroom/contract/volcengine";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { stopAccounts, writeAccounts } from "../../campaigns/writes/write-accounts.ts";
import { wholeOrganization } from "../../policy.ts";
import type { VolcengineProvider } from "../../port.ts";
import { newSignInState, useSignInState } from "../../writes/sign-in-state.ts";
import { asVolcengineRefusal, returnUrlOf, sealGrant } from "../rules.ts";

const table = "volcengine_sign_in" as const;

/** Where the actor signs in at Volcengine. What they bring back is good once, for them, and for a quarter of an hour. */
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
  // No transaction is open while Volcengine is asked.
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
