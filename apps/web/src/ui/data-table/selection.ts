import { useCallback, useEffect, useMemo, useRef, useState } from "react";

export interface Selection {
  keys: ReadonlySet<string>;
  /** Everything that the filters match is selected, loaded or not. `keys` is then ignored. */
  allMatching: boolean;
}

const nothing: Selection = { keys: new Set(), allMatching: false };

/** The selection with some rows added or removed; after "all matching" it starts over with the rows on the page. */
export function withRows(selection: Selection, rows: readonly string[], selected: boolean): Selection {
  const keys = new Set(selection.allMatching ? [] : selection.keys);
  for (const key of rows) {
    if (selected) keys.add(key);
    else keys.delete(key);
  }
  return { keys, allMatching: false };
}

/** The rows between two, both included, in list order; only the second if the first is not in the list. */
export function rangeOf(order: readonly string[], from: string | null, to: string): string[] {
  const [start, end] = [order.indexOf(from ?? to), order.indexOf(to)];
  if (start === -1 || end === -1) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** The selection of a table. It is cleared when `query`, the text of the filters, changes, since it would refer to other rows. */
export function useSelection(query: string) {
  const [selection, setSelection] = useState<Selection>(nothing);
  const setRows = useCallback(
    (rows: readonly string[], selected: boolean) => setSelection((now) => withRows(now, rows, selected)),
    [],
  );
  const selectAllMatching = useCallback(() => setSelection({ keys: new Set(), allMatching: true }), []);
  const clear = useCallback(() => setSelection(nothing), []);
  const before = useRef(query);
  useEffect(() => {
    if (before.current === query) return;
    before.current = query;
    clear();
  }, [query, clear]);
  return useMemo(
    () => ({ ...selection, setRows, selectAllMatching, clear }),
    [selection, setRows, selectAllMatching, clear],
  );
}

export type SelectionState = ReturnType<typeof useSelection>;
