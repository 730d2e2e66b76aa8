import { useCallback, useMemo, useRef } from "react";
import type { RowsHandle } from "./conversation-rows.tsx";

type Act = (rows: RowsHandle) => void;

/** A key that was pressed longer ago than this is dropped. */
const keptFor = 5000;

/** What keys ask of the rows: at once, or when the rows have come. */
export interface RowsForKeys {
  attach: (rows: RowsHandle | null) => void;
  /** The rows as they are; null while there are none. */
  now: () => RowsHandle | null;
  act: (act: Act) => void;
}

/** The rows of the list, for keys that may be pressed before there are any. */
export function useRows(): RowsForKeys {
  const rows = useRef<RowsHandle | null>(null);
  const waiting = useRef<{ act: Act; at: number }[]>([]);
  // One after the other, each with the rows as the one before has left them.
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
