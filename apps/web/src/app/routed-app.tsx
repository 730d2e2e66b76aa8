import { StrictMode } from "react";
import { flushSync } from "react-dom";
import type { Root } from "react-dom/client";
import { RouterProvider } from "react-router";
import { preferences } from "#platform/preferences.ts";
import { storedToken } from "#platform/session.ts";
import { loadAntdLocale } from "#ui/theme/antd-locale.ts";
import { followNavigation } from "./progress-bar.ts";
import { createAppRouter, loadShell } from "./router.tsx";

/** Shows the app with its router at the address of the browser. */
export function showApp(root: Root): void {
  // Not awaited: what renders before they have loaded renders again with them.
  if (storedToken()) void loadAntdLocale(preferences.get().language).catch(() => undefined);
  const router = createAppRouter();
  followNavigation(router);
  root.render(
    <StrictMode>
      <RouterProvider router={router} flushSync={flushSync} />
    </StrictMode>,
  );
}

/** Prefetches the shell while a person signs in. */
export function prefetchShell(): void {
  void loadShell();
}
