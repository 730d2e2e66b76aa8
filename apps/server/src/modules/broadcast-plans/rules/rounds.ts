/**
 * Returns a function that tells whether a round is over: after `lastsMs`, unless it may continue for the same time again. Several
 * concurrent calls share one answer.
 */
export function roundOf(lastsMs: number, mayGoOn: () => Promise<boolean>): () => Promise<boolean> {
  let until = Date.now() + lastsMs;
  let asked: Promise<boolean> | null = null;
  return async () => {
    if (Date.now() < until) return false;
    asked ??= mayGoOn().finally(() => (asked = null));
    if (!(await asked)) return true;
    until = Date.now() + lastsMs;
    return false;
  };
}
