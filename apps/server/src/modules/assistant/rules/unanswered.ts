/** A message as the assistant sees it. */
export interface Line {
  position: number;
  direction: "in" | "out";
  author: "staff" | "assistant" | "automatic";
  kind: string;
  text: string;
  createdAt: Date;
}

export interface Unanswered {
  /** Of the last message that is to be answered. */
  position: number;
  lastAt: Date;
  text: string;
}

/** What the customer has written since anybody of ours spoke and not withdrawn; welcome messages answer nothing. Null: nothing. */
export function unanswered(said: readonly Line[]): Unanswered | null {
  const open = said.slice(said.findLastIndex(isOurs) + 1).filter(({ direction }) => direction === "in");
  const last = open.at(-1);
  const text = open
    .map(wordsOf)
    .filter((words) => words !== "")
    .join("\n");
  return last && text !== "" ? { position: last.position, lastAt: last.createdAt, text } : null;
}

/**
 * What was said up to the customer's last words: a person may want a suggestion for these also after the assistant has
 * spoken, when it left them to a person for example. After a person has spoken there is nothing to suggest.
 */
export function upToCustomer(said: readonly Line[]): readonly Line[] {
  const last = said.findLastIndex(({ direction }) => direction === "in");
  const hasPersonSpoken = said.slice(last + 1).some(({ author }) => author === "staff");
  if (last === -1 || hasPersonSpoken) return [];
  return said.slice(0, last + 1);
}

/** Whether the customer, a person or the assistant has spoken after a position; automatic messages say nothing new. */
export function isOvertaken(said: readonly Line[], position: number): boolean {
  return said.some((line) => line.position > position && (line.direction === "in" || isOurs(line)));
}

/** Longest history that an agent is given, in characters; the latest count. */
const maxCharacters = 12_000;

/** What was said before that, oldest first. */
export function pastOf(said: readonly Line[]): { role: "customer" | "centre"; text: string }[] {
  const until = said.findLastIndex(isOurs);
  let room = maxCharacters;
  const kept: { role: "customer" | "centre"; text: string }[] = [];
  for (const line of said.slice(0, until + 1).toReversed()) {
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

/** A picture or a place has no words: the agent is told what came. */
function wordsOf({ kind, text }: Line): string {
  const isText = kind === "text" || kind === "button" || kind === "interactive" || kind === "template";
  return isText ? text : `[${kind}] ${text}`.trim();
}
