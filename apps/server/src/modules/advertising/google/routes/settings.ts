import { googleLeads } from "@homeroom/contract/google-leads";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { retryAdLead } from "../../intake/actions/retry-ad-lead.ts";
import { presentAdLeads } from "../../intake/present.ts";
import { reachedBranches } from "../../intake/queries/reached-branches.ts";
import { saveGoogleSetting } from "../actions/save-google-setting.ts";
import { presentGoogleSetting } from "../present.ts";
import { googleSettings } from "../queries.ts";

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
  bind(googleLeads.save, async (form, { actor }) => {
    await saveGoogleSetting(platform, actor, form);
    return null;
  });
  bind(googleLeads.log, (query, { actor }) => {
    const scope = scopeOf(actor, "org:google:query");
    return inTransaction(db, scope, (tx) => presentAdLeads(tx, scope, { ...query, source: "google" }));
  });
  bind(googleLeads.retry, async ({ recordID }, { actor }) => {
    await retryAdLead(db, actor, { recordID, source: "google", permission: "org:google:edit" });
    return null;
  });
}
