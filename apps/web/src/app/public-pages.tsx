import { type ComponentType, StrictMode, useEffect, useLayoutEffect, useMemo } from "react";
import type { Root } from "react-dom/client";
import { useTranslation } from "react-i18next";
import { loadTexts } from "#platform/i18n/i18n.ts";
import { productName } from "#platform/product.ts";
import { PublicNavigationContext } from "#ui/public-page/public-navigation.tsx";
import { useOwnPaint } from "./first-paint.ts";

type Title = "login" | "register" | "forgotPassword";

interface Page {
  readonly title: Title;
  readonly texts: readonly string[];
  load(): Promise<ComponentType<{ prefetch: () => void }>>;
}

const pages: Readonly<Record<string, Page>> = {
  "/login": {
    title: "login",
    texts: ["signIn"],
    load: () => import("#modules/sign-in/screens/sign-in.tsx").then(({ SignIn }) => SignIn),
  },
  "/register": {
    title: "register",
    texts: ["register"],
    load: () => import("#modules/registration/screens/register.tsx").then(({ Register }) => Register),
  },
  "/forgotpassword": {
    title: "forgotPassword",
    texts: ["forgotPassword"],
    load: () => import("#modules/password-reset/screens/forgot-password.tsx").then((page) => page.ForgotPassword),
  },
};

/** Opens the app itself, and prefetches it while a person types. */
interface AppBehind {
  open(): Promise<void>;
  prefetch(): void;
}

/**
 * The pages before sign-in, which do not need the app's router. Every other address opens the app in their place, in the
 * same document.
 */
export async function showPublicPages(root: Root, app: AppBehind): Promise<void> {
  const showAddress = async () => {
    const { pathname, search } = window.location;
    const page = pages[pathname];
    if (!page) {
      window.removeEventListener("popstate", followHistory);
      return app.open();
    }
    const [Screen] = await Promise.all([page.load(), loadTexts([...page.texts, "plain", "route"])]);
    const go = (to: string, options?: { replace?: boolean }) => {
      window.history[options?.replace ? "replaceState" : "pushState"](null, "", to);
      void showAddress();
    };
    root.render(
      <StrictMode>
        <PublicFrame key={pathname} title={page.title} search={search} go={go}>
          <Screen prefetch={app.prefetch} />
        </PublicFrame>
      </StrictMode>,
    );
  };
  const followHistory = () => void showAddress();
  window.addEventListener("popstate", followHistory);
  await showAddress();
}

interface PublicFrameProps {
  title: Title;
  search: string;
  go: (to: string, options?: { replace?: boolean }) => void;
  children: React.ReactNode;
}

function PublicFrame({ title, search, go, children }: PublicFrameProps) {
  const { t } = useTranslation("route");
  const navigation = useMemo(() => ({ search: new URLSearchParams(search), go }), [search, go]);
  useOwnPaint();
  const shown = t(title);
  useEffect(() => {
    document.title = `${shown} - ${productName}`;
  }, [shown]);
  useLayoutEffect(() => {
    window.scrollTo({ left: 0, top: 0 });
  }, []);
  return <PublicNavigationContext value={navigation}>{children}</PublicNavigationContext>;
}
