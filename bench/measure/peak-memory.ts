/** Watches this process's memory; `stop` returns the largest growth of its resident set in megabytes. */
export function peakMemory(): { stop(): number } {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return (Math.max(peak, process.memoryUsage.rss()) - before) / 1e6;
    },
  };
}
