import { lineTracking } from "@homeroom/contract/line-tracking";
import { can } from "#platform/auth/actor";
import { scopeOf, sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import type { LineTracker } from "../port.ts";
import { saveTracking } from "./actions/save-tracking.ts";
import { presentTracking } from "./queries.ts";

/** `tracker` is null where conversions cannot be sent. */
export function bindLineTrackingRoutes(bind: Binder, platform: Platform, tracker: LineTracker | null): void {
  bind(lineTracking.setting, (_, { actor }) => {
    const scope = sharedScope(actor);
    const mayEdit = can(actor, "org:line:edit") && scopeOf(actor, "org:line:edit").branchIds === null;
    return inTransaction(platform.db, scope, (tx) =>
      presentTracking(tx, scope, { secrets: platform.secrets, mayEdit }),
    );
  });
  bind(lineTracking.save, async (form, { actor }) => {
    if (!tracker) throw new AppError("FEATURE_NOT_SET_UP");
    await saveTracking(platform, tracker, { actor, form });
    return null;
  });
}
