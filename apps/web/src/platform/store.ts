import { useSyncExternalStore } from "react";

/** Listeners of something outside of React: each is called after every change until it unsubscribes. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** Returns the function that removes the listener. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(): void {
      for (const listener of listeners) listener();
    },
  };
}

/** A value outside of React. Components that read it with `useValue` render again when `set` changes it. */
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
