const units = ["B", "KB", "MB", "GB", "TB"];

/** Bytes as people read them: "1.5 GB". */
export function bytesText(bytes: number): string {
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  const number = bytes / 1024 ** step;
  return `${number >= 10 || step === 0 ? Math.round(number) : Math.round(number * 10) / 10} ${units[step] ?? ""}`;
}
