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

it("offers the quick actions that the permissions allow", () => {
  expect(actionsFor(item({ reason: "due", also: ["unassigned"] }), all)).toEqual(["later", "done", "take"]);
  expect(actionsFor(item({ reason: "unassigned" }), { ...all, edit: false })).toEqual([]);
  const failed = item({ reason: "failed", messageId: "m", conversationId: "c" });
  expect(actionsFor(failed, all)).toEqual(["retry"]);
  expect(actionsFor(failed, { ...all, send: false })).toEqual([]);
  expect(actionsFor(item({ conversationId: "c" }), all)).toEqual(["later", "done"]);
  expect(actionsFor(item({ conversationId: "c" }), { ...all, label: false })).toEqual([]);
});

it("opens a waiting customer for a reply, others for viewing", () => {
  expect(isToAnswer(item({ conversationId: "c" }))).toBe(true);
  expect(isToAnswer(item({ reason: "due" }))).toBe(false);
});

it("removes an item from the list at once, unless it has another reason", () => {
  const due = item({ leadId: "due", reason: "due", also: ["unassigned"] });
  const shown = { list: [due, item({})] };
  expect(listAfter(shown, due, "done").list).toEqual([item({})]);
  expect(listAfter(shown, due, "take").list).toEqual([{ ...due, also: [] }, item({})]);
});
