import { describe, expect, it, vi } from "vitest";
import { createPreferences, defaultPreferences } from "./preferences.ts";

function buildStorage(stored: Record<string, string> = {}) {
  const entries = new Map(Object.entries(stored));
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
}

describe("preferences", () => {
  it("start with the specified defaults", () => {
    expect(createPreferences(buildStorage()).get()).toEqual(defaultPreferences);
    expect(defaultPreferences).toMatchObject({
      tagsView: false,
      fixedHeader: true,
      sidebarLogo: true,
      layout: "left",
      size: "default",
      language: "zh-tw",
      themeColor: "#409EFF",
      watermarkEnabled: false,
      sidebarStatus: "closed",
      device: "desktop",
    });
  });

  it("reads what was stored, each under its own key", () => {
    const storage = buildStorage({ tagsView: "true", layout: "mix", sidebarStatus: "opened", fixedHeader: "false" });
    expect(createPreferences(storage).get()).toMatchObject({
      tagsView: true,
      layout: "mix",
      sidebarStatus: "opened",
      fixedHeader: false,
    });
  });

  it.each([
    ["layout", "diagonal"],
    ["language", "fr"],
    ["tagsView", "yes"],
    ["theme", ""],
    ["themeColor", "x".repeat(201)],
  ])("takes the default for %s = %j", (key, value) => {
    const read = createPreferences(buildStorage({ [key]: value })).get();
    expect(read).toEqual(defaultPreferences);
  });

  it("stores every change and calls the listeners until they unsubscribe", () => {
    const storage = buildStorage();
    const store = createPreferences(storage);
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.set({ theme: "dark", watermarkEnabled: true });
    expect(Object.fromEntries(storage.entries)).toEqual({ theme: "dark", watermarkEnabled: "true" });
    expect(store.get().theme).toBe("dark");
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    store.set({ theme: "light" });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it("notices what another tab has written", () => {
    const storage = buildStorage();
    const store = createPreferences(storage);
    storage.setItem("language", "en");
    store.reload();
    expect(store.get().language).toBe("en");
  });

  it("uses the page's defaults until a person has chosen, without storing them", () => {
    const storage = buildStorage();
    const store = createPreferences(storage);
    store.assume({ language: "en" });
    expect(store.get().language).toBe("en");
    expect(storage.entries.size).toBe(0);
    store.set({ language: "zh-cn" });
    store.assume({ language: "en" });
    store.reload();
    expect(store.get().language).toBe("zh-cn");
  });

  it("works if the browser blocks storage", () => {
    const forbid = () => {
      throw new Error("denied");
    };
    const store = createPreferences({ getItem: forbid, setItem: forbid });
    store.set({ size: "small" });
    expect(store.get()).toEqual({ ...defaultPreferences, size: "small" });
  });
});
