import { type AdLevel, type AdPlatformName, campaigns } from "@homeroom/contract/campaigns";
import type { Permission } from "@homeroom/contract/permissions";
import { volcengine } from "@homeroom/contract/volcengine";

interface AdPlatform {
  name: AdPlatformName;
  calls: Pick<
    typeof campaigns | typeof volcengine,
    "campaignList" | "adsetList" | "adList" | "accounts" | "sync" | "bind" | "unbind" | "export"
  >;
  /** The permission for each button. */
  may: Readonly<Record<"export" | "sync" | "bind" | "unbind" | "set", Permission>>;
  /** The levels that people see, from the top. */
  levels: readonly AdLevel[];
  addresses: Readonly<Partial<Record<AdLevel, string>>>;
  /** Where its connection and accounts are set up. */
  settings: string;
}

/** How the screens of each platform's campaigns differ. */
export const adPlatforms: Readonly<Record<AdPlatformName, AdPlatform>> = {
  meta: {
    name: "meta",
    calls: campaigns,
    may: {
      export: "ad:campaign:export",
      sync: "ad:campaign:sync",
      bind: "ad:campaign:bind",
      unbind: "ad:campaign:unbind",
      set: "org:meta:query",
    },
    levels: ["campaign", "adset", "ad"],
    addresses: { campaign: "/advert/campaign", adset: "/advert/adset", ad: "/advert/ad" },
    settings: "/organization/facebook",
  },
  volcengine: {
    name: "volcengine",
    calls: volcengine,
    may: {
      export: "ad:volcengine:query",
      sync: "ad:volcengine:sync",
      bind: "ad:volcengine:edit",
      unbind: "ad:volcengine:edit",
      set: "ad:volcengine:query",
    },
    levels: ["campaign", "ad"],
    addresses: { campaign: "/advert/volcengine", ad: "/advert/volcengine?level=ad" },
    settings: "/advert/volcengine?settings=1",
  },
};

export type { AdPlatform };
