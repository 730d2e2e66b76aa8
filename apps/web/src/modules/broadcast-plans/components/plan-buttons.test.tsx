// @vitest-environment happy-dom
import { broadcastPlans, type PlanInfo } from "@homeroom/contract/broadcast-plans";
import { RecordId } from "@homeroom/contract/ids";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, question, refuses, show } from "#ui/for-tests.ts";
import { PlanButtons } from "./plan-buttons.tsx";

const recordID = RecordId.parse("0190c3a0-0000-7000-8000-0000000000aa");
const plan = (part: object) => ({ recordID, name: "Summer", counters: {}, ...part }) as object as PlanInfo;
const press = (name: string) => screen.getByRole("button", { name });

/** Presses "delete" on a draft, and confirms or cancels. */
async function remove(answer: "Delete" | "Cancel", server: NonNullable<Parameters<typeof show>[1]>["server"] = []) {
  const onGone = vi.fn();
  const element = <PlanButtons plan={plan({ state: "draft" })} onGone={onGone} />;
  const { person, sentTo } = show(element, { perms: ["bulk:plan:cancel"], server });
  await person.click(press("Delete"));
  const asked = await question("Delete “Summer”?");
  await person.click(asked.getByRole("button", { name: answer }));
  await waitFor(() => expect(screen.queryAllByRole("dialog")).toEqual([]));
  return { onGone, sent: () => sentTo(broadcastPlans.remove) };
}

it("leaves the page of a plan once it is deleted", async () => {
  const { onGone, sent } = await remove("Delete", [answers(broadcastPlans.remove, null)]);
  await waitFor(() => expect(onGone).toHaveBeenCalledOnce());
  expect(sent()).toEqual([{ recordID }]);
});

it("stays on the page if the deletion is cancelled", async () => {
  const { onGone, sent } = await remove("Cancel");
  expect(sent()).toEqual([]);
  expect(onGone).not.toHaveBeenCalled();
});

it("stays, and says why, if the deletion was refused", async () => {
  const { onGone } = await remove("Delete", [refuses(broadcastPlans.remove, "PERMISSION_DENIED")]);
  await screen.findByText(/PERMISSION_DENIED|permission/i);
  expect(onGone).not.toHaveBeenCalled();
});

it.each([
  ["draft", {}, ["Delete", "Copy", "Edit"]],
  ["pending", {}, ["Cancel plan", "Copy", "Edit"]],
  ["running", { pausedTime: null }, ["Pause", "Copy"]],
  ["running", { pausedTime: null, isEnding: true }, ["Copy"]],
  ["running", { pausedTime: "2026-11-20T10:00:00Z", needsApproval: true }, ["End plan", "Copy"]],
  ["completed", { counters: { failed: 2 } }, ["Delete", "Send to all again", "Send to failed only", "Copy"]],
])("offers for a plan that is %s what can be done to it (%o)", (state, part, words) => {
  const perms = ["bulk:plan:cancel", "bulk:plan:resend", "bulk:plan:add", "bulk:plan:edit"] as const;
  show(<PlanButtons plan={plan({ state, ...part })} onGone={() => undefined} />, { perms });
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(words);
});
