import { landingDomains } from "@homeroom/contract/landing-domains";
import { landingEntries } from "@homeroom/contract/landing-entries";
import { landingPages } from "@homeroom/contract/landing-pages";
import { landingSplits } from "@homeroom/contract/landing-splits";
import { landingWebhooks } from "@homeroom/contract/landing-webhooks";
import { hostOf, urlNameOf } from "./landing-rows.ts";
import { newId } from "./new-id.ts";
import { picture } from "./picture.ts";
import type { Rows } from "./rows.ts";
import { named, of, organizationOnly, rowless, type Samples } from "./sample.ts";

/** Pages are kept apart by the branches that their leads belong to. */
const walls = ["organization", "branch"] as const;

const form = ({ branchId }: Rows) => {
  const id = newId();
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
  log: named(landingWebhooks.log, ({ landingPageId }) => ({ recordID: landingPageId }), {
    walls,
    shows: ({ landingDeliveryId }) => landingDeliveryId,
  }),
  test: named(landingWebhooks.test, ({ landingPageId }) => ({ recordID: landingPageId }), {
    inside: "502 LANDING_WEBHOOK_FAILED",
    walls,
  }),
  replay: named(landingWebhooks.replay, ({ landingDeliveryId }) => ({ recordID: landingDeliveryId }), { walls }),
};

export const landingEntrySamples: Samples["landingEntries"] = {
  log: named(landingEntries.log, ({ landingPageId }) => ({ recordID: landingPageId }), {
    walls,
    shows: ({ landingEntryId }) => landingEntryId,
  }),
  replay: named(landingEntries.replay, ({ landingEntryId }) => ({ recordID: landingEntryId }), { walls }),
};

export const landingPageSamples: Samples["landingPages"] = {
  list: of(landingPages.list, {
    requests: ({ landingName }) => [{ pageSize: 100 }, { keywords: landingName }],
    expect: "blank",
    walls,
    shows: ({ landingPageId }) => landingPageId,
  }),
  info: named(landingPages.info, ({ landingPageId }) => ({ recordID: landingPageId }), {
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
  edit: named(
    landingPages.edit,
    (rows) => ({ recordID: rows.landingPageId, title: "新的標題", sections: [hero(rows)] }),
    {
      walls,
      mixed: ({ landingPageId }, theirs, wall) => [
        { recordID: landingPageId, branchID: theirs.branchId },
        ...(wall === "organization" ? [{ recordID: landingPageId, sections: [hero(theirs)] }] : []),
      ],
    },
  ),
  publish: named(landingPages.publish, ({ landingPageId }) => ({ recordID: landingPageId }), { walls }),
  takeOffline: named(landingPages.takeOffline, ({ landingPageId }) => ({ recordID: landingPageId }), { walls }),
  remove: named(landingPages.remove, ({ landingPageId }) => ({ recordID: landingPageId }), { walls }),
  restore: named(landingPages.restore, ({ landingPageId }) => ({ recordID: landingPageId }), { walls }),
  checkUrlName: of(landingPages.checkUrlName, {
    requests: (rows) => [{ urlName: urlNameOf(rows) }],
    expect: "blank",
    walls: ["organization"],
  }),
  themes: rowless(landingPages.themes, {}),
  templates: rowless(landingPages.templates, {}),
  categories: rowless(landingPages.categories, {}, { walls: ["organization"] }),
  buttonAccounts: rowless(landingPages.buttonAccounts, {}, { walls }),
  versions: named(landingPages.versions, ({ landingPageId }) => ({ recordID: landingPageId }), {
    walls,
    shows: ({ landingVersionId }) => landingVersionId,
  }),
  rollBack: named(
    landingPages.rollBack,
    ({ landingPageId, landingVersionId }) => ({ recordID: landingPageId, versionID: landingVersionId }),
    { walls, mixed: (mine, theirs) => [{ recordID: mine.landingPageId, versionID: theirs.landingVersionId }] },
  ),
  previewLink: named(landingPages.previewLink, ({ landingPageId }) => ({ recordID: landingPageId }), { walls }),
  export: of(landingPages.export, {
    requests: ({ landingName }) => [{ format: "csv" as const }, { format: "csv" as const, keywords: landingName }],
    expect: "blank",
    walls,
    shows: ({ landingName }) => landingName,
  }),
  uploadImage: rowless(landingPages.uploadImage, {}, { file: picture }),
};

export const landingSplitSamples: Samples["landingSplits"] = {
  info: named(landingSplits.info, ({ landingPageId }) => ({ recordID: landingPageId }), { walls }),
  history: named(landingSplits.history, ({ landingPageId }) => ({ recordID: landingPageId }), { walls }),
  start: named(landingSplits.start, ({ landingPageId }) => ({ recordID: landingPageId }), { walls }),
  end: named(landingSplits.end, ({ landingPageId }) => ({ recordID: landingPageId, keep: "a" as const }), { walls }),
};

/** Host names are the organisation's. */
export const landingDomainSamples: Samples["landingDomains"] = {
  list: rowless(landingDomains.list, {}, { shows: hostOf }),
  add: of(landingDomains.add, { requests: (rows) => [{ host: hostOf(rows) }], expect: "blank", walls: [] }),
  verify: named(landingDomains.verify, ({ landingDomainId }) => ({ recordID: landingDomainId }), {
    walls: organizationOnly,
  }),
  remove: named(landingDomains.remove, ({ landingDomainId }) => ({ recordID: landingDomainId }), {
    walls: organizationOnly,
  }),
};
