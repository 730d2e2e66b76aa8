/** What is left of a text that is written on while it is sent: what came after the sent part, or all of it if that was changed. */
export function writtenSince(sent: string, now: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}
