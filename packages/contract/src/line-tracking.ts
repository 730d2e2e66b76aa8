import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** Why LINE accepts no conversions. `reconnect`: the access token is no longer valid. */
export const lineTrackingProblems = ["reconnect", "unavailable"] as const;
export type LineTrackingProblem = (typeof lineTrackingProblems)[number];

const LineTrackingSetting = z.object({
  tagID: z.string(),
  /** The key itself is never shown. */
  accessToken: z.object({ hasValue: z.boolean(), last4: z.string().max(4) }),
  /** 1: what visitors do on pages with LINE tracking is reported to LINE. */
  status: z.number().int().min(0).max(1),
  problem: z.enum(lineTrackingProblems).nullable(),
  /** In the last thirty days. */
  sentCount: z.number().int(),
  waitingCount: z.number().int(),
  failedCount: z.number().int(),
  version: z.number().int(),
  mayEdit: z.boolean(),
});
export type LineTrackingSetting = z.infer<typeof LineTrackingSetting>;

/** Without an access token the saved one stays. */
export const LineTrackingForm = z.object({
  tagID: z
    .string()
    .trim()
    .regex(/^[0-9a-f-]{8,64}$/i, "FIELD_INVALID"),
  accessToken: z.string().trim().max(1000).optional(),
  status: z.number().int().min(0).max(1).optional(),
  version: z.number().int().min(0).optional(),
});
export type LineTrackingForm = z.infer<typeof LineTrackingForm>;

/** Conversions that landing pages report to LINE's advertising: its tag's Conversion API. */
export const lineTracking = {
  setting: endpoint("GET /api_users/Member/LineTrackingSetting", {
    summary: "The LINE tag to which landing pages report visitors' actions, and the state of reporting.",
    access: ["org:line:query", "ad:landing:query"],
    request: z.object({}),
    response: LineTrackingSetting,
  }),
  save: endpoint("POST /api_users/Member/UpdateLineTrackingSetting", {
    summary: "Saves the LINE tag and its key. LINE gets a test event first; a tag that it refuses is not saved.",
    access: "org:line:edit",
    request: LineTrackingForm,
    response: z.null(),
    errors: ["SETTING_NOT_VERIFIED", "STALE_DATA"],
  }),
};
