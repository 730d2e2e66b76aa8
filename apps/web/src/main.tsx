import "#platform/schemas-without-eval.ts";
import { createRoot } from "react-dom/client";
import { followAppearance } from "#app/appearance.ts";
import { decideNavigation } from "#app/guard/decide-navigation.ts";
import { startTexts } from "#platform/i18n/i18n.ts";
import { watchForPerson } from "#platform/idle.ts";
import { pathOfHash } from "#platform/return-path.ts";
import { storedToken } from "#platform/session.ts";
import { keepEarlyKeys } from "#ui/keyboard/early-keys.ts";
import "#ui/theme/tokens.css";
import "#app/app.css";

// Either is begun before the texts are there.
const loadApp = () => import("#app/routed-app.tsx");
const loadPublicPages = () => import("#app/public-pages.tsx");

keepEarlyKeys();
followAppearance();
watchForPerson();
settleAddress();
start().catch((error: unknown) => {
  // Said by public/first-paint.js, which needs nothing of the app.
  window.dispatchEvent(new Event("homeroom:start-failed"));
  throw error;
});

/** Not awaited at the top: the scripts that it loads may need this one, which would then wait for itself. */
async function start(): Promise<void> {
  const root = createRoot(document.getElementById("root") as HTMLElement);
  const begun = storedToken() || !isPublicPage() ? loadApp() : loadPublicPages();
  await startTexts([]);
  const first = await begun;
  if ("showApp" in first) return first.showApp(root);
  await first.showPublicPages(root, {
    open: async () => (await loadApp()).showApp(root),
    prefetch: () => void loadApp().then(({ prefetchShell }) => prefetchShell()),
  });
}

/** The pages that need no router; `public/first-paint.js` has the same list. */
function isPublicPage(): boolean {
  return ["/login", "/register", "/forgotpassword"].includes(window.location.pathname);
}

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
