import { failureReasons } from "@homeroom/contract/failure-reasons";
import { expect, test } from "vitest";
import en from "#platform/i18n/en/channels.json" with { type: "json" };
import { eventKey, ownFaults, peopleOfLimit, stopKey } from "./text-keys.ts";

test("every reason for a stop has a text that says what happened and what to do", () => {
  const stops: Record<string, { what: string; todo: string }> = en.stop;
  for (const reason of failureReasons) {
    expect(stops[stopKey(reason)]?.what, reason).toMatch(/\w/);
    expect(stops[stopKey(reason)]?.todo, reason).toMatch(/\w/);
  }
  expect(stopKey("tokenExpired")).toBe("tokenExpired");
  expect(stopKey("pairRate")).toBe("unknown");
});

test("a kind that is newer than this page, or unreadable, is shown as unknown", () => {
  expect(eventKey("status")).toBe("status");
  expect(["", "call", "toString"].map(eventKey)).toEqual(["unknown", "unknown", "unknown"]);
});

test("limits are people, however WhatsApp names them", () => {
  expect(["TIER_250", "TIER_2K", "TIER_100K", "TIER_UNLIMITED", "TIER_NEW"].map(peopleOfLimit)).toEqual([
    250,
    2000,
    100_000,
    null,
    undefined,
  ]);
});

test("a refused token is the only fault, besides those with another cause", () => {
  const value = (
    field: "accessToken" | "phoneNumberID" | "catalogueID",
    reason: "tokenExpired" | "notFound" | null,
  ) => ({
    field,
    ok: reason === null,
    reason,
    detail: "",
  });
  const fieldsOf = (...values: ReturnType<typeof value>[]) => ownFaults(values).map(({ field }) => field);
  const expired = value("phoneNumberID", "tokenExpired");
  expect(fieldsOf(value("accessToken", "tokenExpired"), expired, value("catalogueID", "notFound"))).toEqual([
    "accessToken",
    "catalogueID",
  ]);
  // Valid for the app, but not for the number.
  expect(fieldsOf(value("accessToken", null), expired)).toEqual(["phoneNumberID"]);
});
