import { Suspense, useEffect, useRef } from "react";
import { LeadBulkStrip } from "#modules/leads/public.ts";
import { StandingBanner, WipeBanner } from "#modules/organizations/public.ts";
import { useCan } from "#platform/access.ts";
import { ConnectionLine } from "./connection-line.tsx";

/**
 * The lines between navbar and screen that say what holds for every screen. They take room from the screen instead of
 * lying on it, so that they never cover an input.
 */
export function Notices() {
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
