import { autoLogin } from "@homeroom/contract/auto-login";
import { login } from "@homeroom/contract/login";
import { expect, it } from "vitest";
import { captcha, firstCode, firstLogOn, keyLogOn, logOn, secondStep } from "./api.ts";

it.each([
  [logOn, login.logOn],
  [captcha, login.captcha],
  [secondStep, login.twoStepLogOn],
  [firstLogOn, login.firstLogOn],
  [firstCode, login.sendFirstCode],
  [keyLogOn, autoLogin.logOn],
])("speaks as the contract says: %o", (own, { method, path, body, answer }) => {
  expect(own).toEqual({ method, path, body, answer });
});
