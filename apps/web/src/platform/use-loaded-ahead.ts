import { useEffect } from "react";

interface NavigatorConnection {
  /** Chromium alone has it. */
  readonly connection?: { readonly saveData?: boolean };
}

/**
 * Loads what is probably opened next, `afterMs` after the component first appears. Nothing is loaded ahead in a browser that
 * is set to save data. `load` stays the same between renders.
 */
export function useLoadedAhead(load: () => unknown, afterMs: number): void {
  useEffect(() => {
    if ((navigator as Navigator & NavigatorConnection).connection?.saveData) return undefined;
    const wait = setTimeout(load, afterMs);
    return () => clearTimeout(wait);
  }, [load, afterMs]);
}
