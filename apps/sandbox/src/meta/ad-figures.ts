import { type AdFigures, figuresOfAd } from "./ad-days.ts";
import type { ReadyAdAccount } from "./ready-business.ts";

export type SandboxLevel = "campaign" | "adset" | "ad";

export interface SandboxAdItem {
  level: SandboxLevel;
  id: string;
  name: string;
  status: string;
  /** The campaign first, the item itself last. */
  path: readonly { level: SandboxLevel; id: string; name: string }[];
  /** The ads in it; its figures are calculated from theirs. */
  ads: readonly number[];
}

const audiences = ["家長 25–45", "網站訪客"];
const creatives = ["圖片 A", "影片 B"];

/** The campaigns, ad sets and ads of an account: two ad sets each, two ads in each of them. */
export function itemsOf({ prefix, campaigns }: ReadyAdAccount): SandboxAdItem[] {
  const items: SandboxAdItem[] = [];
  const idOf = (level: number, number: number) => `${prefix}${level}${String(number + 1).padStart(14, "0")}`;
  campaigns.forEach((name, number) => {
    const campaign = { level: "campaign" as const, id: idOf(1, number), name };
    const perSet = creatives.length;
    const perCampaign = audiences.length * perSet;
    const first = number * perCampaign;
    const isPaused = number === 2;
    const own = Array.from({ length: perCampaign }, (_, ad) => first + ad);
    items.push({ ...campaign, status: isPaused ? "PAUSED" : "ACTIVE", path: [campaign], ads: own });
    audiences.forEach((audience, place) => {
      const adset = { level: "adset" as const, id: idOf(2, number * audiences.length + place), name: audience };
      const ads = own.slice(place * perSet, (place + 1) * perSet);
      items.push({ ...adset, status: isPaused ? "CAMPAIGN_PAUSED" : "ACTIVE", path: [campaign, adset], ads });
      creatives.forEach((creative, which) => {
        const ad = { level: "ad" as const, id: idOf(3, first + place * perSet + which), name: `${name} ${creative}` };
        const status = isPaused ? "CAMPAIGN_PAUSED" : "ACTIVE";
        items.push({ ...ad, status, path: [campaign, adset, ad], ads: ads.slice(which, which + 1) });
      });
    });
  });
  return items;
}

/** The insights row of an item on a day: always the same for the same day. Numbers are texts, zeros are left out. */
export function insightsOf(item: SandboxAdItem, day: string, account: ReadyAdAccount): object {
  const { impressions, reach, clicks, results, spend } = figuresOf(item, day, account);
  const names = item.path.flatMap(({ level, id, name }): [string, string][] => [
    [`${level}_id`, id],
    [`${level}_name`, name],
  ]);
  const named: Record<string, string> = Object.fromEntries(names);
  return {
    ...named,
    account_currency: account.currency,
    impressions: String(impressions),
    reach: String(reach),
    clicks: String(clicks),
    spend: spend.toFixed(2),
    ...(results > 0 && {
      results: [{ indicator: "actions:lead", values: [{ value: String(results) }] }],
      actions: [{ action_type: "lead", value: String(results) }],
    }),
    date_start: day,
    date_stop: day,
  };
}

/** The sums of an item's ads. One person sees several ads: reach does not add up. */
export function figuresOf(item: SandboxAdItem, day: string, { prefix, currency }: ReadyAdAccount): AdFigures {
  const costOfShow = currency === "TWD" ? 0.24 : 0.06;
  const days = item.ads.map((number) => figuresOfAd({ prefix, number, costOfShow }, day));
  const sum = (field: keyof AdFigures) => days.reduce((all, one) => all + one[field], 0);
  return {
    impressions: sum("impressions"),
    reach: item.level === "ad" ? sum("reach") : Math.round(sum("reach") * 0.9),
    clicks: sum("clicks"),
    results: sum("results"),
    spend: sum("spend"),
  };
}
