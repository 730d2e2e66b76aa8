// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLoadedAhead } from "./use-loaded-ahead.ts";

const load = vi.fn();
const browser = navigator as Navigator & { connection?: { saveData: boolean } };

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(browser, "connection");
  load.mockClear();
});

function setSaveData(saveData: boolean): void {
  Object.defineProperty(browser, "connection", { value: { saveData }, configurable: true });
}

it("loads once, some time after the component appears", () => {
  setSaveData(false);
  const { rerender } = renderHook(() => useLoadedAhead(load, 1500));
  vi.advanceTimersByTime(1400);
  rerender();
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5000);
  expect(load).toHaveBeenCalledOnce();
});

it("loads nothing after the component is gone", () => {
  const { unmount } = renderHook(() => useLoadedAhead(load, 1500));
  unmount();
  vi.advanceTimersByTime(5000);
  expect(load).not.toHaveBeenCalled();
});

it("loads nothing in a browser that is set to save data", () => {
  setSaveData(true);
  renderHook(() => useLoadedAhead(load, 1500));
  vi.advanceTimersByTime(5000);
  expect(load).not.toHaveBeenCalled();
});
