import type { MessageRow } from "@homeroom/contract/chat";

/** The loaded messages of a conversation: usually its end, without gaps, in order. */
export interface Thread {
  messages: readonly MessageRow[];
  /** There are older ones on the server. */
  hasOlder: boolean;
  /** There are newer ones on the server: the loaded messages surround one that was jumped to. */
  hasNewer: boolean;
  /** All changes of loaded messages up to this version are included. */
  version: number;
}

/** The answer of a call for messages. */
export interface MessagePage {
  list: readonly MessageRow[];
  hasMore: boolean;
  hasNewer: boolean;
  version: number;
}

/** A newly opened conversation: its latest messages, or those around one of them. */
export function threadOf({ list, hasMore, hasNewer, version }: MessagePage): Thread {
  return { messages: [...list].sort(byPosition), hasOlder: hasMore, hasNewer, version };
}

/**
 * The thread with a page of older messages. A page that was read before changes that the thread has lowers its version, so
 * that changes of the older messages in between are requested again.
 */
export function withOlder(thread: Thread, page: MessagePage): Thread {
  return {
    ...thread,
    messages: merged(thread.messages, page.list),
    hasOlder: page.hasMore,
    version: Math.min(thread.version, page.version),
  };
}

/** The same with a page of newer messages; if there are no more, the thread has reached the conversation's end. */
export function withNewer(thread: Thread, page: MessagePage): Thread {
  return {
    ...thread,
    messages: merged(thread.messages, page.list),
    hasNewer: page.hasNewer,
    version: Math.min(thread.version, page.version),
  };
}

/** The thread after changes. Messages beyond its ends are left for the page that will load them. */
export function withChanges(thread: Thread, page: Pick<MessagePage, "list" | "version">): Thread {
  const [oldest, newest] = [thread.messages[0], thread.messages.at(-1)];
  const within = page.list.filter(
    ({ position }) =>
      !(thread.hasOlder && oldest && position < oldest.position) &&
      !(thread.hasNewer && newest && position > newest.position),
  );
  return { ...thread, messages: merged(thread.messages, within), version: Math.max(thread.version, page.version) };
}

/** The thread with one message from the answer of a write. Other changes since must still be requested. */
export function withMessage(thread: Thread, row: MessageRow): Thread {
  return withChanges(thread, { list: [row], version: thread.version });
}

function merged(known: readonly MessageRow[], news: readonly MessageRow[]): readonly MessageRow[] {
  if (news.length === 0) return known;
  const rows = new Map(known.map((row) => [row.messageId, row]));
  for (const row of news) {
    const before = rows.get(row.messageId);
    // An answer in flight may be older than the known message; with the same version it has fresher addresses.
    if (!before || row.version >= before.version) rows.set(row.messageId, row);
  }
  return [...rows.values()].sort(byPosition);
}

function byPosition(one: MessageRow, other: MessageRow): number {
  return one.position - other.position;
}
