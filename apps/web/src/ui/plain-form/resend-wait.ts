import { useEffect, useState } from "react";

/** Remembers in this tab until when an address gets no further code, so that the countdown survives a reload. */
export function rememberWait(purpose: string, receiver: string, seconds: number): void {
  write(keyOf(purpose, receiver), String(Date.now() + seconds * 1000));
}

const tickMs = 250;

/** The countdown in seconds until another code may be requested; 0 if it may. */
export function useResendWait(purpose: string, receiver: string): number {
  const until = Number(read(keyOf(purpose, receiver)) ?? 0);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until <= Date.now()) return;
    const clock = setInterval(() => {
      setNow(Date.now());
      if (Date.now() > until) clearInterval(clock);
    }, tickMs);
    return () => clearInterval(clock);
  }, [until]);
  // `now` is at most one tick old once the clock runs.
  return Math.max(0, Math.ceil((until - now - tickMs) / 1000));
}

function keyOf(purpose: string, receiver: string): string {
  return `resend:${purpose}:${receiver.trim().toLowerCase()}`;
}

/** Without storage the wait is lost with the page. */
const memory = new Map<string, string>();

function write(key: string, value: string): void {
  memory.set(key, value);
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Kept in memory.
  }
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}
