import { useSyncExternalStore } from "react";
import { createListeners } from "./store.ts";

const soundKey = "inbox-sound";
const listeners = createListeners();

/** Whether this browser may make sounds: off until a person switches it on. */
export function isSoundOn(): boolean {
  try {
    return localStorage.getItem(soundKey) === "on";
  } catch {
    return false;
  }
}

function setSound(on: boolean): void {
  try {
    localStorage.setItem(soundKey, on ? "on" : "off");
  } catch {
    // Storage is blocked: no sound.
  }
  listeners.notify();
}

/** The choice and its setter. */
export function useSound() {
  const on = useSyncExternalStore(listeners.subscribe, isSoundOn);
  return [on, setSound] as const;
}

let audio: AudioContext | null = null;

/** Two short soft tones. Browsers refuse sound until the person has interacted with the page. */
export function playTone(): void {
  audio ??= new AudioContext();
  const context = audio;
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  for (const [index, frequency] of [660, 880].entries()) {
    const start = context.currentTime + index * 0.12;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.08, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.2);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.22);
  }
}

/** Whether desktop notices may be shown, may be asked for, or were refused. */
export function noticePermission(): NotificationPermission | "unavailable" {
  return "Notification" in window ? Notification.permission : "unavailable";
}

/** Shows a notice while the page is not in focus; the next one of the same conversation replaces it. */
export function showNotice(notice: { title: string; body: string; tag: string; onOpen: () => void }): void {
  if (noticePermission() !== "granted" || document.hasFocus() || localStorage.getItem("pushOwner")) return;
  const shown = created(notice);
  shown?.addEventListener("click", () => {
    window.focus();
    notice.onOpen();
    shown.close();
  });
}

/** Chrome on Android refuses notices of a page: phones get push notifications instead. */
function created({ title, body, tag }: { title: string; body: string; tag: string }): Notification | null {
  try {
    return new Notification(title, { body, tag, icon: "/homeroom.svg" });
  } catch {
    return null;
  }
}
