import { RecordId } from "@homeroom/contract/ids";
import { landingDomains } from "@homeroom/contract/landing-domains";
import { landingEntries } from "@homeroom/contract/landing-entries";
import { landingPages } from "@homeroom/contract/landing-pages";
import { landingSplits } from "@homeroom/contract/landing-splits";
import { landingWebhooks } from "@homeroom/contract/landing-webhooks";
import { v7 } from "uuid";
import { hostOf, urlNameOf } from "./landing-rows.ts";
import { picture } from "./picture.ts";
import type { Rows } from "./rows.ts";
import { of, organizationOnly, rowless, type Samples } from "./sample.ts";

/** Pages are kept apart by the branches that their leads belong to. */
const walls = ["organization", "branch"] as const;

const form = ({ branchId }: Rows) => {
  const id = RecordId.parse(v7());
  return {
    recordID: id,
    name: `頁面 ${id}`,
    urlName: `new-${id.slice(-12)}`,
    theme: "camp" as const,
    branchID: branchId,
  };
};
const hero = ({ landingImageId }: Rows) => ({ id: "hero", type: "hero" as const, picture: landingImageId });

export const landingWebhookSamples: Samples["landingWebhooks"] = {
  log: of(landingWebhooks.log, {
    requests: ({ landingPageId }) => [{ recordID: landingPageId }],
    expect: "missing",
    walls,
    shows: ({ landingDeliveryId }) => landingDeliveryId,
  }),
  test: of(landingWebhooks.test, {
    requests: ({ landingPageId }) => [{ recordID: landingPageId }],
    expect: "missing",
    inside: "502 LANDING_WEBHOOK_FAILED",
    walls,
  }),
  replay: of(landingWebhooks.replay, {
    requests: ({ landingDeliveryId }) => [{ recordID: landingDeliveryId }],
    expect: "missing",
    walls,
  }),
};

export const landingEntrySamples: Samples["landingEntries"] = {
  log: of(landingEntries.log, {
    requests: ({ landingPageId }) => [{ recordID: landingPageId }],
    expect: "missing",
    walls,
    shows: ({ landingEntryId }) => landingEntryId,
  }),
  replay: of(landingEntries.replay, {
    requests: ({ landingEntryId }) => [{ recordID: landingEntryId }],
    expect: "missing",
    walls,
  }),
};

export const landingPageSamples: Samples["landingPages"] = {
  list: of(landingPages.list, {
    requests: ({ landingName }) => [{ pageSize: 100 }, { keywords: landingName }],
    expect: "blank",
    walls,
    shows: ({ landingPageId }) => landingPageId,
  }),
  info: of(landingPages.info, {
    requests: ({ landingPageId }) => [{ recordID: landingPageId }],
    expect: "missing",
    walls,
    shows: ({ landingName }) => landingName,
  }),
  add: of(landingPages.add, {
    requests: (rows) => [form(rows)],
    expect: "blank",
    walls,
    mixed: (mine, theirs, wall) => [
      { ...form(mine), branchID: theirs.branchId },
      { ...form(mine), recordID: theirs.landingPageId },
      { ...form(mine), likeID: theirs.landingPageId },
      ...(wall === "organization"
        ? [
            { ...form(mine), domainID: theirs.landingDomainId },
            { ...form(mine), channelID: theirs.leadChannelId },
            { ...form(mine), shareImage: theirs.landingImageId },
          ]
        : []),
    ],
  }),
  edit: of(landingPages.edit, {
    requests: (rows) => [{ recordID: rows.landingPageId, title: "新的標題", sections: [hero(rows)] }],
    expect: "missing",
    walls,
    mixed: ({ landingPageId }, theirs, wall) => [
      { recordID: landingPageId, branchID: theirs.branchId },
      ...(wall === "organization" ? [{ recordID: landingPageId, sections: [hero(theirs)] }] : []),
    ],
  }),
  publish: of(landingPages.publish, {
    requests: ({ landingPageId }) => [{ recordID: landingPageId }],
    expect: "missing",
    walls,
  }),
  takeOffline: of(landingPages.takeOffline, {
    requests: ({ landingPageId }) => [{ recordID: landingPageId }],
    expect: "missing",
    walls,
  }),
  remove: of(landingPages.remove, {
    requests: ({ landingPageId }) => [{ recordID: landingPageId }],
    expect: "missing",
    walls,
  }),
  restore: of(landingPages.restore, {
    requests: ({ landingPageId }) => [{ recordID: landingPageId }],
    expect: "missing",
    walls,
  }),
  checkUrlName: of(landingPages.checkUrlName, {
    requests: (rows) => [{ urlName: urlNameOf(rows) }],
    expect: "blank",
    walls: ["organization"],
  }),
  themes: rowless(landingPages.themes, {}),
  templates: rowless(landingPages.templates, {}),
  categories: of(landingPages.categories, { requests: () => [{}], expect: "blank", walls: ["organization"] }),
  buttonAccounts: of(landingPages.buttonAccounts, { requests: () => [{}], expect: "blank", walls }),
  versions: of(landingPages.versions, {
    requests: ({ landingPageId }) => [{ recordID: landingPageId }],
    expect: "missing",
    walls,
    shows: ({ landingVersionId }) => landingVersionId,
  }),
  rollBack: of(landingPages.rollBack, {
    requests: ({ landingPageId, landingVersionId }) => [{ recordID: landingPageId, versionID: landingVersionId }],
    expect: "missing",
    walls,
    mixed: (mine, theirs) => [{ recordID: mine.landingPageId, versionID: theirs.landingVersionId }],
  }),
  previewLink: of(landingPages.previewLink, {
    requests: ({ landingPageId }) => [{ recordID: landingPageId }],
    expect: "missing",
    walls,
  }),
  export: of(landingPages.export, {
    requests: ({ landingName }) => [{ format: "csv" as const }, { format: "csv" as const, keywords: landingName }],
    expect: "blank",
    walls,
    shows: ({ landingName }) => landingName,
  }),
  uploadImage: rowless(landingPages.uploadImage, {}, { file: picture }),
};

export const landingSplitSamples: Samples["landingSplits"] = {
  info: of(landingSplits.info, {
    requests: ({ landingPageId }) => [{ recordID: landingPageId }],
    expect: "missing",
    walls,
  }),
  start: of(landingSplits.start, {
    requests: ({ landingPageId }) => [{ recordID: landingPageId }],
    expect: "missing",
    walls,
  }),
  end: of(landingSplits.end, {
    requests: ({ landingPageId }) => [{ recordID: landingPageId, keep: "a" as const }],
    expect: "missing",
    walls,
  }),
};

/** Host names are the organisation's. */
export const landingDomainSamples: Samples["landingDomains"] = {
  list: of(landingDomains.list, { requests: () => [{}], expect: "blank", walls: organizationOnly, shows: hostOf }),
  add: of(landingDomains.add, { requests: (rows) => [{ host: hostOf(rows) }], expect: "blank", walls: [] }),
  verify: of(landingDomains.verify, {
    requests: ({ landingDomainId }) => [{ recordID: landingDomainId }],
    expect: "missing",
    walls: organizationOnly,
  }),
  remove: of(landingDomains.remove, {
    requests: ({ landingDomainId }) => [{ recordID: landingDomainId }],
    expect: "missing",
    walls: organizationOnly,
  }),
};
