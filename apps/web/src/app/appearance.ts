import { useMemo, useSyncExternalStore } from "react";
import { media } from "#platform/media.ts";
import { preferences, usePreference } from "#platform/preferences.ts";
import { type Appearance, applyAppearance } from "#ui/theme/page-theme.ts";

const systemDark = media("(prefers-color-scheme: dark)");

function isDark(): boolean {
  const { theme } = preferences.get();
  return theme === "dark" || (theme === "auto" && systemDark.matches());
}

/** Whether the page is dark now, by preference or, with `auto`, by the operating system. */
export function useDark(): boolean {
  return useSyncExternalStore(subscribe, isDark);
}

export function useAppearance(): Appearance {
  const dark = useDark();
  const [themeColor] = usePreference("themeColor");
  const [size] = usePreference("size");
  return useMemo(() => ({ dark, themeColor, size }), [dark, themeColor, size]);
}

/** Keeps the page's look in step with the preferences and the operating system, starting before the first render. */
export function followAppearance(): void {
  const apply = () => {
    const { themeColor, size } = preferences.get();
    applyAppearance({ dark: isDark(), themeColor, size });
  };
  apply();
  subscribe(apply);
}

function subscribe(listener: () => void): () => void {
  const stops = [preferences.subscribe(listener), systemDark.subscribe(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}
