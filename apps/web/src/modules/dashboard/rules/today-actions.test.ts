import type { TodayItem } from "@homeroom/contract/today";
import { expect, it } from "vitest";
import { actionsFor, dayAfter, isToAnswer } from "./today-actions.ts";

const item = (given: Partial<TodayItem>) =>
  ({ reason: "waiting", also: [], conversationId: null, messageId: null, ...given }) as TodayItem;
const all = { edit: true, send: true };

it("offers what can be done in place, as far as rights allow", () => {
  expect(actionsFor(item({ reason: "due", also: ["unassigned"] }), all)).toEqual(["tomorrow", "take"]);
  expect(actionsFor(item({ reason: "unassigned" }), { edit: false, send: true })).toEqual([]);
  const failed = item({ reason: "failed", messageId: "m" as TodayItem["messageId"] });
  expect(actionsFor(failed, all)).toEqual(["retry"]);
  expect(actionsFor(failed, { edit: true, send: false })).toEqual([]);
  expect(actionsFor(item({}), all)).toEqual([]);
});

it("opens a waiting customer to be answered, others to be looked at", () => {
  expect(isToAnswer(item({ conversationId: "c" as TodayItem["conversationId"] }))).toBe(true);
  expect(isToAnswer(item({ reason: "due" }))).toBe(false);
});

it("knows the day after the last of a month", () => expect(dayAfter("2026-11-30")).toBe("2026-12-01"));
