import { media } from "@homeroom/contract/media";
import { of, organizationOnly, rowless, type Samples } from "./sample.ts";

const walls = organizationOnly;

/** Lists and channels are the organisation's: everyone in it may see them. */
export const mediaSamples: Samples["media"] = {
  customItems: of(media.customItems, {
    requests: () => [1, 2, 3, 4, 5, 6, 7, 8].map((ProjectID) => ({ ProjectID })),
    expect: "blank",
    walls,
  }),
  channels: of(media.channels, {
    requests: () => [{ Type: 1 }, { Type: 2 }, { Type: 3 }],
    expect: "blank",
    walls,
  }),
  saveItem: of(media.saveItem, {
    requests: ({ listItemId, listItemName }) => [{ ProjectID: 3, recordID: listItemId, name: listItemName }],
    expect: "missing",
    walls,
  }),
  // What is in use is not removed, which those inside are told: lists.test.ts.
  removeItem: of(media.removeItem, {
    requests: ({ spareItemId }) => [{ recordID: spareItemId }],
    expect: "missing",
    walls,
  }),
  sortItems: of(media.sortItems, {
    requests: ({ listItemId }) => [{ ProjectID: 3, ids: [listItemId] }],
    expect: "missing",
    walls,
  }),
  saveChannel: of(media.saveChannel, {
    requests: ({ leadChannelId, leadChannelName }) => [{ recordID: leadChannelId, name: leadChannelName }],
    expect: "missing",
    walls,
    mixed: (_mine, { leadChannelId }) => [{ parentID: leadChannelId, name: "混入" }],
  }),
  removeChannel: of(media.removeChannel, {
    requests: ({ spareChannelId }) => [{ recordID: spareChannelId }],
    expect: "missing",
    walls,
  }),
  buildUtmLink: rowless(media.buildUtmLink, {
    url: "https://school.example/",
    source: "Google",
    medium: "cpc",
    campaign: "summer",
  }),
  utmLinks: of(media.utmLinks, {
    requests: () => [{}],
    expect: "blank",
    walls,
    shows: ({ utmLinkId }) => utmLinkId,
  }),
  restoreUtmLink: of(media.restoreUtmLink, {
    requests: ({ utmLinkId }) => [{ recordID: utmLinkId }],
    expect: "missing",
    walls,
  }),
  removeUtmLink: of(media.removeUtmLink, {
    requests: ({ utmLinkId }) => [{ recordID: utmLinkId }],
    expect: "missing",
    walls,
  }),
};
