import { googleLeads } from "@homeroom/contract/google-leads";
import { metaSettings } from "@homeroom/contract/meta-settings";
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
