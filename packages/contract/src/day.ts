import { z } from "zod";

const aDayMs = 86_400_000;
/** No time zone is further ahead of UTC. */
const furthestAheadMs = (14 / 24) * aDayMs;

/** A date of birth, empty for none. It has begun somewhere on earth: a date in the future is a slip of the keyboard. */
export const dateOfBirth = z.union([
  z.literal(""),
  z.iso.date().refine((day) => day <= new Date(Date.now() + furthestAheadMs).toISOString().slice(0, 10), {
    error: "FIELD_INVALID",
    params: { text: "futureDay" },
  }),
]);
