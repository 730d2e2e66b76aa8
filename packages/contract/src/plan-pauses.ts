import { z } from "zod";
import { emailFailures } from "./email-settings.ts";
import { planStops } from "./failure-reasons.ts";

/** Why the product paused a plan by itself. */
export const pauseReasons = [
  "channelStopped",
  "templateStopped",
  "monthlyLimit",
  "balanceLow",
  "mailServer",
  "approvalNeeded",
  ...planStops,
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Why a plan's mail server cannot be used: the branch has none, its daily limit is reached, or what the server refused. */
export const MailFailure = z.object({
  reason: z.enum([...emailFailures, "notSetUp", "usedUp"]),
  /** The server's own message; may be empty. */
  answer: z.string(),
});
export type MailFailure = z.infer<typeof MailFailure>;
