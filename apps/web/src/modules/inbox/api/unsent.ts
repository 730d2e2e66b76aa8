import type { Outgoing } from "../rules/shown-message.ts";

const key = "inbox-unsent";

/** Keeps the words that have not reached the server, for as long as the tab lives: a reload must not lose them. */
export function keepUnsent(outgoing: readonly Outgoing[]): void {
  try {
    // Files cannot be kept there.
    const words = outgoing.filter(({ file }) => file === null);
    if (words.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(words));
  } catch {
    // A full or forbidden storage: they hold until the page is closed.
  }
}

/** What was kept, to be sent again or given up by the person who wrote it. */
export function keptUnsent(): readonly Outgoing[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "[]") as Outgoing[];
    return kept.map((message) => ({ ...message, state: "failed" }));
  } catch {
    return [];
  }
}
