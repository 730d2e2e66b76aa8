/** A message for the assistant. */
export interface Line {
  position: number;
  direction: "in" | "out";
  author: "staff" | "assistant" | "automatic";
  kind: string;
  text: string;
  createdAt: Date;
}

export interface UnansweredMessages {
  /** Of the last message to answer. */
  position: number;
  lastAt: Date;
  text: string;
}

/** The customer's messages since our last one, without withdrawn ones; welcome messages do not count. Null: none. */
export function unanswered(messages: readonly Line[]): UnansweredMessages | null {
  const open = messages.slice(messages.findLastIndex(isOurs) + 1).filter(({ direction }) => direction === "in");
  const last = open.at(-1);
  const text = open
    .map(wordsOf)
    .filter((words) => words !== "")
    .join("\n");
  return last && text !== "" ? { position: last.position, lastAt: last.createdAt, text } : null;
}

/**
 * The messages up to the customer's last one: a person may want a suggestion for it even after the assistant has
 * written, for example on a handover. After a person has written there is nothing to suggest.
 */
export function upToCustomer(messages: readonly Line[]): readonly Line[] {
  const last = messages.findLastIndex(({ direction }) => direction === "in");
  const hasPersonSpoken = messages.slice(last + 1).some(({ author }) => author === "staff");
  if (last === -1 || hasPersonSpoken) return [];
  return messages.slice(0, last + 1);
}

/** Whether the customer, a person or the assistant has written after a position; automatic messages do not count. */
export function isOvertaken(messages: readonly Line[], position: number): boolean {
  return messages.some((line) => line.position > position && (line.direction === "in" || isOurs(line)));
}

/** The longest history for an agent, in characters; the latest messages are kept. */
const maxCharacters = 12_000;

/** The earlier messages, oldest first. */
export function pastOf(messages: readonly Line[]): { role: "customer" | "centre"; text: string }[] {
  const until = messages.findLastIndex(isOurs);
  let room = maxCharacters;
  const kept: { role: "customer" | "centre"; text: string }[] = [];
  for (const line of messages.slice(0, until + 1).toReversed()) {
    const text = wordsOf(line);
    if (text === "") continue;
    room -= text.length;
    if (room < 0) break;
    kept.push({ role: line.direction === "in" ? "customer" : "centre", text });
  }
  return kept.toReversed();
}

function isOurs({ direction, author }: Line): boolean {
  return direction === "out" && author !== "automatic";
}

/** A picture or a place has no text: the agent gets its kind. */
function wordsOf({ kind, text }: Line): string {
  const isText = kind === "text" || kind === "button" || kind === "interactive" || kind === "template";
  return isText ? text : `[${kind}] ${text}`.trim();
}
