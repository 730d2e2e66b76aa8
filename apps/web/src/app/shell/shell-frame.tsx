import { lazy, Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { LeadBulkStrip } from "#modules/leads/public.ts";
import { StandingBanner, WipeBanner } from "#modules/organizations/public.ts";
import { useCan, useUser } from "#platform/access.ts";
import { usePreference } from "#platform/preferences.ts";
import { useConnectionState } from "#platform/realtime.ts";
import { laid } from "#ui/laid.ts";
import shared from "#ui/layout.module.css";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { KeepAlive } from "./keep-alive.tsx";
import { Navbar } from "./navbar/navbar.tsx";
import { TopBar } from "./navbar/top-bar.tsx";
import styles from "./shell-frame.module.css";
import { MixSidebar, Sidebar } from "./sidebar/sidebar.tsx";
import { TagsView } from "./tags-view/tags-view.tsx";

// Lazy: the button is needed only after scrolling.
const BackToTop = lazy(() => import("./back-to-top.tsx").then((part) => ({ default: part.BackToTop })));
const ViewAsBanner = lazy(() => import("./view-as-banner.tsx").then((part) => ({ default: part.ViewAsBanner })));

interface ShellFrameProps {
  onSettings: () => void;
  onPalette: () => void;
}

/** Arranges sidebar, navbar, tags and screen by the chosen layout. A phone always has the left layout. */
export function ShellFrame(actions: ShellFrameProps) {
  const { t } = useTranslation("shell");
  const [chosen] = usePreference("layout");
  const [device] = usePreference("device");
  const [tagsView] = usePreference("tagsView");
  const [fixedHeader] = usePreference("fixedHeader");
  const layout = device === "mobile" ? "left" : chosen;
  const { viewsAs } = useUser();
  const style = { "--tags-height": tagsView ? "34px" : "0px" } as React.CSSProperties;

  return (
    <div
      className={laid("column", styles.shell)}
      data-layout={layout}
      data-viewing={viewsAs !== null || undefined}
      style={style}
    >
      <a className={laid("pad8x12 round8 raised absolute shadow", styles.skip)} href="#screen">
        {t("skip")}
      </a>
      {viewsAs && (
        <Suspense fallback={null}>
          <ViewAsBanner role={viewsAs.name} />
        </Suspense>
      )}
      {layout !== "left" && <TopBar mixed={layout === "mix"} {...actions} />}
      <div className={laid("fill flexBox", styles.body)}>
        {layout === "left" && (device === "mobile" ? <SidebarOverlay /> : <Sidebar />)}
        {layout === "mix" && <MixSidebar />}
        <div id="main" className={laid("grow scrollDown relative")}>
          <div className={laid("surface", styles.header)} data-fixed={fixedHeader || undefined}>
            {layout === "left" && <Navbar {...actions} />}
            {tagsView && <TagsView mixed={layout === "mix"} />}
            <Notices />
          </div>
          <main id="screen" tabIndex={-1} className={shared.noOutline}>
            <KeepAlive />
          </main>
          <Suspense>
            <BackToTop />
          </Suspense>
        </div>
      </div>
    </div>
  );
}

/** On a narrow screen the sidebar slides over the page, and closes after a choice or a press outside. */
function SidebarOverlay() {
  const { t } = useTranslation("shell");
  const [status, setStatus] = usePreference("sidebarStatus");
  const { pathname } = useLocation();
  const open = status === "opened";
  useEffect(() => setStatus("closed"), [pathname, setStatus]);
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => event.key === "Escape" && setStatus("closed");
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  });

  return (
    <>
      {open && (
        <button
          type="button"
          className={laid("noBorder pinned", styles.mask)}
          aria-label={t("closeSidebar")}
          onClick={() => setStatus("closed")}
        />
      )}
      <div className={laid("flexBox top0 left0 pinned", styles.overlay)} data-open={open || undefined} inert={!open}>
        <Sidebar expanded />
      </div>
    </>
  );
}

/**
 * The banners between navbar and screen that concern every screen. They take space from the screen instead of covering it,
 * so that they never hide an input.
 */
function Notices() {
  const can = useCan();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = ref.current;
    const frame = box?.closest<HTMLElement>("[data-layout]");
    if (!box || !frame) return;
    const observer = new ResizeObserver(() => frame.style.setProperty("--notices-height", `${box.offsetHeight}px`));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={ref}>
      <ConnectionLine />
      <Suspense>
        <WipeBanner />
        <StandingBanner />
      </Suspense>
      {can("crm:lead:assign", "crm:lead:tag", "crm:lead:edit", "crm:lead:delete") && (
        <Suspense>
          <LeadBulkStrip />
        </Suspense>
      )}
    </div>
  );
}

/** A quiet line that says that new messages do not arrive automatically at the moment. */
function ConnectionLine() {
  const { t } = useTranslation("shell");
  const lost = useDelayed(useConnectionState() === "offline", 4000);
  return (
    <div role="status">
      {lost && <p className={laid("warning warningTint text12 leading20 textCentre", styles.line)}>{t("offline")}</p>}
    </div>
  );
}
