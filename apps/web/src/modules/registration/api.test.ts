import { registration } from "@homeroom/contract/registration";
import { expect, it } from "vitest";
import { register, sendRegisterCode } from "./api.ts";

it.each([
  [register, registration.register],
  [sendRegisterCode, registration.sendCode],
])("speaks as the contract says: %o", (own, { method, path, body, answer }) => {
  expect(own).toEqual({ method, path, body, answer });
});
