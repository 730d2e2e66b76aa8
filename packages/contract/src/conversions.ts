import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { LeadId, RecordId } from "./ids.ts";
import { PageRequest, pageOf } from "./paging.ts";

/** The stages that a lead reaches, in this order. */
export const conversionStages = ["lead", "conversation", "trialBooked", "trialAttended", "deal"] as const;
export type ConversionStage = (typeof conversionStages)[number];

export const conversionStates = ["waiting", "sent", "failed"] as const;
export type ConversionState = (typeof conversionStates)[number];

/** `tooOld`: Meta takes nothing older than seven days. `reconnect`: the key is not valid. */
export const conversionProblems = ["refused", "reconnect", "unavailable", "tooOld"] as const;
export type ConversionProblem = (typeof conversionProblems)[number];

const Setting = z.object({
  /** Empty: not set up. */
  datasetID: z.string(),
  accessToken: z.object({ hasValue: z.boolean(), last4: z.string() }),
  status: z.number().int().min(0).max(1),
  problem: z.enum(conversionProblems).nullable(),
  version: z.number().int(),
  /** Whether this account may change it, since it affects all branches. */
  mayEdit: z.boolean(),
});
export type ConversionSetting = z.infer<typeof Setting>;

export const ConversionForm = z.object({
  datasetID: z
    .string()
    .trim()
    .regex(/^\d{5,32}$/),
  /** Empty or left out: the saved one stays. */
  accessToken: z
    .string()
    .trim()
    .max(1000)
    .regex(/^[\x21-\x7e]*$/)
    .optional(),
  /** Left out: unchanged; on for a new one. */
  status: z.number().int().min(0).max(1).optional(),
  version: z.number().int().min(0).optional(),
});
export type ConversionForm = z.infer<typeof ConversionForm>;

const ConversionEvent = z.object({
  recordID: RecordId,
  leadId: LeadId,
  leadName: z.string(),
  stage: z.enum(conversionStages),
  state: z.enum(conversionStates),
  problem: z.enum(conversionProblems).nullable(),
  /** Meta's answer. */
  detail: z.string(),
  attempts: z.number().int(),
  /** When the lead reached the stage. */
  time: z.string(),
});
export type ConversionEvent = z.infer<typeof ConversionEvent>;

/** Meta learns which leads became trials and deals, so that its ads look for people like these. */
export const conversions = {
  setting: endpoint("GET /api_users/Member/ConversionSetting", {
    summary: "Whether lead stages are sent to Meta's Conversions API, and to which dataset.",
    access: "org:meta:query",
    request: z.object({}),
    response: Setting,
  }),
  save: endpoint("POST /api_users/Member/UpdateConversionSetting", {
    summary: "Sets the dataset and its key, and whether stages are sent. Stages reached before are not sent.",
    access: "org:meta:edit",
    request: ConversionForm,
    response: z.null(),
    errors: ["STALE_DATA"],
  }),
  log: endpoint("POST /api_users/Member/ConversionLog", {
    summary: "The stages that were sent to Meta or are waiting, newest first.",
    access: "org:meta:query",
    request: PageRequest.extend({ state: z.array(z.enum(conversionStates)).max(3).optional() }),
    response: pageOf(ConversionEvent),
  }),
  retry: endpoint("POST /api_users/Member/RetryConversion", {
    summary: "Sends a failed stage again.",
    access: "org:meta:edit",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
  }),
};
