/** Whole percentages that add up to 100 for a number of people, as even as possible: the first get one more. */
export function evenShares(count: number): number[] {
  return Array.from({ length: count }, (_, at) => Math.floor(100 / count) + (at < 100 % count ? 1 : 0));
}

/**
 * Shares of which some are not given yet, filled up to 100: what is left goes to these evenly. Shares that are all given,
 * or leave nothing, stay as they are.
 */
export function filledShares(shares: readonly (number | null)[]): (number | null)[] {
  const open = shares.filter((share) => share === null).length;
  const left = 100 - shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  if (open === 0 || left < open) return [...shares];
  let next = 0;
  return shares.map((share) => {
    if (share !== null) return share;
    const own = Math.floor(left / open) + (next < left % open ? 1 : 0);
    next += 1;
    return own;
  });
}
