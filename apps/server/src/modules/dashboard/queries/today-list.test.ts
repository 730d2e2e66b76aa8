import { LeadId } from "@homeroom/contract/ids";
import type { TodayReason } from "@homeroom/contract/today";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { inOrder } from "./today-list.ts";

const [one, other, third] = [v7(), v7(), v7()].map((id) => LeadId.parse(id)) as [LeadId, LeadId, LeadId];
const task = (leadId: LeadId, reason: TodayReason) => ({ leadId, reason });

test("every lead is listed once, for its most urgent reason, with the others named", () => {
  const tasks = [task(one, "due"), task(other, "waiting"), task(one, "waiting"), task(third, "unassigned")];
  expect(inOrder([...tasks, task(third, "closing"), task(third, "waiting")])).toEqual([
    { leadId: third, reason: "closing", also: ["unassigned"] },
    { leadId: other, reason: "waiting", also: [] },
    { leadId: one, reason: "waiting", also: ["due"] },
  ]);
});

test("leads with the same reason keep their order", () => {
  const found = inOrder([task(other, "due"), task(one, "due"), task(third, "due")]);
  expect(found.map(({ leadId }) => leadId)).toEqual([other, one, third]);
});
