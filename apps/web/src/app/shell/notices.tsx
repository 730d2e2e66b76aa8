import { Suspense, useEffect, useRef } from "react";
import { StandingBanner, WipeBanner } from "#modules/organizations/public.ts";
import { ConnectionLine } from "./connection-line.tsx";

/** The lines between navbar and screen that say what holds for every screen. Screens that fill the page leave them room. */
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
    </div>
  );
}
