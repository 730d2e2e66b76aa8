import { useCallback, useMemo, useRef } from "react";
import type { RowsHandle } from "./conversation-rows.tsx";

type Act = (rows: RowsHandle) => void;

/** A key press older than this is dropped. */
const keptFor = 5000;

/** Runs a key's action on the rows: at once, or when the rows have loaded. */
export interface RowsForKeys {
  attach: (rows: RowsHandle | null) => void;
  /** The current rows; null while there are none. */
  now: () => RowsHandle | null;
  act: (act: Act) => void;
}

/** The rows of the list, for keys that may be pressed before they have loaded. */
export function useRows(): RowsForKeys {
  const rows = useRef<RowsHandle | null>(null);
  const waiting = useRef<{ act: Act; at: number }[]>([]);
  // One after another, each with the rows as the previous one left them.
  const workOff = useCallback(function workOffNext() {
    const next = rows.current && waiting.current.shift();
    if (!rows.current || !next) return;
    if (performance.now() - next.at < keptFor) next.act(rows.current);
    requestAnimationFrame(workOffNext);
  }, []);
  return useMemo(
    () => ({
      attach(handle) {
        const isFirst = rows.current === null && handle !== null;
        rows.current = handle;
        if (isFirst && waiting.current.length > 0) requestAnimationFrame(workOff);
      },
      now: () => rows.current,
      act(act) {
        if (rows.current && waiting.current.length === 0) act(rows.current);
        else waiting.current.push({ act, at: performance.now() });
      },
    }),
    [workOff],
  );
}
