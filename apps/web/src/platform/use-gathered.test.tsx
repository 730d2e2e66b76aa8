// @vitest-environment happy-dom
import { act, cleanup, render } from "@testing-library/react";
import { Activity } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useGathered } from "./use-gathered.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A screen that uses it, shown or hidden like a screen that its tab keeps alive. */
function kept() {
  const work = vi.fn();
  let call: () => void = () => undefined;
  function Screen() {
    call = useGathered(400, work);
    return null;
  }
  const as = (mode: "visible" | "hidden") => (
    <Activity mode={mode}>
      <Screen />
    </Activity>
  );
  const { rerender, unmount } = render(as("visible"));
  return { work, call: () => call(), turn: (mode: "visible" | "hidden") => act(() => rerender(as(mode))), unmount };
}

it("runs once for several calls, and again for later calls", () => {
  const { work, call } = kept();
  call();
  call();
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(400);
  expect(work).toHaveBeenCalledTimes(1);
  call();
  vi.advanceTimersByTime(400);
  expect(work).toHaveBeenCalledTimes(2);
});

it("runs at once what waits when the screen is hidden, and continues when it is shown again", () => {
  const { work, call, turn } = kept();
  call();
  turn("hidden");
  expect(work).toHaveBeenCalledTimes(1);
  turn("visible");
  call();
  vi.advanceTimersByTime(400);
  expect(work).toHaveBeenCalledTimes(2);
});

it("runs what waits when the screen is left, and nothing if nothing waits", () => {
  const one = kept();
  one.call();
  one.unmount();
  expect(one.work).toHaveBeenCalledTimes(1);
  const other = kept();
  other.unmount();
  expect(other.work).not.toHaveBeenCalled();
});
