import { insightsOf, itemsOf } from "@homeroom/sandbox/meta/ad-figures";
import { readyAdAccounts } from "@homeroom/sandbox/meta/ready-business";

const octoberDays = Array.from({ length: 31 }, (_, day) => `2026-10-${String(day + 1).padStart(2, "0")}`);

/** The sandbox's figures for a level of its first ad account in October 2026. */
export function expected(level: "campaign" | "adset" | "ad") {
  const [account] = readyAdAccounts;
  if (!account) return [];
  return itemsOf(account)
    .filter((item) => item.level === level)
    .map((item) => {
      const days = octoberDays.map((day) => insightsOf(item, day, account) as Record<string, string>);
      const sum = (name: string) => days.reduce((all, day) => all + Number(day[name] ?? 0), 0);
      return { itemID: item.id, impressions: sum("impressions"), clicks: sum("clicks"), spend: sum("spend") };
    });
}
