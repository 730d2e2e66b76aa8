import { expect, it } from "vitest";
import { problemOf, refusalOf } from "./rules.ts";

const draft = { accountName: "mei", vCode: "012345", password: "Abc123", confirmation: "Abc123" };

it.each([
  [{}, null, null],
  [{ vCode: "12345" }, "vCode", "LOGIN_INVALID_VERIFICATION_CODE"],
  [{ password: "" }, "password", "LOGIN_PASSWORD_EMPTY"],
  [{ password: "密碼密碼密碼" }, "password", "LOGIN_BAD_PASSWORD_FORMAT"],
  [{ confirmation: "Abc124" }, "confirmation", "LOGIN_PASSWORDS_DIFFER"],
] as const)("%j is wrong at %s: %s", (patch, field, name) => {
  expect(problemOf({ ...draft, ...patch })).toEqual(field && { field, name, message: "" });
});

it("a refusal is shown at the field that it is about", () => {
  const failure = { message: "壞了", status: 401, errors: [], details: {}, traceId: null };
  expect(refusalOf({ ...failure, name: "LOGIN_ACCOUNT_NOT_FOUND" }).field).toBe("accountName");
  expect(refusalOf({ ...failure, name: "LOGIN_ACCOUNT_DISABLED" })).toMatchObject({ field: null });
  expect(refusalOf({ ...failure, name: null })).toEqual({ field: null, name: null, message: "壞了" });
});
