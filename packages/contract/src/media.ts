import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";
import { PageRequest, pageOf } from "./paging.ts";

/** The custom lists of an organisation, by the wire's ProjectID. */
export const customLists = {
  tags: 1,
  contactResults: 2,
  leadStatuses: 3,
  regularContactTypes: 4,
  businessCategories: 5,
  schoolsAndGrades: 6,
  productTypes: 7,
  landingCategories: 8,
} as const;
export type CustomList = (typeof customLists)[keyof typeof customLists];

/** How many items a list may have (specification section 9: 3 or 10; decisions section 4: 20 product types). */
export const maxItems: Readonly<Record<CustomList, number>> = {
  [customLists.tags]: 10,
  [customLists.contactResults]: 10,
  [customLists.leadStatuses]: 10,
  [customLists.regularContactTypes]: 3,
  [customLists.businessCategories]: 10,
  [customLists.schoolsAndGrades]: 10,
  [customLists.productTypes]: 20,
  [customLists.landingCategories]: 10,
};

/** Lead channels of an organisation (specification section 9). */
export const maxChannels = { primary: 20, secondary: 200 } as const;

const tagColors = ["red", "green", "blue"] as const;
/** The default for a new tag. */
export const usualTagColor = "blue" satisfies (typeof tagColors)[number];
const CustomListId = z.coerce.number().int().min(1).max(8);
const RecordReply = z.object({ recordID: RecordId });

/** Without a recordID it is a new item, added at the end; with one, fields that are left out stay as they are. */
export const ListItemForm = z.object({
  ProjectID: CustomListId,
  recordID: RecordId.optional(),
  name: z.string().trim().min(1).max(50),
  /** A new tag is blue unless it says otherwise. */
  color: z.enum(tagColors).optional(),
  sort: z.number().int().min(0).max(10_000).optional(),
  /** A new item is in use (1) by default. */
  status: z.union([z.literal(0), z.literal(1)]).optional(),
});
export type ListItemForm = z.infer<typeof ListItemForm>;

/** Without a recordID it is a new channel; with a parentID a secondary one. */
export const LeadChannelForm = z.object({
  recordID: RecordId.optional(),
  /** Empty: a secondary channel whose primary channel has not been chosen. */
  parentID: z
    .union([RecordId, z.literal("")])
    .optional()
    .refine((id): id is RecordId | undefined => id !== "", "CHANNEL_PRIMARY_REQUIRED"),
  name: z.string().trim().min(1).max(50),
});
export type LeadChannelForm = z.infer<typeof LeadChannelForm>;

const webAddress = z.url({ protocol: /^https$/ }).max(2000);

/** The parts of a campaign link; the channel is its source. */
export const UtmForm = z.object({
  url: webAddress,
  source: z.string().trim().min(1, "CHANNEL_PRIMARY_REQUIRED").max(100),
  medium: z.string().trim().min(1, "UTM_MEDIUM_AND_CAMPAIGN_REQUIRED").max(100),
  campaign: z.string().trim().min(1, "UTM_MEDIUM_AND_CAMPAIGN_REQUIRED").max(100),
  term: z.string().trim().max(100).default(""),
  content: z.string().trim().max(100).default(""),
});
export type UtmForm = z.infer<typeof UtmForm>;

