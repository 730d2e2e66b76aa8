import { login } from "@homeroom/contract/login";
import { expect, it } from "vitest";
import { captcha, logOn } from "./api.ts";

it.each([
  [logOn, login.logOn],
  [captcha, login.captcha],
])("speaks as the contract says: %o", (own, { method, path, body, answer }) => {
  expect(own).toEqual({ method, path, body, answer });
});
