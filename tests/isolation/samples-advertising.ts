import { campaigns } from "@homeroom/contract/campaigns";
import { conversions } from "@homeroom/contract/conversions";
import { googleLeads } from "@homeroom/contract/google-leads";
import { leadPaths } from "@homeroom/contract/lead-path";
import { lineTracking } from "@homeroom/contract/line-tracking";
import { metaSettings } from "@homeroom/contract/meta-settings";
import { volcengine } from "@homeroom/contract/volcengine";
import { v7 } from "uuid";
import { keyEndOf } from "./advertising-rows.ts";
import { named, of, rowless, type Samples } from "./sample.ts";

/** Leads of advertisements are kept apart by the branches that they belong to. */
const walls = ["organization", "branch"] as const;
const newKey = () => `key-${v7()}`;

export const googleLeadSamples: Samples["googleLeads"] = {
  setting: rowless(googleLeads.setting, {}, { walls, shows: keyEndOf }),
  save: named(googleLeads.save, ({ branchId }) => ({ branchID: branchId, googleKey: newKey() }), {
    walls,
    mixed: (mine, theirs, wall) =>
      wall === "organization"
        ? [{ branchID: mine.branchId, googleKey: newKey(), channelID: theirs.leadChannelId }]
        : [],
  }),
  log: rowless(googleLeads.log, { pageSize: 100 }, { walls, shows: ({ googleLeadId }) => googleLeadId }),
  retry: named(googleLeads.retry, ({ googleLeadId }) => ({ recordID: googleLeadId }), { walls }),
};

export const metaSettingSamples: Samples["metaSettings"] = {
  setting: rowless(metaSettings.setting, {}, { walls, shows: ({ metaPageId }) => metaPageId }),
  authUrl: rowless(metaSettings.authUrl, {}),
  connect: rowless(metaSettings.connect, { code: "code", state: "state" }, { walls: [] }),
  reload: rowless(metaSettings.reload, {}, { walls: [] }),
  disconnect: rowless(metaSettings.disconnect, {}, { walls: [] }),
  save: named(
    metaSettings.save,
    ({ metaPageId, branchId }) => ({ pageID: metaPageId, branchID: branchId, status: 0 }),
    {
      walls,
      mixed: (mine, theirs, wall) => [
        { pageID: mine.metaPageId, branchID: theirs.branchId, status: 0 },
        ...(wall === "organization"
          ? [{ pageID: mine.metaPageId, branchID: mine.branchId, status: 0, channelID: theirs.leadChannelId }]
          : []),
      ],
    },
  ),
  log: rowless(metaSettings.log, { pageSize: 100 }, { walls, shows: ({ metaLeadId }) => metaLeadId }),
  retry: named(metaSettings.retry, ({ metaLeadId }) => ({ recordID: metaLeadId }), { walls }),
};

const days = { startTime: "2026-01-01", endTime: "2026-01-31" };

export const campaignSamples: Samples["campaigns"] = {
  campaignList: rowless(
    campaigns.campaignList,
    { ...days, pageSize: 100 },
    { walls, shows: ({ adCampaignId }) => adCampaignId },
  ),
  adsetList: of(campaigns.adsetList, {
    requests: ({ adCampaignId, adAccountId }) => [
      { ...days, pageSize: 100 },
      { ...days, campaignID: adCampaignId },
      { ...days, accountID: [adAccountId] },
    ],
    expect: "blank",
    walls,
    shows: ({ adsetId }) => adsetId,
  }),
  adList: of(campaigns.adList, {
    requests: ({ adsetId, adId }) => [
      { ...days, pageSize: 100 },
      { ...days, adsetID: adsetId },
      { ...days, keywords: adId },
    ],
    expect: "blank",
    walls,
    shows: ({ adId }) => adId,
  }),
  accounts: rowless(campaigns.accounts, {}, { walls, shows: ({ adAccountId }) => adAccountId }),
  saveAccount: named(campaigns.saveAccount, ({ adAccountId }) => ({ recordID: adAccountId, status: 0 }), {
    walls,
    mixed: (mine, theirs) => [{ recordID: mine.adAccountId, branchID: theirs.branchId }],
  }),
  sync: rowless(campaigns.sync, {}, { walls: [] }),
  bind: named(campaigns.bind, ({ adId, landingPageId }) => ({ recordID: adId, landingPageID: landingPageId }), {
    walls,
    mixed: (mine, theirs) => [
      { recordID: mine.adId, landingPageID: theirs.landingPageId },
      { recordID: theirs.adId, landingPageID: mine.landingPageId },
    ],
  }),
  unbind: named(campaigns.unbind, ({ adId }) => ({ recordID: adId }), { walls }),
  export: rowless(
    campaigns.export,
    { ...days, level: "ad" as const, format: "csv" as const },
    { walls, shows: ({ adId }) => adId },
  ),
};

