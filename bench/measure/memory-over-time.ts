/** Watches this process's memory; `stop` returns the largest growth in megabytes, for each half of the time. */
export function memoryOverTime(): { stop(): { firstHalf: number; secondHalf: number } } {
  const before = process.memoryUsage.rss();
  const seen: number[] = [];
  const timer = setInterval(() => void seen.push(process.memoryUsage.rss()), 100);
  return {
    stop() {
      clearInterval(timer);
      seen.push(process.memoryUsage.rss());
      const half = Math.ceil(seen.length / 2);
      const peak = (of: readonly number[]) => (Math.max(before, ...of) - before) / 1e6;
      return { firstHalf: peak(seen.slice(0, half)), secondHalf: peak(seen.slice(half)) };
    },
  };
}
