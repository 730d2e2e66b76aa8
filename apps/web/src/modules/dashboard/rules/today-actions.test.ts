import type { TodayItem } from "@homeroom/contract/today";
import { expect, it } from "vitest";
import { actionsFor, isToAnswer, listAfter } from "./today-actions.ts";

const item = (given: object) =>
  ({
    leadId: "l",
    reason: "waiting",
    also: [],
    conversationId: null,
    messageId: null,
    ...given,
  }) as unknown as TodayItem;
const all = { edit: true, send: true, label: true };

it("offers what can be done in place, as far as rights allow", () => {
  expect(actionsFor(item({ reason: "due", also: ["unassigned"] }), all)).toEqual(["later", "done", "take"]);
  expect(actionsFor(item({ reason: "unassigned" }), { ...all, edit: false })).toEqual([]);
  const failed = item({ reason: "failed", messageId: "m", conversationId: "c" });
  expect(actionsFor(failed, all)).toEqual(["retry"]);
  expect(actionsFor(failed, { ...all, send: false })).toEqual([]);
  expect(actionsFor(item({ conversationId: "c" }), all)).toEqual(["later", "done"]);
  expect(actionsFor(item({ conversationId: "c" }), { ...all, label: false })).toEqual([]);
});

it("opens a waiting customer to be answered, others to be looked at", () => {
  expect(isToAnswer(item({ conversationId: "c" }))).toBe(true);
  expect(isToAnswer(item({ reason: "due" }))).toBe(false);
});

it("takes an item off the list at once, unless something else is left to do about it", () => {
  const due = item({ leadId: "due", reason: "due", also: ["unassigned"] });
  const shown = { list: [due, item({})] };
  expect(listAfter(shown, due, "done").list).toEqual([item({})]);
  expect(listAfter(shown, due, "take").list).toEqual([{ ...due, also: [] }, item({})]);
});
