import { dashboard } from "@homeroom/contract/dashboard";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { updateSetUp } from "./actions/update-set-up.ts";
import { stepsFor } from "./policy.ts";
import { setUpProgress } from "./queries.ts";

/** Binds the calls of the landing screen. */
export function bindDashboardRoutes(bind: Binder, { db }: Platform): void {
  bind(dashboard.setUpList, async (_, { actor }) => {
    const steps = stepsFor(actor);
    if (steps.length === 0) return { steps: [], dismissed: true };
    const scope = sharedScope(actor);
    const progress = await inTransaction(db, scope, (tx) => setUpProgress(tx, scope, actor.accountId));
    if (!progress) throw new AppError("TOKEN_INVALID");
    return { steps: steps.map((key) => ({ key, done: progress[key] })), dismissed: progress.dismissed };
  });

  bind(dashboard.updateSetUp, async (request, { actor }) => {
    await updateSetUp(db, actor, request);
    return null;
  });
}
