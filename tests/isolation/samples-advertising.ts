import { campaigns } from "@homeroom/contract/campaigns";
import { conversions } from "@homeroom/contract/conversions";
import { googleLeads } from "@homeroom/contract/google-leads";
import { leadPaths } from "@homeroom/contract/lead-path";
import { lineTracking } from "@homeroom/contract/line-tracking";
import { metaSettings } from "@homeroom/contract/meta-settings";
import { volcengine } from "@homeroom/contract/volcengine";
import { v7 } from "uuid";
import { keyEndOf } from "./advertising-rows.ts";
import { of, rowless, type Samples } from "./sample.ts";

/** Leads of advertisements are kept apart by the branches that they belong to. */
const walls = ["organization", "branch"] as const;
const newKey = () => `key-${v7()}`;

export const googleLeadSamples: Samples["googleLeads"] = {
  setting: of(googleLeads.setting, { requests: () => [{}], expect: "blank", walls, shows: keyEndOf }),
  save: of(googleLeads.save, {
    requests: ({ branchId }) => [{ branchID: branchId, googleKey: newKey() }],
    expect: "missing",
    walls,
    mixed: (mine, theirs, wall) =>
      wall === "organization"
        ? [{ branchID: mine.branchId, googleKey: newKey(), channelID: theirs.leadChannelId }]
        : [],
  }),
  log: of(googleLeads.log, {
    requests: () => [{ pageSize: 100 }],
    expect: "blank",
    walls,
    shows: ({ googleLeadId }) => googleLeadId,
  }),
  retry: of(googleLeads.retry, {
    requests: ({ googleLeadId }) => [{ recordID: googleLeadId }],
    expect: "missing",
    walls,
  }),
};

export const metaSettingSamples: Samples["metaSettings"] = {
  setting: of(metaSettings.setting, {
    requests: () => [{}],
    expect: "blank",
    walls,
    shows: ({ metaPageId }) => metaPageId,
  }),
  authUrl: rowless(metaSettings.authUrl, {}),
  connect: of(metaSettings.connect, { requests: () => [{ code: "code", state: "state" }], expect: "blank", walls: [] }),
  reload: of(metaSettings.reload, { requests: () => [{}], expect: "blank", walls: [] }),
  disconnect: of(metaSettings.disconnect, { requests: () => [{}], expect: "blank", walls: [] }),
  save: of(metaSettings.save, {
    requests: ({ metaPageId, branchId }) => [{ pageID: metaPageId, branchID: branchId, status: 0 }],
    expect: "missing",
    walls,
    mixed: (mine, theirs, wall) => [
      { pageID: mine.metaPageId, branchID: theirs.branchId, status: 0 },
      ...(wall === "organization"
        ? [{ pageID: mine.metaPageId, branchID: mine.branchId, status: 0, channelID: theirs.leadChannelId }]
        : []),
    ],
  }),
  log: of(metaSettings.log, {
    requests: () => [{ pageSize: 100 }],
    expect: "blank",
    walls,
    shows: ({ metaLeadId }) => metaLeadId,
  }),
  retry: of(metaSettings.retry, {
    requests: ({ metaLeadId }) => [{ recordID: metaLeadId }],
    expect: "missing",
    walls,
  }),
};

const days = { startTime: "2026-01-01", endTime: "2026-01-31" };