/** The address with its campaign parameters; parameters that it already had are replaced, everything else stays. */
export function utmAddress(form: UtmForm): string {
  const address = new URL(form.url);
  const parameters = {
    utm_source: form.source,
    utm_medium: form.medium,
    utm_campaign: form.campaign,
    utm_term: form.term,
    utm_content: form.content,
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  return address.href;
}

const UtmLink = z.object({
  recordID: RecordId,
  url: z.string(),
  source: z.string(),
  medium: z.string(),
  campaign: z.string(),
  term: z.string(),
  content: z.string(),
  link: z.string(),
  creator: z.string(),
  createTime: z.string(),
});
export type UtmLink = z.infer<typeof UtmLink>;

const ListItem = z.object({
  recordID: RecordId,
  name: z.string(),
  /** Stable code of a default item (`new`, `deal`), whatever its name is now. */
  code: z.string().optional(),
  color: z.string().optional(),
  sort: z.number().int(),
  status: z.number().int(),
  /** How many leads or products have it, up to 1,000. */
  useCount: z.number().int(),
  /** The product itself relies on it: it can be renamed but not removed. */
  isProtected: z.boolean(),
});
export type ListItem = z.infer<typeof ListItem>;

const OneChannel = z.object({
  recordID: RecordId,
  name: z.string(),
  isDefault: z.boolean(),
  /** How many leads came through it, up to 1,000; only if counts were requested. */
  useCount: z.number().int().optional(),
});
const LeadChannel = OneChannel.extend({ children: z.array(OneChannel) });
export type LeadChannel = z.infer<typeof LeadChannel>;

export const media = {
  customItems: endpoint("GET /api_webhook/Media/Getcustomiteminfo", {
    summary: "The items of one custom list, in their order.",
    access: "session",
    request: z.object({ ProjectID: z.coerce.number().int().min(1).max(8), keywords: z.string().max(100).optional() }),
    response: z.array(ListItem),
  }),
  channels: endpoint("GET /api_webhook/Media/Getmediainfo", {
    summary: "The lead channels. Type 1: primary with their secondary ones; 2: only primary; 3: UTM mediums.",
    access: "session",
    request: z.object({
      Type: z.coerce.number().int().min(1).max(3),
      keywords: z.string().max(100).optional(),
      /** 1: includes how many leads came through each. */
      counts: z.coerce.number().int().min(0).max(1).default(0),
    }),
    response: z.array(LeadChannel),
  }),
  saveItem: endpoint("POST /api_webhook/Media/Updatecustomiteminfo", {
    summary: "Makes or changes an item of a custom list. Names are unique in their list.",
    access: ["org:field:add", "org:field:edit", "crm:option:add", "crm:option:edit"],
    request: ListItemForm,
    response: RecordReply,
    errors: ["SETTING_ITEM_DUPLICATE", "SETTING_LIMIT_REACHED"],
  }),
  removeItem: endpoint("GET /api_webhook/Media/Deletecustomiteminfo", {
    summary: "Removes an item that no record uses and that Homeroom itself does not need.",
    access: ["org:field:delete", "crm:option:delete"],
    request: z.object({ recordID: RecordId }),
    response: z.null(),
    errors: ["SETTING_ITEM_IN_USE"],
  }),
  sortItems: endpoint("POST /api_webhook/Media/Sortcustomiteminfo", {
    summary: "Puts the items of a list in this order; items that are not named follow in their current order.",
    access: ["org:field:edit", "crm:option:edit"],
    request: z.object({ ProjectID: CustomListId, ids: z.array(RecordId).min(1).max(50) }),
    response: z.null(),
  }),
  saveChannel: endpoint("POST /api_webhook/Media/Updatemediainfo", {
    summary: "Makes or renames a lead channel: at most 20 primary and 200 secondary ones.",
    access: ["org:channel:add", "org:channel:edit"],
    request: LeadChannelForm,
    response: RecordReply,
    errors: [
      "CHANNEL_PRIMARY_REQUIRED",
      "CHANNEL_PRIMARY_DUPLICATE",
      "CHANNEL_SECONDARY_DUPLICATE",
      "SETTING_ITEM_IN_USE",
      "SETTING_LIMIT_REACHED",
    ],
  }),
  removeChannel: endpoint("GET /api_webhook/Media/Deletemediainfo", {
    summary: "Removes a channel that has no secondary channels and no leads, and is not one of the defaults.",
    access: "org:channel:delete",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
    errors: ["CHANNEL_PRIMARY_HAS_SECONDARY", "CHANNEL_SECONDARY_HAS_LEADS", "SETTING_ITEM_IN_USE"],
  }),
  buildUtmLink: endpoint("POST /api_webhook/Media/BuildUtmLink", {
    summary: "Builds and stores a campaign link. The same values are stored once.",
    access: "org:channel:utm",
    request: UtmForm,
    response: RecordReply.extend({ link: z.string() }),
    errors: ["CHANNEL_PRIMARY_REQUIRED", "UTM_MEDIUM_AND_CAMPAIGN_REQUIRED"],
  }),
  utmLinks: endpoint("POST /api_webhook/Media/UtmLinkList", {
    summary: "The stored campaign links, newest first.",
    access: ["org:channel:utm", "org:channel:query", "org:google:query"],
    request: PageRequest.extend({ keywords: z.string().max(100).optional() }),
    response: pageOf(UtmLink),
  }),
  removeUtmLink: endpoint("GET /api_webhook/Media/DeleteUtmLink", {
    summary: "Removes a campaign link from the list; the address itself keeps working.",
    access: "org:channel:utm",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
  }),
  restoreUtmLink: endpoint("POST /api_webhook/Media/RestoreUtmLink", {
    summary: "Restores a removed campaign link; one that is not removed stays unchanged.",
    access: "org:channel:utm",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
  }),
};
