import type { AdPlatformName } from "@homeroom/contract/campaigns";
import { type AdFigures, figuresOfAd } from "./ad-figures.ts";
import { day, dayOf } from "./clock.ts";
import type { SeedTx } from "./kit.ts";
import type { SeedOrganization } from "./places.ts";
import { writeRows } from "./write-rows.ts";

const days = 90;

const accountId = "0199c210-0010-7000-8000-000000000001";
const account = { external_id: "900000000000001", name: "晨光文理 招生", currency: "TWD", time_zone: "Asia/Taipei" };
const campaigns = ["暑期班 2026", "數學試堂", "英文會話"] as const;
const pausedCampaign = 2;
const audiences = ["家長 25–45", "網站訪客"] as const;
const creatives = ["圖片 A", "影片 B"] as const;
/** The prefix of its items' ids, and the cost of an impression. */
const figures = { prefix: "11", costOfShow: 0.24 };
const adsetCount = campaigns.length * audiences.length;
const adCount = adsetCount * creatives.length;

type Level = "campaign" | "adset" | "ad";
const levelNumbers: Readonly<Record<Level, number>> = { campaign: 1, adset: 2, ad: 3 };

/** The ids of the sandbox's account. */
const externalId = (level: Level, number: number) =>
  `${figures.prefix}${levelNumbers[level]}${String(number + 1).padStart(14, "0")}`;
const itemId = (level: Level, number: number) =>
  `0199c210-001${levelNumbers[level]}-7000-8000-${String(number + 1).padStart(12, "0")}`;

/** The ids at Meta of an ad of the demo and its parents, for any number. */
export function demoAd(number: number): { ad_id: string; adset_id: string; campaign_id: string } {
  const ad = number % adCount;
  const adset = Math.floor(ad / creatives.length);
  return {
    ad_id: externalId("ad", ad),
    adset_id: externalId("adset", adset),
    campaign_id: externalId("campaign", Math.floor(adset / audiences.length)),
  };
}

/** The ads of the account, with the number of forms sent for each on a day. */
export const demoAds = Array.from({ length: adCount }, (_, number) => ({
  number,
  itemId: itemId("ad", number),
  campaign: campaigns[itemOf("campaign", number)] ?? "",
  formsOn: (on: string) => figuresOfAd({ ...figures, number }, on).results,
}));

/** An ad account with its campaigns and ninety days of figures. */
export async function writeCampaigns(
  tx: SeedTx,
  { organizationId, branches, now }: SeedOrganization & { now: number },
): Promise<void> {
  await writeAdAccount(
    tx,
    { organizationId, branches, now },
    {
      accountId,
      platform: "meta",
      account,
      items: demoItems(),
      ...figures,
    },
  );
}

interface DemoItem {
  item_id: string;
  level: string;
  /** The ads in it: its figures are the sums of theirs. */
  ads: readonly number[];
}

interface AccountFigures {
  platform: AdPlatformName;
  /** The prefix of the ids of the account's items. */
  prefix: string;
  /** In the account's currency. */
  costOfShow: number;
}

/** A fetched ad account, its items and ninety days of their figures. */
export async function writeAdAccount<Item extends DemoItem>(
  tx: SeedTx,
  { organizationId, branches, now }: Pick<SeedOrganization, "organizationId" | "branches"> & { now: number },
  given: AccountFigures & {
    accountId: string;
    account: { external_id: string; name: string; currency: string; time_zone: string };
    items: readonly Item[];
  },
): Promise<void> {
  const { accountId: account_id, platform, account: named, items } = given;
  const moment = new Date(now);
  const times = { asked_at: moment, fully_asked_at: moment, synced_at: moment };
  const branch_id = branches[0]?.branchId ?? null;
  await tx
    .insertInto("ad_account")
    .values({
      ...named,
      ...times,
      organization_id: organizationId,
      account_id: account_id as never,
      platform,
      branch_id,
      status: 1,
    })
    .execute();
  for (const level of ["campaign", "adset", "ad"]) {
    const rows = items.filter((item) => item.level === level).map(({ ads: _ads, ...item }) => item);
    // oxlint-disable-next-line no-await-in-loop -- parents first
    await writeRows(
      tx,
      "ad_item",
      rows.map((row) => ({ organization_id: organizationId, account_id, ...row })),
    );
  }
  await writeRows(
    tx,
    "ad_day",
    items.flatMap((item) =>
      Array.from({ length: days }, (_, ago) => ({
        organization_id: organizationId,
        item_id: item.item_id,
        ...figuresOn(item, dayOf(now - ago * day), given),
      })),
    ),
  );
}

function demoItems() {
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
  const made = (level: Level, number: number, parents: { campaign?: number; adset?: number; name: string }) => ({
    item_id: itemId(level, number),
    level,
    external_id: externalId(level, number),
    campaign_id: parents.campaign === undefined ? null : itemId("campaign", parents.campaign),
    adset_id: parents.adset === undefined ? null : itemId("adset", parents.adset),
    name: parents.name,
    status: (parents.campaign ?? number) === pausedCampaign ? "PAUSED" : "ACTIVE",
    ads: numbers(adCount).filter((ad) => itemOf(level, ad) === number),
  });
  return [
    ...campaigns.map((name, number) => made("campaign", number, { name })),
    ...numbers(adsetCount).map((number) => {
      const name = audiences[number % audiences.length] ?? "";
      return made("adset", number, { campaign: itemOf("campaign", number * creatives.length), name });
    }),
    ...numbers(adCount).map((number) => {
      const campaign = itemOf("campaign", number);
      const name = `${campaigns[campaign] ?? ""} ${creatives[number % creatives.length] ?? ""}`;
      return made("ad", number, { campaign, adset: itemOf("adset", number), name });
    }),
  ];
}

/** The number of an ad's parent on a level. */
function itemOf(level: Level, ad: number): number {
  if (level === "ad") return ad;
  const adset = Math.floor(ad / creatives.length);
  return level === "adset" ? adset : Math.floor(adset / audiences.length);
}

/** The figures of an item: the sums of its ads. One person sees several of them, and Volcengine does not count people at all. */
function figuresOn(item: DemoItem, on: string, { platform, prefix, costOfShow }: AccountFigures) {
  const figures = item.ads.map((number) => figuresOfAd({ prefix, number, costOfShow }, on));
  const sum = (field: keyof AdFigures) => figures.reduce((all, one) => all + one[field], 0);
  const people = item.level === "ad" ? sum("reach") : Math.round(sum("reach") * 0.9);
  return {
    day: on,
    impressions: sum("impressions"),
    reach: platform === "meta" ? people : 0,
    clicks: sum("clicks"),
    results: sum("results"),
    spend: Number(sum("spend").toFixed(2)),
  };
}
