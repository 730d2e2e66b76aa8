/** The list with one item moved to an index, which is clamped to the list. */
export function moved<Thing>(things: readonly Thing[], from: number, to: number): Thing[] {
  const place = Math.max(0, Math.min(things.length - 1, to));
  const next = things.filter((_, index) => index !== from);
  return [...next.slice(0, place), ...things.slice(from, from + 1), ...next.slice(place)];
}
