const units = ["B", "KB", "MB", "GB", "TB"];

/** Bytes as people read them: "1.5 GB". */
export function bytesText(bytes: number): string {
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  const number = bytes / 1024 ** step;
  return `${number >= 10 || step === 0 ? Math.round(number) : Math.round(number * 10) / 10} ${units[step] ?? ""}`;
}

/** An axis for bytes up to this many: at most five steps that read as whole numbers, such as 512 MB or 64 GB. */
export function bytesAxis(most: number): { max: number; interval: number } {
  const interval = 2 ** Math.ceil(Math.log2(Math.max(most, 5) / 5));
  return { max: Math.ceil(Math.max(most, 1) / interval) * interval, interval };
}
