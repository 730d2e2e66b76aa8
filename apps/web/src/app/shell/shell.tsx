import "#ui/layout.module.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { ImageLibraryProvider } from "#modules/ai-images/public.ts";
import { LeadPathSection } from "#modules/campaigns/public.ts";
import { InboxWatch, LeadConversation } from "#modules/inbox/public.ts";
import { type LeadSlots, LeadSlotsContext } from "#modules/leads/public.ts";
import { OrdersOfLead } from "#modules/orders/public.ts";
import { loadTexts } from "#platform/i18n/i18n.ts";
import { lazyPart } from "#platform/lazy-part.ts";
import { usePreference } from "#platform/preferences.ts";
import { productName } from "#platform/product.ts";
import { queryClient } from "#platform/query.ts";
import { connectRealtime, disconnectRealtime } from "#platform/realtime.ts";
import { SavedViewsContext } from "#ui/filter-bar/saved-view-store.ts";
import { useShortcut } from "#ui/keyboard/use-shortcut.ts";
import { Themed } from "#ui/theme/themed.tsx";
import { useAppearance, useDark } from "../appearance.ts";
import { FirstThingsGate } from "./first-things-gate.tsx";
import { setMenuBadge } from "./menu-badges.ts";
import { SessionWatch } from "./session-watch.tsx";
import { ShellFrame } from "./shell-frame.tsx";
import { TourWatch } from "./tour/tour-watch.tsx";
import { useDeviceWatch } from "./use-device-watch.ts";
import { useKeptLanguage } from "./use-kept-language.ts";
import { useSavedViews } from "./use-saved-views.ts";
import { useServiceWorker } from "./use-service-worker.ts";

const Watermark = lazy(() => import("antd/es/watermark"));
const SettingsDrawer = lazy(() =>
  import("./settings-drawer/settings-drawer.tsx").then(({ SettingsDrawer }) => ({ default: SettingsDrawer })),
);
const CommandPalette = lazyPart(async () => (await import("./command-palette/command-palette.tsx")).CommandPalette);
/** What one key or click opens is loaded when the first rows have been there for a while. */
const soon = [CommandPalette, OrdersOfLead, LeadPathSection];
const soonMs = 3000;

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

/** Everything around a screen of a signed-in person. */
export function Shell() {
  const appearance = useAppearance();
  const [language] = usePreference("language");
  const [open, setOpen] = useState<"settings" | "palette" | null>(null);
  useDeviceWatch();
  useKeptLanguage();
  useServiceWorker(language);
  useShortcut("mod+k", () => setOpen("palette"));
  useEffect(() => {
    connectRealtime();
    return disconnectRealtime;
  }, []);
  useEffect(() => {
    const wait = setTimeout(() => soon.forEach(({ prefetch }) => prefetch()), soonMs);
    return () => clearTimeout(wait);
  }, []);

  return (
    <Themed {...appearance} language={language}>
      <QueryClientProvider client={queryClient}>
        <FirstThingsGate>
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
        </FirstThingsGate>
        <WatermarkSheet />
        <SessionWatch />
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
}

/** A sheet over the whole page, there only when wanted: it would otherwise hide from axe what lies on what. */
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
