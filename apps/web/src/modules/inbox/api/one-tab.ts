import type { ConversationId } from "@homeroom/contract/ids";

/** Shorter than the pause between two alerts of one tab: the next burst is told by whichever tab comes first again. */
const heldMilliseconds = 1500;
const alertName = "homeroom-inbox-alert";
const readingName = (id: ConversationId) => `homeroom-inbox-reading:${id}`;

/** Does something in only one of the tabs of this browser that want to do it at about the same moment. */
export async function inOneTab(work: () => void): Promise<void> {
  if (!("locks" in navigator)) return work();
  await navigator.locks.request(alertName, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    work();
    await new Promise((done) => setTimeout(done, heldMilliseconds));
  });
}

/** Lets the other tabs know that a person has a conversation before their eyes here; answers how to take it back. */
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

/** Which of some conversations a person has before their eyes in one of the tabs. */
export async function readSomewhere(ids: readonly ConversationId[]): Promise<ReadonlySet<ConversationId>> {
  if (!("locks" in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  const names = new Set(held.map(({ name }) => name));
  return new Set(ids.filter((id) => names.has(readingName(id))));
}
