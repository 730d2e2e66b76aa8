import type { ConversationId } from "@homeroom/contract/ids";

/** Shorter than the pause between two alerts of one tab: for the next burst the fastest tab is chosen again. */
const heldMilliseconds = 1500;
const alertName = "homeroom-inbox-alert";
const readingName = (id: ConversationId) => `homeroom-inbox-reading:${id}`;

/** Runs something in only one of several tabs that want to run it at about the same moment. */
export async function inOneTab(work: () => void): Promise<void> {
  if (!("locks" in navigator)) return work();
  await navigator.locks.request(alertName, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    work();
    await new Promise((done) => setTimeout(done, heldMilliseconds));
  });
}

/** Tells the other tabs that a conversation is visible here; returns the function that withdraws it. */
export function markReading(id: ConversationId): () => void {
  if (!("locks" in navigator)) return () => undefined;
  const ended = Promise.withResolvers<void>();
  const given = new AbortController();
  navigator.locks
    .request(readingName(id), { mode: "shared", signal: given.signal }, () => ended.promise)
    .catch(() => undefined);
  return () => {
    given.abort();
    ended.resolve();
  };
}

/** Which of some conversations are visible in one of the tabs. */
export async function readSomewhere(ids: readonly ConversationId[]): Promise<ReadonlySet<ConversationId>> {
  if (!("locks" in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  const names = new Set(held.map(({ name }) => name));
  return new Set(ids.filter((id) => names.has(readingName(id))));
}
