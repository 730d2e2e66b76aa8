import { z } from "zod";

/** What the next message through a LINE account costs. */
export const LineCost = z.object({
  /** Until then an answer to the customer's latest event is free; null: it counts. */
  freeUntil: z.string().nullable(),
  /** This month's messages as LINE last said; `limit` null: as many as one likes. Null while not known. */
  quota: z.object({ limit: z.number().int().nullable(), used: z.number().int() }).nullable(),
});
export type LineCost = z.infer<typeof LineCost>;
