import { type GoogleSetting, googleLeads } from "@homeroom/contract/google-leads";
import type { BranchId } from "@homeroom/contract/ids";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { retryAdLead } from "../../intake/actions/retry-ad-lead.ts";
import { presentAdLeads } from "../../intake/present.ts";
import { reachedBranches } from "../../intake/queries/branches.ts";
import { saveGoogleSetting } from "../actions/save-google-setting.ts";
import { googleSettings, type StoredGoogleSetting } from "../queries.ts";
import { googleLeadPath } from "../rules.ts";

export function bindGoogleRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bind(googleLeads.setting, (_, { actor }) => {
    const scope = scopeOf(actor, "org:google:query");
    return inTransaction(db, scope, async (tx) => {
      const stored = new Map((await googleSettings(tx, scope)).map((one) => [one.branch_id, one]));
      const branches = await reachedBranches(tx, scope);
      return branches.map((branch) => presentGoogleSetting(platform, branch, stored.get(branch.branchId)));
    });
  });
  bind(googleLeads.save, (form, { actor }) => saveGoogleSetting(platform, actor, form));
  bind(googleLeads.log, (query, { actor }) => {
    const scope = scopeOf(actor, "org:google:query");
    return inTransaction(db, scope, (tx) => presentAdLeads(tx, scope, { ...query, source: "google" }));
  });
  bind(googleLeads.retry, ({ recordID }, { actor }) =>
    retryAdLead(db, actor, { recordID, source: "google", permission: "org:google:edit" }),
  );
}

/** For a shorter key, four characters would reveal too much. */
const shortestShown = 12;

/** A branch's setting without its key; `stored` undefined while nothing is saved. */
function presentGoogleSetting(
  { settings, secrets }: Pick<Platform, "settings" | "secrets">,
  branch: { branchId: BranchId; name: string },
  stored: StoredGoogleSetting | undefined,
): GoogleSetting {
  const key = stored ? (secrets.open(stored.secrets)["googleKey"] ?? "") : "";
  return {
    branch: { branchID: branch.branchId, name: branch.name },
    webhookURL: new URL(googleLeadPath, settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`).href,
    googleKey: { hasValue: key !== "", last4: key.length >= shortestShown ? key.slice(-4) : "" },
    channelID: stored?.channel_id ?? null,
    secondaryChannelID: stored?.secondary_channel_id ?? null,
    status: stored?.status ?? 0,
    lastReceivedAt: stored?.last_received_at?.toISOString() ?? null,
    version: stored?.version ?? 0,
  };
}
