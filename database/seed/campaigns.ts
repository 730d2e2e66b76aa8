import type { AdPlatformName } from "@homeroom/contract/campaigns";
import type { SeedTx } from "./kit.ts";
import type { SeedOrganization } from "./places.ts";
import { writeRows } from "./write-rows.ts";

const dayMs = 86_400_000;
const days = 90;
/** How many leads the forms of the ads sent in these days. */
const formLeads = 240;

const accountId = "0199c210-0010-7000-8000-000000000001";
const account = { external_id: "900000000000001", name: "晨光文理 招生", currency: "TWD", time_zone: "Asia/Taipei" };
const campaigns = ["暑期班 2026", "數學試堂", "英文會話"] as const;
const pausedCampaign = 2;
const audiences = ["家長 25–45", "網站訪客"] as const;
const creatives = ["圖片 A", "影片 B"] as const;
const adsetCount = campaigns.length * audiences.length;
const adCount = adsetCount * creatives.length;

type Level = "campaign" | "adset" | "ad";
const levelNumbers: Readonly<Record<Level, number>> = { campaign: 1, adset: 2, ad: 3 };

/** The ids of the sandbox's account. */
const externalId = (level: Level, number: number) => `11${levelNumbers[level]}${String(number + 1).padStart(14, "0")}`;
const itemId = (level: Level, number: number) =>
  `0199c210-001${levelNumbers[level]}-7000-8000-${String(number + 1).padStart(12, "0")}`;

/** The ids at Meta of an ad of the demo and of what it is in; any number is one. */
export function demoAd(number: number): { ad_id: string; adset_id: string; campaign_id: string } {
  const ad = number % adCount;
  const adset = Math.floor(ad / creatives.length);
  return {
    ad_id: externalId("ad", ad),
    adset_id: externalId("adset", adset),
    campaign_id: externalId("campaign", Math.floor(adset / audiences.length)),
  };
}

/** An ad account with its campaigns and ninety days of figures; a page is bound to its first ad. */
export async function writeCampaigns(
  tx: SeedTx,
  { organizationId, branches, accounts, now }: SeedOrganization & { now: number },
): Promise<void> {
  const figures = { timeZone: account.time_zone, costOfShow: 0.24 };
  await writeAdAccount(
    tx,
    { organizationId, branches, now },
    {
      accountId,
      platform: "meta",
      account,
      items: demoItems(),
      figuresOf: (item, at) => demoFigures(item.ads, at, { ...figures, reached: item.level === "ad" ? 0.8 : 0.7 }),
    },
  );
  await writeFormLeads(tx, { organizationId, now });
  const page = await tx
    .selectFrom("landing_page")
    .select("page_id as pageId")
    .where("organization_id", "=", organizationId)
    .orderBy("page_id")
    .executeTakeFirst();
  if (!page) return;
  await writeRows(tx, "ad_binding", [
    {
      organization_id: organizationId,
      binding_id: "0199c210-0014-7000-8000-000000000001",
      ad_id: itemId("ad", 0),
      page_id: page.pageId,
      bound_at: new Date(now - days * dayMs).toISOString(),
      bound_by: accounts[1]?.accountId ?? null,
    },
  ]);
}

interface DemoItem {
  item_id: string;
  level: string;
  /** The ads of which it is made: figures are those of its ads. */
  ads: readonly number[];
}

/** An ad account that is fetched, its items and ninety days of their figures. */
export async function writeAdAccount<Item extends DemoItem>(
  tx: SeedTx,
  { organizationId, branches, now }: Pick<SeedOrganization, "organizationId" | "branches"> & { now: number },
  given: {
    accountId: string;
    platform: AdPlatformName;
    account: { external_id: string; name: string; currency: string; time_zone: string };
    items: readonly Item[];
    figuresOf: (item: Item, at: number) => ReturnType<typeof demoFigures>;
  },
): Promise<void> {
  const { accountId: account_id, platform, account: named, items, figuresOf } = given;
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
        ...figuresOf(item, now - ago * dayMs),
      })),
    ),
  );
}

/** Some of the leads of these days came by the forms of the ads. */
async function writeFormLeads(
  tx: SeedTx,
  { organizationId, now }: { organizationId: SeedOrganization["organizationId"]; now: number },
): Promise<void> {
  const found = await tx
    .selectFrom("lead")
    .select(["lead_id as leadId", "branch_id as branchId", "created_at as at"])
    .where("organization_id", "=", organizationId)
    .where("created_at", ">", new Date(now - days * dayMs))
    .orderBy("created_at")
    .orderBy("lead_id")
    .execute();
  const step = Math.max(1, Math.floor(found.length / formLeads));
  const came = found.filter((_, index) => index % step === step - 1).slice(0, formLeads);
  await writeRows(
    tx,
    "ad_lead",
    came.map(({ leadId, branchId, at }, index) => ({
      organization_id: organizationId,
      ad_lead_id: `0199c210-0015-7000-8000-${String(index + 1).padStart(12, "0")}`,
      source: "meta",
      external_id: `demo-form-${index + 1}`,
      branch_id: branchId,
      payload: {},
      form_id: "600000000000001",
      ...demoAd(index * 5),
      state: "done",
      lead_id: leadId,
      created_at: at.toISOString(),
      done_at: at.toISOString(),
    })),
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

/** The number of the item of a level that an ad is in. */
function itemOf(level: Level, ad: number): number {
  if (level === "ad") return ad;
  const adset = Math.floor(ad / creatives.length);
  return level === "adset" ? adset : Math.floor(adset / audiences.length);
}

/** What the sandbox reports of the same ads on the same day: fetching them again changes nothing. */
export function demoFigures(
  ads: readonly number[],
  at: number,
  { timeZone, costOfShow, reached }: { timeZone: string; costOfShow: number; reached: number },
) {
  const day = new Date(at).toLocaleDateString("sv-SE", { timeZone });
  const date = new Date(`${day}T00:00:00Z`);
  const number = Math.floor(date.getTime() / dayMs);
  const weekend = date.getUTCDay() % 6 === 0 ? 1.3 : 1;
  const sum = (of: (ad: number) => number) => ads.reduce((all, ad) => all + of(ad), 0);
  const impressions = sum((ad) => Math.round((400 + ad * 90 + ((number * 37 + ad * 11) % 130)) * weekend));
  return {
    day,
    impressions,
    reach: Math.round(impressions * reached),
    clicks: Math.round(impressions * 0.018),
    results: sum((ad) => (number + ad) % 3),
    spend: Number((impressions * costOfShow).toFixed(2)),
  };
}
