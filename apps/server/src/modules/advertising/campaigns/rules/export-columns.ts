import { type AdFigures, type AdPlatformName, type AdRow, uncountedFigures } from "@homeroom/contract/campaigns";
import type { Language, Texts } from "@homeroom/contract/language";
import type { TableCell } from "#platform/tables/write-csv";

interface ExportColumn {
  /** The figure that it shows. */
  readonly figure?: keyof AdFigures;
  readonly labels: Texts;
  readonly cell: (row: AdRow, language: Language) => TableCell;
}

const texts = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });

/** What the file and its sheet are called. */
export const exportNames = {
  campaign: texts("廣告活動", "广告系列", "Campaigns"),
  adset: texts("廣告組合", "广告组", "Ad sets"),
  ad: texts("廣告", "广告", "Ads"),
};

const statusTexts: Record<AdRow["status"], Texts> = {
  ACTIVE: texts("投放中", "投放中", "Active"),
  PAUSED: texts("已暫停", "已暂停", "Paused"),
  ARCHIVED: texts("已封存", "已归档", "Archived"),
};

const figure = (name: Exclude<keyof AdFigures, "revenue">, labels: Texts): ExportColumn => ({
  figure: name,
  labels,
  cell: (row) => row[name] ?? "",
});

/** The columns of an exported list of a platform, in their order. */
export function exportColumnsOf(platform: AdPlatformName): readonly ExportColumn[] {
  return columns.filter(({ figure }) => !figure || !uncountedFigures[platform].includes(figure));
}

const columns: readonly ExportColumn[] = [
  { labels: texts("編號", "编号", "ID"), cell: ({ itemID }) => itemID },
  { labels: texts("名稱", "名称", "Name"), cell: ({ name }) => name },
  { labels: texts("狀態", "状态", "Status"), cell: ({ status }, language) => statusTexts[status][language] },
  { labels: texts("廣告帳號", "广告账户", "Ad account"), cell: ({ account }) => account.name },
  { labels: texts("廣告活動", "广告系列", "Campaign"), cell: ({ campaign }) => campaign?.name ?? "" },
  { labels: texts("廣告組合", "广告组", "Ad set"), cell: ({ adset }) => adset?.name ?? "" },
  {
    labels: texts("落地頁", "落地页", "Landing page"),
    cell: ({ landingPages }) => landingPages.map(({ name }) => name).join("; "),
  },
  { labels: texts("幣別", "币种", "Currency"), cell: ({ currency }) => currency },
  figure("spend", texts("花費", "花费", "Spend")),
  figure("impressions", texts("曝光次數", "展示次数", "Impressions")),
  figure("reach", texts("觸及人數（每日加總）", "覆盖人数（每日相加）", "Reach (sum of days)")),
  figure("clicks", texts("點擊次數", "点击次数", "Clicks")),
  figure("results", texts("成果", "成效", "Results")),
  figure("cpc", texts("每次點擊成本", "单次点击费用", "Cost per click")),
  figure("cpm", texts("每千次曝光成本", "千次展示费用", "Cost per 1,000 impressions")),
  figure("cpp", texts("每千人觸及成本", "千人覆盖费用", "Cost per 1,000 reached")),
  figure("ctr", texts("點擊率", "点击率", "Click-through rate")),
  figure("costPerConversion", texts("每次轉換成本", "单次转化费用", "Cost per conversion")),
  figure("leads", texts("名單", "名单", "Leads")),
  figure("leadRate", texts("名單率", "名单率", "Lead rate")),
  figure("costPerLead", texts("每筆名單成本", "单个名单费用", "Cost per lead")),
  figure("conversations", texts("對話", "对话", "Conversations")),
  figure("costPerConversation", texts("每個對話成本", "单个对话费用", "Cost per conversation")),
  figure("trialsBooked", texts("預約試堂", "预约试听", "Trials booked")),
  figure("costPerTrialBooked", texts("每次預約成本", "单次预约费用", "Cost per trial booked")),
  figure("trialsAttended", texts("出席試堂", "出席试听", "Trials attended")),
  figure("costPerTrialAttended", texts("每次出席成本", "单次出席费用", "Cost per trial attended")),
  figure("deals", texts("成交", "成交", "Deals")),
  figure("costPerDeal", texts("每筆成交成本", "单笔成交费用", "Cost per deal")),
  {
    labels: texts("營收", "营收", "Revenue"),
    cell: ({ revenue }) => revenue?.map(({ currency, amount }) => `${currency} ${amount}`).join("; ") ?? "",
  },
  figure("roas", texts("廣告投資報酬", "广告投资回报", "Return on ad spend")),
];
