import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { currencyOf } from "../queries/prices.ts";
import { move } from "../writes/ledger.ts";

/** Gives a new organisation what its trial begins with: messages, and a budget for ads. Once, however often it is asked. */
export async function startTrial(tx: Tx, scope: Scope): Promise<void> {
  const currency = await currencyOf(tx, scope);
  const grant = await tx.selectFrom("trial_grant").selectAll().where("currency", "=", currency).executeTakeFirst();
  if (!grant) return;
  const given = { from: "outside", to: "available", cause: "trial" } as const;
  const { messages, ad_budget_minor: adBudget } = grant;
  if (messages > 0) await move(tx, scope, { ...given, unit: "message", amount: messages, key: "trial messages" });
  if (adBudget > 0) await move(tx, scope, { ...given, unit: "adBudget", amount: adBudget, key: "trial ad budget" });
}
