/** Only a real hang waits so long, on a slow machine that does four other things beside as well. */
const patienceMs = 180_000;

/**
 * Asks again until there is something. Throws after three minutes, or as many as the work needs: what was waited for, and
 * `left` if it says more.
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
    if (Date.now() > end) throw new Error(`Waited ${withinMs} ms in vain for ${what} ${left()}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
