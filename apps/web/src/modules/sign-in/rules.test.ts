import { expect, it } from "vitest";
import { fieldOf, firstEmpty } from "./rules.ts";

it.each([
  ["LOGIN_WRONG_PASSWORD", false, "password"],
  ["LOGIN_ACCOUNT_NOT_FOUND", false, "accountName"],
  ["LOGIN_INVALID_VERIFICATION_CODE", false, "vCode"],
  ["LOGIN_ORGANIZATION_DEACTIVATED", false, null],
  ["LOGIN_ORGANIZATION_DEACTIVATED", true, "place"],
  ["TOO_MANY_REQUESTS", true, null],
  [null, true, null],
] as const)("%s (chooses a place: %s) belongs to %s", (name, chooses, field) => {
  expect(fieldOf(name, chooses)).toBe(field);
});

const draft = { accountName: "a", password: "b", vCode: "c" };
it.each([
  [{ ...draft, accountName: "  ", password: "" }, true, "accountName"],
  [{ ...draft, password: "" }, true, "password"],
  [{ ...draft, vCode: " " }, true, "vCode"],
  [{ ...draft, vCode: "" }, false, null],
  [draft, true, null],
] as const)("in %j the first empty field is %s, %s", (one, asksForCode, field) => {
  expect(firstEmpty(one, asksForCode)).toBe(field);
});
