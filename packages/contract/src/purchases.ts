import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { BranchId, LeadId, RecordId } from "./ids.ts";
import { CurrencyCode } from "./money.ts";
import { OrderNumber } from "./order-name.ts";
import { PageRequest, pageOf } from "./paging.ts";

/** Whether a purchase can still be used: `ending` within 30 days, `takenBack` once it was fully refunded. */
export const purchaseStates = ["valid", "ending", "ended", "takenBack"] as const;
export type PurchaseState = (typeof purchaseStates)[number];

/** How many days before its end a purchase counts as ending. */
export const endingDays = 30;

const PurchaseRow = z.object({
  recordID: RecordId,
  orderID: OrderNumber,
  leadId: LeadId.nullable(),
  leadName: z.string(),
  branchID: BranchId,
  branchName: z.string(),
  productID: RecordId.nullable(),
  name: z.string(),
  quantity: z.number().int(),
  /** The price of the line, less its share of the order's discount. */
  amount: z.number(),
  currency: CurrencyCode,
  buyDate: z.iso.date(),
  /** The last day on which it can be used; null: no limit. */
  validUntil: z.iso.date().nullable(),
  /** Lessons of a package; null if it includes none. */
  lessons: z.object({ bought: z.number().int(), used: z.number().int(), left: z.number().int() }).nullable(),
  state: z.enum(purchaseStates),
  /** Days from today, at the branch, to the last day: negative once it is over. */
  daysLeft: z.number().int().nullable(),
});
export type PurchaseRow = z.infer<typeof PurchaseRow>;

export const purchases = {
  list: endpoint("POST /api_users/Order/PurchaseList", {
    summary: "What the leads that the caller can see have bought and paid for, newest first.",
    access: "sale:order:query",
    request: PageRequest.extend({
      /** Searches the order number, the lead's name and the names of the products. */
      keywords: z.string().trim().max(100).optional(),
      leadId: LeadId.optional(),
      productID: RecordId.optional(),
      branchID: BranchId.optional(),
      state: z.array(z.enum(purchaseStates)).max(purchaseStates.length).optional(),
      /** Bought on these days, at the branch. */
      startTime: z.iso.date().optional(),
      endTime: z.iso.date().optional(),
    }),
    response: pageOf(PurchaseRow),
  }),
};
export type PurchaseFilters = Omit<z.output<(typeof purchases)["list"]["request"]>, keyof PageRequest>;
