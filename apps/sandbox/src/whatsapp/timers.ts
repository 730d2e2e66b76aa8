/** Timers that all stop when the sandbox closes. */
export interface Timers {
  later(ms: number, run: () => void): void;
  stop(): void;
}

export function createTimers(): Timers {
  const pending = new Set<NodeJS.Timeout>();
  let stopped = false;
  return {
    later(ms, run) {
      if (stopped) return;
      const timer = setTimeout(() => {
        pending.delete(timer);
        run();
      }, ms);
      pending.add(timer);
    },
    stop() {
      stopped = true;
      for (const timer of pending) clearTimeout(timer);
      pending.clear();
    },
  };
}
