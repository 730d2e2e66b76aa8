import { useCallback, useMemo } from "react";
import { createStore } from "#platform/store.ts";
import { type Closing, remaining, type Tag, visited } from "./tags.ts";

const tags = createStore<Tag[]>([]);
/** How often each screen has been reset, by name: a new number mounts it again. */
const refreshed = createStore<Readonly<Record<string, number>>>({});

export function visitTag(tag: Tag): void {
  tags.set(visited(tags.get(), tag));
}

/** Closes tags relative to one of them, and returns the remaining ones. */
export function closeTags(path: string, closing: Closing): Tag[] {
  tags.set(remaining(tags.get(), path, closing));
  return tags.get();
}

/** Discards a screen's state, so that it starts again. */
export function refreshScreen(name: string): void {
  const counts = refreshed.get();
  refreshed.set({ ...counts, [name]: (counts[name] ?? 0) + 1 });
}

export const useTags = tags.useValue;

/** The names of the screens that stay alive: visited, and asked for by their route. */
export function useKeptNames(): ReadonlySet<string> {
  const open = useTags();
  return useMemo(() => new Set(open.filter(({ keepAlive }) => keepAlive).map(({ name }) => name)), [open]);
}

export function useRefreshCount(): (name: string) => number {
  const counts = refreshed.useValue();
  return useCallback((name) => counts[name] ?? 0, [counts]);
}
