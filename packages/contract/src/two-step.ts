import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AccountId } from "./ids.ts";

const password = z.string().min(1, "ACCOUNT_WRONG_CURRENT_PASSWORD").max(128, "ACCOUNT_WRONG_CURRENT_PASSWORD");
const code = z.string().trim().min(1, "ACCOUNT_TWO_STEP_WRONG_CODE").max(32, "ACCOUNT_TWO_STEP_WRONG_CODE");

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const StartTwoStepForm = z.object({ password });
export const ConfirmTwoStepForm = z.object({ code });
export const TwoStepProof = z.object({ password, code });

const wrong = ["ACCOUNT_WRONG_CURRENT_PASSWORD", "ACCOUNT_TWO_STEP_WRONG_CODE", "TOO_MANY_REQUESTS"] as const;

export const twoStep = {
  info: endpoint("GET /api_users/Member/TwoStepInfo", {
    summary: "Whether the caller signs in with a second step, and whether the organisation requires it.",
    access: "session",
    whileRestricted: "two-step",
    request: z.object({}),
    response: z.object({
      enabled: z.boolean(),
      enabledTime: z.string().nullable(),
      required: z.boolean(),
      recoveryCodesLeft: z.number().int(),
    }),
  }),
  start: endpoint("POST /api_users/Member/StartTwoStep", {
    summary: "Makes a key for an authenticator app. It takes effect once one of its codes has been entered.",
    access: "session",
    whileRestricted: "two-step",
    request: StartTwoStepForm,
    response: z.object({ secret: z.string(), address: z.string() }),
    errors: ["ACCOUNT_WRONG_CURRENT_PASSWORD", "ACCOUNT_TWO_STEP_ALREADY_ON", "TOO_MANY_REQUESTS"],
  }),
  confirm: endpoint("POST /api_users/Member/ConfirmTwoStep", {
    summary: "Turns the second step on with a code from the new key; returns ten recovery codes, only this once.",
    access: "session",
    whileRestricted: "two-step",
    request: ConfirmTwoStepForm,
    response: RecoveryCodes,
    errors: [
      "ACCOUNT_TWO_STEP_WRONG_CODE",
      "ACCOUNT_TWO_STEP_ALREADY_ON",
      "ACCOUNT_TWO_STEP_NOT_ON",
      "TOO_MANY_REQUESTS",
    ],
  }),
  renewCodes: endpoint("POST /api_users/Member/RenewRecoveryCodes", {
    summary: "Makes ten new recovery codes; the old ones stop working.",
    access: "session",
    request: TwoStepProof,
    response: RecoveryCodes,
    errors: [...wrong, "ACCOUNT_TWO_STEP_NOT_ON"],
  }),
  end: endpoint("POST /api_users/Member/EndTwoStep", {
    summary: "Turns the second step off.",
    access: "session",
    request: TwoStepProof,
    response: z.null(),
    errors: [...wrong, "ACCOUNT_TWO_STEP_NOT_ON", "ACCOUNT_TWO_STEP_DEMANDED"],
  }),
  reset: endpoint("POST /api_users/Member/ResetTwoStep", {
    summary: "Removes the second step of a person who has lost it; a mail informs them.",
    access: ["hr:staff:password:reset", "sys:user:password:reset"],
    request: z.object({ recordsn: AccountId }),
    response: z.null(),
    errors: [
      "NOT_FOUND",
      "ACCOUNT_TWO_STEP_NOT_ON",
      "STAFF_ERASED",
      "STAFF_OUT_OF_REACH",
      "STAFF_IS_OWNER",
      "STAFF_IS_SELF",
    ],
  }),
};
