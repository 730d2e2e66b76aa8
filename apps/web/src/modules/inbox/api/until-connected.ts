import { onConnect } from "#platform/realtime.ts";

/** However quiet browser and socket are: a proxy may have answered while they stood. */
const tryEveryMilliseconds = 5000;

let waiting: Promise<void> | null = null;

/** Resolves when it is worth trying again: the socket or the browser is connected again, or some seconds have passed. */
export function untilConnected(): Promise<void> {
  waiting ??= new Promise<void>((resolve) => {
    const stops = [onConnect(goOn), onOnline(goOn)];
    const timer = setTimeout(goOn, tryEveryMilliseconds);
    function goOn(): void {
      for (const stop of stops) stop();
      clearTimeout(timer);
      waiting = null;
      resolve();
    }
  });
  return waiting;
}

function onOnline(listener: () => void): () => void {
  window.addEventListener("online", listener);
  return () => window.removeEventListener("online", listener);
}
