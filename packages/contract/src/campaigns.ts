import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { BranchId, RecordId } from "./ids.ts";
import { PageRequest, pageOf } from "./paging.ts";

export const adLevels = ["campaign", "adset", "ad"] as const;
export type AdLevel = (typeof adLevels)[number];

/** The platforms from which campaigns are fetched. */
export const adPlatformNames = ["meta", "volcengine"] as const;
export type AdPlatformName = (typeof adPlatformNames)[number];

export const adStatuses = ["ACTIVE", "PAUSED", "ARCHIVED"] as const;
export type AdStatus = (typeof adStatuses)[number];

/** Why the figures of an account are not kept up to date. `failed`: repeated failures at the platform. */
export const adAccountProblems = ["refused", "reconnect", "failed"] as const;
export type AdAccountProblem = (typeof adAccountProblems)[number];

/** The most days in one range, and the most ad accounts of an organisation. */
export const campaignLimits = { days: 366, accounts: 200, exportRows: 20_000 } as const;

/** An ISO 4217 code: ad accounts use currencies that our orders do not. */
const AdCurrency = z.string().regex(/^[A-Z]{3}$/);

export const AdAccount = z.object({
  recordID: RecordId,
  /** The platform's own id, without `act_`. */
  accountID: z.string(),
  name: z.string(),
  currency: AdCurrency,
  timeZone: z.string(),
  /** The branch that sees it; null: only people who see the whole organisation do. */
  branch: z.object({ branchID: BranchId, name: z.string() }).nullable(),
  /** 1: its campaigns and figures are fetched. */
  status: z.number().int().min(0).max(1),
  problem: z.enum(adAccountProblems).nullable(),
  /** Figures are being fetched. */
  isSyncing: z.boolean(),
  /** When everything was last fetched; null: never. */
  syncedAt: z.string().nullable(),
  version: z.number().int(),
});
export type AdAccount = z.infer<typeof AdAccount>;

const Money = z.object({ currency: z.string(), amount: z.number() });

const figureFields = {
  impressions: z.number().int(),
  /** For a range: the sum of the people reached on each day. */
  reach: z.number().int(),
  clicks: z.number().int(),
  results: z.number(),
  /** Money is in the account's currency, with two decimals. */
  spend: z.number(),
  /** Ratios are null where the divisor is 0. */
  cpc: z.number().nullable(),
  cpm: z.number().nullable(),
  /** Cost per 1,000 people reached. */
  cpp: z.number().nullable(),
  /** Rates are fractions from 0 to 1. */
  ctr: z.number().nullable(),
  /** Spend divided by the platform's own results. */
  costPerConversion: z.number().nullable(),
  /** Our leads that came from the ad in the range, and the stages they have reached. */
  leads: z.number().int(),
  leadRate: z.number().nullable(),
  costPerLead: z.number().nullable(),
  conversations: z.number().int(),
  costPerConversation: z.number().nullable(),
  trialsBooked: z.number().int(),
  costPerTrialBooked: z.number().nullable(),
  trialsAttended: z.number().int(),
  costPerTrialAttended: z.number().nullable(),
  deals: z.number().int(),
  costPerDeal: z.number().nullable(),
  /** What these leads paid, less refunds, by currency; null for people who do not see orders. */
  revenue: z.array(Money).nullable(),
  /** Revenue divided by spend, where both are in the account's currency; null for people who do not see orders. */
  roas: z.number().nullable(),
};
const AdFigures = z.object(figureFields);
export type AdFigures = z.infer<typeof AdFigures>;

/** Figures that a platform does not report: 0 in every row, and not shown. */
export const uncountedFigures: Readonly<Record<AdPlatformName, readonly (keyof AdFigures)[]>> = {
  meta: [],
  volcengine: ["reach", "cpp"],
};

/** A figure that lists can be sorted by and exports have a column for. */
export const adFigureNames = Object.keys(figureFields) as readonly (keyof AdFigures)[];

const NamedItem = z.object({ recordID: RecordId, name: z.string() });

/** `isOnline`: visitors can open it. A page that was deleted or taken offline stays bound, for the leads that it brought. */
const BoundPage = NamedItem.extend({ isOnline: z.boolean() });

const AdRow = AdFigures.extend({
  recordID: RecordId,
  level: z.enum(adLevels),
  /** The platform's own id. */
  itemID: z.string(),
  name: z.string(),
  status: z.enum(adStatuses),
  account: NamedItem,
  currency: AdCurrency,
  /** Null for a campaign. */
  campaign: NamedItem.nullable(),
  /** Null for campaigns and ad sets. */
  adset: NamedItem.nullable(),
  /** The page that an ad is bound to; for the levels above, the first of theirs. */
  landingPage: BoundPage.nullable(),
  /** The pages that its ads are bound to, by name; an ad has one at most. */
  landingPages: z.array(BoundPage),
  /** The same figures in the range before; null unless it was asked for. */
  before: AdFigures.nullable(),
});
export type AdRow = z.infer<typeof AdRow>;

/** Totals of all rows that the filters keep, in one currency. A lead counts once. */
const AdSummary = AdFigures.extend({ currency: AdCurrency, count: z.number().int(), before: AdFigures.nullable() });
export type AdSummary = z.infer<typeof AdSummary>;

function daysAgo(days: number): string {
  return new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
}

