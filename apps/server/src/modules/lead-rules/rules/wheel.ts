/** Shares are whole percent: after so many turns everyone has had exactly theirs, and the sequence begins again. */
export const wheelTurns = 100;

/**
 * Whose turn comes when, for shares of together 100: the index of the one for each of 100 turns, which are repeated for
 * ever. Whoever is looked at, after any number of turns from the start they have had their share to less than one turn;
 * and in any 100 turns that follow one another, wherever one begins to count, exactly their share.
 *
 * The n-th turn of a share s belongs into the turns after (n - 1) * 100 / s and up to n * 100 / s. Of those whose next
 * turn may come, the one goes first whose turn must come first: this keeps all limits, for turns of equal length with
 * whole-numbered limits, when any order does, and one does (the sums of shares fit into the turns).
 */
export function wheelOf(shares: readonly number[]): readonly number[] {
  const had = shares.map(() => 0);
  return Array.from({ length: wheelTurns }, (_, turn) => {
    const next = earliest(shares, had, turn);
    had[next] = (had[next] ?? 0) + 1;
    return next;
  });
}

function earliest(shares: readonly number[], had: readonly number[], turn: number): number {
  let found = 0;
  let limit = Number.POSITIVE_INFINITY;
  for (const [index, share] of shares.entries()) {
    const count = had[index] ?? 0;
    const mayCome = Math.floor((count * wheelTurns) / share) <= turn;
    const mustCome = Math.ceil(((count + 1) * wheelTurns) / share);
    if (mayCome && (mustCome < limit || (mustCome === limit && share > (shares[found] ?? 0)))) {
      found = index;
      limit = mustCome;
    }
  }
  return found;
}
