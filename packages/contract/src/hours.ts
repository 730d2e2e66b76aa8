import { z } from "zod";

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/);

/** A stretch of a weekday (1 Monday to 7 Sunday) in the branch's time zone, `HH:mm`; it ends on the same day. */
export const Hours = z
  .object({ day: z.number().int().min(1).max(7), from: time, to: time })
  .refine(({ from, to }) => from < to, { path: ["to"], params: { text: "noStretch" } });
export type Hours = z.infer<typeof Hours>;

/** The hours of a week; empty: always. */
export const WeekHours = z.array(Hours).max(21).default([]);
