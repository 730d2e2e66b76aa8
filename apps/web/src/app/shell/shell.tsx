import "#ui/layout.module.css";
import { ownAccount } from "@homeroom/contract/own-account";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, memo, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { ImageLibraryProvider } from "#modules/ai-images/public.ts";
import { LeadPathSection } from "#modules/campaigns/public.ts";
import { InboxWatch, LeadConversation } from "#modules/inbox/public.ts";
import { type LeadSlots, LeadSlotsContext } from "#modules/leads/public.ts";
import { OrdersOfLead } from "#modules/orders/public.ts";
import { currentUser, useOptionalUser } from "#platform/access.ts";
import { api } from "#platform/api.ts";
import { loadTexts } from "#platform/i18n/i18n.ts";
import { lazyPart } from "#platform/lazy-part.ts";
import { media } from "#platform/media.ts";
import { preferences, usePreference } from "#platform/preferences.ts";
import { productName } from "#platform/product.ts";
import { queryClient } from "#platform/query.ts";
import { connectRealtime, disconnectRealtime, knockRealtime } from "#platform/realtime.ts";
import { useLoadedAhead } from "#platform/use-loaded-ahead.ts";
import { SavedViewsContext } from "#ui/filter-bar/saved-view-store.ts";
import { useShortcut } from "#ui/keyboard/use-shortcut.ts";
import { Themed } from "#ui/theme/themed.tsx";
import { useAppearance, useDark } from "../appearance.ts";
import { refreshAccess } from "../guard/navigation-guard.ts";
import { dashboardEntry } from "../routes/static-entries.ts";
import { setMenuBadge } from "./menu-badges.ts";
import { SessionWatch } from "./session-watch.tsx";
import { ShellFrame } from "./shell-frame.tsx";
import { useTourAsked } from "./tour/tour-store.ts";
import { useSavedViews } from "./use-saved-views.ts";
import { useSignOut } from "./use-sign-out.ts";

const desktop = media("(min-width: 992px)");

const Tour = lazy(() => import("./tour/tour.tsx").then(({ Tour }) => ({ default: Tour })));

const RequiredSteps = lazy(async () => {
  const [{ RequiredSteps }] = await Promise.all([
    import("#modules/accounts/public.ts"),
    loadTexts(["account", "plain"]),
  ]);
  return { default: RequiredSteps };
});

const PageAids = lazy(() => import("./page-aids.tsx").then(({ PageAids }) => ({ default: PageAids })));
const Watermark = lazy(() => import("antd/es/watermark"));
const SettingsDrawer = lazy(() =>
  import("./settings-drawer/settings-drawer.tsx").then(({ SettingsDrawer }) => ({ default: SettingsDrawer })),
);
const CommandPalette = lazyPart(async () => (await import("./command-palette/command-palette.tsx")).CommandPalette);
/** What a key or a click opens is loaded some time after the first rows are shown. */
const soon = [CommandPalette, OrdersOfLead, LeadPathSection];
const soonMs = 3000;
const prefetchSoon = () => soon.forEach(({ prefetch }) => prefetch());

/** What other modules show on the card of a lead. */
const leadSlots: LeadSlots = {
  Conversation: LeadConversation,
  WhyAssigned: lazy(async () => {
    const [{ WhyAssigned }] = await Promise.all([import("#modules/lead-rules/public.ts"), loadTexts(["leadRules"])]);
    return { default: WhyAssigned };
  }),
  Orders: OrdersOfLead,
  CameBy: LeadPathSection,
};

const inboxPath = "/chat/whatsapp";
const showWaiting = (conversations: number) => setMenuBadge(inboxPath, conversations);

/**
 * Everything around a screen of a signed-in person. The router renders it once: parts that show the address read it
 * themselves.
 */
