import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";

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

const ListItem = z.object({
  recordID: RecordId,
  name: z.string(),
  /** Stable name of a default item (`new`, `deal`), whatever it is called now. */
  code: z.string().optional(),
  color: z.string().optional(),
  sort: z.number().int(),
  status: z.number().int(),
  useCount: z.number().int(),
});
export type ListItem = z.infer<typeof ListItem>;

const LeadChannel = z.object({
  recordID: RecordId,
  name: z.string(),
  isDefault: z.boolean(),
  children: z.array(z.object({ recordID: RecordId, name: z.string(), isDefault: z.boolean() })),
});
export type LeadChannel = z.infer<typeof LeadChannel>;

export const media = {
  customItems: endpoint("GET /api_webhook/Media/Getcustomiteminfo", {
    summary: "The items of one custom list, in their order.",
    access: "session",
    request: z.object({ ProjectID: z.coerce.number().int().min(1).max(8), keywords: z.string().max(100).optional() }),
    response: z.array(ListItem),
  }),
  channels: endpoint("GET /api_webhook/Media/Getmediainfo", {
    summary: "The lead channels. Type 1: primary with their secondary ones; 2: primary only; 3: UTM mediums.",
    access: "session",
    request: z.object({ Type: z.coerce.number().int().min(1).max(3), keywords: z.string().max(100).optional() }),
    response: z.array(LeadChannel),
  }),
};
