import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";

/** `a`: what was live when the test began. `b`: the draft of that moment. */
export const splitArms = ["a", "b"] as const;
export type SplitArm = (typeof splitArms)[number];

/**
 * The result of a test. `early`: too few visitors for a result. `open`: the difference may still be chance. `even`: many
 * visitors and no real difference. `a`, `b`: this one is better.
 */
export const splitVerdicts = ["early", "open", "even", "a", "b"] as const;
export type SplitVerdict = (typeof splitVerdicts)[number];

const Arm = z.object({
  arm: z.enum(splitArms),
  /** The version's number. */
  number: z.number().int(),
  views: z.number().int(),
  /** Clicks and forms. */
  actions: z.number().int(),
  leads: z.number().int(),
  /** Actions divided by views, from 0 to 1; null without views. */
  rate: z.number().nullable(),
});

const Split = z.object({
  startTime: z.string(),
  arms: z.array(Arm),
  verdict: z.enum(splitVerdicts),
  /** The probability that b is better than a, from 0 to 1. */
  certainty: z.number(),
});
export type Split = z.infer<typeof Split>;

/** The number of finished tests that are shown, latest first. */
export const maxPastSplits = 20;

const PastSplit = Split.extend({
  recordID: RecordId,
  endTime: z.string(),
  /** The version that was kept; null: the test ended because another one was published or the page went offline. */
  kept: z.enum(splitArms).nullable(),
});
export type PastSplit = z.infer<typeof PastSplit>;

const recordID = z.object({ recordID: RecordId });

/** A/B tests of landing pages. */
export const landingSplits = {
  info: endpoint("GET /api_webhook/LandingPage/SplitInfo", {
    summary: "The running A/B test of a page with its result; null if none is running.",
    access: "ad:landing:query",
    request: recordID,
    response: Split.nullable(),
  }),
  history: endpoint("GET /api_webhook/LandingPage/SplitHistory", {
    summary: "The finished A/B tests of a page with their counts, latest first.",
    access: "ad:landing:query",
    request: recordID,
    response: z.array(PastSplit),
  }),
  start: endpoint("POST /api_webhook/LandingPage/StartSplit", {
    summary:
      "Starts an A/B test: every second visitor sees the draft instead of the live page. While a test is running, repeating it changes nothing.",
    access: "ad:landing:publish",
    request: recordID,
    response: z.null(),
    errors: [
      "LANDING_SPLIT_NEEDS_CHANGE",
      "LANDING_LINE_TRACKING_NOT_CONFIGURED",
      "LANDING_TRACKING_CODE_REQUIRED",
      "LANDING_CATEGORY_REQUIRED",
      "LANDING_PUBLISH_ERROR",
    ],
  }),
  end: endpoint("POST /api_webhook/LandingPage/EndSplit", {
    summary: "Ends the A/B test of a page and keeps one version. If none is running, nothing changes.",
    access: "ad:landing:publish",
    request: recordID.extend({ keep: z.enum(splitArms) }),
    response: z.null(),
  }),
};
