import type { MessageRow } from "@homeroom/contract/chat";

/** The messages of a conversation that are loaded: mostly its end, without gaps, in their order. */
export interface Thread {
  messages: readonly MessageRow[];
  /** There are older ones on the server. */
  hasOlder: boolean;
  /** There are newer ones on the server: what is loaded lies around a message that was jumped to. */
  hasNewer: boolean;
  /** Every change of a loaded message up to this version is in it. */
  version: number;
}

/** What a call for messages answers. */
export interface MessagePage {
  list: readonly MessageRow[];
  hasMore: boolean;
  hasNewer: boolean;
  version: number;
}

/** A conversation as it is opened: its latest messages, or those around one of them. */
export function threadOf({ list, hasMore, hasNewer, version }: MessagePage): Thread {
  return { messages: [...list].sort(byPosition), hasOlder: hasMore, hasNewer, version };
}

/**
 * The thread with a page of older messages. A page that was read before changes that the thread knows lowers its
 * version, so that what changed among the older ones in between is asked for again.
 */
export function withOlder(thread: Thread, page: MessagePage): Thread {
  return {
    ...thread,
    messages: merged(thread.messages, page.list),
    hasOlder: page.hasMore,
    version: Math.min(thread.version, page.version),
  };
}

/** The same with a page of newer messages; without more of them it has come to the conversation's end. */
export function withNewer(thread: Thread, page: MessagePage): Thread {
  return {
    ...thread,
    messages: merged(thread.messages, page.list),
    hasNewer: page.hasNewer,
    version: Math.min(thread.version, page.version),
  };
}

/** The thread after changes. What lies beyond its ends is left for the page that will bring it. */
export function withChanges(thread: Thread, page: Pick<MessagePage, "list" | "version">): Thread {
  const [oldest, newest] = [thread.messages[0], thread.messages.at(-1)];
  const within = page.list.filter(
    ({ position }) =>
      !(thread.hasOlder && oldest && position < oldest.position) &&
      !(thread.hasNewer && newest && position > newest.position),
  );
  return { ...thread, messages: merged(thread.messages, within), version: Math.max(thread.version, page.version) };
}

/** The thread with one message as a write has answered it. What else has changed since is still to be asked for. */
export function withMessage(thread: Thread, row: MessageRow): Thread {
  return withChanges(thread, { list: [row], version: thread.version });
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
