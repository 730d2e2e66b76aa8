import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";

/** `refused`: no lead can be made from it. `unavailable`: every attempt failed. */
export const entryProblems = ["refused", "unavailable"] as const;
export type EntryProblem = (typeof entryProblems)[number];

export const maxStuckEntries = 50;

const StuckEntry = z.object({
  recordID: RecordId,
  state: z.enum(["waiting", "failed"]),
  problem: z.enum(entryProblems).nullable(),
  /** The visitor's answers, a line for each field; empty for people who do not see leads. */
  said: z.string(),
  createTime: z.string(),
});
export type StuckEntry = z.infer<typeof StuckEntry>;

const recordID = z.object({ recordID: RecordId });

/** Forms that visitors sent but that did not become leads. */
export const landingEntries = {
  log: endpoint("GET /api_webhook/LandingPage/EntryLog", {
    summary: "The forms of a page that failed or have waited for an hour, newest first.",
    access: "ad:landing:edit",
    request: recordID,
    response: z.array(StuckEntry),
  }),
  replay: endpoint("POST /api_webhook/LandingPage/ReplayEntry", {
    summary: "Tries again to make the lead of a form. A form that already has its lead stays unchanged.",
    access: "ad:landing:edit",
    request: recordID,
    response: z.null(),
  }),
};
