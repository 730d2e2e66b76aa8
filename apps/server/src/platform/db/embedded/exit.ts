/** Something that must not outlive this process. */
export interface Stoppable {
  stop(): Promise<void>;
  /** For the last moment of a process, when nothing asynchronous runs any more. */
  stopNow(): void;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const stoppables = new Set<Stoppable>();

/** Ties a thing's end to the end of the process, by signal or by exit. */
export function stopWithProcess(thing: Stoppable): void {
  if (stoppables.size === 0) {
    process.on("exit", stopAllNow);
    for (const signal of signals) process.on(signal, handleSignal);
  }
  stoppables.add(thing);
}

/** To be called when the thing has ended. */
export function forgetStopped(thing: Stoppable): void {
  stoppables.delete(thing);
  if (stoppables.size > 0) return;
  process.off("exit", stopAllNow);
  for (const signal of signals) process.off(signal, handleSignal);
}

function stopAllNow(): void {
  for (const thing of stoppables) thing.stopNow();
}

function handleSignal(signal: NodeJS.Signals): void {
  // Another listener ends the process in its own order; the exit handler stops what is left.
  if (process.listenerCount(signal) > 1) return;
  const all = [...stoppables].map((thing) => thing.stop());
  void Promise.allSettled(all).then(() => process.kill(process.pid, signal));
}
