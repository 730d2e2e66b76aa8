import { passwordReset } from "@homeroom/contract/password-reset";
import { expect, it } from "vitest";
import { resetPassword, sendForgotCode } from "./api.ts";

it.each([
  [resetPassword, passwordReset.reset],
  [sendForgotCode, passwordReset.sendCode],
])("speaks as the contract says: %o", (own, { method, path, body, answer }) => {
  expect(own).toEqual({ method, path, body, answer });
});
