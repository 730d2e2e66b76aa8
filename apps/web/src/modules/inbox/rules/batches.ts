/** Time and timers, so that tests can have their own. */
export interface Timers {
  set(action: () => void, milliseconds: number): unknown;
  clear(timer: unknown): void;
}

const realTimers: Timers = {
  set: (action, milliseconds) => setTimeout(action, milliseconds),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/**
 * Collects items and passes them on in batches, at most one per `milliseconds`. The first of a burst is passed on at once,
 * so that a single message is not delayed.
 */
export function batches<News>(milliseconds: number, flush: (news: News[]) => void, timers: Timers = realTimers) {
  let waiting: News[] = [];
  let pause: unknown = null;

  const handOn = () => {
    pause = null;
    if (waiting.length === 0) return;
    const news = waiting;
    waiting = [];
    pause = timers.set(handOn, milliseconds);
    flush(news);
  };

  return {
    add(news: News): void {
      waiting.push(news);
      if (pause === null) handOn();
    },
    stop(): void {
      if (pause !== null) timers.clear(pause);
      waiting = [];
      pause = null;
    },
  };
}
