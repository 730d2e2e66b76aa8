import { guideChapters } from "@homeroom/contract/guide-chapters";
import { type ComponentType, type ReactNode, useEffect, useMemo } from "react";
import {
  createBrowserRouter,
  type DataRouter,
  Outlet,
  type RouteObject,
  replace,
  useLocation,
  useMatches,
  useNavigate,
  useSearchParams,
} from "react-router";
import { loadTexts } from "#platform/i18n/i18n.ts";
import { PublicNavigationContext } from "#ui/public-page/public-navigation.tsx";
import { useOwnPaint } from "./first-paint.ts";
import { guardNavigation } from "./guard/navigation-guard.ts";
import { usePageTitle } from "./page-title.ts";
import { RouteFailure } from "./pages/route-failure.tsx";
import { layoutId, staticRoutes, unmatchedId } from "./routes/layout-routes.ts";

/** Makes the router: public pages, the layout with its static children, and the guard before every navigation. */
export function createAppRouter(): DataRouter {
  const router: DataRouter = createBrowserRouter(appRoutes(() => router));
  return router;
}

/** The routes of the app without those of the menu. */
export function appRoutes(router: () => DataRouter): RouteObject[] {
  return [
    {
      id: "root",
      loader: async ({ request }) => {
        // The first navigation starts while the router is still being made.
        await Promise.resolve();
        return guardNavigation(router(), new URL(request.url));
      },
      // Going to the current address is not a navigation. The guard looks at the query only on the sign-in page, so it does
      // not run for a filter or an open record.
      shouldRevalidate: ({ currentUrl, nextUrl }) =>
        currentUrl.pathname !== nextUrl.pathname || (nextUrl.pathname === "/login" && currentUrl.href !== nextUrl.href),
      Component: RootFrame,
      HydrateFallback: () => null,
      ErrorBoundary: RouteFailure,
      children: [
        ...publicRoutes(),
        ...guideRoutes(),
        layoutRoute(),
        {
          path: "/redirect/*",
          loader: ({ params, request }) => replace(`/${params["*"] ?? ""}${new URL(request.url).search}`),
        },
        { id: unmatchedId, path: "*", Component: () => null },
      ],
    },
  ];
}

/**
 * The shell and all its texts: a part with missing texts would hold up everything. The sign-in page prefetches them while a
 * person types.
 */
export async function loadShell() {
  const [{ Shell }] = await Promise.all([
    import("./shell/shell.tsx"),
    loadTexts(["shell", "ui", "route", "organizations"]),
  ]);
  return Shell;
}

function layoutRoute(): RouteObject {
  return {
    id: layoutId,
    lazy: async () => ({ Component: await loadShell() }),
    children: [
      { path: "/", loader: () => replace("/dashboard") },
      ...staticRoutes(),
      statusRoute("/401", "noPermission", () =>
        import("./pages/no-permission.tsx").then(({ NoPermission }) => NoPermission),
      ),
      statusRoute("/404", "notFound", () => import("./pages/not-found.tsx").then(({ NotFound }) => NotFound)),
    ],
  };
}

function statusRoute(path: string, title: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, id: path, handle: { title }, lazy: async () => ({ Component: await load() }) };
}

/** The guide: one page a chapter, so that a chapter that does not exist is an unknown page. */
function guideRoutes(): RouteObject[] {
  const chapters = guideChapters.map((chapter) => ({
    path: `/guide/${chapter}`,
    handle: { title: `guide:chapters.${chapter}` },
    lazy: async () => {
      const [{ Guide, loadChapter }] = await Promise.all([
        import("#modules/guide/screens/guide.tsx"),
        loadTexts(["guide", "plain", "route"]),
      ]);
      return { Component: Guide, loader: () => loadChapter(chapter) };
    },
  }));
  return [{ path: "/guide", loader: () => replace(`/guide/${guideChapters[0]}`) }, ...chapters];
}

/** The pages that need no session. Pages that are not built yet show the same text as an unknown page. */
function publicRoutes(): RouteObject[] {
  return [
    publicRoute("/login", { title: "login", texts: ["signIn", "plain"] }, async () => {
      const { SignIn } = await import("#modules/sign-in/screens/sign-in.tsx");
      return inApp(() => <SignIn prefetch={() => void loadShell()} />);
    }),
    publicRoute("/register", { title: "register", texts: ["register", "plain"] }, async () => {
      const { Register } = await import("#modules/registration/screens/register.tsx");
      return inApp(() => <Register prefetch={() => void loadShell()} />);
    }),
    publicRoute("/forgotpassword", { title: "forgotPassword", texts: ["forgotPassword", "plain"] }, async () =>
      inApp((await import("#modules/password-reset/screens/forgot-password.tsx")).ForgotPassword),
    ),
    publicRoute("/GPTchat", { title: "gptChat", texts: ["gptChat", "plain"] }, () =>
      import("#modules/assistant/screens/gpt-chat.tsx").then(({ GptChat }) => GptChat),
    ),
    publicRoute("/pay", { title: "pay", texts: ["pay", "plain"] }, () =>
      import("#modules/payments/screens/pay.tsx").then(({ Pay }) => Pay),
    ),
    publicRoute("/GoogleLead", { title: "googleLead", texts: ["googleLead", "plain"] }, () =>
      import("#modules/advertising/screens/google-lead.tsx").then(({ GoogleLead }) => GoogleLead),
    ),
    publicRoute("/advert/lppreview", { title: "landingPreview", texts: ["landingPreview"] }, () =>
      import("#modules/landing-pages/screens/page-preview.tsx").then(({ PagePreview }) => PagePreview),
    ),
  ];
}

/** A page and its texts, which load together; `title` is the key of the browser's title in the texts of routes. */
function publicRoute(
  path: string,
  { title, texts }: { title: string; texts: Parameters<typeof loadTexts>[0] },
  load: () => Promise<ComponentType>,
): RouteObject {
  const lazy = async () => {
    const [Component] = await Promise.all([load(), loadTexts([...texts, "route"])]);
    return { Component };
  };
  return { path, handle: { title }, lazy };
}

/** A page before sign-in, shown within the app. */
function inApp(Shown: ComponentType): ComponentType {
  return () => (
    <RoutedPublicPage>
      <Shown />
    </RoutedPublicPage>
  );
}

/**
 * Wraps every page: sets the browser's title, and after a navigation scrolls to the top or to the part that the address
 * names.
 */
function RootFrame() {
  useOwnPaint();
  usePageTitle(useMatches());
  const { pathname } = useLocation();
  useEffect(() => {
    const part = document.getElementById(window.location.hash.slice(1));
    if (part) return part.scrollIntoView();
    window.scrollTo({ left: 0, top: 0 });
    document.getElementById("main")?.scrollTo({ left: 0, top: 0 });
  }, [pathname]);
  return <Outlet />;
}

/** A page before sign-in, reached from within the app: it navigates with the app's router. */
function RoutedPublicPage({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const navigation = useMemo(
    () => ({ search, go: (to: string, options?: { replace?: boolean }) => void navigate(to, options) }),
    [search, navigate],
  );
  return <PublicNavigationContext value={navigation}>{children}</PublicNavigationContext>;
}
