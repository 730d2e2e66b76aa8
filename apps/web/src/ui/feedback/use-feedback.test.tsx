// @vitest-environment happy-dom
import { act, renderHook, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { type FeedbackKit, offerFeedbackKit } from "./feedback-kit.ts";
import { useFeedback } from "./use-feedback.tsx";

it("asks once, however often a button is pressed before the kit is loaded", async () => {
  const { result } = renderHook(() => useFeedback());
  const ask = () => result.current.confirm({ title: "Delete?", verb: "Delete" });
  const [first, second] = [ask(), ask()];
  expect(await second).toBe(false);
  const confirm = vi.fn(({ onOk }: { onOk: () => void }) => onOk());
  offerFeedbackKit({ modal: { confirm } } as unknown as FeedbackKit);
  expect(await first).toBe(true);
  void ask();
  expect(confirm).toHaveBeenCalledTimes(2);
  offerFeedbackKit(null);
});

it("undoes once, however fast Undo is pressed again", async () => {
  const undo = vi.fn();
  function Moved() {
    const { undoable } = useFeedback();
    return (
      <button type="button" onClick={() => undoable("Moved", undo)}>
        Move
      </button>
    );
  }
  const { person } = show(<Moved />);
  await person.click(screen.getByText("Move"));
  const button = await screen.findByRole("button", { name: "Undo" });
  act(() => {
    button.click();
    button.click();
  });
  expect(undo).toHaveBeenCalledOnce();
});
