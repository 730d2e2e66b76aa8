// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedbackHost } from "./feedback-host.tsx";
import { offerFeedbackKit, withFeedbackKit } from "./feedback-kit.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  offerFeedbackKit({} as never);
  offerFeedbackKit(null);
});

const away = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
/** Second by second: the kit is drawn, or tried again, between them. */
async function pass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) await act(() => vi.advanceTimersByTimeAsync(1000));
}
const page = (load: () => Promise<() => React.JSX.Element>) => (
  <>
    <p>What somebody writes</p>
    <FeedbackHost load={load} />
  </>
);

it("keeps the page while the connection is away, and loads the kit once it is back", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = vi.fn<() => Promise<() => React.JSX.Element>>(away);
  render(page(load));
  withFeedbackKit(() => undefined);
  await pass(30);
  expect(screen.getByText("What somebody writes")).toBeTruthy();
  expect(load.mock.calls.length).toBeGreaterThan(3);
  load.mockResolvedValue(() => <p>Kit</p>);
  await pass(5);
  expect(screen.getByText("Kit")).toBeTruthy();
});

it("gives up what never comes although there is a connection, once something has to be said", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  render(page(away));
  await pass(30);
  expect(screen.getByText("What somebody writes")).toBeTruthy();
  withFeedbackKit(() => undefined);
  await expect(pass(5)).rejects.toThrow("could not be loaded");
});
