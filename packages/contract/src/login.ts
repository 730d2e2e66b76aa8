import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AccountId, BranchId, OrganizationId } from "./ids.ts";
import { CodeSent } from "./registration.ts";

/** A captcha: the token is sent back with the text that the person read. */
const Captcha = z.object({ token: z.string(), image: z.string() });

/** One of several accounts that fit; the person chooses one and signs in again with these two ids. */
const SignInChoice = z.object({
  organizationId: OrganizationId,
  organizationName: z.string(),
  branchID: BranchId,
  branchName: z.string(),
});
export type SignInChoice = z.infer<typeof SignInChoice>;

/** The password was right, and the account asks for a second step as well: TwoStepLogOn takes the ticket and a code. */
const SecondStep = z.object({ ticket: z.string(), expireSeconds: z.number().int() });

/**
 * The organisation's initial password was right, which is not enough to sign in: a code went to the account's address, and
 * FirstLogOn takes the ticket and that code. `email` is shortened; `resendSeconds` until SendFirstLogOnCode mails another.
 */
const MailedCodeStep = CodeSent.extend({ ticket: z.string(), email: z.string() });
export type MailedCodeStep = z.infer<typeof MailedCodeStep>;

/** With `needSelect`, `needMailedCode` or `needTwoStep` there is no session yet: token is empty. */
export const SignedIn = z.object({
  token: z.string(),
  accountID: AccountId,
  isPasswordInitialized: z.boolean(),
  organizationId: OrganizationId,
  branchID: BranchId.nullable(),
  needSelect: z.array(SignInChoice).optional(),
  needMailedCode: MailedCodeStep.optional(),
  needTwoStep: SecondStep.optional(),
});
export type SignedIn = z.infer<typeof SignedIn>;

const LogOnForm = z.object({
  /** E-mail or staff ID. */
  accountName: z.string().trim().min(1, "LOGIN_ACCOUNT_NOT_FOUND").max(128, "LOGIN_ACCOUNT_NOT_FOUND"),
  password: z.string().min(1, "LOGIN_PASSWORD_EMPTY").max(128, "LOGIN_WRONG_PASSWORD"),
  /** The captcha's token and what the person read; may be empty only if the captcha is switched off. */
  token: z.string().max(128).default(""),
  vCode: z.string().trim().max(16).default(""),
  organizationId: OrganizationId.optional(),
  branchID: BranchId.optional(),
});

/** The password of the account that is signed in. */
const OwnPassword = z.string().min(1, "LOGIN_PASSWORD_EMPTY").max(128, "BRANCH_WRONG_PASSWORD");

const ticket = z.string().min(1).max(128);

export const login = {
  logOn: endpoint("POST /api_sso/Login/LoginOn", {
    summary: "Signs in. Five failures of an account or twenty of an address in 15 minutes lock further tries.",
    access: "public",
    body: "form",
    request: LogOnForm,
    response: SignedIn,
    errors: [
      "LOGIN_PASSWORD_EMPTY",
      "LOGIN_WRONG_PASSWORD",
      "LOGIN_ACCOUNT_NOT_FOUND",
      "LOGIN_ACCOUNT_DEREGISTERED",
      "LOGIN_INVALID_VERIFICATION_CODE",
      "LOGIN_WRONG_ORGANIZATION_ID",
      "LOGIN_ORGANIZATION_DEACTIVATED",
      "LOGIN_ACCOUNT_DISABLED",
      "LOGIN_INITIAL_PASSWORD_EXPIRED",
      "LOGIN_STAFF_ID_SHARED",
      "TOO_MANY_REQUESTS",
    ],
  }),
  firstLogOn: endpoint("POST /api_sso/Login/FirstLogOn", {
    summary: "The first sign-in with an initial password: the mailed code opens a session that can only replace it.",
    access: "public",
    request: z.object({
      ticket,
      vCode: z.string().trim().min(1, "LOGIN_INVALID_VERIFICATION_CODE").max(16, "LOGIN_INVALID_VERIFICATION_CODE"),
    }),
    response: SignedIn,
    errors: [
      "LOGIN_INVALID_VERIFICATION_CODE",
      "LOGIN_TICKET_EXPIRED",
      "LOGIN_ACCOUNT_DEREGISTERED",
      "LOGIN_ORGANIZATION_DEACTIVATED",
      "LOGIN_ACCOUNT_DISABLED",
      "LOGIN_INITIAL_PASSWORD_EXPIRED",
    ],
  }),
  sendFirstCode: endpoint("POST /api_sso/Login/SendFirstLogOnCode", {
    summary: "Mails another code for a first sign-in: one a minute and ten a day.",
    access: "public",
    request: z.object({ ticket }),
    response: CodeSent,
    errors: ["LOGIN_TICKET_EXPIRED", "TOO_MANY_REQUESTS"],
  }),
  twoStepLogOn: endpoint("POST /api_sso/Login/TwoStepLogOn", {
    summary: "The second step of a sign-in: a code of the authenticator app, or one of the recovery codes.",
    access: "public",
    request: z.object({
      ticket,
      code: z.string().trim().min(1, "LOGIN_TWO_STEP_WRONG_CODE").max(32, "LOGIN_TWO_STEP_WRONG_CODE"),
    }),
    response: SignedIn,
    errors: [
      "LOGIN_TWO_STEP_WRONG_CODE",
      "LOGIN_TICKET_EXPIRED",
      "LOGIN_ACCOUNT_DEREGISTERED",
      "LOGIN_ORGANIZATION_DEACTIVATED",
      "LOGIN_ACCOUNT_DISABLED",
      "TOO_MANY_REQUESTS",
    ],
  }),
  logOut: endpoint("GET /api_sso/Login/LoginOut", {
    summary: "Ends the session, including its sockets.",
    access: "session",
    whileRestricted: "any",
    request: z.object({}),
    response: z.null(),
  }),
  switchBranch: endpoint("POST /api_sso/Login/SwitchBranch", {
    summary: "Switches to another of the caller's branches: a new session begins there, the current one ends.",
    access: "org:branch:switch",
    body: "form",
    request: z.object({ branchID: BranchId, password: OwnPassword }),
    response: SignedIn,
    errors: ["LOGIN_PASSWORD_EMPTY", "BRANCH_WRONG_PASSWORD", "TOO_MANY_REQUESTS"],
  }),
  checkBranchPassword: endpoint("GET /api_sso/Login/CheckBranchPassword", {
    summary:
      "Whether this is the caller's own password. The password is in the address, where others may see it: use the POST call instead.",
    access: "session",
    request: z.object({ AccountID: AccountId, Password: OwnPassword }),
    response: z.object({ valid: z.literal(true) }),
    errors: ["LOGIN_PASSWORD_EMPTY", "BRANCH_WRONG_PASSWORD", "TOO_MANY_REQUESTS"],
  }),
  checkBranchPasswordPosted: endpoint("POST /api_sso/Login/CheckBranchPassword", {
    summary: "Whether this is the caller's own password.",
    access: "session",
    body: "form",
    request: z.object({ AccountID: AccountId, Password: OwnPassword }),
    response: z.object({ valid: z.literal(true) }),
    errors: ["LOGIN_PASSWORD_EMPTY", "BRANCH_WRONG_PASSWORD", "TOO_MANY_REQUESTS"],
  }),
  captcha: endpoint("GET /api_sso/Login/QueryLogRandomCodeImage", {
    summary: "A new captcha of four characters, valid for 120 seconds and one attempt.",
    access: "public",
    request: z.object({}),
    response: Captcha,
    errors: ["TOO_MANY_REQUESTS"],
  }),
};
