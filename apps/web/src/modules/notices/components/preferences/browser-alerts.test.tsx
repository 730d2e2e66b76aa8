// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { show } from "#ui/for-tests.ts";
import { BrowserAlerts } from "./browser-alerts.tsx";

afterEach(() => vi.unstubAllGlobals());

/** A browser with this permission; `shown` are its notifications. */
function browser(permission: NotificationPermission, create: (title: string) => void = () => undefined) {
  const state = { permission };
  vi.stubGlobal(
    "Notification",
    class {
      static requestPermission = async () => (state.permission = "granted");
      static get permission() {
        return state.permission;
      }
      constructor(title: string) {
        create(title);
      }
    },
  );
  return state;
}

it("sees a permission that was given in the browser's settings, without loading the page again", async () => {
  const state = browser("denied");
  show(<BrowserAlerts />);
  screen.getByText("The browser blocks notifications");
  state.permission = "granted";
  act(() => void window.dispatchEvent(new Event("focus")));
  await waitFor(() => expect(screen.queryByText("The browser blocks notifications")).toBeNull());
  screen.getByText("Allowed: shown while you look elsewhere");
});

it("shows the answer to its own question", async () => {
  browser("default");
  const { person } = show(<BrowserAlerts />);
  await person.click(screen.getByRole("button", { name: "Allow" }));
  expect(await screen.findByText("Allowed: shown while you look elsewhere")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
});

it("tests notices through the service worker where a page may not show any", async () => {
  const showNotification = vi.fn(async () => undefined);
  browser("granted", () => {
    throw new TypeError("Illegal constructor");
  });
  vi.stubGlobal(
    "AudioContext",
    class {
      destination = {};
      currentTime = 0;
      createOscillator = () => ({ frequency: {}, connect: (to: object) => to, start: vi.fn(), stop: vi.fn() });
      createGain = () => ({
        gain: { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() },
        connect: vi.fn(),
      });
    },
  );
  const serviceWorker = { getRegistration: async () => ({ showNotification }) };
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: serviceWorker });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "serviceWorker"));
  const { person } = show(<BrowserAlerts />);
  await person.click(screen.getByRole("button", { name: "Test" }));
  await waitFor(() => expect(showNotification).toHaveBeenCalledOnce());
});
