// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { show } from "../for-tests.ts";
import { useWide } from "./use-wide.ts";

/** The widths reported for an element of 860 pixels, one after another, as the page lays it out. */
function measureAs(...widths: number[]): string[] {
  let tell: ResizeObserverCallback = () => undefined;
  class Observer {
    constructor(callback: ResizeObserverCallback) {
      tell = callback;
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal("ResizeObserver", Observer);
  function Probe() {
    const [measured, wide] = useWide(860);
    return (
      <p ref={measured} data-testid="probe">
        {String(wide)}
      </p>
    );
  }
  show(<Probe />);
  const said = [screen.getByTestId("probe").textContent];
  for (const width of widths) {
    act(() => tell([{ contentRect: { width } } as ResizeObserverEntry], {} as ResizeObserver));
    said.push(screen.getByTestId("probe").textContent);
  }
  return said;
}

it("is undefined before the element is laid out, so that nothing is shown in a layout that is replaced at once", () => {
  expect(measureAs(912, 700)).toEqual(["undefined", "true", "false"]);
});

it("keeps two columns while a scroll bar comes and goes, and while the element is hidden", () => {
  expect(measureAs(861, 846, 0, 861, 839, 846)).toEqual([
    "undefined",
    "true",
    "true",
    "true",
    "true",
    "false",
    "false",
  ]);
});