export const campaignSamples: Samples["campaigns"] = {
  campaignList: of(campaigns.campaignList, {
    requests: () => [{ ...days, pageSize: 100 }],
    expect: "blank",
    walls,
    shows: ({ adCampaignId }) => adCampaignId,
  }),
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
  accounts: of(campaigns.accounts, {
    requests: () => [{}],
    expect: "blank",
    walls,
    shows: ({ adAccountId }) => adAccountId,
  }),
  saveAccount: of(campaigns.saveAccount, {
    requests: ({ adAccountId }) => [{ recordID: adAccountId, status: 0 }],
    expect: "missing",
    walls,
    mixed: (mine, theirs) => [{ recordID: mine.adAccountId, branchID: theirs.branchId }],
  }),
  sync: of(campaigns.sync, { requests: () => [{}], expect: "blank", walls: [] }),
  bind: of(campaigns.bind, {
    requests: ({ adId, landingPageId }) => [{ recordID: adId, landingPageID: landingPageId }],
    expect: "missing",
    walls,
    mixed: (mine, theirs) => [
      { recordID: mine.adId, landingPageID: theirs.landingPageId },
      { recordID: theirs.adId, landingPageID: mine.landingPageId },
    ],
  }),
  unbind: of(campaigns.unbind, { requests: ({ adId }) => [{ recordID: adId }], expect: "missing", walls }),
  export: of(campaigns.export, {
    requests: () => [{ ...days, level: "ad" as const, format: "csv" as const }],
    expect: "blank",
    walls,
    shows: ({ adId }) => adId,
  }),
};

export const lineTrackingSamples: Samples["lineTracking"] = {
  setting: rowless(lineTracking.setting, {}),
  save: of(lineTracking.save, {
    requests: () => [{ tagID: "1a2b3c4d-0000", accessToken: "token", status: 0 }],
    expect: "blank",
    walls: [],
  }),
};

export const volcengineSamples: Samples["volcengine"] = {
  campaignList: of(volcengine.campaignList, {
    requests: () => [{ ...days, pageSize: 100 }],
    expect: "blank",
    walls,
    shows: ({ oceanCampaignId }) => oceanCampaignId,
  }),
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
  accounts: of(volcengine.accounts, {
    requests: () => [{}],
    expect: "blank",
    walls,
    shows: ({ oceanAccountId }) => oceanAccountId,
  }),
  saveAccount: of(volcengine.saveAccount, {
    requests: ({ oceanAccountId }) => [{ recordID: oceanAccountId, status: 0 }],
    expect: "missing",
    walls,
    mixed: (mine, theirs) => [{ recordID: mine.oceanAccountId, branchID: theirs.branchId }],
  }),
  sync: of(volcengine.sync, { requests: () => [{}], expect: "blank", walls: [] }),
  bind: of(volcengine.bind, {
    requests: ({ oceanAdId, landingPageId }) => [{ recordID: oceanAdId, landingPageID: landingPageId }],
    expect: "missing",
    walls,
    mixed: (mine, theirs) => [
      { recordID: mine.oceanAdId, landingPageID: theirs.landingPageId },
      { recordID: theirs.oceanAdId, landingPageID: mine.landingPageId },
    ],
  }),
  unbind: of(volcengine.unbind, { requests: ({ oceanAdId }) => [{ recordID: oceanAdId }], expect: "missing", walls }),
  export: of(volcengine.export, {
    requests: () => [{ ...days, level: "ad" as const, format: "csv" as const }],
    expect: "blank",
    walls,
    shows: ({ oceanAdId }) => oceanAdId,
  }),
  setting: rowless(volcengine.setting, {}),
  authUrl: rowless(volcengine.authUrl, {}),
  connect: of(volcengine.connect, { requests: () => [{ code: "code", state: "state" }], expect: "blank", walls: [] }),
  reload: of(volcengine.reload, { requests: () => [{}], expect: "blank", walls: [] }),
  disconnect: of(volcengine.disconnect, { requests: () => [{}], expect: "blank", walls: [] }),
};

export const leadPathSamples: Samples["leadPaths"] = {
  path: of(leadPaths.path, { requests: ({ leadId }) => [{ leadId }], expect: "missing" }),
};

export const conversionSamples: Samples["conversions"] = {
  setting: rowless(conversions.setting, {}),
  save: of(conversions.save, {
    requests: () => [{ datasetID: "800000000000001", accessToken: "token", status: 0 }],
    expect: "blank",
    walls: [],
  }),
  log: of(conversions.log, {
    requests: () => [{ pageSize: 100 }],
    expect: "blank",
    walls,
    shows: ({ conversionId }) => conversionId,
  }),
  retry: of(conversions.retry, {
    requests: ({ conversionId }) => [{ recordID: conversionId }],
    expect: "missing",
    walls,
  }),
};
