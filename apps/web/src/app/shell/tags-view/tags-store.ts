import { useCallback, useMemo, useSyncExternalStore } from "react";
import { type Closing, remaining, type Tag, visited } from "./tags.ts";

interface State {
  tags: Tag[];
  /** How often each screen has been redrawn, by name: a new number is a new screen. */
  refreshed: Readonly<Record<string, number>>;
}

let state: State = { tags: [], refreshed: {} };
const listeners = new Set<() => void>();

function update(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function visitTag(tag: Tag): void {
  update({ tags: visited(state.tags, tag) });
}

/** Closes tags, seen from one of them, and answers what remains. */
export function closeTags(path: string, closing: Closing): Tag[] {
  update({ tags: remaining(state.tags, path, closing) });
  return state.tags;
}

/** Discards a screen's state, so that it starts again. */
export function refreshScreen(name: string): void {
  update({ refreshed: { ...state.refreshed, [name]: (state.refreshed[name] ?? 0) + 1 } });
}

export function useTags(): Tag[] {
  return useSyncExternalStore(subscribe, () => state.tags);
}

/** The names of the screens that stay alive: visited, and asked for by their route. */
export function useKeptNames(): ReadonlySet<string> {
  const tags = useTags();
  return useMemo(() => new Set(tags.filter(({ keepAlive }) => keepAlive).map(({ name }) => name)), [tags]);
}

export function useRefreshCount(): (name: string) => number {
  const refreshed = useSyncExternalStore(subscribe, () => state.refreshed);
  return useCallback((name) => refreshed[name] ?? 0, [refreshed]);
}
