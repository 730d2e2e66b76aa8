import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";
import { PageRequest, pageOf } from "./paging.ts";

/**
 * A product's state in the Facebook catalogues: in none; waiting for the next sync since it changed; under way; up to
 * date; or refused.
 */
export const syncStatuses = ["none", "changed", "syncing", "synced", "failed"] as const;
export type SyncStatus = (typeof syncStatuses)[number];

/** Why a product could not be synced: each is the key of a text in the web app. */
export const syncReasons = ["linkMissing", "imageMissing", "refused", "timeout"] as const;
export type SyncReason = (typeof syncReasons)[number];

const syncStates = ["running", "done", "failed"] as const;
const syncItemStates = ["waiting", "sent", "done", "failed", "skipped"] as const;

const CatalogueSync = z.object({
  taskID: RecordId,
  catalogueID: z.string(),
  /** The number whose settings name the catalogue. */
  channel: z.string(),
  state: z.enum(syncStates),
  total: z.number().int(),
  /** Items that Meta has confirmed or refused, or that needed no call. */
  processed: z.number().int(),
  listedCount: z.number().int(),
  removedCount: z.number().int(),
  failedCount: z.number().int(),
  /** Why it was given up, and Meta's own message; both may be empty. */
  message: z.string(),
  detail: z.string(),
  creator: z.string(),
  createTime: z.string(),
  finishTime: z.string().nullable(),
});
export type CatalogueSync = z.infer<typeof CatalogueSync>;

const SyncItem = z.object({
  recordID: RecordId,
  retailerID: z.string(),
  name: z.string(),
  method: z.enum(["put", "remove"]),
  state: z.enum(syncItemStates),
  reason: z.enum(syncReasons).nullable(),
  detail: z.string(),
});
export type SyncItem = z.infer<typeof SyncItem>;

const Syncs = z.object({
  /** The newest run of each catalogue. */
  list: z.array(CatalogueSync),
  /** Whether a WhatsApp number names a catalogue. */
  isSetUp: z.boolean(),
});

/** Keeps the catalogue at Facebook in step with ours. */
export const catalogueSync = {
  start: endpoint("POST /api_basic/Product/SyncCatalog", {
    summary:
      "Sends changed products to the Facebook catalogues and removes those that are no longer sold. A catalogue with a run in progress keeps that run.",
    access: "sale:product:sync",
    /** `full`: sends everything again, changed or not. */
    request: z.object({ full: z.boolean().default(false) }),
    response: Syncs,
    errors: ["FEATURE_NOT_SET_UP"],
  }),
  list: endpoint("GET /api_basic/Product/SyncList", {
    summary: "The progress and the result of the newest run of each catalogue.",
    access: "sale:product:sync",
    request: z.object({}),
    response: Syncs,
  }),
  items: endpoint("POST /api_basic/Product/SyncItemList", {
    summary: "The result of a run for each product, with the reason where it was refused.",
    access: "sale:product:sync",
    request: PageRequest.extend({ taskID: RecordId, state: z.enum(syncItemStates).optional() }),
    response: pageOf(SyncItem),
  }),
};
