// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { setMenus } from "../routes/menu-store.ts";
import { dashboardEntry } from "../routes/static-entries.ts";
import { views } from "../views.ts";
import { useDailyScreens } from "./use-daily-screens.ts";

it("loads the daily screens of the person's menu, after the open screen", async () => {
  const load = async () => () => null;
  const screens = ["dashboard/index", "lead/index", "chat/index"] as const;
  const [dashboard, leads, chat] = screens.map((name) => {
    const view = views[name];
    if (!view) throw new Error(`There is no ${name}`);
    return vi.spyOn(view, "load").mockImplementation(load);
  });
  vi.useFakeTimers();
  setMenus([{ ...dashboardEntry, path: "/chat", children: [{ ...dashboardEntry, path: "/all", view: "chat/index" }] }]);
  const { unmount } = renderHook(useDailyScreens);
  await vi.advanceTimersByTimeAsync(2000);
  expect(chat).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(dashboard).toHaveBeenCalledOnce());
  expect(chat).toHaveBeenCalledOnce();
  expect(leads).not.toHaveBeenCalled();
  unmount();
  setMenus([]);
  vi.restoreAllMocks();
});
