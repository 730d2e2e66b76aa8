import { media } from "@homeroom/contract/media";
import { named, of, organizationOnly, rowless, type Samples } from "./sample.ts";

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
  saveItem: named(
    media.saveItem,
    ({ listItemId, listItemName }) => ({ ProjectID: 3, recordID: listItemId, name: listItemName }),
    { walls },
  ),
  // People inside are told when an item is in use and cannot be removed: lists.test.ts.
  removeItem: named(media.removeItem, ({ spareItemId }) => ({ recordID: spareItemId }), { walls }),
  sortItems: named(media.sortItems, ({ listItemId }) => ({ ProjectID: 3, ids: [listItemId] }), { walls }),
  saveChannel: named(
    media.saveChannel,
    ({ leadChannelId, leadChannelName }) => ({ recordID: leadChannelId, name: leadChannelName }),
    { walls, mixed: (_mine, { leadChannelId }) => [{ parentID: leadChannelId, name: "混入" }] },
  ),
  removeChannel: named(media.removeChannel, ({ spareChannelId }) => ({ recordID: spareChannelId }), { walls }),
  buildUtmLink: rowless(media.buildUtmLink, {
    url: "https://school.example/",
    source: "Google",
    medium: "cpc",
    campaign: "summer",
  }),
  utmLinks: rowless(media.utmLinks, {}, { shows: ({ utmLinkId }) => utmLinkId }),
  restoreUtmLink: named(media.restoreUtmLink, ({ utmLinkId }) => ({ recordID: utmLinkId }), { walls }),
  removeUtmLink: named(media.removeUtmLink, ({ utmLinkId }) => ({ recordID: utmLinkId }), { walls }),
};
