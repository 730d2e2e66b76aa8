import { useMemo, useSyncExternalStore } from "react";
import { useBranchZone } from "./access.ts";
import type { DateView } from "./dates.ts";
import { usePreference } from "./preferences.ts";

/** Language and branch zone, the input of every date function. */
export function useDateView(): DateView {
  const [language] = usePreference("language");
  const zone = useBranchZone();
  return useMemo(() => ({ language, zone }), [language, zone]);
}

interface Clock {
  subscribe: (listener: () => void) => () => void;
  read: () => number;
}

/** One timer for everything on the page that shows the same kind of time. It stops while nothing shows it. */
function clock(step: number): Clock {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    now = Date.now();
    for (const listener of listeners) listener();
  };
  return {
    read: () => now,
    subscribe(listener) {
      if (listeners.size === 0) {
        now = Date.now();
        timer = setInterval(tick, step);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
  };
}

const clocks = { minute: clock(30_000), second: clock(1000) };

/** The current moment, updated twice a minute or every second. */
export function useNow(precision: keyof typeof clocks = "minute"): Date {
  const { subscribe, read } = clocks[precision];
  const now = useSyncExternalStore(subscribe, read);
  return useMemo(() => new Date(now), [now]);
}
