import type { EndReason } from "@homeroom/contract/sockets";
import { forgetFirstCalls } from "./first-calls.ts";

const keys = ["accessToken", "accountID", "isPasswordInitialized"] as const;

export interface StoredSession {
  token: string;
  accountID: string;
  isPasswordInitialized: boolean;
}

/** The raw token of this browser, or null when nobody is signed in. */
export function storedToken(): string | null {
  return localStorage.getItem("accessToken") || null;
}

/** Stores a new session; its end will be reported again. */
export function saveSession(session: StoredSession): void {
  localStorage.setItem("accessToken", session.token);
  localStorage.setItem("accountID", session.accountID);
  localStorage.setItem("isPasswordInitialized", String(session.isPasswordInitialized));
  ended = false;
}

/** Records that the person has set a password of their own. */
export function markPasswordChanged(): void {
  localStorage.setItem("isPasswordInitialized", "true");
}

/** Removes the session: at sign-out, after its end, and on arrival at /login by an automatic sign-in link. */
export function clearSession(): void {
  for (const key of keys) localStorage.removeItem(key);
  forgetFirstCalls();
}

type Listener = () => void;
type EndListener = (reason: EndReason | undefined) => void;
const endedListeners = new Set<EndListener>();
let ended = false;
let knownReason: EndReason | undefined;
let paused = false;

/**
 * Suppresses the message about the session's end while another session replaces it. Returns the function that resumes it if
 * that fails; on success the page is reloaded.
 */
export function pauseSessionReports(): () => void {
  paused = true;
  return () => {
    paused = false;
  };
}

/**
 * Calls back when another window of this browser has signed in, or switched to another branch; returns the function that
 * unsubscribes.
 */
export function onSessionReplaced(listener: Listener): () => void {
  const handle = (event: StorageEvent) => {
    if (event.key === "accessToken" && event.newValue !== null) listener();
  };
  window.addEventListener("storage", handle);
  return () => window.removeEventListener("storage", handle);
}

/**
 * Tells the app that the server no longer accepts the token. Several refused calls are reported once until somebody signs in
 * again, and once more if the reason arrives later.
 */
export function reportSessionEnded(reason?: EndReason): void {
  const isNews = !ended || (reason !== undefined && knownReason === undefined);
  if (paused || !isNews) return;
  ended = true;
  knownReason = reason;
  for (const listener of endedListeners) listener(reason);
}

/** Calls back when the session has ended, and again if the reason arrives later; returns the function that unsubscribes. */
export function onSessionEnded(listener: EndListener): () => void {
  endedListeners.add(listener);
  return () => endedListeners.delete(listener);
}

const restrictedListeners = new Set<Listener>();

/** Tells the app that the server requires a task before anything else. */
export function reportRestricted(): void {
  for (const listener of restrictedListeners) listener();
}

/** Calls back when the server requires a task first; returns the function that unsubscribes. */
export function onRestricted(listener: Listener): () => void {
  restrictedListeners.add(listener);
  return () => restrictedListeners.delete(listener);
}

let signInNote: string | null = null;

/** Leaves a text for the sign-in page, which shows once why the person is there. */
export function leaveSignInNote(text: string): void {
  signInNote = text;
}

/** Takes the text for the sign-in page; null if there is none. */
export function takeSignInNote(): string | null {
  const note = signInNote;
  signInNote = null;
  return note;
}
