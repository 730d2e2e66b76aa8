import { type ChatSetting, chatSettings } from "@homeroom/contract/chat-settings";
import type { BranchId } from "@homeroom/contract/ids";
import { branchesOf } from "#modules/organizations/public";
import { can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { adoptDefaultSetting, saveSetting } from "./actions/save-setting.ts";
import { reachesOrganization } from "./policy.ts";
import { inForce, type StoredSetting, specifiedRules, storedSettings } from "./queries/chat-setting.ts";

export function bindChatSettingRoutes(bind: Binder, { db }: Platform): void {
  bind(chatSettings.setting, (_, { actor }) => {
    const scope = scopeOf(actor, "org:chat:query");
    return inTransaction(db, scope, async (tx) => {
      const stored = await storedSettings(tx, scope);
      const ofOrganization = stored.find(({ branch_id }) => branch_id === null);
      const seen = (await branchesOf(tx, scope)).filter(({ branchId }) => scope.branchIds?.includes(branchId) ?? true);
      return {
        organization: presentSetting(ofOrganization, null),
        mayEditOrganization: reachesOrganization(scope) && can(actor, "org:chat:edit"),
        branches: seen.map(({ branchId, name, email }) => {
          const own = stored.find(({ branch_id }) => branch_id === branchId);
          const setting = { ...presentSetting(own ?? ofOrganization, branchId), version: own?.version ?? 0 };
          return { branchID: branchId, name, email, own: own !== undefined, setting };
        }),
      };
    });
  });
  bind(chatSettings.saveSetting, async (form, { actor }) => ({ version: await saveSetting(db, actor, form) }));
  bind(chatSettings.useDefault, ({ branchID }, { actor }) => adoptDefaultSetting(db, actor, branchID));
}

/** The stored rules, else the specification's, in the contract's form. */
function presentSetting(stored: StoredSetting | undefined, branchID: BranchId | null): ChatSetting {
  const { reply_window_hours, free_reply_seconds } = stored ?? specifiedRules;
  return {
    ...inForce(stored),
    branchID,
    replyWindowHours: reply_window_hours,
    freeReplySeconds: free_reply_seconds,
    version: stored?.version ?? 0,
  };
}
