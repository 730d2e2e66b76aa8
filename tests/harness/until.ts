/** So long that only a real hang reaches it, even on a slow and busy machine. */
const patienceMs = 180_000;

/**
 * Polls until there is a value. Throws after three minutes, or after the given time; the error names what was waited for,
 * with `left` for details.
 */
export async function until<Found>(
  what: string,
  find: () => Promise<Found | null | undefined | false>,
  {
    everyMs = 25,
    withinMs = patienceMs,
    left = () => "",
  }: { everyMs?: number; withinMs?: number; left?: () => string } = {},
): Promise<Found> {
  const end = Date.now() + withinMs;
  for (;;) {
    const found = await find();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Waited ${withinMs} ms without success for ${what} ${left()}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
