import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { NewPassword } from "./passwords.ts";
import { CodeSent, Locale } from "./registration.ts";

/** E-mail or staff ID, as at sign-in. */
const AccountName = z.string().trim().min(1, "LOGIN_ACCOUNT_NOT_FOUND").max(128, "LOGIN_ACCOUNT_NOT_FOUND");

export const passwordReset = {
  sendCode: endpoint("POST /api_sso/Login/SendForgotCodeEmail", {
    summary: "Mails a code to the account's own address: at most one a minute and ten a day.",
    access: "public",
    body: "form",
    request: z.object({ accountName: AccountName, locale: Locale }),
    response: CodeSent,
    errors: ["LOGIN_ACCOUNT_NOT_FOUND", "LOGIN_STAFF_ID_SHARED", "TOO_MANY_REQUESTS"],
  }),
  reset: endpoint("POST /api_sso/Login/ResetPassword", {
    summary: "Sets a new password with a mailed code and ends every session of the account.",
    access: "public",
    body: "form",
    request: z.object({
      AccountName,
      VCode: z.string().trim().min(1, "LOGIN_INVALID_VERIFICATION_CODE").max(16, "LOGIN_INVALID_VERIFICATION_CODE"),
      Password: NewPassword,
    }),
    response: z.null(),
    errors: [
      "LOGIN_PASSWORD_EMPTY",
      "LOGIN_ACCOUNT_NOT_FOUND",
      "LOGIN_ACCOUNT_DEREGISTERED",
      "LOGIN_INVALID_VERIFICATION_CODE",
      "LOGIN_BAD_PASSWORD_FORMAT",
      "LOGIN_ORGANIZATION_DEACTIVATED",
      "LOGIN_ACCOUNT_DISABLED",
      "LOGIN_STAFF_ID_SHARED",
      "TOO_MANY_REQUESTS",
    ],
  }),
};
