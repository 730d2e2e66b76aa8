import { Suspense, useEffect, useRef } from "react";
import { LeadBulkStrip } from "#modules/leads/public.ts";
import { StandingBanner, WipeBanner } from "#modules/organizations/public.ts";
import { Allowed } from "#platform/allowed.tsx";
import { ConnectionLine } from "./connection-line.tsx";

/**
 * The lines between navbar and screen that say what holds for every screen. They take room from the screen instead of
 * lying on it, so that they never cover an input.
 */
export function Notices() {
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
      <Allowed perms={["crm:lead:assign", "crm:lead:tag", "crm:lead:edit", "crm:lead:delete"]}>
        <Suspense>
          <LeadBulkStrip />
        </Suspense>
      </Allowed>
    </div>
  );
}
