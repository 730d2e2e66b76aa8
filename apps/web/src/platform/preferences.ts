import { defaultLanguage, type Language, languages } from "@homeroom/contract/language";
import { useCallback, useSyncExternalStore } from "react";
import { createListeners } from "./store.ts";

export const sizes = ["default", "large", "small"] as const;
export const layouts = ["left", "top", "mix"] as const;
export const themes = ["light", "dark", "auto"] as const;
export const sidebarColors = ["light", "classic"] as const;

export interface Preferences {
  device: "desktop" | "mobile";
  size: (typeof sizes)[number];
  language: Language;
  sidebarStatus: "opened" | "closed";
  activeTopMenuPath: string;
  tagsView: boolean;
  sidebarLogo: boolean;
  fixedHeader: boolean;
  layout: (typeof layouts)[number];
  themeColor: string;
  /** `auto` follows the operating system; it is the default. */
  theme: (typeof themes)[number];
  watermarkEnabled: boolean;
  sidebarColor: (typeof sidebarColors)[number];
  /** Single letters are shortcuts. */
  singleKeys: boolean;
  /** Ctrl+Enter sends messages, and Enter starts a new line. */
  sendByModEnter: boolean;
}

export const defaultPreferences: Preferences = {
  device: "desktop",
  size: "default",
  language: defaultLanguage,
  sidebarStatus: "closed",
  activeTopMenuPath: "",
  tagsView: false,
  sidebarLogo: true,
  fixedHeader: true,
  layout: "left",
  themeColor: "#409EFF",
  theme: "auto",
  watermarkEnabled: false,
  sidebarColor: "light",
  singleKeys: true,
  sendByModEnter: false,
};

const choices: { [Key in keyof Preferences]?: readonly Preferences[Key][] } = {
  device: ["desktop", "mobile"],
  size: sizes,
  language: languages,
  sidebarStatus: ["opened", "closed"],
  layout: layouts,
  theme: themes,
  sidebarColor: sidebarColors,
};

/**
 * The preferences kept in a storage, each under its own key, as an external store. A missing or invalid value counts as the
 * default; a failed write is not an error.
 */
export function createPreferences(storage: Pick<Storage, "getItem" | "setItem">, defaults = defaultPreferences) {
  let held = defaults;
  let current = readAll(storage, held);
  const { subscribe, notify } = createListeners();

  const announce = (next: Preferences) => {
    current = next;
    notify();
  };

  return {
    get: (): Preferences => current,
    set(patch: Partial<Preferences>): void {
      for (const key of Object.keys(patch)) write(storage, key, String(patch[key as keyof Preferences]));
      announce({ ...current, ...patch });
    },
    /** Sets the page's defaults until a person has chosen. Nothing is stored. */
    assume(patch: Partial<Preferences>): void {
      held = { ...held, ...patch };
      announce(readAll(storage, held));
    },
    /** Reads everything again, after another tab has written. */
    reload: (): void => announce(readAll(storage, held)),
    subscribe,
  };
}

function readAll(storage: Pick<Storage, "getItem">, defaults: Preferences): Preferences {
  const names = Object.keys(defaultPreferences) as (keyof Preferences)[];
  const entries = names.map((name) => [name, understood(name, read(storage, name), defaults[name])]);
  return Object.fromEntries(entries) as Preferences;
}

function understood(name: keyof Preferences, stored: string | null, fallback: Preferences[keyof Preferences]) {
  if (stored === null) return fallback;
  if (typeof fallback === "boolean") return stored === "true" ? true : stored === "false" ? false : fallback;
  const allowed = choices[name] as readonly string[] | undefined;
  if (allowed) return allowed.includes(stored) ? stored : fallback;
  return stored.length > 0 && stored.length <= 200 ? stored : fallback;
}

function read(storage: Pick<Storage, "getItem">, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

function write(storage: Pick<Storage, "setItem">, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    // Storage is full or blocked: the choice lasts until the page is closed.
  }
}

export type PreferenceStore = ReturnType<typeof createPreferences>;

/** The preferences of this browser. */
export const preferences: PreferenceStore = createPreferences(
  typeof localStorage === "undefined" ? { getItem: () => null, setItem: () => undefined } : localStorage,
  { ...defaultPreferences, sidebarStatus: hasRoomForLabels() ? "opened" : "closed" },
);

/** Until a person folds or opens the sidebar, it shows labels if the screen is wide enough. */
function hasRoomForLabels(): boolean {
  return typeof matchMedia === "function" && matchMedia("(min-width: 1280px)").matches;
}

if (typeof window !== "undefined") window.addEventListener("storage", () => preferences.reload());

/** One preference and its setter; the component renders again when it changes, in any tab. */
export function usePreference<Key extends keyof Preferences>(key: Key) {
  const now = () => preferences.get()[key];
  const value = useSyncExternalStore(preferences.subscribe, now, now);
  const set = useCallback((next: Preferences[Key]) => preferences.set({ [key]: next }), [key]);
  return [value, set] as const;
}
