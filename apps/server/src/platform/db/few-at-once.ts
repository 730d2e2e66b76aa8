/**
 * Runs pieces of work in the order in which they are given, at most `most` at a time. For transactions of work that nobody
 * waits for: however much of it there is, connections are left for what people do.
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
      // The next one takes over this one's place.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
