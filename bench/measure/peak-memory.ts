/** Watches this process's memory; `stop` answers by how many megabytes its resident set grew at most. */
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
