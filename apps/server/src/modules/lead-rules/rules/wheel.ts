/**
 * Shares are whole percentages: after this number of turns everyone has had exactly their share, and the sequence
 * repeats.
 */
export const wheelTurns = 100;

/**
 * The sequence of 100 turns for shares that add up to 100: the index of the person for each turn, repeated for ever. At
 * any moment everyone has had their share to within one turn; and in any 100 consecutive turns, starting anywhere,
 * exactly their share.
 *
 * The n-th turn of a share s falls after turn (n - 1) * 100 / s and not after n * 100 / s. Of the people whose next
 * turn is possible, the one with the earliest deadline goes first: for unit jobs with integer limits this keeps all
 * limits if any order does, and one does (the sums of shares fit into the turns).
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
