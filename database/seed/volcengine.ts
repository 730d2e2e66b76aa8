import { writeAdAccount } from "./campaigns.ts";
import type { SeedKit, SeedTx } from "./kit.ts";
import type { SeedOrganization } from "./places.ts";

const dayMs = 86_400_000;
const days = 90;

const accountId = "0199c210-0020-7000-8000-000000000001";
/** The sandbox's advertiser, and the keys that it accepts. */
const account = {
  external_id: "1790000000000001",
  name: "晨光文理 抖音招生",
  currency: "CNY",
  time_zone: "Asia/Shanghai",
};
const keys = { token: "demo-ocean-token", refreshToken: "demo-ocean-refresh" };
const projects = ["抖音 秋季開放日", "抖音 鋼琴體驗課"] as const;
const creatives = ["圖片 A", "影片 B", "圖片 A", "影片 B"] as const;

const externalId = (level: number, number: number) => `17${level}${String(number + 1).padStart(14, "0")}`;
const itemId = (level: number, number: number) =>
  `0199c210-002${level}-7000-8000-${String(number + 1).padStart(12, "0")}`;

/** The ads of the project with a number. */
export const promotionsOf = (project: 0 | 1) =>
  creatives.map((_, place) => ({
    itemId: itemId(3, project * creatives.length + place),
    campaign: projects[project],
  }));

/** The demo's Volcengine connection: an advertiser with two projects, their promotions and ninety days of figures. */
export async function writeVolcengine(
  tx: SeedTx,
  kit: SeedKit,
  { organizationId, branches, accounts, now }: SeedOrganization & { now: number },
): Promise<void> {
  await tx
    .insertInto("volcengine_connection")
    .values({
      organization_id: organizationId,
      secrets: kit.sealSecrets(keys),
      token_ends_at: new Date(now + 300 * dayMs),
      ends_at: new Date(now + 300 * dayMs),
      connected_by: accounts[1]?.accountId ?? null,
      connected_at: new Date(now - days * dayMs),
    })
    .execute();
  await writeAdAccount(
    tx,
    { organizationId, branches, now },
    {
      accountId,
      platform: "volcengine",
      account,
      items: demoItems(),
      prefix: "17",
      costOfShow: 0.06,
    },
  );
}

/** A project is mapped to a campaign and to its one ad set. */
function demoItems() {
  return projects.flatMap((name, project) => {
    const ads = creatives.map((_, place) => project * creatives.length + place);
    const campaign = { item_id: itemId(1, project), external_id: externalId(1, project), name, ads, status: "ACTIVE" };
    const inCampaign = { campaign_id: campaign.item_id };
    return [
      { ...campaign, level: "campaign", campaign_id: null, adset_id: null },
      { ...campaign, ...inCampaign, item_id: itemId(2, project), level: "adset", adset_id: null },
      ...ads.map((ad, place) => ({
        ...campaign,
        ...inCampaign,
        item_id: itemId(3, ad),
        external_id: externalId(3, ad),
        level: "ad",
        adset_id: itemId(2, project),
        name: `${name} ${creatives[place] ?? ""}`,
        ads: [ad],
      })),
    ];
  });
}
