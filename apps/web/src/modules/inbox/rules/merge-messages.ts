import type { MessageRow } from "@homeroom/contract/chat";

/** The messages of a conversation that are loaded: its end, without gaps, in their order. */
export interface Thread {
  messages: readonly MessageRow[];
  /** There are older ones on the server. */
  hasOlder: boolean;
  /** Every change of a loaded message up to this version is in it. */
  version: number;
}

/** What a call for messages answers. */
export interface MessagePage {
  list: readonly MessageRow[];
  hasMore: boolean;
  version: number;
}

/** A conversation as it is opened: its latest messages. */
export function threadOf(page: MessagePage): Thread {
  return { messages: [...page.list].sort(byPosition), hasOlder: page.hasMore, version: page.version };
}

/**
 * The thread with a page of older messages. A page that was read before changes that the thread knows lowers its
 * version, so that what changed among the older ones in between is asked for again.
 */
export function withOlder(thread: Thread, page: MessagePage): Thread {
  return {
    messages: merged(thread.messages, page.list),
    hasOlder: page.hasMore,
    version: Math.min(thread.version, page.version),
  };
}

/** The thread after changes. What lies before its beginning is left for the page that will bring it. */
export function withChanges(thread: Thread, page: MessagePage): Thread {
  const [oldest] = thread.messages;
  const within = thread.hasOlder && oldest ? page.list.filter((row) => row.position >= oldest.position) : page.list;
  return { ...thread, messages: merged(thread.messages, within), version: Math.max(thread.version, page.version) };
}

/** The thread with one message as a write has answered it. What else has changed since is still to be asked for. */
export function withMessage(thread: Thread, row: MessageRow): Thread {
  return { ...withChanges(thread, { list: [row], hasMore: false, version: thread.version }) };
}

function merged(known: readonly MessageRow[], news: readonly MessageRow[]): readonly MessageRow[] {
  if (news.length === 0) return known;
  const rows = new Map(known.map((row) => [row.messageId, row]));
  for (const row of news) {
    const before = rows.get(row.messageId);
    // An answer that was under way may be older than what is known; of the same version it has fresher addresses.
    if (!before || row.version >= before.version) rows.set(row.messageId, row);
  }
  return [...rows.values()].sort(byPosition);
}

function byPosition(one: MessageRow, other: MessageRow): number {
  return one.position - other.position;
}
