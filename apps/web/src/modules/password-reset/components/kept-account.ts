const storageKey = "passwordReset";

/** The account whose code is on its way, as this tab knows it; empty when there is none. */
export function keptAccount(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? "";
  } catch {
    return "";
  }
}

/** Remembers the account, so that a reload comes back to its code; null forgets it. */
export function keepAccount(accountName: string | null): void {
  try {
    if (accountName === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, accountName);
  } catch {
    // A storage that is switched off: the page starts over when it is loaded again.
  }
}
