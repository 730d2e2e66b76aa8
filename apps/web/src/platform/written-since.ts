/**
 * The rest of a text that grew while it was being sent: what was added after the sent part, or all of it if that part was
 * changed.
 */
export function writtenSince(sent: string, now: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}
