import { z } from "zod";

/** What the next message through a LINE account costs. */
export const LineCost = z.object({
  /** Until then a reply to the customer's latest event is free; null: it counts towards the quota. */
  freeUntil: z.string().nullable(),
  /** This month's messages as LINE last reported; `limit` null: no limit. Null while unknown. */
  quota: z.object({ limit: z.number().int().nullable(), used: z.number().int() }).nullable(),
});
export type LineCost = z.infer<typeof LineCost>;