export const Shell = memo(function Shell() {
  const appearance = useAppearance();
  const [language] = usePreference("language");
  const [open, setOpen] = useState<"settings" | "palette" | null>(null);
  useDeviceWatch();
  useKeptLanguage();
  useShortcut("mod+k", () => setOpen("palette"));
  useEffect(() => {
    connectRealtime();
    return disconnectRealtime;
  }, []);
  useLoadedAhead(prefetchSoon, soonMs);

  return (
    <Themed {...appearance} language={language}>
      <QueryClientProvider client={queryClient}>
        <RequiredStepsGate>
          <SavedViewsContext value={useSavedViews}>
            <LeadSlotsContext value={leadSlots}>
              <ImageLibraryProvider>
                <ShellFrame onSettings={() => setOpen("settings")} onPalette={() => setOpen("palette")} />
              </ImageLibraryProvider>
            </LeadSlotsContext>
          </SavedViewsContext>
          <TourWatch />
          <Suspense>
            <InboxWatch onWaiting={showWaiting} />
          </Suspense>
        </RequiredStepsGate>
        <WatermarkSheet />
        <SessionWatch />
        <Suspense>
          <PageAids />
        </Suspense>
        <Suspense>
          {open === "settings" && <SettingsDrawer onClose={() => setOpen(null)} />}
          {open === "palette" && (
            <CommandPalette
              onClose={() => setOpen((now) => (now === "palette" ? null : now))}
              onSettings={() => setOpen("settings")}
            />
          )}
        </Suspense>
      </QueryClientProvider>
    </Themed>
  );
});

/** A layer over the whole page, rendered only when needed: otherwise axe could not see which elements overlap. */
function WatermarkSheet() {
  const [enabled] = usePreference("watermarkEnabled");
  const dark = useDark();
  if (!enabled) return null;
  return (
    <Watermark
      content={productName}
      zIndex={9999}
      gap={[100, 100]}
      rotate={-22}
      font={{ fontSize: 16, color: dark ? "rgba(255, 255, 255, 0.15)" : "rgba(0, 0, 0, 0.15)" }}
      inherit={false}
      style={{ position: "fixed", inset: 0, zIndex: 9999, pointerEvents: "none" }}
    />
  );
}

/**
 * The product, or in its place the task that must be done first. The product opens when the person has finished there, not
 * when the server lifts the restriction: by then they have not read their recovery codes yet.
 */
function RequiredStepsGate({ children }: { children: ReactNode }) {
  const restriction = useOptionalUser()?.restriction ?? null;
  const [pending, setPending] = useState(restriction);
  const signOut = useSignOut();
  if (restriction && !pending) setPending(restriction);
  if (!pending) return children;

  const handleDone = async () => {
    await refreshAccess();
    knockRealtime();
    setPending(currentUser()?.restriction ?? null);
  };
  return (
    <Suspense>
      <RequiredSteps
        key={pending}
        restriction={pending}
        onDone={() => void handleDone()}
        onSignOut={() => void signOut()}
      />
    </Suspense>
  );
}

/** Shows the tour to new people on the dashboard, and to everybody who asks for it. */
function TourWatch() {
  const asked = useTourAsked();
  const user = useOptionalUser();
  const [device] = usePreference("device");
  const { pathname } = useLocation();
  const isNew = user !== null && !user.tourCompleted && user.viewsAs === null && device === "desktop";
  if (!asked && !(isNew && pathname === dashboardEntry.path)) return null;
  return (
    <Suspense fallback={null}>
      <Tour />
    </Suspense>
  );
}

/**
 * Follows the width of the window. Growing beyond 992 px opens the sidebar and shrinking below closes it; at the start the
 * stored state of a desktop is left alone.
 */
function useDeviceWatch(): void {
  useEffect(() => {
    preferences.set(desktop.matches() ? { device: "desktop" } : { device: "mobile", sidebarStatus: "closed" });
    const follow = () =>
      preferences.set(
        desktop.matches()
          ? { device: "desktop", sidebarStatus: "opened" }
          : { device: "mobile", sidebarStatus: "closed" },
      );
    return desktop.subscribe(follow);
  }, []);
}

/**
 * Saves a newly chosen language with the account too, for its mails. Data that the server names in the reader's language is
 * read again.
 */
function useKeptLanguage(): void {
  const [language] = usePreference("language");
  const known = useRef(language);
  useEffect(() => {
    if (known.current === language) return;
    known.current = language;
    void queryClient.invalidateQueries();
    if (currentUser()?.restriction === "password") return;
    // The choice is stored locally even if this fails; the next one is sent again.
    void api.call(ownAccount.saveLocale, { locale: language }).catch(() => undefined);
  }, [language]);
}
