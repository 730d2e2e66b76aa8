import type { GoogleSetting } from "@homeroom/contract/google-leads";
import type { BranchId } from "@homeroom/contract/ids";
import type { Platform } from "#platform/server-module";
import type { StoredGoogleSetting } from "./queries.ts";
import { googleLeadPath } from "./rules.ts";

/** Of a shorter key, four signs would give away too much. */
const shortestShown = 12;

/** A branch's setting without its key; `stored` undefined while nothing is saved. */
export function presentGoogleSetting(
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
