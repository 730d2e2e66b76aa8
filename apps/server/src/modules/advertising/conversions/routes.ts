import { conversions } from "@homeroom/contract/conversions";
import { can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { retryConversion, saveConversionSetting } from "./actions/save-conversion-setting.ts";
import { listConversions } from "./queries/events.ts";
import { conversionSetting, presentConversionSetting } from "./queries/settings.ts";

export function bindConversionRoutes(bind: Binder, platform: Platform): void {
  const { db, secrets } = platform;
  bind(conversions.setting, (_, { actor }) => {
    const scope = scopeOf(actor, "org:meta:query");
    const mayEdit = can(actor, "org:meta:edit") && scope.branchIds === null;
    return inTransaction(db, scope, async (tx) =>
      presentConversionSetting(await conversionSetting(tx, scope), { secrets, mayEdit }),
    );
  });
  bind(conversions.save, async (form, { actor }) => {
    await saveConversionSetting(platform, actor, form);
    return null;
  });
  bind(conversions.log, (asked, { actor }) => {
    const scope = scopeOf(actor, "org:meta:query");
    return inTransaction(db, scope, (tx) => listConversions(tx, scope, asked));
  });
  bind(conversions.retry, async ({ recordID }, { actor }) => {
    await retryConversion(db, actor, recordID);
    return null;
  });
}
