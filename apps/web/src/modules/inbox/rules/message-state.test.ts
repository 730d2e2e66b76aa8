import { readFileSync } from "node:fs";
import { conversationFilters, messageKinds, messageStates } from "@homeroom/contract/chat";
import { failureReasons } from "@homeroom/contract/failure-reasons";
import { languages } from "@homeroom/contract/language";
import { describe, expect, it } from "vitest";
import { lineReasonKey, lineReasons, reasonKey, tickOf } from "./message-state.ts";

it("has an icon for every state", () => {
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

it("treats an unrecognised reason as unknown", () => {
  expect(reasonKey("pairRate")).toBe("pairRate");
  expect(reasonKey("constructor")).toBe("unknown");
  expect(reasonKey("")).toBe("unknown");
});

it("names the provider that the message was sent through", () => {
  expect(lineReasonKey("line", "tokenExpired")).toBe("tokenExpired");
  expect(lineReasonKey("whatsapp", "tokenExpired")).toBeNull();
  expect(lineReasonKey("line", "quotaUsedUp")).toBeNull();
  expect(lineReasonKey("line", "constructor")).toBe("unknown");
});

describe.each(languages)("in %s", (language) => {
  const file = new URL(`../../../platform/i18n/${language}/inbox.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, string>>;

  it.each([
    ["reason", failureReasons],
    ["lineReason", lineReasons],
    ["kind", messageKinds],
    ["state", messageStates],
    ["filter", conversationFilters],
    ["filterHint", conversationFilters],
  ] as const)("every %s of the contract has its words", (group, names) => {
    expect(names.filter((name) => !texts[group]?.[name])).toEqual([]);
  });

  it.each([
    ["reason", failureReasons],
    ["lineReason", lineReasons],
  ] as const)("every %s says what happened, and then what to do, without a provider's code", (group, names) => {
    const words = (name: string) => texts[group]?.[name] ?? "";
    const parts = (name: string) =>
      words(name)
        .split(/。|\.\s|\.$/)
        .filter((part) => part.trim() !== "");
    expect(names.filter((name) => parts(name).length < 2)).toEqual([]);
    expect(names.filter((name) => /\d{3,}|http|undefined/i.test(words(name).replace("https", "")))).toEqual([]);
  });

  it("texts for LINE do not mention WhatsApp", () => {
    const ofLine = [...lineReasons.map((name) => texts["lineReason"]?.[name]), texts["reason"]?.["quotaUsedUp"]];
    expect(ofLine.filter((words) => /whatsapp|meta/i.test(words ?? "WhatsApp"))).toEqual([]);
  });
});
