import type { registration } from "@homeroom/contract/registration";
import { withoutSchemas } from "#platform/plain-call.ts";

export const sendRegisterCode = withoutSchemas<typeof registration.sendCode>({
  method: "POST",
  path: "/api_sso/Login/SendRegisterCodeEmail",
  body: "form",
  answer: "json",
});

export const register = withoutSchemas<typeof registration.register>({
  method: "POST",
  path: "/api_sso/Login/register",
  body: "form",
  answer: "json",
});
