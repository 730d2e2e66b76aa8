import type { passwordReset } from "@homeroom/contract/password-reset";
import { withoutSchemas } from "#platform/plain-call.ts";

export const sendForgotCode = withoutSchemas<typeof passwordReset.sendCode>({
  method: "POST",
  path: "/api_sso/Login/SendForgotCodeEmail",
  body: "form",
  answer: "json",
});

export const resetPassword = withoutSchemas<typeof passwordReset.reset>({
  method: "POST",
  path: "/api_sso/Login/ResetPassword",
  body: "form",
  answer: "json",
});
