/**
 * Runs pieces of work in the order in which they are given, at most `most` at a time. For background transactions that nobody
 * waits for: they always leave connections for people's requests.
 */
export function fewAtOnce(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The next one takes this slot.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
