/** Asks again until there is something; throws after `ms` with what was waited for, and `left` if it says more. */
export async function until<Found>(
  what: string,
  find: () => Promise<Found | null | undefined | false>,
  { ms = 15_000, everyMs = 25, left = () => "" }: { ms?: number; everyMs?: number; left?: () => string } = {},
): Promise<Found> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await find();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Waited ${ms} ms in vain for ${what} ${left()}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
