import { useSyncExternalStore } from "react";

/** Those that follow something outside of React: each is called after every change, until it leaves. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** Answers the function by which the listener leaves. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(): void {
      for (const listener of listeners) listener();
    },
  };
}

/** A value outside of React. What reads it by `useValue` is drawn again when `set` replaces it by another one. */
export function createStore<Value>(first: Value) {
  let value = first;
  const { subscribe, notify } = createListeners();
  const get = (): Value => value;
  return {
    get,
    set(next: Value): void {
      if (Object.is(value, next)) return;
      value = next;
      notify();
    },
    useValue: (): Value => useSyncExternalStore(subscribe, get, get),
  };
}
