import "#platform/schemas-without-eval.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import { followAppearance } from "#app/appearance.ts";
import { decideNavigation } from "#app/guard/decide-navigation.ts";
import { followNavigation } from "#app/progress-bar.ts";
import { createAppRouter } from "#app/router.tsx";
import { startTexts } from "#platform/i18n/i18n.ts";
import { pathOfHash } from "#platform/return-path.ts";
import { storedToken } from "#platform/session.ts";
import { keepEarlyKeys } from "#ui/keyboard/early-keys.ts";
import "#ui/theme/tokens.css";
import "#app/app.css";

keepEarlyKeys();
followAppearance();
settleAddress();
await startTexts([]);
const router = createAppRouter();
followNavigation(router);
createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);

/**
 * Puts right what can be known before the router starts: an address of the older kind, and a visitor without a session,
 * who then never loads the shell on the way to the sign-in page.
 */
function settleAddress(): void {
  const { pathname, hash } = window.location;
  const older = pathOfHash(pathname, hash);
  if (older) window.history.replaceState(null, "", older);
  if (storedToken()) return;
  const { next } = decideNavigation({
    path: window.location.pathname,
    query: new URLSearchParams(window.location.search),
    matched: true,
    hasToken: false,
    hasRoles: false,
    previous: null,
  });
  if (next.kind === "redirect") window.history.replaceState(null, "", next.to);
}