export const lineTrackingSamples: Samples["lineTracking"] = {
  setting: rowless(lineTracking.setting, {}),
  save: rowless(lineTracking.save, { tagID: "1a2b3c4d-0000", accessToken: "token", status: 0 }, { walls: [] }),
};

export const volcengineSamples: Samples["volcengine"] = {
  campaignList: rowless(
    volcengine.campaignList,
    { ...days, pageSize: 100 },
    { walls, shows: ({ oceanCampaignId }) => oceanCampaignId },
  ),
  adsetList: of(volcengine.adsetList, {
    requests: ({ oceanCampaignId, oceanAccountId }) => [
      { ...days, campaignID: oceanCampaignId },
      { ...days, accountID: [oceanAccountId] },
    ],
    expect: "blank",
    walls,
    shows: ({ oceanAdsetId }) => oceanAdsetId,
  }),
  adList: of(volcengine.adList, {
    requests: ({ oceanAdsetId, oceanAdId }) => [
      { ...days, adsetID: oceanAdsetId },
      { ...days, keywords: oceanAdId },
    ],
    expect: "blank",
    walls,
    shows: ({ oceanAdId }) => oceanAdId,
  }),
  accounts: rowless(volcengine.accounts, {}, { walls, shows: ({ oceanAccountId }) => oceanAccountId }),
  saveAccount: named(volcengine.saveAccount, ({ oceanAccountId }) => ({ recordID: oceanAccountId, status: 0 }), {
    walls,
    mixed: (mine, theirs) => [{ recordID: mine.oceanAccountId, branchID: theirs.branchId }],
  }),
  sync: rowless(volcengine.sync, {}, { walls: [] }),
  bind: named(
    volcengine.bind,
    ({ oceanAdId, landingPageId }) => ({ recordID: oceanAdId, landingPageID: landingPageId }),
    {
      walls,
      mixed: (mine, theirs) => [
        { recordID: mine.oceanAdId, landingPageID: theirs.landingPageId },
        { recordID: theirs.oceanAdId, landingPageID: mine.landingPageId },
      ],
    },
  ),
  unbind: named(volcengine.unbind, ({ oceanAdId }) => ({ recordID: oceanAdId }), { walls }),
  export: rowless(
    volcengine.export,
    { ...days, level: "ad" as const, format: "csv" as const },
    { walls, shows: ({ oceanAdId }) => oceanAdId },
  ),
  setting: rowless(volcengine.setting, {}),
  authUrl: rowless(volcengine.authUrl, {}),
  connect: rowless(volcengine.connect, { code: "code", state: "state" }, { walls: [] }),
  reload: rowless(volcengine.reload, {}, { walls: [] }),
  disconnect: rowless(volcengine.disconnect, {}, { walls: [] }),
};

export const leadPathSamples: Samples["leadPaths"] = {
  path: named(leadPaths.path, ({ leadId }) => ({ leadId })),
};

export const conversionSamples: Samples["conversions"] = {
  setting: rowless(conversions.setting, {}),
  save: rowless(conversions.save, { datasetID: "800000000000001", accessToken: "token", status: 0 }, { walls: [] }),
  log: rowless(conversions.log, { pageSize: 100 }, { walls, shows: ({ conversionId }) => conversionId }),
  retry: named(conversions.retry, ({ conversionId }) => ({ recordID: conversionId }), { walls }),
};
