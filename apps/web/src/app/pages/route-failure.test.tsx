// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { RouteFailure } from "./route-failure.tsx";

const reload = vi.fn();
const reportError = vi.fn();
beforeEach(() => {
  vi.spyOn(window.location, "reload").mockImplementation(reload);
  vi.stubGlobal("reportError", reportError);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

it("says without a connection that there is none, and loads again once there is", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  show(<RouteFailure />);
  screen.getByText("No connection");
  expect(reload).not.toHaveBeenCalled();
  window.dispatchEvent(new Event("online"));
  expect(reload).toHaveBeenCalledOnce();
  expect(reportError).not.toHaveBeenCalled();
});

it("reports a failure with a connection, and loads again only when asked", async () => {
  const { person } = show(<RouteFailure />);
  screen.getByText("Something went wrong on this page");
  expect(reportError).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event("online"));
  expect(reload).not.toHaveBeenCalled();
  await person.click(screen.getByRole("button", { name: "Load again" }));
  expect(reload).toHaveBeenCalledOnce();
});
