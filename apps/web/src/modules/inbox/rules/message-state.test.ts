import { readFileSync } from "node:fs";
import { conversationFilters, messageKinds, messageStates } from "@homeroom/contract/chat";
import { failureReasons } from "@homeroom/contract/failure-reasons";
import { languages } from "@homeroom/contract/language";
import { describe, expect, it } from "vitest";
import { reasonKey, tickOf } from "./message-state.ts";

it("knows the sign of every state", () => {
  expect(messageStates.map(tickOf)).toEqual([
    null,
    "waiting",
    "waiting",
    "unsure",
    "one",
    "one",
    "two",
    "read",
    "failed",
    null,
  ]);
});

it("calls a reason that it does not know unknown", () => {
  expect(reasonKey("pairRate")).toBe("pairRate");
  expect(reasonKey("constructor")).toBe("unknown");
  expect(reasonKey("")).toBe("unknown");
});

describe.each(languages)("in %s", (language) => {
  const file = new URL(`../../../platform/i18n/${language}/inbox.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, string>>;

  it.each([
    ["reason", failureReasons],
    ["kind", messageKinds],
    ["state", messageStates],
    ["filter", conversationFilters],
    ["filterHint", conversationFilters],
  ] as const)("every %s of the contract has its words", (group, names) => {
    expect(names.filter((name) => !texts[group]?.[name])).toEqual([]);
  });
});
