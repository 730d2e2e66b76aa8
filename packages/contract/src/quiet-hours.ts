import { z } from "zod";

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** A part of the day, possibly past midnight, in which nothing is sent. */
export const QuietHours = z
  .object({ from: time, until: time })
  .refine(({ from, until }) => from !== until, { path: ["until"] });
export type QuietHours = z.infer<typeof QuietHours>;
