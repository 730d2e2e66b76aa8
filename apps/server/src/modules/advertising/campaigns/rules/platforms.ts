import { type AdPlatformName, campaigns } from "@homeroom/contract/campaigns";
import { volcengine } from "@homeroom/contract/volcengine";

/** The calls of each platform's campaigns, and the permissions that their lists and settings take. */
export const platforms = {
  meta: { calls: campaigns, see: "ad:campaign:query", set: "org:meta:query" },
  volcengine: { calls: volcengine, see: "ad:volcengine:query", set: "ad:volcengine:query" },
} as const satisfies Record<AdPlatformName, object>;
