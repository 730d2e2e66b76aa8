import { failureReasons } from "@homeroom/contract/failure-reasons";
import { expect, test } from "vitest";
import en from "#platform/i18n/en/channels.json" with { type: "json" };
import { eventKey, stopKey } from "./rules.ts";

test("every reason for a stop has words that say what happened and what to do", () => {
  const stops: Record<string, { what: string; todo: string }> = en.stop;
  for (const reason of failureReasons) {
    expect(stops[stopKey(reason)]?.what, reason).toMatch(/\w/);
    expect(stops[stopKey(reason)]?.todo, reason).toMatch(/\w/);
  }
  expect(stopKey("tokenExpired")).toBe("tokenExpired");
  expect(stopKey("pairRate")).toBe("unknown");
});

test("a kind that is newer than this page, or was not readable, is called unknown", () => {
  expect(eventKey("status")).toBe("status");
  expect(["", "call", "toString"].map(eventKey)).toEqual(["unknown", "unknown", "unknown"]);
});