const AdFilters = z.object({
  /** Part of the name, or the platform's id. */
  keywords: z.string().trim().max(100).optional(),
  status: z.array(z.enum(adStatuses)).max(adStatuses.length).optional(),
  accountID: z.array(RecordId).max(50).optional(),
  campaignID: RecordId.optional(),
  adsetID: RecordId.optional(),
  /** Only ads that are bound to a landing page (true) or are not (false). */
  isBound: z.boolean().optional(),
  /** Only ads that were shown or cost something in the range. */
  isShown: z.boolean().optional(),
  /** Only of ad accounts of this branch. */
  branchID: BranchId.optional(),
  /** Left out: the last thirty days, counted in Hong Kong and Taipei. */
  startTime: z.iso.date().default(() => daysAgo(29)),
  endTime: z.iso.date().default(() => daysAgo(0)),
  /** Adds the figures of the preceding range of the same length. */
  compare: z.boolean().default(false),
});
const inOrder = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
  startTime <= endTime && Date.parse(endTime) - Date.parse(startTime) < campaignLimits.days * 86_400_000;
const rangeFault = { message: "FIELD_INVALID", path: ["endTime"] };

const sorting = {
  sortBy: z.enum(["name", ...adFigureNames.filter((name) => name !== "revenue")]).default("spend"),
  sortOrder: z.enum(["asc", "desc"]).default("desc"),
};

export const AdListRequest = PageRequest.extend({ ...AdFilters.shape, ...sorting }).refine(inOrder, rangeFault);
export type AdListRequest = z.infer<typeof AdListRequest>;
export const AdExportRequest = AdFilters.omit({ compare: true })
  .extend({ level: z.enum(adLevels).default("campaign"), ...sorting, format: z.enum(["xlsx", "csv"]).default("xlsx") })
  .refine(inOrder, rangeFault);
export type AdExportRequest = z.infer<typeof AdExportRequest>;

export const AdPage = pageOf(AdRow).extend({ summary: z.array(AdSummary) });

/** The page whose leads count for an ad. */
export const AdBindingForm = z.object({
  level: z.literal("ad").default("ad"),
  recordID: RecordId,
  landingPageID: RecordId,
});

/** Fields that are left out stay as they are. */
export const AdAccountForm = z.object({
  recordID: RecordId,
  status: z.number().int().min(0).max(1).optional(),
  /** Null: visible only to people who see the whole organisation. */
  branchID: BranchId.nullable().optional(),
  version: z.number().int().min(0).optional(),
});
export type AdAccountForm = z.infer<typeof AdAccountForm>;

/** The campaigns, ad sets and ads of Meta, their figures, and the leads and deals that they brought. */
export const campaigns = {
  campaignList: endpoint("POST /api_webhook/Campaign/CampaignList", {
    summary: "Campaigns with their figures for a range of days, and the totals of all filtered rows.",
    access: "ad:campaign:query",
    request: AdListRequest,
    response: AdPage,
  }),
  adsetList: endpoint("POST /api_webhook/Campaign/AdsetList", {
    summary: "Ad sets with their figures for a range of days, and the totals of all filtered rows.",
    access: "ad:campaign:query",
    request: AdListRequest,
    response: AdPage,
  }),
  adList: endpoint("POST /api_webhook/Campaign/AdList", {
    summary: "Ads with their figures for a range of days, and the totals of all filtered rows.",
    access: "ad:campaign:query",
    request: AdListRequest,
    response: AdPage,
  }),
  accounts: endpoint("GET /api_webhook/Campaign/AccountList", {
    summary: "The ad accounts that Meta lists, which of them are fetched, and how far that is.",
    access: ["ad:campaign:query", "org:meta:query"],
    request: z.object({}),
    response: z.object({ list: z.array(AdAccount) }),
  }),
  saveAccount: endpoint("POST /api_users/Member/UpdateMetaAccount", {
    summary: "Sets whether the campaigns of an ad account are fetched, and which branch sees them.",
    access: "org:meta:edit",
    request: AdAccountForm,
    response: z.null(),
    errors: ["STALE_DATA"],
  }),
  sync: endpoint("GET /api_webhook/Campaign/Sync", {
    summary:
      "Fetches the campaigns and figures of all chosen accounts now. While that runs, repeating it changes nothing.",
    access: "ad:campaign:sync",
    request: z.object({}),
    response: z.null(),
    errors: ["FEATURE_NOT_SET_UP"],
  }),
  bind: endpoint("POST /api_webhook/Campaign/BindLandingPage", {
    summary: "Binds a landing page to an ad: from now on the page's leads count for it. Repeating it changes nothing.",
    access: "ad:campaign:bind",
    request: AdBindingForm,
    response: z.null(),
    errors: ["CAMPAIGN_PAGE_BOUND_TO_OTHER_AD", "CAMPAIGN_AD_ALREADY_BOUND"],
  }),
  unbind: endpoint("GET /api_webhook/Campaign/UnbindLandingPage", {
    summary: "Ends the binding of an ad. The leads that the page has brought still count for the ad.",
    access: "ad:campaign:unbind",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
  }),
  export: endpoint("POST /api_webhook/Campaign/ExportList", {
    summary: "The rows of a list, as a workbook or CSV.",
    access: "ad:campaign:export",
    request: AdExportRequest,
    response: z.null(),
    answer: "binary",
    errors: ["TOO_MANY_REQUESTS"],
  }),
};
