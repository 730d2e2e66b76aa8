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

/** Keeps a new session; a later end of it is news again. */
export function saveSession(session: StoredSession): void {
  localStorage.setItem("accessToken", session.token);
  localStorage.setItem("accountID", session.accountID);
  localStorage.setItem("isPasswordInitialized", String(session.isPasswordInitialized));
  ended = false;
}

/** Forgets the session: sign-out, an ended session, and an arrival at /login by an automatic sign-in link. */
export function clearSession(): void {
  for (const key of keys) localStorage.removeItem(key);
}

type Listener = () => void;
const endedListeners = new Set<Listener>();
let ended = false;

/**
 * Tells the app that the server no longer accepts the token. Several refused calls at once are reported once
 * until somebody signs in again.
 */
export function reportSessionEnded(): void {
  if (ended) return;
  ended = true;
  for (const listener of endedListeners) listener();
}

/** Calls back once when the session has ended; answers the way to stop listening. */
export function onSessionEnded(listener: Listener): () => void {
  endedListeners.add(listener);
  return () => endedListeners.delete(listener);
}

let signInNote: string | null = null;

/** Leaves a text for the sign-in page, which says once why the person is there. */
export function leaveSignInNote(text: string): void {
  signInNote = text;
}

/** The text left for the sign-in page, once; null when there is none. */
export function takeSignInNote(): string | null {
  const note = signInNote;
  signInNote = null;
  return note;
}
