// @vitest-environment happy-dom
import { type Holdings, handOver } from "@homeroom/contract/hand-over";
import { AccountId, RecordId } from "@homeroom/contract/ids";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, question, refuses, show } from "#ui/for-tests.ts";
import { HandOverForm } from "./hand-over-form.tsx";

const accountID = AccountId.parse("019aaaaa-0000-7000-8000-000000000002");
const taskID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const lastTask: NonNullable<Holdings["lastTask"]> = {
  ...{ taskID, accountID, nickname: "Ann", state: "done", total: 3, moved: 3, undone: 0, kept: 0, canUndo: true },
  ...{ left: true, message: "", createTime: "2026-11-26T00:00:00.000Z" },
};

/** The form for a person who has left and holds nothing any more. */
function form(last: Holdings["lastTask"], server: NonNullable<Parameters<typeof show>[1]>["server"] = []) {
  const holdings = {
    accountID,
    nickname: "Ann",
    status: 2,
    mayLeave: false,
    branches: [],
    taskID: null,
    lastTask: last,
  };
  const onStarted = vi.fn();
  const shown = show(<HandOverForm holdings={holdings} onStarted={onStarted} onClose={vi.fn()} />, { server });
  return { ...shown, onStarted };
}

it("offers to undo the last hand-over of a person without leads, and shows its progress", async () => {
  const { person, onStarted } = form(lastTask, [answers(handOver.undo, { ...lastTask, state: "undoing" })]);
  expect(screen.getByText(/^Leads handed over on 2026-11-26 .*: 3$/)).toBeTruthy();
  await person.click(screen.getByRole("button", { name: "Undo" }));
  await person.click((await question("Undo this hand-over?")).getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(onStarted).toHaveBeenCalledExactlyOnceWith(taskID));
});

it("says why it cannot be undone yet", async () => {
  const { person, onStarted } = form(lastTask, [refuses(handOver.undo, "HAND_OVER_PERSON_AWAY")]);
  await person.click(screen.getByRole("button", { name: "Undo" }));
  await person.click((await question("Undo this hand-over?")).getByRole("button", { name: "Undo" }));
  expect(await screen.findByText(/HAND_OVER_PERSON_AWAY|active again/)).toBeTruthy();
  expect(onStarted).not.toHaveBeenCalled();
});

it("says that there is nothing to hand over if there is nothing to undo either", () => {
  form(null);
  expect(screen.getByText("Ann has no leads")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});
