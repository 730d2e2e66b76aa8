import { z } from "zod";

const aDayMs = 86_400_000;
/** No time zone is further ahead of UTC. */
const furthestAheadMs = (14 / 24) * aDayMs;

/** A date of birth, or empty. The day must have begun somewhere on earth: a later date is a typing mistake. */
export const dateOfBirth = z.union([
  z.literal(""),
  z.iso.date().refine((day) => day <= new Date(Date.now() + furthestAheadMs).toISOString().slice(0, 10), {
    error: "FIELD_INVALID",
    params: { text: "futureDay" },
  }),
]);
