// @vitest-environment happy-dom
import { type HandOverTask, handOver } from "@homeroom/contract/hand-over";
import { AccountId, RecordId } from "@homeroom/contract/ids";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, question, refuses, show } from "#ui/for-tests.ts";
import { HandOverProgress } from "./hand-over-progress.tsx";

const taskID = RecordId.parse("019aaaaa-0000-7000-8000-000000000001");
const task: HandOverTask = {
  taskID,
  accountID: AccountId.parse("019aaaaa-0000-7000-8000-000000000002"),
  nickname: "Ann",
  state: "running",
  total: 3,
  moved: 2,
  undone: 0,
  kept: 0,
  canUndo: false,
  left: false,
  message: "",
  createTime: "2026-11-26T00:00:00.000Z",
};

/** Shows the progress of the hand-over, and returns what a click on “Choose again” calls. */
function progress(facts: Partial<HandOverTask>, server: NonNullable<Parameters<typeof show>[1]>["server"] = []) {
  const handleAgain = vi.fn();
  const shown = show(<HandOverProgress taskID={taskID} onClose={vi.fn()} onAgain={handleAgain} />, {
    server: [answers(handOver.task, { ...task, ...facts }), ...server],
  });
  return { ...shown, handleAgain };
}

it("says how many are handed over while it runs, without offering to choose again", async () => {
  progress({});
  expect((await screen.findByText(/^2 of 3 handed over/)).tagName).toBe("P");
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("66");
  expect(screen.queryByRole("button", { name: "Choose again" })).toBeNull();
});

it("says that the person has left only if they have", async () => {
  progress({ state: "done", moved: 3, left: true });
  expect((await screen.findByRole("alert")).textContent).toBe("Handed over: 3Ann is marked as having left.");
});

it("says nothing about leaving if the person stays", async () => {
  progress({ state: "done", moved: 3 });
  expect((await screen.findByRole("alert")).textContent).toBe("Handed over: 3");
});

it("says why it stopped and what stays, and offers to choose again", async () => {
  const { person, handleAgain } = progress({ state: "failed", message: "Bob has left" });
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Bob has leftThe 2 already handed over stay/);
  await person.click(screen.getByRole("button", { name: "Choose again" }));
  expect(handleAgain).toHaveBeenCalledOnce();
});

it("offers a retry when the server did not answer", async () => {
  show(<HandOverProgress taskID={taskID} onClose={vi.fn()} onAgain={vi.fn()} />, {
    server: [refuses(handOver.task, "SYSTEM_ERROR")],
  });
  expect(await screen.findByRole("button", { name: /Try again/ })).toBeTruthy();
});

it("undoes a hand-over after a confirmation, and says what stayed", async () => {
  const undone = answers(handOver.undo, { ...task, state: "undone", moved: 3, undone: 2, kept: 1 });
  const { person, sentTo } = progress({ state: "done", moved: 3, canUndo: true }, [undone]);
  await person.click(await screen.findByRole("button", { name: "Undo" }));
  const asked = await question("Undo this hand-over?");
  expect(sentTo(handOver.undo)).toEqual([]);
  await person.click(asked.getByRole("button", { name: "Undo" }));
  expect((await screen.findByText(/^1 stayed as they are/)).closest("[role=alert]")?.textContent).toMatch(
    /^Leads given back: 2/,
  );
  expect(sentTo(handOver.undo)).toEqual([{ taskID }]);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

it("shows the progress of an undo", async () => {
  progress({ state: "undoing", moved: 4, undone: 2, kept: 1 });
  expect((await screen.findByText(/^3 of 4 checked/)).tagName).toBe("P");
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("75");
});

it("says why an undo stopped, and offers it again", async () => {
  progress({ state: "done", moved: 3, canUndo: true, message: "You may no longer do this" });
  expect(await screen.findByText("The undo stopped: You may no longer do this")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Undo" })).toBeTruthy();
});
