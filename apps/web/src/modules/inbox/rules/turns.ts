/**
 * Runs work one after another per key. What an answer is merged into then never knows more than the answer, which would
 * make "it is not in the answer" mean nothing.
 */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(key, mine);
    const forget = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  };
}
